/** The complete output of commands, kept beyond the calls that ran them, so that any part can be read later (C-33). */

/** What a program prints on. */
export type OutputStream = "stdout" | "stderr";

/** What is read of a log: one stream, or both in the order in which they arrived. */
export type OutputView = OutputStream | "both";

/** Bytes that arrived on one stream without the other in between. */
export interface OutputPiece {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array;
}

/** Part of what a command printed. */
export interface OutputRange {
  readonly pieces: readonly OutputPiece[];
  /** Bytes of this view there are by now. */
  readonly total: number;
}

/** One command's log while it is written. */
export interface OutputLog {
  /** `bg_task_1`; unique among the agent's logs. */
  readonly id: string;
  /** Bytes that were printed and could not be kept, because the room for logs or the disk is full. */
  readonly missing: number;
  /** Keeps the bytes as they are. @returns a promise when the caller should wait before it brings more. */
  append(stream: OutputStream, chunk: Uint8Array): Promise<void> | undefined;
  /** Writes what is still held. Never throws: output that cannot be kept is `missing`. */
  close(): Promise<void>;
}

/** Where logs are kept, bounded for each agent and in all; the oldest goes first. */
export interface OutputLogPort {
  /** A new log. @param kind the id is this and a number that none of the agent's kept logs has. */
  open(agent: string, kind: string): Promise<OutputLog>;
  /**
   * Part of a log, also of one that is still written.
   * @param from the first byte of the view. @param most bytes at most.
   * @returns undefined when the agent has no such log, or it was dropped.
   */
  read(agent: string, id: string, view: OutputView, from: number, most: number): Promise<OutputRange | undefined>;
}
