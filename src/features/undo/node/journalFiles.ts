/** The journal on disk: one or two small JSON files an entry, larger contents beside them (D-17). */
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { JournalChange, JournalEntry, JournalRecord, JournalStore } from "../../../core/journal/journalEntry";
import { BoundedMap } from "../../../core/util/boundedMap";
import { mapAtMost } from "../../../core/util/mapAtMost";
import type { GoingWhole } from "../../../core/vocabulary/changes/wholeChange";
import { ToolError } from "../../../core/vocabulary/toolError";
import { type LockTimes, underLock } from "../../../node/files/writing/fileLock";
import { type EntryMaker, isGone, thisMaker } from "./entryMaker";
import { chainOf, type StoredBytes, type StoredChain, type StoredChange, type StoredFile } from "./journalChains";
import { contentOfFile, JournalContents, writeOnce, writeWhole } from "./journalContents";
import { JournalWholes, type WholeLimits } from "./journalWholes";

/** What is kept; older entries can no longer be undone. */
export interface JournalLimits {
  /** Of calls; as many again of undos, redos and snapshots, so that all calls can be taken back one by one. */
  readonly entries: number;
  /** Bytes of contents before they are compressed; the newest entry is kept whatever its size. */
  readonly bytes: number;
  /** Of files and folders that are kept as they were; they are dropped first, and their entries stay. See {@link JournalWholes}. */
  readonly wholes?: WholeLimits;
}

const defaultLimits: JournalLimits = { entries: 500, bytes: 1024 ** 3 };
/** Entries that may be added before what is too much is looked for again. */
const betweenPrunings = 50;
const youngMs = 3_600_000;
/** Thousands of files may have to be taken back while another process waits. */
const settling: LockTimes = { waitMs: 60_000, stale: 600_000, unnamed: 1000 };
/** Entries that are read at once: a process can open only so many files, and an entry that cannot be opened counts as none. */
const readAtOnce = 64;
/** Files whose last content is known. */
const maxLeft = 100;
/** Milliseconds from a change until contents are compressed; a process that makes one call ends before. */
const compressAfterMs = 60_000;

interface Stored extends Omit<JournalChange, "before" | "after"> {
  /** null when there was no file. */
  readonly before: StoredBytes | StoredChain | null;
  readonly after: StoredBytes | StoredChange | null;
}

interface StoredEntry extends Omit<JournalEntry, "changes"> {
  readonly changes: readonly Stored[];
  /** Who makes them, while changes are made that belong together. */
  readonly maker?: EntryMaker;
}

/**
 * What was known before the first write, and what was known after the last. The second is there for reading alone: when
 * a crash takes it, the first still says what may have been written, and so it need not be waited for.
 */
const suffixes = { pending: ".pending.json", ended: ".json" } as const;

/** JournalStore in a folder that only its owner can read. */
export class JournalFiles implements JournalStore {
  #ready: Promise<void> | undefined;
  #compressing: NodeJS.Timeout | undefined;
  /** What was added since what is too much was last looked for. */
  #added = { entries: 0, bytes: 0 };
  /** What files hold when the writes of the last entries have happened, by their real paths. */
  readonly #left = new BoundedMap<StoredChain>(maxLeft, maxLeft, () => 1);
  readonly #contents: JournalContents;
  readonly #wholes: JournalWholes;

  constructor(
    private readonly folder: string,
    private readonly limits: JournalLimits = defaultLimits,
  ) {
    this.#contents = new JournalContents(join(folder, "contents"));
    this.#wholes = new JournalWholes(join(folder, "wholes"), limits.wholes);
  }

  async put(entry: JournalEntry): Promise<void> {
    const isPending = entry.state === "pending";
    const maker = isPending && canBeHalfMade(entry) ? await thisMaker() : undefined;
    const stored = { ...(await this.#store(entry)), ...(maker && { maker }) };
    await writeWhole(this.#path(entry.id, isPending ? "pending" : "ended"), bytesOf(stored), isPending);
    // Somebody may have ended it who found nothing changed yet, and would hide what a crash leaves of it.
    if (isPending && isWrittenInPlace(entry)) await rm(this.#path(entry.id, "ended"), { force: true });
    if (isPending) return this.#noteLeft(stored.changes);
    if (stored.changes.some(({ whole }) => whole)) this.#wholes.dropLater(() => this.#stored());
    await this.#pruneInTime(stored.changes);
    this.#compressLater();
  }

  /** Everything that it names is on the disk by now. Whether it has happened shows when it is compared. */
  #noteLeft(changes: readonly Stored[]): void {
    for (const { real, before, after } of changes) {
      const left = chainOf(before, after);
      if (left) this.#left.put(real, left);
    }
  }

  /** Compresses contents that are kept as they were written. */
  async compress(): Promise<void> {
    await this.#contents.compress();
  }

  #compressLater(): void {
    // What could not be compressed stays readable as it is.
    this.#compressing ??= setTimeout(() => {
      this.#compressing = undefined;
      this.compress().catch(() => {});
    }, compressAfterMs).unref();
  }

