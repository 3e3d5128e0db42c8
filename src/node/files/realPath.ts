/** Following symbolic links to what a path really names, also when that is not there yet (D-6). */
import { lstatSync, realpathSync } from "node:fs";
import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, parse, sep } from "node:path";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";

const maxLinks = 40;

/** The same at once, for a folder that a person configured; a dangling link counts as a folder that is to be made. */
export function realPathNow(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPathNow(above), basename(path));
  }
}

/** In characters; the system refuses a path of 4,096 bytes, and each character is at most three. */
const maxInPlaceLength = 1024;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * The real path of an absolute path; what does not exist keeps its name below its nearest existing ancestor. A dangling
 * link leads to where it points.
 * @throws ToolError `unreadable` when a part of the path cannot be examined: then nothing is known, so nothing is allowed.
 */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw unreadable(path, error);
    return walk(path);
  }
}

/**
 * The same without waiting, for a path that no link is part of: on a disk that answers, looking takes a fraction of what
 * handing the question to a thread does. Not for Windows and macOS, where the system has to be asked for a name's case.
 * @param folders those that were looked at a moment ago, for many paths in a row: they are not looked at again. For one
 *   run without waiting; new ones are added.
 * @returns undefined when {@link realPathOf} has to find out. No link is followed, so nothing that one leads to can hold
 *   this process up.
 */
export function realPathInPlace(path: string, folders?: Set<string>): string | undefined {
  if (path.length > maxInPlaceLength) return undefined;
  try {
    for (let end = nextName(path, folders); ; end = path.indexOf("/", end + 1)) {
      const part = end < 0 ? path : path.slice(0, end);
      const found = lstatSync(part, { throwIfNoEntry: false });
      if (found?.isSymbolicLink()) return undefined;
      // What does not exist has no links below it either.
      if (end < 0 || !found?.isDirectory()) return path;
      folders?.add(part);
    }
  } catch {
    return undefined;
  }
}

/** Where the first name ends that is not known to be a folder; -1 for the last one. Whatever lies above a folder is known too. */
function nextName(path: string, folders: ReadonlySet<string> | undefined): number {
  if (!folders?.size) return path.indexOf("/", 1);
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    if (folders.has(path.slice(0, end))) return path.indexOf("/", end + 1);
  return path.indexOf("/", 1);
}

/** A backslash separates names on Windows only; elsewhere it is part of one. */
const namesIn = (path: string) => path.split(sep === "\\" ? /[\\/]/ : "/").filter(Boolean);

async function walk(path: string): Promise<string> {
  const names = (absolute: string) => namesIn(absolute.slice(parse(absolute).root.length));
  let current = parse(path).root;
  let pending = names(path);
  let links = 0;
  while (pending.length > 0) {
    const [name, ...rest] = pending as [string, ...string[]];
    pending = rest;
    if (name === "." || name === "..") {
      current = name === ".." ? dirname(current) : current;
      continue;
    }
    const next = join(current, name);
    const target = await linkTarget(next);
    if (target === undefined) {
      current = next;
      continue;
    }
    if (++links > maxLinks)
      throw new ToolError("unreadable", `${path} goes through more than ${maxLinks} symbolic links.`);
    if (isAbsolute(target)) current = parse(target).root;
    pending = [...(isAbsolute(target) ? names(target) : namesIn(target)), ...pending];
  }
  return current;
}

/** Undefined when there is no link of that name. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown) =>
  new ToolError("unreadable", `${path} cannot be examined (${messageOf(error)}): name a path you may look at.`);
