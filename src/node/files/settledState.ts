/** What tells whether a file or folder is still what it was, and what was read of it for as long as it is. */
import { type BigIntStats, statSync } from "node:fs";

/**
 * What a file is, in one line, which is another one after any change: the time of the last one is the system's, and no program
 * can put it back.
 * @param tickMs milliseconds in which the file can change twice and have the same times.
 * @returns undefined for one that changed so lately that its times may not tell the next change.
 */
export function settledState(stats: BigIntStats, tickMs: number): string | undefined {
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = stats;
  if (ctimeNs > BigInt(Date.now() - tickMs) * 1_000_000n) return undefined;
  return [dev, ino, mode, size, mtimeNs, ctimeNs].join(" ");
}

/** Milliseconds in which something can change twice and have the same times: FAT counts in steps of two seconds. */
const coarsestMs = 2000;

/** Paths of which something is kept at most. */
const maxKept = 1000;

const absent = "-";

/** Undefined for what changed so lately that its times may not tell the next change. @throws the system's error. */
function stateAt(path: string): string | undefined {
  // An error that is thrown takes several times as long as the look.
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? settledState(stats, coarsestMs) : absent;
}

/**
 * What a file or folder is; a link is what it leads to.
 * @returns undefined for what is not there or cannot be looked at, and as {@link settledState}.
 */
export function settledStateAt(path: string): string | undefined {
  try {
    const state = stateAt(path);
    return state === absent ? undefined : state;
  } catch {
    return undefined;
  }
}

/**
 * Reads only what may have changed since it was last read: looking at a path takes a fraction of reading it.
 * @param nothing what stands for a path where nothing is. @param read the same for the same bytes, or the same names in a
 *   folder; what it throws is not kept.
 */
export function settledMemo<T>(nothing: T, read: (path: string) => T): (path: string) => T {
  const known = new Map<string, { readonly state: string; readonly value: T }>();
  return (path) => {
    let state: string | undefined;
    try {
      // Before it is read: a change in between makes it another one the next time.
      state = stateAt(path);
    } catch {
      return read(path);
    }
    if (state === absent) return nothing;
    const kept = known.get(path);
    if (kept && kept.state === state) return kept.value;
    known.delete(path);
    const value = read(path);
    if (state === undefined) return value;
    if (known.size >= maxKept) known.clear();
    known.set(path, { state, value });
    return value;
  };
}
