/** What tells whether a file is still what it was. */
import type { BigIntStats } from "node:fs";

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
