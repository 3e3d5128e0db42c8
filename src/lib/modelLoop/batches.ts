/** Which calls of one answer run beside each other (OR-1). */
import { maxAtOnce } from "../../core/session/callGate";

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
  for (const batch of batchesOf(calls, isSafe)) results.push(...(await together(batch, make)));
  return results;
}

async function together<T, R>(batch: readonly T[], make: (call: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = batch.entries();
  const worker = async () => {
    // All workers take from the one iterator, so each call is made once.
    for (const [index, call] of left) results[index] = await make(call);
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, batch.length) }, worker));
  return results;
}