  async end(entry: JournalEntry): Promise<void> {
    const pending = await this.#readEntry(entry.id, "pending");
    // Its maker has put more on record since it was looked at.
    if (pending && pending.recorded !== entry.recorded) return;
    await writeOnce(this.#path(entry.id, "ended"), bytesOf(await this.#store(entry)));
  }

  async list(): Promise<JournalRecord[]> {
    const entries = await this.#stored();
    return entries.map(({ maker, ...entry }) => ({
      ...entry,
      changes: entry.changes.map(({ before, after, ...rest }) => rest),
    }));
  }

  async ids(): Promise<ReadonlySet<string>> {
    const names = await this.#names();
    return new Set(names.map((name) => name.replace(/(\.pending)?\.json$/, "")));
  }

  async abandoned(settle: (id: string) => Promise<void>): Promise<void> {
    if ((await this.#abandoned()).length === 0) return;
    const each = async () => {
      for (const id of await this.#abandoned()) await settle(id);
    };
    await underLock(join(this.folder, "abandoned.lock"), each, settling);
  }

  /** Of most entries the names of their files alone are looked at. */
  async #abandoned(): Promise<string[]> {
    const names = new Set(await readdir(this.folder).catch((): string[] => []));
    const ids = [...names].flatMap((name) =>
      name.endsWith(suffixes.pending) ? name.slice(0, -suffixes.pending.length) : [],
    );
    const found: string[] = [];
    for (const id of ids) {
      if (names.has(id + suffixes.ended)) continue;
      const entry = await this.#readEntry(id, "pending");
      if (entry?.maker && (await isGone(entry.maker, entry.time))) found.push(id);
    }
    return found;
  }

  async get(id: string): Promise<JournalEntry> {
    const found = (await this.#readEntry(id, "ended")) ?? (await this.#readEntry(id, "pending"));
    if (!found) throw new ToolError("not_found", `The journal has no entry ${id}.`);
    const { maker, ...entry } = found;
    return { ...entry, changes: await Promise.all(entry.changes.map((change) => this.#load(change))) };
  }

  /** Keeps what an entry needs beside it. */
  async #store(entry: JournalEntry): Promise<StoredEntry> {
    await this.#opened();
    const changes = await Promise.all(entry.changes.map((change) => this.#keep(change, entry.state === "pending")));
    return { ...entry, changes };
  }

  wholeAt(kept: string): string {
    return this.#wholes.at(kept);
  }

  async canKeep(going: readonly GoingWhole[]): Promise<readonly boolean[]> {
    try {
      await this.#opened();
      return await this.#wholes.canKeep(going, await this.#stored());
    } catch {
      // A disk that cannot be measured is no place to rely on.
      return going.map(() => false);
    }
  }

  #path(id: string, part: keyof typeof suffixes): string {
    return join(this.folder, basename(id) + suffixes[part]);
  }

  #opened(): Promise<void> {
    this.#ready ??= this.#open();
    return this.#ready;
  }

  async #open(): Promise<void> {
    await mkdir(join(this.folder, "contents"), { recursive: true, mode: 0o700 });
    await this.#prune();
  }

  async #pruneInTime(changes: readonly Stored[]): Promise<void> {
    const { entries, bytes } = this.#added;
    const own = changes.filter(({ before }) => !before || !("base" in before));
    this.#added = { entries: entries + 1, bytes: bytes + sizeOf(own, new Set()) };
    if (this.#added.entries >= betweenPrunings || this.#added.bytes > this.limits.bytes / 10) await this.#prune();
  }

  /** Removes the oldest entries that are too many, and every content that no entry needs. */
  async #prune(): Promise<void> {
    this.#added = { entries: 0, bytes: 0 };
    const entries = (await this.#stored()).reverse();
    let room = this.limits.bytes;
    let calls = 0;
    const counted = new Set<string>();
    const kept = entries.filter(({ changes, kind }, index) => {
      room -= sizeOf(changes, counted);
      if (kind === undefined) calls++;
      return index === 0 || (calls <= this.limits.entries && index < 2 * this.limits.entries && room >= 0);
    });
    if (kept.length === entries.length) return;
    for (const { id } of entries.filter((entry) => !kept.includes(entry)))
      for (const part of ["pending", "ended"] as const) await rm(this.#path(id, part), { force: true });
    const used = new Set(kept.flatMap(({ changes }) => changes.flatMap(contentsOf)).map(({ file }) => file));
    for (const name of await readdir(join(this.folder, "contents"))) {
      const path = join(this.folder, "contents", name);
      const { mtimeMs = 0 } = (await stat(path).catch(() => undefined)) ?? {};
      // A young one may belong to an entry that another process is about to store.
      if (!used.has(contentOfFile(name)) && Date.now() - mtimeMs > youngMs) await rm(path, { force: true });
    }
  }

  /** In order of time; an entry that a crash left unreadable is passed over, as its write never began. */
  async #stored(): Promise<StoredEntry[]> {
    const names = await this.#names();
    const read = await mapAtMost(names, readAtOnce, (name) => readEntry(join(this.folder, name)));
    const byId = new Map<string, StoredEntry>();
    for (const entry of read) {
      if (entry && (entry.state !== "pending" || !byId.has(entry.id))) byId.set(entry.id, entry);
    }
    return [...byId.values()].sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  }

  /** Of entries' files. */
  async #names(): Promise<string[]> {
    return (await readdir(this.folder).catch((): string[] => [])).filter((name) => name.endsWith(".json"));
  }

  #readEntry(id: string, part: keyof typeof suffixes): Promise<StoredEntry | undefined> {
    return readEntry(this.#path(id, part));
  }

  async #keep({ before, after, ...change }: JournalChange, durable: boolean): Promise<Stored> {
    const kept = before ? await this.#contents.keepAgain(before, durable, this.#left.get(change.real)) : null;
    if (!after) return { ...change, before: kept, after: null };
    const stored = before ? this.#contents.keepChange(before, after, durable) : this.#contents.keep(after, durable);
    return { ...change, before: kept, after: await stored };
  }

  async #load({ before, after, ...change }: Stored): Promise<JournalChange> {
    const old = before ? await this.#contents.load(before) : undefined;
    if (!after) return { ...change, before: old, after: undefined };
    const fresh =
      "middle" in after
        ? await this.#contents.loadChange(old ?? new Uint8Array(), after)
        : await this.#contents.load(after);
    return { ...change, before: old, after: fresh };
  }
}

async function readEntry(path: string): Promise<StoredEntry | undefined> {
  try {
    const entry = JSON.parse(await readFile(path, "utf8")) as StoredEntry | null;
    return Array.isArray(entry?.changes) && entry.changes.every(isStored) ? withSnapshot(entry) : undefined;
  } catch {
    return undefined;
  }
}

/** What version 0.1.0 called a checkpoint. */
const withSnapshot = (entry: StoredEntry): StoredEntry =>
  (entry.kind as string | undefined) === "checkpoint" ? { ...entry, kind: "snapshot" } : entry;

const isWrittenInPlace = ({ changes }: JournalEntry): boolean => changes.some(({ inPlace }) => inPlace);

/** A single write is whole or not made, unless it is made in place. What is left of an undo can be taken back by another one. */
const canBeHalfMade = (entry: JournalEntry): boolean =>
  entry.kind === undefined && (entry.command !== undefined || entry.changes.length > 1 || isWrittenInPlace(entry));

const bytesOf = (entry: StoredEntry) => Buffer.from(JSON.stringify(entry));

/** Not what an older version, or somebody else, left here. */
const isStored = (change: Stored | null): boolean =>
  [change?.before, change?.after].every((stored) => stored === null || typeof stored === "object");

/** The contents that have a file of their own. */
const contentsOf = ({ before, after }: Stored): StoredFile[] =>
  [before && "base" in before ? before.base : before, after && "middle" in after ? after.middle : after].filter(
    (stored) => stored !== null && "file" in stored,
  );

/** Bytes of the contents that are not counted yet: several entries may name one. */
function sizeOf(changes: readonly Stored[], counted: Set<string>): number {
  const fresh = changes.flatMap(contentsOf).filter(({ file }) => !counted.has(file) && counted.add(file));
  return fresh.reduce((total, { size }) => total + size, 0);
}
