/** What is used of the Debug Adapter Protocol. */

/** An event of an adapter. */
export interface AdapterEvent {
  readonly event: string;
  readonly body?: unknown;
}

/** A session of an adapter: js-debug has one for the launch, and one below it for each process. */
export interface AdapterSession {
  readonly id: string;
  readonly name: string;
  /** @throws whatever the adapter answers. */
  request(command: string, args?: object): Promise<unknown>;
}

/** A program that was started under a debugger. */
export interface AdapterLaunch {
  /** Ends all its sessions. Never rejects. */
  stop(): Promise<void>;
}

/** What it tells of its sessions. */
export interface AdapterListener {
  onSession(session: AdapterSession): void;
  onEvent(session: string, event: AdapterEvent): void;
  onSessionEnd(session: string): void;
  /** The launch has ended with all its sessions. */
  onEnd(): void;
}

export interface StoppedBody {
  readonly reason?: string;
  readonly description?: string;
  readonly text?: string;
  readonly threadId?: number;
}

export interface OutputBody {
  readonly category?: string;
  readonly output?: string;
}

export interface ThreadsBody {
  readonly threads?: readonly { readonly id: number; readonly name: string }[];
}

export interface StackBody {
  readonly stackFrames?: readonly StackFrameBody[];
}

export interface StackFrameBody {
  readonly id: number;
  readonly name: string;
  readonly line: number;
  readonly presentationHint?: string;
  readonly source?: { readonly name?: string; readonly path?: string; readonly sourceReference?: number };
}

export interface ScopesBody {
  readonly scopes?: readonly {
    readonly name: string;
    readonly variablesReference: number;
    readonly expensive?: boolean;
  }[];
}

export interface VariableBody {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  readonly variablesReference: number;
  readonly presentationHint?: { readonly lazy?: boolean };
}

export interface VariablesBody {
  readonly variables?: readonly VariableBody[];
}

export interface EvaluateBody {
  readonly result: string;
  readonly type?: string;
  readonly variablesReference: number;
}
