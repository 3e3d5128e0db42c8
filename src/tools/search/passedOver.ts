import type { SearchScope } from "../../core/ports/search";
import type { RunContext } from "../../core/tools/tool";

/**
 * Milliseconds that a search has the machine to itself: one that stops at its limit is mostly over by then, also where other
 * programs work. Counting beside it makes it half as fast on two processors.
 */
const headStartMs = 100;

/**
 * Counts the secret files that a search passes over while it runs. A search that stops at its limit has not been through all
 * files, so nothing is counted for it.
 * @throws whatever the search throws.
 */
export async function withPassedOver<T extends { readonly truncated: boolean }>(
  scopes: readonly SearchScope[],
  { host, signal }: Pick<RunContext, "host" | "signal">,
  search: () => Promise<T>,
): Promise<[found: T, passedOver: number]> {
  const stop = new AbortController();
  const stoppable = AbortSignal.any([signal, stop.signal]);
  const searching = search();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const headStart = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, headStartMs);
  });
  try {
    const early = await Promise.race([searching, headStart]);
    if (early?.truncated) return [early, 0];
    const counting = Promise.all(scopes.map((scope) => host.search.passedOver({ ...scope, signal: stoppable })));
    counting.catch(() => undefined);
    const found = await searching;
    return [found, found.truncated ? 0 : (await counting).reduce((sum, one) => sum + one, 0)];
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
