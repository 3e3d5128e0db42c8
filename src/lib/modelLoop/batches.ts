/** Which calls of one answer run beside each other (OR-1). */
import { maxAtOnce } from "../../core/session/callGate";
import { mapAtMost } from "../../core/util/mapAtMost";

/** Consecutive safe calls are one batch, each other call is its own. */
export function batchesOf<T>(calls: readonly T[], isSafe: (call: T) => boolean): T[][] {
  const batches: T[][] = [];
  let isOpen = false;
  for (const call of calls) {
    const safe = isSafe(call);
    if (safe && isOpen) batches.at(-1)?.push(call);
    else batches.push([call]);
    isOpen = safe;
  }
  return batches;
}

/**
 * Makes calls batch by batch, those of a batch beside each other, at most ten at once.
 * @param make must not reject.
 * @returns the results in the order of the calls.
 */
export async function inBatches<T, R>(
  calls: readonly T[],
  isSafe: (call: T) => boolean,
  make: (call: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const batch of batchesOf(calls, isSafe)) results.push(...(await mapAtMost(batch, maxAtOnce, make)));
  return results;
}
