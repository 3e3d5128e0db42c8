/**
 * What `activate` of the extension `toolcrib.toolcrib` returns, for other extensions: copy this file and cast.
 *
 *     const toolcrib = vscode.extensions.getExtension("toolcrib.toolcrib");
 *     const api: ToolcribApi | undefined = await toolcrib?.activate();
 *     context.subscriptions.push(api.onBeforeCall(context.extension.id, (call) => …));
 *     context.subscriptions.push(api.registerTool(context.extension.id, api.defineTool({ name: …, run: … })));
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
  | {
      readonly kind: "fetch";
      readonly method: string;
      /** As given: `new URL(url).host` is the host that is asked. */
      readonly url: string;
      /** What is sent; absent: nothing. */
      readonly body?: string;
      /** Name of the search service that a person has set up, when that is asked. */
      readonly search?: string;
      /** The address whose server led there; absent: no server did. */
      readonly redirectedFrom?: string;
    }
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

/** What schedulers, the policy and models are told of a tool. Whatever is left out counts as false. */
export interface ToolFacts {
  /** May run beside other calls. */
  readonly concurrencySafe?: boolean;
  /**
   * Changes nothing, neither here nor elsewhere, and sends nothing: its calls are not asked about. What it declares as
   * effects is judged all the same.
   */
  readonly readOnly?: boolean;
  /** May do damage that cannot be taken back. */
  readonly destructive?: boolean;
  /** A second equal call changes nothing more. */
  readonly idempotent?: boolean;
  /** Words that should find the tool while it is not shown to the model. */
  readonly searchHint?: string;
  /** Other names that reach it. */
  readonly aliases?: readonly string[];
}

/** What a call of a tool would do; the policy judges it before, and a person who is asked sees it. */
export type ToolEffect =
  | {
      /** One file is read, or a folder listed or searched. The tool does that itself. */
      readonly kind: "read" | "list";
      /** Absolute, or below the first workspace folder. */
      readonly path: string;
    }
  | {
      /**
       * One text file is replaced, created or deleted. Toolcrib does that, before `run` and only as the person approved
       * it, so that it can be reviewed and undone.
       */
      readonly kind: "write";
      readonly path: string;
      /** UTF-8; null deletes the file. */
      readonly content: string | null;
    }
  | {
      /** A command is run. The tool does that itself. */
      readonly kind: "exec";
      readonly command: string;
      /** By default the first workspace folder. */
      readonly cwd?: string;
    }
  | {
      /** A request is sent. The tool does that itself. */
      readonly kind: "fetch";
      readonly url: string;
      /** By default GET. */
      readonly method?: "GET" | "POST" | "HEAD";
    };

/** Something a model sees beside the text. */
export interface ToolPart {
  /** Images are shown to models that take them. */
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** What came of a call. A string is the text alone. */
export type ToolAnswer =
  | string
  | {
      /** What the model reads, up to 1,000,000 characters; by default `data` as JSON. */
      readonly text?: string;
      /** The same as facts, as JSON, up to 1,000,000 characters. */
      readonly data?: unknown;
      /** Up to 20, of 20 MiB together. */
      readonly parts?: readonly ToolPart[];
      /** True for a failure that the model should act on. */
      readonly isError?: boolean;
    };

/** What a call of another tool led to; failures and refusals are results too. */
export interface NestedResult {
  /** As a model reads it, notes on what was left out included. */
  readonly text: string;
  readonly isError: boolean;
  /** The same as facts, by the tool: of `read_file` its `content`, the lines alone as `text`, their `count`, `more`. */
  readonly data?: unknown;
  readonly parts?: readonly ToolPart[];
}

/** What a running tool may use. */
export interface ToolContext {
  /** Aborted when the call is cancelled or has taken too long: nobody waits for the tool from then on. */
  readonly signal: AbortSignal;
  /** Absolute paths of the folders in which tools work. */
  readonly roots: readonly string[];
  /** A line for whoever watches. */
  progress(line: string): void;
  /**
   * Calls another tool as part of this call: judged, asked about, recorded and undone like any. Never rejects.
   * @param name its name in the dialect `standard`, as are its parameters, whatever the model speaks.
   */
  callTool(name: string, input: object): Promise<NestedResult>;
}

/** A tool of another extension. */
export interface ToolDefinition<Input extends object = Record<string, unknown>> {
  /** A letter, then up to 63 letters, digits, `_` and `-`; not the name of a tool that there is. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model: what it does, when to use it, what it returns. */
  readonly description: string;
  /**
   * JSON Schema of type `object`. Arguments are checked against it, and those that it does not name are refused unless it
   * has `additionalProperties`.
   */
  readonly input: object;
  readonly metadata?: ToolFacts;
  /**
   * What this call would do beside what nobody sees. Changes nothing, and has 5 seconds; a call whose effects cannot be
   * told is not made.
   */
  effects?(input: Input): readonly ToolEffect[] | Promise<readonly ToolEffect[]>;
  /** Does it. What it throws is told to the model. */
  run(input: Input, context: ToolContext): ToolAnswer | Promise<ToolAnswer>;
}

/** Takes the tool away again. */
export interface Registration {
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
  /** Returns what it is given; exists so that the input's type is known inside. */
  defineTool<Input extends object>(tool: ToolDefinition<Input>): ToolDefinition<Input>;
  /**
   * Gives agents a tool: the model finds it with `tool_search` and calls it like any other, or through `call_tool`. It
   * has the same name in every dialect. Every call is judged as work handed to the extension, with the declared effects.
   * @param extension identifier of the extension whose tool it is, `publisher.name`: the person who is asked reads it.
   * @throws Error in one sentence when no such extension is installed, or the definition cannot be used.
   */
  registerTool<Input extends object>(extension: string, tool: ToolDefinition<Input>): Registration;
}
