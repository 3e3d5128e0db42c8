/** What the journal keeps of every change of files (D-17). */

import type { ChangeFacts } from "../vocabulary/changes/fileEntry";
import type { GoingWhole, KeptWhole } from "../vocabulary/changes/wholeChange";

/** What a person asked for in one go; its calls are taken back together. */
export interface Turn {
  readonly id: string;
  /** What was asked, in a few words. */
  readonly title: string;
  /** The chat it was asked in, as its host tells chats apart; absent where the host does not. */
  readonly chat?: string;
}

/** One file's change within an entry. */
export interface JournalChange extends ChangeFacts {
  readonly path: string;
  readonly real: string;
  readonly shown: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Permission bits to bring a deleted file back with. */
  readonly mode?: number;
  /** Real paths of folders made for it, outermost first. */
  readonly createdDirectories: readonly string[];
  /** Ids of the entries whose changes of this file it takes back. */
  readonly undoes?: readonly string[];
  /** Set for what was moved as it is; see WriteEffect. */
  readonly whole?: KeptWhole;
  /** Written into the file itself, and nobody knows whether to its end: a crash may have left a part of either side (see isTorn). */
  readonly inPlace?: true;
}

/** A command that changed files. */
export interface JournalCommand {
  /** Of the call that ran it. */
  readonly id: string;
  /** Its first line. */
  readonly line: string;
}

/** All changes of one call, or of a person who took changes back. */
export interface JournalEntry {
  readonly id: string;
  /** Absent: a tool's call. A snapshot has no changes. */
  readonly kind?: "undo" | "redo" | "snapshot";
  readonly agent: string;
  readonly tool: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The same of when it was last put on record: after its changes, where these are done. Absent in entries of earlier versions. */
  readonly recorded?: number;
  /** `pending`: the writes may or may not have happened (a crash in between). `undone`: as version 0.1.0 kept it. */
  readonly state: "pending" | "done" | "undone";
  /** Absent: the call is a turn of its own. */
  readonly turn?: Turn;
  /** Absent: no command made them. */
  readonly command?: JournalCommand;
  readonly changes: readonly JournalChange[];
}

/** A change without the file's contents. */
export type RecordedChange = Omit<JournalChange, "before" | "after">;

/** An entry without the files' contents. */
export interface JournalRecord extends Omit<JournalEntry, "changes"> {
  readonly changes: readonly RecordedChange[];
}

/** Where entries are kept. */
export interface JournalStore {
  /** Stores or replaces the entry with this id; on disk before it returns. */
  put(entry: JournalEntry): Promise<void>;
  /** Stores how a pending entry ended, unless that is stored already: whoever writes it knows better. */
  end(entry: JournalEntry): Promise<void>;
  /** All entries, oldest first. */
  list(): Promise<JournalRecord[]>;
  /** Ids of all entries, by which others' entries are noticed without reading them. */
  ids(): Promise<ReadonlySet<string>>;
  /** One entry with its contents. @throws ToolError `not_found`. */
  get(id: string): Promise<JournalEntry>;
  /**
   * Has the changes of calls settled that their process did not come to end, because it was killed; of several processes one
   * does so at a time. Absent: entries do not outlive their process.
   */
  abandoned?(settle: (id: string) => Promise<void>): Promise<void>;
  /** Absolute path of what is kept as it is under a name. Absent: nothing can be. */
  wholeAt?(kept: string): string;
  /**
   * For each of what is to go as it is whether there is room to keep it beside those before it, older ones being dropped.
   * Never rejects. Absent: nothing is kept.
   */
  canKeep?(going: readonly GoingWhole[]): Promise<readonly boolean[]>;
}

/** A call for listing. */
export interface JournalSummary extends Omit<JournalEntry, "kind" | "changes"> {
  /** Shown paths of the files whose change was not taken back. */
  readonly files: readonly string[];
  /** Their real paths. */
  readonly reals: readonly string[];
}

/** How a call's changes can be taken back (IFC-4, IFC-9). */
export interface UndoInfo {
  /** The call in the journal; for a command the call that ran it, which stands for all entries of that command. */
  readonly id: string;
  readonly description: string;
  /** Shown paths of the files that it changed. */
  readonly files: readonly string[];
}

/** The turn that a call belongs to; without one it is its own. */
export const turnOf = ({ turn, id, title }: Pick<JournalSummary, "turn" | "id" | "title">): Turn =>
  turn ?? { id, title };
