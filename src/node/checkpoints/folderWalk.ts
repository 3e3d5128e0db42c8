/** Going through the files of a folder that programs may change meanwhile. */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { Turns } from "../../core/util/turns";
import type { FileEntry } from "../../core/vocabulary/changes/fileEntry";
import { ToolError } from "../../core/vocabulary/toolError";
import { noFollow, noWait } from "../files/opened/openFlags";
import { holdNow } from "../files/opened/openFolder";
import { isStandInNow } from "../sandbox/places/maskedFolders";

/** Something in a folder, while that is held open. */
export interface Found {
  /** Real path. */
  readonly path: string;
  readonly kind: FileEntry["kind"];
  readonly stat: BigIntStats;
  /** True for a folder in which there is nothing at all. */
  readonly isEmpty: boolean;
  /** Of a link: where it leads. */
  readonly to?: Uint8Array;
  /** Where its folder is reached, whatever is put into the place of that. */
  readonly at: string;
}

/** What is looked at. */
export interface WalkRules {
  /**
   * Of the names in a folder those that are left out; the names of folders end in `/`.
   * @param folder real path.
   * @param all names that there are in it, where they are known.
   */
  leftOut(folder: string, names: readonly string[], all?: readonly string[]): Promise<ReadonlySet<string>>;
  /** True for what no tool may look at. */
  isClosed(real: string, isFolder: boolean): boolean;
}

/** What is told of a walk. */
export interface Visit {
  found(found: Found): void;
  /** A folder that cannot be listed, so that nobody knows what is in it. @param path real. */
  unread?(path: string): void;
  /** What the rules leave out. @param path real. */
  leftOut?(path: string): void;
  /** Whether something is known as it is. @param path real. */
  isKnown?(path: string, stat: BigIntStats): boolean;
}

/** Names that are looked at, with those that are left out. */
const maxNames = 50_000;

/** Never looked into: git's own files, and what package managers fill. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

const kindOf = (stat: BigIntStats): FileEntry["kind"] | undefined => {
  if (stat.isSymbolicLink()) return "link";
  if (stat.isDirectory()) return "folder";
  return stat.isFile() ? "file" : undefined;
};

const codeOf = (error: unknown) => (error as { readonly code?: unknown }).code;

/** What was removed or replaced has nothing in it any more. */
const isGone = (error: unknown) => ["ENOENT", "ENOTDIR", "ELOOP", "stale"].includes(codeOf(error) as string);

/** Says nothing about the folder: this process has too many files open. */
const isOwnFault = (error: unknown) => ["EMFILE", "ENFILE", "ENOMEM", "too_large"].includes(codeOf(error) as string);

/**
 * Goes through all files, links and folders below a folder, each folder before what is in it. No link is followed.
 * @throws ToolError `too_large` for more names than are looked at; the error of the file system where the folder itself
 * cannot be listed.
 */
export async function walk(top: string, rules: WalkRules, visit: Visit): Promise<void> {
  const looking = { rules, visit, turns: new Turns(), names: 0 };
  const folders = [top];
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    try {
      const folder = holdNow(path);
      const inside = await entriesIn(path, folder, looking).finally(() => folder.close());
      folders.push(...inside);
    } catch (error) {
      if (isGone(error)) continue;
      if (path === top || isOwnFault(error)) throw error;
      visit.unread?.(path);
    }
  }
}

interface Looking {
  readonly rules: WalkRules;
  readonly visit: Visit;
  readonly turns: Turns;
  names: number;
}

type HeldFolder = ReturnType<typeof holdNow>;

/** Tells of what is in one folder. @returns the folders in it. */
async function entriesIn(path: string, folder: HeldFolder, looking: Looking): Promise<string[]> {
  const { rules, visit, turns } = looking;
  const names = readdirSync(folder.at("."));
  looking.names += names.length;
  if (looking.names > maxNames)
    throw new ToolError(
      "too_large",
      `the workspace holds more than ${maxNames.toLocaleString("en")} files, ignored ones among them`,
    );
  const found: Found[] = [];
  for (const name of names) {
    await turns.next();
    if (passedOver.has(name) || name.includes("\ufffd")) continue;
    const one = foundIn(folder, name, join(path, name), visit);
    if (one && rules.isClosed(one.path, one.kind === "folder")) visit.leftOut?.(one.path);
    else if (one) found.push(one);
  }
  const asked = (one: Found) => `${basename(one.path)}${one.kind === "folder" ? "/" : ""}`;
  const ignored = await rules.leftOut(path, found.map(asked), names);
  const shown = found.filter((one) => !ignored.has(asked(one)));
  for (const one of found) if (ignored.has(asked(one))) visit.leftOut?.(one.path);
  for (const one of shown) {
    visit.found(one);
    await turns.next();
  }
  return shown.flatMap((one) => (one.kind === "folder" ? [one.path] : []));
}

/** What is known is recognized by its path, which takes half the time: whatever is there, it is the very same thing. */
function foundIn(folder: HeldFolder, name: string, path: string, { isKnown }: Visit): Found | undefined {
  const at = folder.at(name);
  const byPath = isKnown && foundAt(path, at, path);
  return byPath && isKnown?.(path, byPath.stat) ? byPath : foundAt(path, at);
}

/** Undefined for what is neither file, link nor folder, and for what stands in for a name. @param path real. @param at where it is reached. @param looked where it is looked at. */
export function foundAt(path: string, at: string, looked = at): Found | undefined {
  const stat = lstatSync(looked, { bigint: true, throwIfNoEntry: false });
  const kind = stat && kindOf(stat);
  if (!kind || (kind === "folder" && isStandInNow(Number(stat.mode), at))) return undefined;
  const to = kind === "link" ? targetOf(at) : undefined;
  // It was removed in that moment.
  if (kind === "link" && !to) return undefined;
  return {
    ...{ path, kind, stat, at },
    ...(to && { to }),
    get isEmpty() {
      return kind === "folder" && isEmpty(at);
    },
  };
}

function targetOf(at: string): Uint8Array | undefined {
  try {
    return readlinkSync(at, "buffer");
  } catch {
    return undefined;
  }
}

/** Whether a folder holds nothing; one that cannot be listed counts as filled. */
function isEmpty(at: string): boolean {
  try {
    const folder = opendirSync(at);
    try {
      return folder.readSync() === null;
    } finally {
      folder.closeSync();
    }
  } catch {
    return false;
  }
}

/** Opens the very file that was found. @throws ToolError `stale` when it is another by now. */
export function withOpened<T>({ path, at, stat }: Found, use: (descriptor: number, size: number) => T): T {
  const flags = constants.O_RDONLY | noFollow | noWait;
  const descriptor = openSync(at, flags);
  try {
    const opened = fstatSync(descriptor, { bigint: true });
    if (identity(opened) !== identity(stat)) throw new ToolError("stale", `${path} was replaced meanwhile.`);
    return use(descriptor, Number(opened.size));
  } finally {
    closeSync(descriptor);
  }
}

const identity = ({ dev, ino }: BigIntStats) => `${dev}:${ino}`;

/** Names a file as it is at one moment: while this stays the same, so does what is in it. */
export const stateOf = (stat: BigIntStats): string =>
  [identity(stat), stat.mode, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");

/** The same of a file that may be changed again without its times showing it. */
export const youngState = (stat: BigIntStats): string => `${stateOf(stat)} young`;

/** Permission bits. */
export const modeOf = ({ mode }: BigIntStats): number => Number(mode) & 0o7777;
