/** What a clone held when it was made, so that what a command changed in it shows. */
import { type BigIntStats, lstatSync } from "node:fs";
import { join } from "node:path";
import { Turns } from "../../../../core/util/turns";
import { namesNow } from "../layerEntries";

/** One entry. */
export interface CloneEntry {
  readonly isFolder: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** While this is the same, so is the entry. */
  readonly state: string;
}

/** Of the clone itself and not of what it was made of: nobody can set the time at which an entry changed (`ctime`). */
export const notedOf = (stat: BigIntStats): CloneEntry => ({
  isFolder: stat.isDirectory(),
  mode: Number(stat.mode & 0o7777n),
  state: [stat.mode, stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino].join(" "),
});

/** An entry as it is now; undefined where there is none, or none that can be examined. */
export function notedAt(path: string): CloneEntry | undefined {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && notedOf(stat);
  } catch {
    return undefined;
  }
}

/** Everything in one clone; places are relative to it. */
export class Manifest {
  private constructor(
    private readonly entries: ReadonlyMap<string, CloneEntry>,
    private readonly folders: ReadonlyMap<string, readonly string[]>,
  ) {}

  static async of(clone: string): Promise<Manifest> {
    const entries = new Map<string, CloneEntry>();
    const folders = new Map<string, readonly string[]>();
    const turns = new Turns();
    const places = [""];
    for (const place of places) {
      await turns.next();
      const names = namesNow(join(clone, place)) ?? [];
      folders.set(place, names);
      for (const name of names) {
        const below = join(place, name);
        const noted = notedAt(join(clone, below));
        if (!noted) continue;
        entries.set(below, noted);
        if (noted.isFolder) places.push(below);
      }
    }
    return new Manifest(entries, folders);
  }

  at(place: string): CloneEntry | undefined {
    return this.entries.get(place);
  }

  namesIn(folder: string): readonly string[] {
    return this.folders.get(folder) ?? [];
  }
}
