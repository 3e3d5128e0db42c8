/**
 * Does something with each of many, only so many at the same time.
 * @param most how many at once, from 1.
 * @returns what came of each, in their order.
 * @throws what the first that failed threw; those that were begun go on, and so do those after them.
 */
export async function mapAtMost<T, R>(all: readonly T[], most: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = all.entries();
  const worker = async () => {
    // All workers take from the one iterator, so each is taken once.
    for (const [index, one] of left) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, worker));
  return results;
}
