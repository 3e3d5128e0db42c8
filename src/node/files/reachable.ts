/** What lies at a path, where looking at it may be forbidden: a folder in PATH that may not be entered is no failure. */
import { lstatSync, type PathLike, type Stats, statSync } from "node:fs";

/** Follows links. Undefined for what is missing and for what this user may not look at. */
export function reachableStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The same without following a link at its end. Undefined as well where a path is too long. */
export function reachableEntry(path: PathLike): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** True for a file, or a link to one, that this user may look at. */
export const isReachableFile = (path: string): boolean => reachableStats(path)?.isFile() === true;

/** True for a folder, or a link to one, that this user may look at. */
export const isReachableFolder = (path: string): boolean => reachableStats(path)?.isDirectory() === true;
