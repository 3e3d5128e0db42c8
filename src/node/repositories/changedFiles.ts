/** Files of work trees that git would look into, because they are not what its index says. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { HashLength } from "../../core/ports/repository";
import { type IndexEntry, readIndex } from "../../lib/git/indexEntries";
import { plainFile } from "./plainFile";

/** Bytes of an index that is read; one file takes about a hundred. */
const maxBytes = 256 * 1024 * 1024;

/** A repository, and where its files may lie. */
interface Place {
  readonly gitFolder: string;
  readonly hashLength: HashLength;
  readonly tops: readonly string[];
}

const sizes = 2n ** 32n;
const second = 1_000_000_000n;

/** Whether git would read a file to tell whether it has changed; one that is gone is not read. */
function isChanged(path: string, { seconds, nanoseconds, size }: IndexEntry): boolean {
  try {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (!found?.isFile()) return false;
    const [whole, rest] = [BigInt.asUintN(32, found.mtimeNs / second), found.mtimeNs % second];
    const isThen = whole === BigInt(seconds) && (nanoseconds === 0 || rest === BigInt(nanoseconds));
    return !isThen || found.size % sizes !== BigInt(size);
  } catch {
    return false;
  }
}

function changedIn({ gitFolder, hashLength, tops }: Place, isWanted: (path: string) => boolean): string[] {
  const index = plainFile(join(gitFolder, "index"), maxBytes);
  const found: string[] = [];
  const look = (entry: IndexEntry) => {
    const place = entry.path.toString("utf8");
    for (const top of tops) {
      const path = join(top, place);
      if (isWanted(path) && isChanged(path, entry)) found.push(path);
    }
  };
  if (index && readIndex(index, hashLength, look).isSplit) throw new Error("its entries are in another file");
  return found;
}

/** See Repositories.changed. */
export function changedFiles(
  places: readonly Place[],
  isWanted: (path: string) => boolean,
): readonly string[] | undefined {
  try {
    return places.flatMap((place) => changedIn(place, isWanted));
  } catch {
    return undefined;
  }
}
