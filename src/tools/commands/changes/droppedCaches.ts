/** What test runners and bundlers keep in node_modules from one run to the next (D-12). */

import type { LayerChange } from "../../../core/ports/changes/layer";
import { isInside, relativeInside, shownBelow } from "../../../core/vocabulary/paths";

const inCache = /^(?:.*?\/)?node_modules\/\.(?:cache|vite|vite-temp|vitest)(?=\/|$)/s;

/** Real path of the cache that a path lies in, or is. */
function cacheAround(path: string, roots: readonly string[]): string | undefined {
  const root = roots.find((one) => isInside(one, path));
  const found = root === undefined ? undefined : inCache.exec(relativeInside(root, path))?.[0];
  return found === undefined ? undefined : `${root}/${found}`;
}

/**
 * Leaves out what a command wrote into such a cache. Programs load code from there later, so it is not taken over from a
 * command that nobody was asked about in this call; and a question about it would come with every run. What only empties a cache stays,
 * since that is what the command is for.
 * @param roots real paths.
 * @returns the other changes, and a sentence without its full stop for what is left out.
 */
export function withoutCaches(
  changes: readonly LayerChange[],
  roots: readonly string[],
): { readonly left: readonly LayerChange[]; readonly dropped: readonly string[] } {
  const caches = new Set(
    changes.flatMap(({ path, before, after }) => {
      const isWritten = after !== undefined || before === undefined;
      return isWritten ? (cacheAround(path, roots) ?? []) : [];
    }),
  );
  const left = changes.filter(({ path }) => !caches.has(cacheAround(path, roots) ?? ""));
  if (caches.size === 0) return { left, dropped: [] };
  const names = [...caches]
    .map((path) => shownBelow(path, roots))
    .sort()
    .join(", ");
  return { left, dropped: [`what was cached in ${names} is not kept`] };
}
