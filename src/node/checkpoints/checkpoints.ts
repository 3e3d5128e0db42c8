/** Checkpoints of this process in the state folder, and what processes left there that were killed. */
import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Checkpoint, CheckpointPort, CheckpointWish, Coverage } from "../../core/ports/changes/checkpoint";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { messageOf } from "../../core/vocabulary/toolError";
import { NodeFiles } from "../files/nodeFiles";
import { readRoots } from "../files/resolvePath";
import { writeRecord } from "../files/writing/jsonRecord";
import { isProcessRunning, type ProcessName, thisProcess } from "../files/writing/processName";
import { IgnoreRules } from "../ignore/ignoreRules";
import { type Found, type WalkRules, walk } from "./folderWalk";
import { maxPlain, maxWanted } from "./keptCopies";
import { checkCount, LiveFolder } from "./liveFolder";

/** Who keeps copies in a folder, and for which commands. */
interface Owner {
  readonly process: ProcessName;
  readonly roots: readonly string[];
  /** Of the commands that run; none: nothing is to be recovered. */
  readonly facts: readonly unknown[];
}

const ownerName = "owner.json";

/** Milliseconds between two signs of life of a process with commands that run. */
const beatMs = 10_000;

/** Milliseconds after the last one in which its commands may have run on. */
const lastsMs = 3 * beatMs;

/** Milliseconds after which a folder without an owner was left by a process that was killed at once. */
const ownerlessMs = 60 * 60 * 1000;

/** Milliseconds for which it stays said how much is copied: a question after the other need not have all files looked through. */
const coveredMs = 30_000;

const checkpointsIn = (state: string) => join(state, "sandbox", "checkpoints");

type Wish = Pick<CheckpointWish, "roots" | "isClosed">;

/** Ignore files are read once: what a command writes into one hides nothing from the comparison. */
async function rulesFor({ roots, isClosed }: Wish): Promise<WalkRules> {
  const opened = await readRoots(roots);
  const files = new NodeFiles(() => opened, homedir());
  // Looking for ignore files in each folder would take longer than all else.
  const listed = new Map<string, ReadonlySet<string>>();
  const mayHold = (folder: string, name: string) => listed.get(folder)?.has(name) ?? true;
  const ignore = new Map(roots.map((root) => [root, new IgnoreRules(files, { real: root, root }, { mayHold })]));
  return {
    isClosed,
    async leftOut(folder, names, all) {
      const root = roots.find((one) => isInside(one, folder));
      const rules = root === undefined ? undefined : ignore.get(root);
      if (!rules) return new Set();
      // Not every file system takes note of case.
      if (all) listed.set(folder, new Set(all.map((name) => name.toLowerCase())));
      const ignored = await rules.ignored(relativeInside(root as string, folder), names);
      listed.delete(folder);
      return ignored;
    },
  };
}

/** Files of one set of folders, shared by all commands that run there. */
class SharedCheckpoint {
  readonly #facts = new Map<object, unknown>();
  #files: LiveFolder | undefined;
  #rules: WalkRules | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #beat: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: string,
    private readonly roots: readonly string[],
  ) {}

  /** One after the other: each compares with what the one before it found. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  begin(wish: CheckpointWish): Promise<Checkpoint> {
    const key = {};
    return this.#inTurn(async () => {
      if (this.#facts.size === 0) await this.#refresh(wish);
      else this.#close(wish);
      this.#facts.set(key, wish.facts);
      await this.#noteOwner();
      return {
        changes: (take, only) => this.#inTurn(async () => this.#files?.changes(this.#known, take, only && { only })),
        skip: (reals) => this.#inTurn(async () => this.#files?.skip(this.#known, reals)),
        end: () =>
          this.#inTurn(async () => {
            this.#facts.delete(key);
            await this.#noteOwner().catch(() => {});
          }),
      };
    });
  }

  get #known(): WalkRules {
    return this.#rules ?? { isClosed: () => true, leftOut: async () => new Set() };
  }

  async #refresh(wish: CheckpointWish): Promise<void> {
    this.#rules = await rulesFor(wish);
    if (this.#files?.isWasteful) {
      this.#files.remove();
      this.#files = undefined;
    }
    this.#files ??= LiveFolder.make(this.folder, this.roots);
    await this.#noteOwner();
    await this.#files.refresh(this.#rules);
  }

  /** What was closed since the first of the commands began stays closed for all of them. */
  #close({ isClosed }: CheckpointWish): void {
    const before = this.#known;
    this.#rules = {
      ...before,
      isClosed: (real, isFolder) => isClosed(real, isFolder) || before.isClosed(real, isFolder),
    };
  }

  /** Whoever finds the folder later can tell the commands' changes from what was changed after them. */
  #keepBeating(): void {
    clearInterval(this.#beat);
    const beat = () => {
      try {
        utimesSync(join(this.folder, ownerName), new Date(), new Date());
      } catch {
        // The next one may succeed.
      }
    };
    this.#beat = this.#facts.size > 0 ? setInterval(beat, beatMs).unref() : undefined;
  }

  async #noteOwner(): Promise<void> {
    this.#keepBeating();
    const owner: Owner = { process: await thisProcess(), roots: this.roots, facts: [...this.#facts.values()] };
    await writeRecord(join(this.folder, ownerName), owner);
  }
}

