import type { FilePort, WriteReceipt } from "../ports/files";
import type { GoingWhole } from "../vocabulary/changes/wholeChange";
import type { WriteEffect } from "../vocabulary/effect";
import type { JournalChange, JournalEntry, UndoInfo } from "./journalEntry";

/** A write that may be one of taking changes back. */
export interface JournaledWrite extends WriteEffect {
  /** See JournalChange. */
  readonly undoes?: readonly string[];
}

/** Writes an entry's changes to the journal: each before it happens, and again when it has (D-17). */
export interface CallJournal {
  /**
   * Makes writes in their order, between the two records.
   * @returns one receipt for each.
   * @throws what the write that failed threw, after those before it were taken back.
   */
  write(effects: readonly JournaledWrite[]): Promise<WriteReceipt[]>;
  /** Records changes that were made by somebody else, as a command that works on the folders themselves. */
  record(changes: readonly JournalChange[]): Promise<void>;
  /** How what was written can be taken back; undefined while nothing was. */
  readonly undo: UndoInfo | undefined;
}

/** Begins the entries of calls. */
export interface CallJournals {
  /** To be awaited before a call looks at files: what a killed process left half done is taken back. Never rejects. */
  recover?(): Promise<unknown>;
  /** See JournalStore. */
  canKeep?(going: readonly GoingWhole[]): Promise<readonly boolean[]>;
  /**
   * @param already changes that need no write.
   * @param wholePaths see CallJournalPorts.
   */
  begin(facts: JournalEntryFacts, already?: readonly JournalChange[], wholePaths?: boolean): CallJournal;
}

/** Where entries and files are, and how their paths are kept. */
export interface CallJournalPorts {
  /** Set where paths are shown relative to another folder than the person's. */
  readonly wholePaths?: boolean;
  readonly files: FilePort;
  /** Commands that change files beside it; see LiveCommands. */
  readonly live?: { settle(reals: readonly string[]): Promise<void>; skip(reals: readonly string[]): Promise<void> };
  /** The time of a new entry. */
  time(): number;
  /** Milliseconds since 1970. */
  now(): number;
  record(entry: JournalEntry): Promise<void>;
  /** See JournalStore. */
  wholeAt?(kept: string): string;
}

/** What is known of an entry before anything is written. */
export type JournalEntryFacts = Omit<JournalEntry, "time" | "recorded" | "state" | "changes">;
