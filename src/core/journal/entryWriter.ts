/** How a call's changes are made, and kept in its entry of the journal (D-17). */

import type { WholePort } from "../ports/changes/wholes";
import type { TogetherReceipt, WriteReceipt } from "../ports/files";
import { turnedBack } from "../vocabulary/changes/fileEntry";
import type { KeptWhole, WholeMove } from "../vocabulary/changes/wholeChange";
import { isTouch, type WriteEffect } from "../vocabulary/effect";
import { parentOf } from "../vocabulary/paths";
import { shownPath } from "../vocabulary/shownPath";
import { messageOf, ToolError } from "../vocabulary/toolError";
import type { CallJournal, CallJournalPorts, JournalEntryFacts, JournaledWrite } from "./callJournal";
import type { JournalChange, JournalEntry, UndoInfo } from "./journalEntry";
import { foldersMissing } from "./missingFolders";
import { writeRuns } from "./writeRuns";

interface Made {
  readonly effect: JournaledWrite;
  readonly change: JournalChange;
  readonly receipt: WriteReceipt;
}

/** One that is moved as it is. */
type WholeWrite = JournaledWrite & Required<Pick<JournaledWrite, "whole">>;

const isWhole = (effect: JournaledWrite): effect is WholeWrite => effect.whole !== undefined;

const untouched: WriteReceipt = { version: "", createdDirectories: [] };

interface Left {
  readonly left: Made;
  readonly reason: string;
}

/** Keeps one entry: what has been written so far is in every record of it. */
export class EntryWriter implements CallJournal {
  readonly #done: JournalChange[];
  #time: number | undefined;
  /** Of the last record before the changes; each has a later one, by which whoever reads it twice knows that it is another. */
  #recorded = 0;
  /** What is being written, as it is on record until it has happened. */
  #planned: readonly (readonly [JournaledWrite, JournalChange])[] = [];
  /** Under which names what goes as it is will be kept. */
  readonly #kept = new Map<JournaledWrite, string>();
  /** Real paths of folders whose lists of names are yet to be brought to the disk. */
  readonly #unsynced = new Set<string>();
  /** Real paths of folders made for writes that failed. */
  #leftFolders: readonly string[] = [];

  /** @param already changes that need no write. */
  constructor(
    private readonly ports: CallJournalPorts,
    private readonly facts: JournalEntryFacts,
    already: readonly JournalChange[] = [],
  ) {
    this.#done = [...already];
  }

  get undo(): UndoInfo | undefined {
    const { id: own, title, command } = this.facts;
    // What a command changed may be in several entries: those that needed no question, and the others.
    const id = command?.id ?? own;
    const kept = this.#done.filter(({ whole }) => !whole?.mayBeLost);
    const files = [...new Set(kept.map(({ shown }) => shown))];
    return files.length > 0 ? { id, description: `Undo: ${title}`, files } : undefined;
  }

  async write(effects: readonly JournaledWrite[]): Promise<WriteReceipt[]> {
    const { live } = this.ports;
    const reals = effects.map(({ target }) => target.real);
    await live?.settle(reals);
    try {
      const changes = effects.filter((effect) => !isTouch(effect));
      const made = changes.length > 0 || effects.length === 0 ? await this.#write(changes) : [];
      const receipts = new Map(changes.map((change, at) => [change, made[at] as WriteReceipt]));
      // Times are for what builds on the changes, and no reason to fail.
      for (const touch of effects.filter(isTouch)) receipts.set(touch, await this.#touch(touch).catch(() => untouched));
      return effects.map((effect) => receipts.get(effect) as WriteReceipt);
    } finally {
      await live?.skip(reals);
    }
  }

  #touch({ target, before, after, mtimeMs }: JournaledWrite): Promise<WriteReceipt> {
    return this.ports.files.write(target, before, after, { mtimeMs });
  }