/** Keeps copies below a state folder. */
export class Checkpoints implements CheckpointPort {
  readonly #shared = new Map<string, SharedCheckpoint>();
  readonly #covered = new Map<string, { readonly until: number; readonly coverage: Promise<Coverage> }>();

  /** @param state the state folder, asked for when it is needed. @param now milliseconds. */
  constructor(
    private readonly state: () => string,
    private readonly now: () => number = Date.now,
  ) {}

  coverage(wish: Wish): Promise<Coverage> {
    const key = JSON.stringify(wish.roots);
    const known = this.#covered.get(key);
    if (known && known.until > this.now()) return known.coverage;
    const coverage = this.#coverageNow(wish);
    this.#covered.set(key, { until: this.now() + coveredMs, coverage });
    return coverage;
  }

  async #coverageNow(wish: Wish): Promise<Coverage> {
    try {
      const rules = await rulesFor(wish);
      let [count, bytes] = [0, 0];
      const found = ({ kind, stat: { size } }: Found) => {
        checkCount(++count);
        if (kind === "file" && size <= maxPlain) bytes += Number(size);
      };
      for (const root of wish.roots) await walk(root, rules, { found });
      return { isWhole: bytes <= maxWanted };
    } catch (error) {
      return { why: messageOf(error) };
    }
  }

  take(wish: CheckpointWish): Promise<Checkpoint> {
    const key = JSON.stringify(wish.roots);
    const known =
      this.#shared.get(key) ?? new SharedCheckpoint(join(checkpointsIn(this.state()), randomUUID()), wish.roots);
    this.#shared.set(key, known);
    return known.begin(wish);
  }

  async recover(...[take, isClosed]: Parameters<CheckpointPort["recover"]>): Promise<void> {
    const all = checkpointsIn(this.state());
    for (const name of namesIn(all)) {
      const folder = join(all, name);
      const owner = ownerOf(folder);
      if (!owner) removeOld(folder);
      if (!owner || (await isProcessRunning(owner.process))) continue;
      const own = join(all, randomUUID());
      try {
        const until = lstatSync(join(folder, ownerName)).mtimeMs + lastsMs;
        // Of several processes one gets it.
        renameSync(folder, own);
        await writeRecord(join(own, ownerName), { ...owner, process: await thisProcess() });
        await recovered(own, owner, { take, isClosed, until });
      } catch {
        // What cannot be read any longer cannot be recovered either.
      }
      rmSync(own, { recursive: true, force: true });
    }
  }
}

interface Recovery {
  readonly take: Parameters<CheckpointPort["recover"]>[0];
  readonly isClosed: CheckpointWish["isClosed"];
  /** Milliseconds since 1970 at which no command of the process ran any more. */
  readonly until: number;
}

async function recovered(folder: string, { roots, facts }: Owner, { take, isClosed, until }: Recovery): Promise<void> {
  const [first] = facts;
  if (first === undefined) return;
  const left = LiveFolder.leftOut(folder);
  const rules = await rulesFor({ roots, isClosed: (real, isFolder) => left.has(real) || isClosed(real, isFolder) });
  const files = LiveFolder.found(folder, roots);
  try {
    await files.changes(rules, (found) => take(first, found), { until });
  } finally {
    files.close();
  }
}

function removeOld(folder: string): void {
  const made = lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  if (Date.now() - made > ownerlessMs) rmSync(folder, { recursive: true, force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Undefined while its process has not said so. */
function ownerOf(folder: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, ownerName), "utf8")) as Owner;
  } catch {
    return undefined;
  }
}
