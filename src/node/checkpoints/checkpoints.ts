/** Checkpoints of this process in the state folder, and what processes left there that were killed. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Checkpoint, CheckpointPort, CheckpointWish, LiveFindings } from "../../core/ports/changes/checkpoint";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { NodeFiles } from "../files/nodeFiles";
import { readRoots } from "../files/resolvePath";
import { writeRecord } from "../files/writing/jsonRecord";
import { isProcessRunning, type ProcessName, thisProcess } from "../files/writing/processName";
import { IgnoreRules } from "../ignore/ignoreRules";
import { type WalkRules, walk } from "./folderWalk";
import { checkCount, LiveFolder } from "./liveFolder";

/** Who keeps copies in a folder, and for which commands. */
interface Owner {
  readonly process: ProcessName;
  readonly roots: readonly string[];
  /** Of the commands that run; none: nothing is to be recovered. */
  readonly facts: readonly unknown[];
}

const ownerName = "owner.json";

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
      this.#facts.set(key, wish.facts);
      await this.#noteOwner();
      return {
        changes: (take, only) => this.#inTurn(async () => this.#files?.changes(this.#known, take, only)),
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

  async #noteOwner(): Promise<void> {
    const owner: Owner = { process: await thisProcess(), roots: this.roots, facts: [...this.#facts.values()] };
    await writeRecord(join(this.folder, ownerName), owner);
  }
}

/** Milliseconds for which it counts how many files there are. */
const countedMs = 60_000;

/** Keeps copies below a state folder. */
export class Checkpoints implements CheckpointPort {
  readonly #shared = new Map<string, SharedCheckpoint>();
  /** Why no copies are taken of folders, if so, and until when that counts. */
  readonly #counted = new Map<string, { readonly why: string | undefined; readonly until: number }>();

  /** @param state the state folder, asked for when it is needed. */
  constructor(private readonly state: () => string) {}

  /** What it says counts for a minute: going through many files takes longer than most commands. */
  async whyNone(wish: Wish): Promise<string | undefined> {
    const counted = this.#countOf(wish);
    if (counted) return counted.why;
    const why = await whyTooMany(wish);
    this.#noteCount(wish, why);
    return why;
  }

  #countOf(wish: Wish) {
    const counted = this.#counted.get(keyOf(wish));
    return counted && performance.now() < counted.until ? counted : undefined;
  }

  #noteCount(wish: Wish, why: string | undefined): void {
    this.#counted.set(keyOf(wish), { why, until: performance.now() + countedMs });
  }

  async take(wish: CheckpointWish): Promise<Checkpoint> {
    const key = keyOf(wish);
    const why = this.#countOf(wish)?.why;
    if (why !== undefined) throw new ToolError("too_large", why);
    const known =
      this.#shared.get(key) ?? new SharedCheckpoint(join(checkpointsIn(this.state()), randomUUID()), wish.roots);
    this.#shared.set(key, known);
    try {
      const checkpoint = await known.begin(wish);
      this.#noteCount(wish, undefined);
      return checkpoint;
    } catch (error) {
      if (error instanceof ToolError && error.code === "too_large") this.#noteCount(wish, error.message);
      throw error;
    }
  }

  async recover(take: (facts: unknown, found: LiveFindings) => Promise<void>): Promise<void> {
    const all = checkpointsIn(this.state());
    for (const name of namesIn(all)) {
      const folder = join(all, name);
      const owner = ownerOf(folder);
      if (!owner || (await isProcessRunning(owner.process))) continue;
      const own = join(all, randomUUID());
      try {
        // Of several processes one gets it.
        renameSync(folder, own);
        await writeRecord(join(own, ownerName), { ...owner, process: await thisProcess() });
        await recovered(own, owner, take);
      } catch {
        // What cannot be read any longer cannot be recovered either.
      }
      rmSync(own, { recursive: true, force: true });
    }
  }
}

const keyOf = ({ roots }: Wish) => JSON.stringify(roots);

/** Why copies of all files are not taken; undefined when they are. */
async function whyTooMany(wish: Wish): Promise<string | undefined> {
  try {
    const rules = await rulesFor(wish);
    let count = 0;
    const counts = () => checkCount(++count);
    for (const root of wish.roots) await walk(root, rules, counts, () => true);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

async function recovered(folder: string, { roots, facts }: Owner, take: Parameters<Checkpoints["recover"]>[0]) {
  const [first] = facts;
  if (first === undefined) return;
  const files = LiveFolder.found(folder, roots);
  try {
    await files.changes(await rulesFor({ roots, isClosed: () => false }), (found) => take(first, found));
  } finally {
    files.close();
  }
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
