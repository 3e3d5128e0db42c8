/**
 * What `activate` of the extension `toolcrib.toolcrib` returns, for other extensions: copy this file and cast.
 *
 *     const toolcrib = vscode.extensions.getExtension("toolcrib.toolcrib");
 *     const api: ToolcribApi | undefined = await toolcrib?.activate();
 *     context.subscriptions.push(api.onBeforeCall(context.extension.id, (call) => …));
 */

/** How confidential something is, the least first. */
export type Level = "PUBLIC" | "INTERNAL" | "CONFIDENTIAL" | "RESTRICTED";

/** What a call would do to one file, command or address. */
export type EffectFacts =
  | {
      readonly kind: "read" | "list";
      /** Absolute, with every link followed. */
      readonly path: string;
    }
  | {
      readonly kind: "write";
      /** Absolute, with every link followed. */
      readonly path: string;
      readonly change: "create" | "change" | "delete";
      /** Bytes; absent when there is no file before. */
      readonly sizeBefore?: number;
      /** Bytes; absent when there is no file after. */
      readonly sizeAfter?: number;
      /** Hunks in unified form, cut where they are long. Only where it was asked for. */
      readonly diff?: string;
    }
  | {
      readonly kind: "exec";
      readonly command: string;
      /** The shell language it is read as. */
      readonly language: string;
      /** Absolute, with every link followed. */
      readonly cwd: string;
      readonly background: boolean;
      readonly outsideSandbox: boolean;
      /** Hosts that are named in it, as far as it is understood. */
      readonly hosts: readonly string[];
    }
  | { readonly kind: "fetch"; readonly method: string; readonly url: string }
  | { readonly kind: "delegate"; readonly to: string; readonly prompt: string }
  | { readonly kind: "present"; readonly title: string; readonly text: string };

/** A call of a tool. */
export interface CallFacts {
  /** Names the call here, in the audit log and in the journal. */
  readonly id: string;
  readonly agent: string;
  /** The tool system whose names and parameters the call uses. */
  readonly dialect: string;
  /** Name of the tool in its dialect. */
  readonly tool: string;
  /** Name of the same tool in the dialect `standard`. */
  readonly ownTool: string;
  /** The arguments, as the dialect names them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What it would do, in a line. */
  readonly title: string;
  /** Everything it would do. */
  readonly effects: readonly EffectFacts[];
  /** What the policy says so far; after the call what held in the end. */
  readonly verdict: {
    readonly decision: "allow" | "ask" | "deny";
    readonly rule: string;
    readonly reason: string;
  };
  /** What the agent has read so far at most. */
  readonly taint: Level;
  readonly planMode: boolean;
  /** Absolute paths of the folders in which tools work. */
  readonly roots: readonly string[];
}

/** How a call ended. */
export interface ResultFacts {
  /** As the model reads it. */
  readonly text: string;
  /** True for what failed and for what was refused. */
  readonly isError: boolean;
  readonly level: Level;
  /** The time that a person took to answer included. */
  readonly durationMs: number;
}

/** An opinion on a call. It counts beside the policy: the stricter one holds. */
export interface Opinion {
  readonly decision: "ask" | "deny";
  /** One clause, told to the person and the model. */
  readonly reason: string;
}

/**
 * Hears of a call before it is made, of one that is denied already not. It gets a frozen copy, and can change nothing.
 * The call waits: for longer than 5 seconds never, then a person is asked. A listener that throws, or returns anything
 * else, denies the call.
 */
export type BeforeCallListener = (call: CallFacts) => Opinion | undefined | Promise<Opinion | undefined>;

/**
 * Hears of a call that has ended, refused ones too. The result waits for it, for 5 seconds at most; what it throws is
 * told to the person.
 * @returns what the model should know besides, or nothing.
 */
export type AfterCallListener = (
  call: CallFacts,
  result: ResultFacts,
) => string | undefined | Promise<string | undefined>;

/** Ends the listening. */
export interface Listening {
  dispose(): void;
}

/** See the top of this file. */
export interface ToolcribApi {
  /** Grows by one when something here changes its meaning. */
  readonly apiVersion: 1;
  /**
   * @param extension identifier of the listening extension, `publisher.name`: who listens is told to the person.
   * @throws Error when no such extension is installed.
   */
  onBeforeCall(extension: string, listener: BeforeCallListener): Listening;
  /** See {@link onBeforeCall}. */
  onAfterCall(extension: string, listener: AfterCallListener): Listening;
}
