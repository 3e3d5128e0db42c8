/** Comparing paths that are already real. Pure text: resolving links is the host's work. */
import type { ResolvedPath } from "./effect";
import { shownPath } from "./shownPath";

const folded = (path: string, caseSensitive: boolean) => (caseSensitive ? path : path.toLowerCase());

/** Splits an absolute or relative path into its names, for either separator. */
export const segments = (path: string): string[] => path.split(/[\\/]/).filter((name) => name !== "");

/** Without separators at the end. It is asked of almost every path, and almost none has any. */
const withoutEnd = (folder: string): string =>
  /[\\/]/.test(folder.at(-1) ?? "") ? folder.replace(/[\\/]+$/, "") : folder;

/**
 * True when `real` is `folder` or lies below it; compares whole names, so `/ws/foo` does not contain `/ws/foomalicious`
 * (PTH-7).
 */
export function isInside(folder: string, real: string, caseSensitive = true): boolean {
  const outer = folded(withoutEnd(folder), caseSensitive);
  const inner = folded(real, caseSensitive);
  if (!inner.startsWith(outer)) return false;
  if (inner.length === outer.length || inner[outer.length] === "/") return true;
  return inner[outer.length] === "\\" && isWindowsPath(outer);
}

/** True when one of two folders is or holds the other. */
export const overlaps = (one: string, other: string, caseSensitive = true): boolean =>
  isInside(one, other, caseSensitive) || isInside(other, one, caseSensitive);

/** A backslash separates names only there; elsewhere it is part of one, so `/ws\\x` lies beside `/ws`. */
const isWindowsPath = (path: string) => /^([A-Za-z]:|\\\\)/.test(path);

/** The path of `real` below `folder` with `/`; an empty text for the folder itself. */
export const relativeInside = (folder: string, real: string): string => {
  const below = real.slice(withoutEnd(folder).length + 1);
  return isWindowsPath(folder) ? below.replaceAll("\\", "/") : below;
};

/** A path in a root as people see it: relative to it, with its name in front where it is not the only one. */
export function shownInRoot(root: { readonly real: string; readonly name: string }, real: string, isOnly: boolean) {
  const inside = relativeInside(root.real, real);
  if (isOnly) return shownPath(inside) || ".";
  return shownPath(inside ? `${root.name}/${inside}` : root.name);
}

/** A folder for people: the root itself by its name instead of a dot. */
export const folderName = ({ shown, real }: { readonly shown: string; readonly real: string }): string =>
  shown === "." ? shownPath(segments(real).at(-1) ?? real) : shown;

/** The folder that a path lies in; `/` for one at the top. */
export const parentOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, "") || "/";

/** True for a path with `..` after a name: whether that goes up from the name or from where it leads, if it is a link, is open. */
export const goesUpFromName = (path: string): boolean => /[^./][^/]*\/(?:.*\/)?\.\.(?:\/|$)/.test(path);

/** What lies below a folder at a place, with `/`, that leads through no link. */
export const childOf = (folder: ResolvedPath, place: string): ResolvedPath => {
  const below = (path: string) => {
    const separator = isWindowsPath(path) ? "\\" : "/";
    return path.replace(separator === "/" ? /\/$/ : /[\\/]$/, "") + separator + place.replaceAll("/", separator);
  };
  const shown = folder.shown === "." ? shownPath(place) : `${folder.shown.replace(/\/$/, "")}/${shownPath(place)}`;
  const real = below(folder.real);
  return { ...folder, path: folder.path === folder.real ? real : below(folder.path), real, shown };
};

/** A real path by a name that every tool takes: below the first root, from which relative paths lead, or whole. */
export function shownBelow(path: string, [first]: readonly string[]): string {
  return shownPath(first !== undefined && isInside(first, path) ? relativeInside(first, path) : path);
}
