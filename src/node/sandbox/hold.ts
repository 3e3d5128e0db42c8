/** What every way of holding a command is given and gives back (D-15). */

import type { CommandLayer } from "../../core/ports/changes/layer";
import type { CommandHold, ReachedHost, SandboxName } from "../../core/ports/confinement";
import type { ReachedLimit } from "../../core/ports/reachedLimit";
import type { CommandRequest } from "../../core/ports/shell";
import type { ExtraAccess } from "../../core/vocabulary/extraAccess";
import type { HandedText, Starter } from "../processes/starter";
import type { HeldEnding } from "./findings";

/** The program to start in the command's stead. */
export interface HeldCommand {
  readonly sandbox: SandboxName;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** How it is started, where a sandbox waits for it already; absent: in the usual way. */
  readonly start?: Starter;
  /** Name of the program that makes a sandbox with which everything in it ends. */
  readonly maker?: string;
  /** What it is handed besides its input; absent: nothing. */
  readonly handed?: readonly HandedText[];
  /** Milliseconds after the start before which being asked to end is not heard. */
  readonly settlingMs: number;
  /** Where it starts, where that is another folder than the request names: on a clone of the workspace. */
  readonly cwd?: string;
  /** What a path that it told of means outside of the sandbox; absent: the same. */
  outside?(path: string): string;
  /** What it changes, where it runs on a layer; whoever runs it has to discard it. */
  readonly layer?: CommandLayer;
  /** Gives everything back; to be called once, whatever happened. */
  release(ending: HeldEnding | undefined): Promise<Released>;
}

/** What is known when a command is over. */
export interface Released {
  readonly notes: readonly string[];
  /** Limits that it met, which `notes` tell of. */
  readonly limits?: readonly ReachedLimit[];
  readonly stoppedLeftovers: boolean;
  /** The sandbox could not be made, because a place of it had vanished by then: it is to be prepared anew. */
  readonly neverBegan?: true;
  /** See CommandOutcome. */
  readonly needsMore?: true;
  readonly missed?: ExtraAccess;
  readonly reached?: readonly ReachedHost[];
  /** See CommandOutcome.folder. */
  readonly folder?: string | undefined;
}

/** What every way of holding is given. */
export interface HoldRequest {
  readonly request: CommandRequest;
  readonly hold: CommandHold;
  /** The command as it was given: that of the request may also tell the folder in which it ends. */
  readonly written: string;
  /** Absolute path of the shell. */
  readonly shell: string;
  readonly env: NodeJS.ProcessEnv;
  /** Real path of a folder with secrets that it alone may read; absent: there is none on this machine. */
  readonly secretFolder?: string;
  /** Shell text that sets the limits. */
  readonly limits: string;
  /** The state folder. */
  readonly state: string;
  /** Whose temporary folder it has. */
  readonly owner: string;
}
