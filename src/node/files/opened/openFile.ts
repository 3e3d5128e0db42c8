/**
 * Folders and files that are used at once, taken from what was opened and not from a path that may lead elsewhere by then
 * (D-6). Nothing here waits, because a promise for each folder of a search costs more than the folder.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { withoutGone } from "./openedFile";
import { noFollow, noWait } from "./openFlags";

/** Linux alone lets names be looked up from an open folder without native code. */
const byDescriptor = process.platform === "linux" && existsSync("/proc/self/fd");

/** O_PATH, which Node does not name: a folder that may be entered and not listed can be held too. */
const pathOnly = 0o10000000;
const folderFlags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const fileFlags = constants.O_RDONLY | noFollow | noWait;

/**
 * Uses the folder of a real path.
 * @param use gets the path by which a name in the folder is reached, an empty one for the folder itself; it must not wait.
 * @returns undefined when the path leads to another folder by now, or to none. Without descriptors to look names up from,
 *   that is asked before and after.
 */
export function inOpenFolder<T>(real: string, use: (at: (name: string) => string) => T): T | undefined {
  if (!byDescriptor) {
    if (!leadsToItself(real)) return undefined;
    const used = use((name) => join(real, name));
    return leadsToItself(real) ? used : undefined;
  }
  const descriptor = openedAt(real, folderFlags);
  if (descriptor === undefined) return undefined;
  try {
    const held = `/proc/self/fd/${descriptor}`;
    return use((name) => `${held}/${name}`);
  } finally {
    closeSync(descriptor);
  }
}

/** Opens the ordinary file of a real path; whoever does closes the descriptor. Undefined for everything else. */
export function openFile(real: string): { readonly descriptor: number; readonly found: Stats } | undefined {
  const descriptor = openedAt(real, fileFlags);
  if (descriptor === undefined) return undefined;
  const found = fstatSync(descriptor);
  if (found.isFile()) return { descriptor, found };
  closeSync(descriptor);
  return undefined;
}

/** Opens what has a real path, and not what a link put in its place leads to. */
function openedAt(real: string, flags: number): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(real, flags);
  } catch {
    return undefined;
  }
  if (isAt(descriptor, real)) return descriptor;
  closeSync(descriptor);
  return undefined;
}

function isAt(descriptor: number, real: string): boolean {
  if (!byDescriptor) return leadsToItself(real);
  try {
    const opened = readlinkSync(`/proc/self/fd/${descriptor}`);
    return opened === real || withoutGone(opened) === real;
  } catch {
    return false;
  }
}

function leadsToItself(real: string): boolean {
  try {
    return realpathSync.native(real) === real;
  } catch {
    return false;
  }
}
