import type { FilePort, WriteReceipt } from "../ports/host";
import type { WriteEffect } from "../vocabulary/effect";
import { messageOf, ToolError } from "../vocabulary/toolError";
import type { JournalChange, JournalEntry, UndoInfo } from "./journalEntry";

/** A write that may be one of taking changes back. */
export interface JournaledWrite extends WriteEffect {
  /** See JournalChange. */
  readonly undoes?: readonly string[];
  /** Real paths of folders to remove after it when they are empty, outermost first. */
  readonly emptied?: readonly string[];
}

/** Writes an entry's changes to the journal: each before it happens, and again when it has (D-17). */
export interface CallJournal {
  /**
   * Makes writes in their order, between the two records.
   * @returns one receipt for each.
   * @throws what the write that failed threw, after those before it were taken back.
   */
  write(effects: readonly JournaledWrite[]): Promise<WriteReceipt[]>;
  /** How what was written can be taken back; undefined while nothing was. */
  readonly undo: UndoInfo | undefined;
}

/** Begins the entries of calls. */
export interface CallJournals {
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
  /** The time of a new entry. */
  time(): number;
  record(entry: JournalEntry): Promise<void>;
}

/** What is known of an entry before anything is written. */
export type JournalEntryFacts = Omit<JournalEntry, "time" | "state" | "changes">;

interface Made {
  readonly effect: JournaledWrite;
  readonly change: JournalChange;
  readonly receipt: WriteReceipt;
}

/** @param already changes that need no write. */
export function callJournal(
  { files, time: now, record, wholePaths = false }: CallJournalPorts,
  facts: JournalEntryFacts,
  already: readonly JournalChange[] = [],
): CallJournal {
  const done = [...already];
  let time: number | undefined;
  const put = (state: JournalEntry["state"], changes: readonly JournalChange[]) => {
    time ??= now();
    return record({ ...facts, time, state, changes });
  };

  const changeOf = (effect: JournaledWrite, createdDirectories: readonly string[]): JournalChange => {
    const change = changeFrom(effect, createdDirectories);
    return wholePaths ? { ...change, shown: change.real } : change;
  };

  async function make(effect: JournaledWrite, ready: Promise<void>): Promise<Made> {
    const { target, before, after, mode, emptied = [] } = effect;
    const receipt = await files.write(target, before, after, { mode, ready });
    for (const folder of emptied.toReversed()) await files.removeEmptyDirectory(folder);
    const change = changeOf({ ...effect, after: receipt.written ?? after }, receipt.createdDirectories);
    return { effect, change, receipt };
  }

  async function takeBack({ effect: { target }, change }: Made): Promise<void> {
    await files.write(target, change.after, change.before, { mode: change.mode });
    for (const folder of change.createdDirectories.toReversed()) await files.removeEmptyDirectory(folder);
  }

  /** The last first. @returns those that could not be taken back, with the reason. */
  async function takeAllBack(made: readonly Made[]): Promise<{ left: Made; reason: string }[]> {
    const left: { left: Made; reason: string }[] = [];
    for (const one of made.toReversed())
      await takeBack(one).catch((error) => left.unshift({ left: one, reason: messageOf(error) }));
    return left;
  }

  return {
    get undo() {
      const files = [...new Set(done.map(({ shown }) => shown))];
      return files.length > 0 ? { id: facts.id, description: `Undo: ${facts.title}`, files } : undefined;
    },
    async write(effects) {
      // The new bytes may go to the disk beside the record; they take their place after it.
      const recorded = put("pending", [...done, ...effects.map((effect) => changeOf(effect, []))]).catch((error) =>
        unrecorded(error, done.length > 0),
      );
      // Whoever waits for it learns of a failure; until then it is nobody's.
      recorded.catch(() => {});
      const made: Made[] = [];
      try {
        for (const effect of effects) made.push(await make(effect, recorded));
        // What the first file left was not empty before the last one was gone.
        for (const folder of effects.flatMap(({ emptied = [] }) => emptied).toReversed())
          await files.removeEmptyDirectory(folder);
        done.push(...made.map(({ change }) => change));
        return made.map(({ receipt }) => receipt);
      } catch (error) {
        const left = await takeAllBack(made);
        done.push(...left.map((one) => one.left.change));
        if (left.length === 0) throw error;
        throw halfDone(error, left);
      } finally {
        await recorded.then(
          () => put("done", done),
          () => {},
        );
      }
    },
  };
}

/** The files themselves may be as they should: what is wrong with the journal's folder is not said of them. */
function unrecorded(error: unknown, hasWritten: boolean): never {
  if (error instanceof ToolError) throw error;
  throw new ToolError(
    "unrecorded",
    `The undo journal cannot be written (${messageOf(error)}), so nothing ${hasWritten ? "more " : ""}was changed: tell the person to free disk space for Toolcrib's state folder or to make it writable.`,
  );
}

/** Someone else changed a file in the very moment: what is left is in the journal and said. */
const halfDone = (error: unknown, left: readonly { left: Made; reason: string }[]) =>
  new ToolError(
    error instanceof ToolError ? error.code : "internal",
    `${messageOf(error)} What had been written before could not be undone: ${left.map((one) => `${one.left.change.shown} (${one.reason})`).join("; ")}`,
  );

const changeFrom = (
  { target, before, after, mode, undoes }: JournaledWrite,
  createdDirectories: readonly string[],
): JournalChange => ({
  path: target.path,
  real: target.real,
  shown: target.shown,
  before,
  after,
  ...(mode !== undefined && { mode }),
  createdDirectories,
  ...(undoes && { undoes }),
});
