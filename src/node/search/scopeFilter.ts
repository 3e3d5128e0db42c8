/** Which files a search is about, whatever engine looks for them. */

import { join, parse } from "node:path";
import type { ResolvedPath } from "../../core/effect";
import type { SearchScope } from "../../core/host";
import { shownPath } from "../../core/shownPath";
import { pathMatcher } from "../../globs/pathMatcher";
import { closedGlobs, rootedGlob } from "../../globs/searchGlobs";
import { placeBelow } from "../ignoreRules";

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
  { directory, file, isClosed }: SearchScope,
  glob: string | undefined,
  caseSensitive: boolean,
): (path: string) => boolean {
  const matches = glob === undefined ? () => true : pathMatcher(rootedGlob(glob), caseSensitive);
  return isClosed ? (path) => matches(path) && !isClosed(file?.real ?? join(directory.real, path)) : matches;
}

/** Globs that leave out in this search and count with case. */
export const plainlyLeftOut = ({ includeIgnored, excludeByDefault }: SearchScope): readonly string[] => [
  ...closedGlobs,
  ...(includeIgnored ? [] : excludeByDefault),
];

/** Whether a path, relative to the searched folder, is left out by a glob: itself or a folder it lies in. */
export function leftOutTest(scope: SearchScope): (path: string) => boolean {
  const { below } = placesOf(scope);
  const tests = [
    ...scope.exclude.map((glob) => pathMatcher(glob, false)),
    ...plainlyLeftOut(scope).map((glob) => pathMatcher(glob, true)),
  ];
  return (path) => foldersOf(below ? `${below}/${path}` : path).some((name) => tests.some((matches) => matches(name)));
}

/** A path and every folder it lies in: a glob that names a folder leaves out what is in it. */
const foldersOf = (path: string): string[] => {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
};

/** A file below the searched folder. Searches follow no links, so where it leads needs no looking up. */
export const targetBelow = ({ directory }: SearchScope, path: string): ResolvedPath => ({
  ...directory,
  path: `${directory.path.replace(/\/$/, "")}/${path}`,
  real: `${directory.real.replace(/\/$/, "")}/${path}`,
  shown: shownPath(path),
});