  async #write(effects: readonly JournaledWrite[]): Promise<WriteReceipt[]> {
    // What is to be told after a crash has to be known before the first folder is made.
    const missing =
      this.facts.command || effects.length > 1 ? await foldersMissing(this.ports.files, effects) : undefined;
    // The new bytes may go to the disk beside the record; they take their place after it.
    const recorded = this.#begin(effects, missing);
    // Whoever waits for it learns of a failure; until then it is nobody's.
    recorded.catch(() => {});
    const made: Made[] = [];
    try {
      for (const run of writeRuns(effects)) {
        const isLast = run.at(-1) === effects.at(-1);
        // It tells whoever comes after a crash that all were made, and so is on the disk after all of them.
        if (isLast) await this.#syncNames();
        await this.#makeRun(run, recorded, made, isLast);
      }
      // What the first file left was not empty before the last one was gone.
      await this.#removeEmpty(effects.flatMap(({ emptied = [] }) => emptied));
      this.#done.push(...made.map(({ change }) => change));
      return made.map(({ receipt }) => receipt);
    } catch (error) {
      const left = await this.#takeAllBack(made);
      await this.#removeEmpty(this.#leftFolders);
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

  async record(changes: readonly JournalChange[]): Promise<void> {
    const absolute = changes.map((change) => (this.ports.wholePaths ? { ...change, shown: change.real } : change));
    await this.#put("done", [...this.#done, ...absolute]);
    this.#done.push(...absolute);
  }

  /** Records what is about to be written. @param missing folders that are made for each. */
  #begin(effects: readonly JournaledWrite[], missing?: ReadonlyMap<WriteEffect, readonly string[]>): Promise<void> {
    this.#planned = effects.map((effect) => [effect, this.#changeOf(effect, missing?.get(effect) ?? [])]);
    return this.#putPlanned().catch((error) => unrecorded(error, this.#done.length > 0));
  }

