/**
 * What `activate` of the extension `toolcrib.toolcrib` returns, for other extensions: copy this file and cast.
 *
 *     const toolcrib = vscode.extensions.getExtension("toolcrib.toolcrib");
 *     const api: ToolcribApi | undefined = await toolcrib?.activate();
 *     context.subscriptions.push(api.onBeforeCall(context.extension.id, (call) => …));
 *     context.subscriptions.push(api.registerTool(context.extension.id, api.defineTool({ name: …, run: … })));
 */

/** How confidential something is, from least to most. */
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
      /** As given: `new URL(url).host` is the host that is contacted. */
      readonly url: string;
      /** What is sent; absent if nothing is. */
      readonly body?: string;
      /** Name of the search service, if the request goes to one that a person has set up. */
      readonly search?: string;
      /** The address whose server redirected to this one; absent if none did. */
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
  /** What the policy says so far; after the call, the final verdict. */
  readonly verdict: {
    readonly decision: "allow" | "ask" | "deny";
    readonly rule: string;
    readonly reason: string;
  };
  /** The highest level of what the agent has read so far. */
  readonly taint: Level;
  readonly planMode: boolean;
  /** Absolute paths of the folders in which tools work. */
  readonly roots: readonly string[];
}

/** How a call ended. */
export interface ResultFacts {
  /** As the model reads it. */
  readonly text: string;
  /** True if the call failed or was refused. */
  readonly isError: boolean;
  readonly level: Level;
  /** Includes the time that a person took to answer. */
  readonly durationMs: number;
}

/** An opinion on a call. It counts beside the policy: the stricter of the two applies. */
export interface Opinion {
  readonly decision: "ask" | "deny";
  /** One clause, shown to the person and the model. */
  readonly reason: string;
}

/**
 * Is notified of each call before it is made, except for calls that the policy denies. It gets a frozen copy of the call
 * and cannot change anything. The call waits for it; after 5 seconds a person is asked instead. A listener that throws, or
 * returns anything else, denies the call.
 */
export type BeforeCallListener = (call: CallFacts) => Opinion | undefined | Promise<Opinion | undefined>;

/**
 * Is notified of each call that has ended, including refused ones. The result waits for it, for 5 seconds at most; what it
 * throws is reported to the person.
 * @returns what the model should read below the result, or nothing.
 */
export type AfterCallListener = (
  call: CallFacts,
  result: ResultFacts,
) => string | undefined | Promise<string | undefined>;

/** A registered listener; disposing of it removes the listener. */
export interface Listening {
  dispose(): void;
}

/** Facts about a tool for schedulers, the policy and models. Whatever is left out counts as false. */
export interface ToolFacts {
  /** May run at the same time as other calls. */
  readonly concurrencySafe?: boolean;
  /**
   * Changes nothing, neither here nor elsewhere, and sends nothing: nobody is asked about its calls. The effects
   * that it declares are judged all the same.
   */
  readonly readOnly?: boolean;
  /** May do damage that cannot be undone. */
  readonly destructive?: boolean;
  /** Repeating a call changes nothing more. */
  readonly idempotent?: boolean;
  /** Words by which the tool is found while it is not shown to the model. */
  readonly searchHint?: string;
  /** Other names by which it can be called. */
  readonly aliases?: readonly string[];
}

/** What a call of a tool would do. The policy judges it first, and a person who is asked sees it. */
export type ToolEffect =
  | {
      /** One file is read, or a folder listed or searched. The tool does that itself. */
      readonly kind: "read" | "list";
      /** Absolute, or below the first workspace folder. */
      readonly path: string;
    }
  | {
      /**
       * One text file is replaced, created or deleted. Toolcrib does that before `run`, exactly as the person approved it,
       * so that it can be reviewed and undone.
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
  /** Images are shown to models that accept them. */
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** The result of a call. A string stands for the text alone. */
export type ToolAnswer =
  | string
  | {
      /** What the model reads, up to 1,000,000 characters; by default `data` as JSON. */
      readonly text?: string;
      /** The same as structured data: JSON of up to 1,000,000 characters. */
      readonly data?: unknown;
      /** Up to 20, with 20 MiB together. */
      readonly parts?: readonly ToolPart[];
      /** True for a failure that the model should act on. */
      readonly isError?: boolean;
    };

/** The result of a call of another tool; failures and refusals are results too. */
export interface NestedResult {
  /** As a model reads it, including notes on what was left out. */
  readonly text: string;
  readonly isError: boolean;
  /**
   * The same as structured data, which depends on the tool: for `read_file` the kind of `content`, the lines as `text`,
   * their `count`, and `more`.
   */
  readonly data?: unknown;
  readonly parts?: readonly ToolPart[];
}

/** What a running tool may use. */
export interface ToolContext {
  /** Aborted when the call is cancelled or has taken too long: after that nobody waits for the tool. */
  readonly signal: AbortSignal;
  /** Absolute paths of the folders in which tools work. */
  readonly roots: readonly string[];
  /** Shows a line to the person who watches the call. */
  progress(line: string): void;
  /**
   * Calls another tool as part of this call: judged, asked about, recorded and undone like any. Never rejects.
   * @param name its name in the dialect `standard`, like the names of its parameters, whatever dialect the model uses.
   */
  callTool(name: string, input: object): Promise<NestedResult>;
}

/** A tool of another extension. */
export interface ToolDefinition<Input extends object = Record<string, unknown>> {
  /** A letter, then up to 63 letters, digits, `_` and `-`; not the name of an existing tool. */
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
   * What this call would do, apart from what the extension does unseen. Must change nothing and answer within 5 seconds; a
   * call whose effects cannot be determined is not made.
   */
  effects?(input: Input): readonly ToolEffect[] | Promise<readonly ToolEffect[]>;
  /** Carries out the call. What it throws is reported to the model. */
  run(input: Input, context: ToolContext): ToolAnswer | Promise<ToolAnswer>;
}

/** A registered tool; disposing of it unregisters the tool. */
export interface Registration {
  dispose(): void;
}

/** See the top of this file. */
export interface ToolcribApi {
  /** Increases by one when something here changes its meaning. */
  readonly apiVersion: 1;
  /**
   * @param extension identifier of the listening extension, `publisher.name`, which is shown to the person.
   * @throws Error when no such extension is installed.
   */
  onBeforeCall(extension: string, listener: BeforeCallListener): Listening;
  /** See {@link onBeforeCall}. */
  onAfterCall(extension: string, listener: AfterCallListener): Listening;
  /** Returns what it is given; exists so that the type of the input is known inside the definition. */
  defineTool<Input extends object>(tool: ToolDefinition<Input>): ToolDefinition<Input>;
  /**
   * Gives agents a tool: the model finds it with `tool_search` and calls it like any other, or through `call_tool`. It
   * has the same name in every dialect. Every call is judged as work handed to the extension, with the declared effects.
   * @param extension identifier of the extension that owns the tool, `publisher.name`, which is shown to the person.
   * @throws Error in one sentence when no such extension is installed, or the definition cannot be used.
   */
  registerTool<Input extends object>(extension: string, tool: ToolDefinition<Input>): Registration;
}
