import type { SearchScope } from "../../core/ports/search";
import type { RunContext } from "../../core/tools/tool";

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
  const count = (scope: SearchScope) => host.search.passedOver({ ...scope, signal: stoppable });
  const counting = Promise.all(scopes.map(count)).then((counts) => counts.reduce((sum, one) => sum + one, 0));
  counting.catch(() => undefined);
  try {
    const found = await search();
    return [found, found.truncated ? 0 : await counting];
  } finally {
    stop.abort();
  }
}