  #putPlanned(): Promise<void> {
    return this.#put("pending", [...this.#done, ...this.#planned.map(([, change]) => change)]);
  }

  /** Puts on record what shows of a write only while it is made. */
  #note(noted: JournaledWrite, facts: (change: JournalChange) => Partial<JournalChange>): Promise<void> {
    this.#planned = this.#planned.map(([effect, change]) => [
      effect,
      effect === noted ? { ...change, ...facts(change) } : change,
    ]);
    return this.#putPlanned();
  }

  /** A copy has another identity than what was to come: whoever finds it after a crash must know it as ours. */
  #noteCopy(copied: WholeWrite, put: string): Promise<void> {
    return this.#note(copied, ({ whole }) => ({ whole: { ...whole, put } }));
  }

  /** A crash may leave a part of it: whoever finds that must know it as ours. */
  #noteInPlace(effect: JournaledWrite): Promise<void> {
    return this.#note(effect, () => ({ inPlace: true })).catch((error) => unrecorded(error, this.#done.length > 0));
  }

  /** An entry has the time of its first record. */
  async #put(state: JournalEntry["state"], changes: readonly JournalChange[]): Promise<void> {
    this.#time ??= this.ports.time();
    const now = this.ports.now();
    if (state === "pending") this.#recorded = Math.max(now, this.#recorded + 1);
    const recorded = state === "pending" ? this.#recorded : now;
    await this.ports.record({ ...this.facts, time: this.#time, recorded, state, changes });
  }

  /** @param made receives each that was made, also where one after it fails. */
  async #makeRun(run: readonly JournaledWrite[], ready: Promise<void>, made: Made[], isLast: boolean): Promise<void> {
    const together = run.length > 1 ? await this.#makeTogether(run, ready) : undefined;
    if (!together) {
      for (const effect of run) made.push(await this.#make(effect, ready, isLast));
      return;
    }
    made.push(
      ...together.receipts.map((receipt, at): Made => {
        const effect = run[at] as JournaledWrite;
        return { effect, change: this.#changeOf(effect, receipt.createdDirectories), receipt };
      }),
    );
    if (together.failure) {
      this.#leftFolders = together.createdDirectories;
      throw together.failure.error;
    }
    await this.#removeEmpty(run.flatMap(({ emptied = [] }) => emptied));
  }

  /** Folders are made for all of them at once: only what is on record by then is known to whoever comes after a crash. */
  async #makeTogether(run: readonly JournaledWrite[], ready: Promise<void>): Promise<TogetherReceipt | undefined> {
    const { files } = this.ports;
    if (!files.writeTogether) return undefined;
    await ready;
    return files.writeTogether(
      run.map((effect) => {
        const { target, before, after, mode, mtimeMs } = effect;
        return { target, before, after, options: { mode, mtimeMs, inPlace: () => this.#noteInPlace(effect) } };
      }),
    );
  }

  /** Names of what was moved come to the disk together. */
  async #syncNames(): Promise<void> {
    if (this.#unsynced.size > 0) await this.ports.files.wholes?.sync([...this.#unsynced]);
    this.#unsynced.clear();
  }

  async #make(effect: JournaledWrite, ready: Promise<void>, isLast: boolean): Promise<Made> {
    if (isWhole(effect)) return this.#makeWhole(effect, ready, isLast);
    const { target, before, after, mode, mtimeMs, kinds, modes, emptied = [] } = effect;
    const inPlace = () => this.#noteInPlace(effect);
    const receipt = await this.ports.files.write(target, before, after, {
      mode,
      mtimeMs,
      kinds,
      modes,
      ready,
      inPlace,
    });
    await this.#removeEmpty(emptied);
    const change = this.#changeOf({ ...effect, after: receipt.written ?? after }, receipt.createdDirectories);
    return { effect, change, receipt };
  }

  async #makeWhole(effect: WholeWrite, ready: Promise<void>, isLast: boolean): Promise<Made> {
    const { target, whole, emptied = [] } = effect;
    const { from, found, unchangedSince } = whole;
    const { put, createdDirectories } = await this.#wholes.exchange(target, {
      ...(from !== undefined && { from }),
      ...(found !== undefined && { found }),
      ...(unchangedSince !== undefined && { unchangedSince }),
      ready,
      keep: this.#keep(effect),
      copied: (identity) => this.#noteCopy(effect, identity),
      ...(!isLast && { syncsLater: true }),
    });
    if (!isLast) this.#unsynced.add(parentOf(target.real));
    await this.#removeEmpty(emptied);
    const change = this.#changeOf(effect, createdDirectories);
    const receipt = { version: "", createdDirectories };
    return { effect, receipt, change: { ...change, whole: { ...change.whole, ...(put !== undefined && { put }) } } };
  }

  /** @throws ToolError `unwritable` where nothing can be moved or kept. */
  get #wholes(): WholePort {
    const { wholes } = this.ports.files;
    if (!wholes || !this.ports.wholeAt) throw new ToolError("unwritable", "Whole folders cannot be replaced here.");
    return wholes;
  }

  #keptName(effect: JournaledWrite): string {
    const name = this.#kept.get(effect) ?? effect.whole?.keepAs ?? `${this.facts.id}-${this.#kept.size}`;
    this.#kept.set(effect, name);
    return name;
  }

  #keep(effect: JournaledWrite): string {
    return this.ports.wholeAt?.(this.#keptName(effect)) ?? "";
  }

  /** The last first. @returns those that could not be taken back, with the reason. */
  async #takeAllBack(made: readonly Made[]): Promise<Left[]> {
    const left: Left[] = [];
    for (const one of made.toReversed())
      await this.#takeBack(one).catch((error) => left.unshift({ left: one, reason: messageOf(error) }));
    return left;
  }

  async #takeBack({ effect, change }: Made): Promise<void> {
    const { target, whole } = effect;
    if (whole) {
      const came = change.whole?.put;
      // What had come goes back to where it was.
      const back = { keep: whole.from ?? "", ...(came !== undefined && { found: came }) };
      await this.#wholes.exchange(target, whole.found === undefined ? back : { ...back, from: this.#keep(effect) });
      return this.#removeEmpty(change.createdDirectories);
    }
    const inPlace = () => this.#noteInPlace(effect);
    const options = { mode: change.mode, ...turnedBack(change), inPlace };
    await this.ports.files.write(target, change.after, change.before, options);
    await this.#removeEmpty(change.createdDirectories);
  }

  /** The deepest first, so that those around them are empty as well. */
  async #removeEmpty(folders: readonly string[]): Promise<void> {
    const deepestFirst = [...new Set(folders)].sort((one, other) => other.length - one.length);
    for (const folder of deepestFirst) await this.ports.files.removeEmptyDirectory(folder);
  }

  #keptWhole(effect: JournaledWrite, { before, after, takenFrom, coming, mayBeLost }: WholeMove): KeptWhole {
    const kept = before && { before, kept: this.#keptName(effect) };
    const came = after && { after, ...(coming !== undefined && { put: coming }) };
    return { ...kept, ...came, ...(takenFrom !== undefined && { takenFrom }), ...(mayBeLost && { mayBeLost }) };
  }

  #changeOf(effect: JournaledWrite, createdDirectories: readonly string[]): JournalChange {
    const plain = changeFrom(effect, createdDirectories);
    const change = effect.whole ? { ...plain, whole: this.#keptWhole(effect, effect.whole) } : plain;
    return this.ports.wholePaths ? { ...change, shown: shownPath(change.real) } : change;
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
