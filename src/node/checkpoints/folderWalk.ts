/** Going through the files of a folder that programs may change meanwhile. */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { FileEntry } from "../../core/vocabulary/changes/fileEntry";
import { ToolError } from "../../core/vocabulary/toolError";
import { holdNow } from "../files/openFolder";

/** Something in a folder, while that is held open. */
export interface Found {
  /** Real path. */
  readonly path: string;
  readonly kind: FileEntry["kind"];
  readonly stat: BigIntStats;
  /** Names it as it is at one moment: while this stays the same, so does what is in it. */
  readonly state: string;
  /** True for a folder in which there is nothing at all. To be asked while that around it is held open. */
  isEmpty(): boolean;
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

/** Milliseconds in which nothing else has its turn. */
const maxTurn = 8;

/** Never looked into: git's own files, and what package managers fill. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

const kindOf = (stat: BigIntStats): FileEntry["kind"] | undefined => {
  if (stat.isSymbolicLink()) return "link";
  if (stat.isDirectory()) return "folder";
  return stat.isFile() ? "file" : undefined;
};

/** Gives others their turn. */
export class Turns {
  #began = performance.now();

  /** Resolves at once while there is time. */
  async next(): Promise<void> {
    if (performance.now() - this.#began <= maxTurn) return;
    await setImmediate();
    this.#began = performance.now();
  }
}

/** Whether something is known as it is. @param path real. @param state see {@link Found}. */
export type IsKnown = (path: string, state: string) => boolean;

/** Goes through all files, links and folders below a folder, each folder before what is in it. No link is followed. */
export async function walk(
  top: string,
  rules: WalkRules,
  visit: (found: Found) => void,
  isKnown: IsKnown = () => false,
): Promise<void> {
  const turns = new Turns();
  const folders = [top];
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    // What was replaced, or may not be read, has nothing in it that is known.
    const folder = heldOr(path);
    if (!folder) continue;
    try {
      const inside = await namesIn(path, folder, rules, isKnown);
      for (const found of inside) {
        visit(found);
        if (found.kind === "folder") folders.push(found.path);
        await turns.next();
      }
    } finally {
      folder.close();
    }
  }
}

type HeldFolder = ReturnType<typeof holdNow>;

function heldOr(path: string): HeldFolder | undefined {
  try {
    return holdNow(path);
  } catch {
    return undefined;
  }
}

async function namesIn(
  path: string,
  folder: HeldFolder,
  { leftOut, isClosed }: WalkRules,
  isKnown: IsKnown,
): Promise<Found[]> {
  const names = namesOf(folder.at("."));
  const found = names.flatMap((name) => {
    if (passedOver.has(name) || name.includes("\ufffd")) return [];
    const one = foundIn(folder, name, join(path, name), isKnown);
    return one && !isClosed(one.path, one.kind === "folder") ? [{ name, one }] : [];
  });
  const asked = ({ name, one }: (typeof found)[number]) => (one.kind === "folder" ? `${name}/` : name);
  const ignored = await leftOut(path, found.map(asked), names);
  return found.filter((each) => !ignored.has(asked(each))).map(({ one }) => one);
}

function namesOf(at: string): readonly string[] {
  try {
    return readdirSync(at);
  } catch {
    return [];
  }
}

/** What is known is recognized by its path, which takes half the time: whatever is there, it is the very same thing. */
function foundIn(folder: HeldFolder, name: string, path: string, isKnown: IsKnown): Found | undefined {
  const at = folder.at(name);
  const byPath = foundAt(path, at, path);
  return byPath && isKnown(path, byPath.state) ? byPath : foundAt(path, at);
}

/** Undefined for what is neither file, link nor folder. @param path real. @param at where it is reached. @param looked where it is looked at. */
export function foundAt(path: string, at: string, looked = at): Found | undefined {
  const stat = lstatSync(looked, { bigint: true, throwIfNoEntry: false });
  const kind = stat && kindOf(stat);
  return (
    kind && { path, kind, stat, state: stateOf(stat), at, isEmpty: () => kind === "folder" && namesOf(at).length === 0 }
  );
}

/** Opens the very file that was found. @throws ToolError `stale` when it is another by now. */
export function withOpened<T>({ path, at, stat }: Found, use: (descriptor: number) => T): T {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(at, flags);
  try {
    const opened = fstatSync(descriptor, { bigint: true });
    if (identity(opened) !== identity(stat)) throw new ToolError("stale", `${path} was replaced meanwhile.`);
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const identity = ({ dev, ino }: BigIntStats) => `${dev}:${ino}`;

const stateOf = (stat: BigIntStats): string =>
  [identity(stat), stat.mode, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");

/** Permission bits. */
export const modeOf = ({ mode }: BigIntStats): number => Number(mode) & 0o7777;

/** Where a link leads. */
export const linkTarget = ({ at }: Found): Uint8Array => readlinkSync(at, "buffer");
