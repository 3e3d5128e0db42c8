/** What a folder's files take on the disk (HB-6). */
import { readdirSync, type Stats } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { DiskUse, LargePart } from "../../core/ports/diskQuota";
import { reachableEntry } from "./reachable";

/** Bytes of a block as `stat` counts them, whatever the file system's own are. */
const blockSize = 512;

/** Milliseconds in which nothing else has its turn: one file after the other in a promise of its own takes ten times as long. */
const maxTurn = 4;

/** How many are told of, and how many names their paths have. */
const maxParts = 3;
const namesOfPart = 2;

/** Bytes that something takes, holes not among them. Where the system tells no blocks, its length. */
export const takenBy = ({ blocks, size }: Pick<Stats, "blocks" | "size">): number =>
  blocks === undefined ? size : blocks * blockSize;

/** Each file once: of one with several names, the others are remembered. */
class Tally {
  bytes = 0;
  entries = 0;
  readonly #parts = new Map<string, number>();
  readonly #linked = new Set<string>();

  add(stats: Stats, part: string | undefined): void {
    this.entries += 1;
    if (stats.nlink > 1 && !stats.isDirectory() && !this.#isNew(`${stats.dev} ${stats.ino}`)) return;
    const bytes = takenBy(stats);
    this.bytes += bytes;
    if (part !== undefined) this.#parts.set(part, (this.#parts.get(part) ?? 0) + bytes);
  }

  #isNew(inode: string): boolean {
    const { size } = this.#linked;
    return this.#linked.add(inode).size > size;
  }

  use(): DiskUse {
    const parts = [...this.#parts].map(([path, bytes]): LargePart => ({ path, bytes }));
    const largest = parts.sort((one, other) => other.bytes - one.bytes).slice(0, maxParts);
    return { bytes: this.bytes, entries: this.entries, largest };
  }
}

/** As text, or as bytes where it is none. */
type Path = string | Buffer;

interface Folder {
  readonly path: Path;
  /** Names below the top, as far as parts are told apart. */
  readonly names: readonly string[];
}

/** Stands in a text for bytes that are none. */
const noText = "\ufffd";

/** Bytes cost four times as much as text. A name that is no text would not be found again by it. */
function namesIn(folder: Path): readonly Path[] {
  try {
    const names = typeof folder === "string" ? readdirSync(folder) : [noText];
    return names.some((name) => name.includes(noText)) ? readdirSync(folder, { encoding: "buffer" }) : names;
  } catch {
    return [];
  }
}

const below = (folder: Path, name: Path): Path =>
  typeof folder === "string" && typeof name === "string"
    ? `${folder}/${name}`
    : Buffer.concat([Buffer.from(folder), Buffer.from("/"), Buffer.from(name)]);

/** Gives others their turn when it is time. */
function turns(): () => Promise<void> | undefined {
  let begun = performance.now();
  return () =>
    performance.now() - begun < maxTurn
      ? undefined
      : setImmediate().then(() => {
          begun = performance.now();
        });
}

/**
 * Measures a folder with everything in it; links are not followed. What cannot be listed is not counted, what goes
 * meanwhile may be. Never rejects.
 * @param top absolute path.
 * @param signal ends it early, with what was found so far.
 */
export async function diskUse(top: string, signal?: AbortSignal): Promise<DiskUse> {
  const tally = new Tally();
  const first = reachableEntry(top);
  if (!first) return tally.use();
  tally.add(first, undefined);
  const folders: Folder[] = [{ path: top, names: [] }];
  const othersTurn = turns();
  for (let folder = folders.pop(); folder && !signal?.aborted; folder = folders.pop()) {
    for (const name of namesIn(folder.path)) {
      const path = below(folder.path, name);
      const stats = reachableEntry(path);
      if (!stats) continue;
      const names = folder.names.length < namesOfPart ? [...folder.names, name.toString()] : folder.names;
      tally.add(stats, names.join("/"));
      if (stats.isDirectory() && stats.dev === first.dev) folders.push({ path, names });
      const turn = othersTurn();
      if (turn) await turn;
    }
  }
  return tally.use();
}
