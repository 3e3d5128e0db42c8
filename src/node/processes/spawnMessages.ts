/** What a process and the helper that starts programs for it say to each other. */
import type { EndedProcess, StartOptions } from "./starter";

/** Bytes of a key, which a connection begins with so that it is known whose output follows. */
export const keyBytes = 16;

/** Wish to start a program. */
export interface SpawnRequest {
  readonly id: number;
  readonly program: string;
  readonly args: readonly string[];
  readonly options: StartOptions;
  /** Where to connect for the streams. */
  readonly socket: string;
  /** Keys of stdout and of stderr, and of the two inlets when they are wished for, in hex. */
  readonly keys: readonly string[];
}

/** What became of it. */
export type SpawnReply =
  | { readonly id: number; readonly kind: "started"; readonly pid: number; readonly begun?: string | undefined }
  | { readonly id: number; readonly kind: "failed"; readonly message: string }
  | ({ readonly id: number; readonly kind: "ended" } & Partial<EndedProcess>);
