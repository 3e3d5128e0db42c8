import type { FilePort, WriteReceipt } from "../ports/files";
import type { WriteEffect } from "../vocabulary/effect";
import { turnedBack } from "../vocabulary/fileEntry";
import { messageOf, ToolError } from "../vocabulary/toolError";
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

interface Left {
  readonly left: Made;
  readonly reason: string;
}

/** Keeps one entry: what has been written so far is in every record of it. */
export class EntryWriter implements CallJournal {
  readonly #done: JournalChange[];
  #time: number | undefined;

  /** @param already changes that need no write. */
  constructor(
    private readonly ports: CallJournalPorts,
    private readonly facts: JournalEntryFacts,
    already: readonly JournalChange[] = [],
  ) {
    this.#done = [...already];
  }

  get undo(): UndoInfo | undefined {
    const { id, title } = this.facts;
    const files = [...new Set(this.#done.map(({ shown }) => shown))];
    return files.length > 0 ? { id, description: `Undo: ${title}`, files } : undefined;
  }

  async write(effects: readonly JournaledWrite[]): Promise<WriteReceipt[]> {
    // The new bytes may go to the disk beside the record; they take their place after it.
    const recorded = this.#begin(effects);
    // Whoever waits for it learns of a failure; until then it is nobody's.
    recorded.catch(() => {});
    const made: Made[] = [];
    try {
      for (const effect of effects) made.push(await this.#make(effect, recorded));
      // What the first file left was not empty before the last one was gone.
      await this.#removeEmpty(effects.flatMap(({ emptied = [] }) => emptied));
      this.#done.push(...made.map(({ change }) => change));
      return made.map(({ receipt }) => receipt);
    } catch (error) {
      const left = await this.#takeAllBack(made);
      this.#done.push(...left.map((one) => one.left.change));
      if (left.length === 0) throw error;
      throw halfDone(error, left);
    } finally {
      await recorded.then(
        () => this.#put("done", this.#done),
        () => {},
      );
    }
  }

  /** Records what is about to be written. */
  #begin(effects: readonly JournaledWrite[]): Promise<void> {
    const planned = effects.map((effect) => this.#changeOf(effect, []));
    return this.#put("pending", [...this.#done, ...planned]).catch((error) => unrecorded(error, this.#done.length > 0));
  }

  /** An entry has the time of its first record. */
  async #put(state: JournalEntry["state"], changes: readonly JournalChange[]): Promise<void> {
    this.#time ??= this.ports.time();
    await this.ports.record({ ...this.facts, time: this.#time, state, changes });
  }

  async #make(effect: JournaledWrite, ready: Promise<void>): Promise<Made> {
    const { target, before, after, mode, kinds, modes, emptied = [] } = effect;
    const receipt = await this.ports.files.write(target, before, after, { mode, kinds, modes, ready });
    await this.#removeEmpty(emptied);
    const change = this.#changeOf({ ...effect, after: receipt.written ?? after }, receipt.createdDirectories);
    return { effect, change, receipt };
  }

  /** The last first. @returns those that could not be taken back, with the reason. */
  async #takeAllBack(made: readonly Made[]): Promise<Left[]> {
    const left: Left[] = [];
    for (const one of made.toReversed())
      await this.#takeBack(one).catch((error) => left.unshift({ left: one, reason: messageOf(error) }));
    return left;
  }

  async #takeBack({ effect: { target }, change }: Made): Promise<void> {
    await this.ports.files.write(target, change.after, change.before, { mode: change.mode, ...turnedBack(change) });
    await this.#removeEmpty(change.createdDirectories);
  }

  /** The deepest first, so that those around them are empty as well. */
  async #removeEmpty(folders: readonly string[]): Promise<void> {
    const deepestFirst = [...new Set(folders)].sort((one, other) => other.length - one.length);
    for (const folder of deepestFirst) await this.ports.files.removeEmptyDirectory(folder);
  }

  #changeOf(effect: JournaledWrite, createdDirectories: readonly string[]): JournalChange {
    const change = changeFrom(effect, createdDirectories);
    return this.ports.wholePaths ? { ...change, shown: change.real } : change;
  }
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
const halfDone = (error: unknown, left: readonly Left[]) =>
  new ToolError(
    error instanceof ToolError ? error.code : "internal",
    `${messageOf(error)} What had been written before could not be undone: ${left.map((one) => `${one.left.change.shown} (${one.reason})`).join("; ")}`,
  );

const changeFrom = (
  { target, before, after, mode, kinds, modes, undoes }: JournaledWrite,
  createdDirectories: readonly string[],
): JournalChange => ({
  path: target.path,
  real: target.real,
  shown: target.shown,
  before,
  after,
  ...(mode !== undefined && { mode }),
  ...(kinds && { kinds }),
  ...(modes && { modes }),
  createdDirectories,
  ...(undoes && { undoes }),
});
