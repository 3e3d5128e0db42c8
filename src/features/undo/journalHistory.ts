/** What of the journal still stands, after everything that was taken back and brought back (D-17). */

import { type JournalRecord, type JournalSummary, type RecordedChange, turnOf } from "../../core/journal/journalEntry";
import { isInside } from "../../core/vocabulary/paths";
import type { LaterChange } from "./folderChanges";

/** A point in the journal's time to which files can be brought back. */
export interface Snapshot {
  readonly id: string;
  /** What a person called it, or what was asked in the turn that began then. */
  readonly name: string;
  /** Milliseconds since 1970; what was written from then on came after it. */
  readonly time: number;
  /** False for the beginning of a turn. */
  readonly isNamed: boolean;
}

/** The entries of a journal, and which of their changes stand. */
export class JournalHistory {
  /** By entry and file, the entries that took that change back. */
  readonly #takers = new Map<string, string[]>();
  readonly #standing = new Map<string, boolean>();
  readonly #byId: ReadonlyMap<string, JournalRecord>;

  /** @param records oldest first. */
  constructor(private readonly records: readonly JournalRecord[]) {
    this.#byId = new Map(records.map((record) => [record.id, record]));
    for (const { id, state, changes } of records)
      for (const { real, undoes = [] } of state === "done" ? changes : [])
        for (const undone of undoes) {
          const key = keyOf(undone, real);
          this.#takers.set(key, [...(this.#takers.get(key) ?? []), id]);
        }
  }

  /** Whether an entry's change of a file was not taken back, or was brought back since. */
  stands({ id, state }: JournalRecord, real: string): boolean {
    const key = keyOf(id, real);
    const known = this.#standing.get(key);
    if (known !== undefined) return known;
    // A journal that somebody wrote by hand may go in circles.
    this.#standing.set(key, true);
    const takers = (this.#takers.get(key) ?? []).map((taker) => this.#byId.get(taker) as JournalRecord);
    const stands = state !== "undone" && !takers.some((taker) => this.stands(taker, real));
    this.#standing.set(key, stands);
    return stands;
  }

  /** An entry's changes that stand. */
  standing(record: JournalRecord): RecordedChange[] {
    return record.changes.filter(({ real }) => this.stands(record, real));
  }

  /** Tools' calls, oldest first; a call of which nothing stands is undone. */
  calls(): JournalSummary[] {
    return this.records
      .filter(({ kind }) => kind === undefined)
      .map((record) => {
        const { kind, changes, ...rest } = record;
        const standing = this.standing(record);
        const files = [...new Set(standing.map(({ shown }) => shown))];
        const reals = [...new Set(standing.map(({ real }) => real))];
        const state = changes.length > 0 && files.length === 0 ? "undone" : record.state;
        return { ...rest, state, files, reals };
      });
  }

  /** Ids of the entries of calls, oldest first; a call that ran a command stands for all that the command changed. */
  entriesOf(calls: readonly string[]): string[] {
    const isMeant = ({ id, command }: JournalRecord) => calls.includes(id) || calls.includes(command?.id ?? id);
    return this.records.filter(isMeant).map(({ id }) => id);
  }

  /** Calls of which something stands, oldest first. */
  undoable(): JournalRecord[] {
    return this.records.filter((record) => record.kind === undefined && this.standing(record).length > 0);
  }

  /** What was taken back and not brought back since, newest first. */
  redoable(): JournalRecord[] {
    return this.records.filter((record) => record.kind === "undo" && this.standing(record).length > 0).reverse();
  }

  /** Entries with changes from a point in time on, oldest first. */
  since(time: number): JournalRecord[] {
    return this.records.filter((record) => record.time >= time && record.changes.length > 0);
  }

  /**
   * What entries after one changed below a folder, in their order.
   * @param taken by their entries, the files whose changes are taken back as well.
   */
  laterBelow(folder: string, id: string, taken: ReadonlyMap<string, ReadonlySet<string>>): LaterChange[] {
    const first = this.records.findIndex((record) => record.id === id) + 1;
    return this.records.slice(first).flatMap((record) =>
      record.changes
        .filter(({ real }) => real !== folder && isInside(folder, real))
        .map(({ real, shown, whole }) => ({
          real,
          shown,
          title: record.title,
          recorded: record.recorded,
          isWhole: whole !== undefined,
          // Undos and redos are about others' changes.
          isLeft: record.kind === undefined && this.stands(record, real) && !taken.get(record.id)?.has(real),
        })),
    );
  }

  /** Undos and redos that a crash cut off, or that another process is at. */
  unsettled(): JournalRecord[] {
    return this.records.filter(({ kind, state }) => kind !== undefined && state === "pending");
  }

  /** The beginning of every turn that changed something, and what a person marked; newest first. */
  snapshots(): Snapshot[] {
    const turns = new Map<string, Snapshot>();
    for (const record of this.records) {
      const { kind, time, changes, title } = record;
      const turn = turnOf(record);
      if (kind === "snapshot") turns.set(record.id, { id: record.id, name: title, time, isNamed: true });
      else if (kind === undefined && changes.length > 0 && !turns.has(turn.id))
        turns.set(turn.id, { id: turn.id, name: turn.title, time, isNamed: false });
    }
    return [...turns.values()].reverse();
  }
}

const keyOf = (id: string, real: string) => `${id}\0${real}`;
