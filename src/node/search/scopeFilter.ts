/** Which files a search is about, whatever engine looks for them. */

import { join, parse } from "node:path";
import type { SearchPort, SearchScope } from "../../core/ports/search";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf, relativeInside } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { pathMatcher } from "../../lib/globs/pathMatcher";
import { closedGlobs, searchMatcher } from "../../lib/globs/searchGlobs";
import { placeBelow } from "../ignore/ignoreRules";

/** Where a search runs, and where in there it looks. Globs that leave out count from the root (SearchScope.exclude). */
export function placesOf({ directory }: SearchScope): { top: string; below: string } {
  const top = directory.root ?? parse(directory.real).root;
  return { top, below: placeBelow({ real: top }, directory) };
}

/**
 * A test of paths relative to the searched folder, by glob and `isClosed`.
 * @param glob undefined for all.
 * @throws ToolError `invalid_pattern`.
 */
export function fileFilter(
  { directory, file, isClosed, isLeftOut }: SearchScope,
  glob: string | undefined,
  caseSensitive: boolean,
): (path: string) => boolean {
  const matches = glob === undefined ? () => true : searchMatcher(glob, caseSensitive);
  if (!isClosed && !isLeftOut) return matches;
  return (path) => {
    if (!matches(path)) return false;
    const real = file?.real ?? join(directory.real, path);
    return !isClosed?.(real) && !isLeftOut?.(real);
  };
}

/** Globs that leave out in this search and count with case. */
export const plainlyLeftOut = ({
  includeIgnored,
  excludeByDefault,
  excludeAlways = [],
}: SearchScope): readonly string[] => [...closedGlobs, ...excludeAlways, ...(includeIgnored ? [] : excludeByDefault)];

/** Whether a path, relative to the searched folder, is left out by a glob: itself or a folder it lies in. */
export const leftOutTest = (scope: SearchScope): ((path: string) => boolean) =>
  matchTest(scope, [...excludeTests(scope), ...plainlyLeftOut(scope).map((glob) => pathMatcher(glob, true))]);

const excludeTests = ({ exclude }: SearchScope) => exclude.map((glob) => pathMatcher(glob, false));

function matchTest(scope: SearchScope, tests: readonly ((path: string) => boolean)[]): (path: string) => boolean {
  const { below } = placesOf(scope);
  return (path) => foldersOf(below ? `${below}/${path}` : path).some((name) => tests.some((matches) => matches(name)));
}

/** Files that are counted at most. */
const maxPassedOver = 10_000;

/**
 * SearchPort.passedOver for engines that list every file to find some.
 * @param find SearchPort.findFiles of the engine.
 */
export async function countPassedOver(scope: SearchScope, find: SearchPort["findFiles"]): Promise<number> {
  const { directory, file, include = "**/*", exclude, isClosed } = scope;
  if (file || exclude.length === 0) return 0;
  const isExcluded = matchTest(scope, excludeTests(scope));
  const isOther = (real: string) => isClosed?.(real) || !isExcluded(relativeInside(directory.real, real));
  const others = { ...scope, exclude: [], includeIgnored: true, isClosed: isOther, caseSensitive: true };
  return (await find(others, include, maxPassedOver)).files.length;
}

/** A path and every folder it lies in: a glob that names a folder leaves out what is in it. */
const foldersOf = (path: string): string[] => {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
};

/** A file below the searched folder. Searches follow no links, so where it leads needs no looking up. */
export const targetBelow = ({ directory }: SearchScope, path: string): ResolvedPath => ({
  ...childOf(directory, path),
  shown: shownPath(path),
});
