/**
 * Names that a command must not create: a folder of ours stands in for each while commands run.
 *
 * Several processes may need one stand-in, with state folders that do not know each other, so everything is written on the
 * stand-in itself: each command puts an empty folder of its own into it, a claim that names its process. The system removes
 * no folder that holds something, so the last claim decides, and a killed process leaves a claim that others recognise.
 */
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, rename, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { shownPath } from "../../../core/vocabulary/shownPath";
import { openFolder } from "../../files/opened/openFolder";
import { isProcessRunning, processNamespace, thisProcess } from "../../files/writing/processName";

/** Set when a stand-in is made, in the same step: until its first claim is in it, nothing else tells it from another folder. */
const sticky = 0o1000;

/** `.toolcrib-NAMESPACE-PID-BEGAN-RANDOM`; git, search tools and editors take no notice of empty folders. */
const claimName = /^\.toolcrib-(\d+)-(\d+)-(\d*)-[0-9a-f]{12}$/;

/** Milliseconds after which a claim counts as left behind when its process cannot be looked for from here. */
const unknownMs = 24 * 60 * 60 * 1000;

/** Rounds of looking at, or making, a stand-in that others remove in the same moment. */
const maxRounds = 100;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";

async function newClaim(): Promise<string> {
  const { pid, began } = await thisProcess();
  return `.toolcrib-${await processNamespace()}-${pid}-${began}-${randomBytes(6).toString("hex")}`;
}

/**
 * Whether an open folder is a stand-in, told in place; one that this process makes in this very moment counts as one.
 * @param mode of the folder. @param at where it is reached.
 */
export function isStandInNow(mode: number, at: string): boolean {
  if ((mode & sticky) === 0) return false;
  try {
    return readdirSync(at).every((name) => claimName.test(name));
  } catch {
    return false;
  }
}

/** What has a name: nothing, a stand-in of whatever process, be it left behind, or something of somebody's. */
export type Occupant = "nothing" | "standIn" | "other";

/** Looks at a name that stand-ins come to and go from meanwhile. */
async function lookAt(path: string): Promise<Occupant | "changed"> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return "nothing";
  if (!found.isDirectory()) return "other";
  const names = await readdir(path).catch(() => undefined);
  if (!names) return "changed";
  const isMarked = (found.mode & sticky) !== 0 || names.length > 0;
  if (isMarked && names.every((name) => claimName.test(name))) return "standIn";
  // Of a stand-in that went and came back between the two looks, the first may have told the mark and the second the names.
  const again = await lstat(path).catch(() => undefined);
  return again?.ino === found.ino && again.ctimeMs === found.ctimeMs ? "other" : "changed";
}

/** What has a name, when it was the same for a moment. */
export async function occupantOf(path: string): Promise<Occupant> {
  for (let round = 0; round < maxRounds; round++) {
    const seen = await lookAt(path);
    if (seen !== "changed") return seen;
  }
  return "other";
}

const isStandIn = async (path: string): Promise<boolean> => (await occupantOf(path)) === "standIn";

/** True when nothing has the name, or a stand-in alone. */
export const isFree = async (path: string): Promise<boolean> => (await occupantOf(path)) !== "other";

async function isLeft(folder: string, name: string): Promise<boolean> {
  const [, namespace, pid, began = ""] = claimName.exec(name) ?? [];
  if (namespace === (await processNamespace())) return !(await isProcessRunning({ pid: Number(pid), began }));
  const made = await lstat(join(folder, name)).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > unknownMs;
}

/** Takes away the claims of processes that are gone. */
async function removeLeftClaims(path: string): Promise<void> {
  const names = await readdir(path).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      if (claimName.test(name) && (await isLeft(path, name))) await removeEmpty(join(path, name));
    }),
  );
}

/** @returns false when it is not there, or holds something. */
const removeEmpty = async (path: string): Promise<boolean> =>
  rmdir(path).then(
    () => true,
    () => false,
  );

/** `held`: the stand-in stays while the claim is in it. `taken`: something else is there. `absent`: it could not be made. */
type Place = "held" | "taken" | "absent";

async function claim(path: string, name: string): Promise<Place> {
  for (let round = 0; round < maxRounds; round++) {
    const failure = await mkdir(path, { mode: 0o777 | sticky }).then(() => "", codeOf);
    if (failure !== "" && failure !== "EEXIST") return "absent";
    if (failure === "" || (await isStandIn(path))) {
      const refused = await mkdir(join(path, name)).then(() => "", codeOf);
      if (refused === "") return "held";
      // Another process removed it in between, or somebody put a file there.
      if (refused === "ENOENT" || refused === "ENOTDIR") continue;
      await removeEmpty(path);
      return (await isFree(path)) ? "absent" : "taken";
    }
    if (!(await isFree(path))) return "taken";
  }
  return "taken";
}

/** What somebody put into a stand-in stays, in a folder like any other. */
async function release(path: string): Promise<void> {
  if ((await removeEmpty(path)) || (await isFree(path))) return;
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory() && (found.mode & sticky) !== 0) await chmod(path, found.mode & 0o777).catch(() => undefined);
}

/** A folder that a process has put in the place of this one, or a link to another, holds nothing that is ours to rename. */
async function renameThere(path: string, name: string): Promise<void> {
  const folder = await openFolder(dirname(path), shownPath(path));
  await rename(folder.at(basename(path)), folder.at(name)).finally(() => folder.close());
}

/**
 * Renames what was made at a name although it was not to be.
 * @param path real, but for its last name.
 * @returns one sentence on what was done about it; undefined when nothing is there.
 */
export async function moveAside(path: string, why = "commands must not create it"): Promise<string | undefined> {
  if (await isFree(path)) return undefined;
  const aside = `${basename(path)}.planted-${randomBytes(3).toString("hex")}`;
  const failure = await renameThere(path, aside).then(() => undefined, codeOf);
  const created = `${shownPath(path)} was created while this command ran, and ${why}`;
  if (failure === undefined) return `[${created}: it is now named ${shownPath(aside)}.]`;
  return `[${created}. It could not be renamed (${failure}): tell the person to look at it before they use it.]`;
}

/** The names that a command must not create, while it runs. */
export interface StandIns {
  /** Where a stand-in is. */
  readonly held: ReadonlySet<string>;
  /** Where somebody else made something since it was looked. */
  readonly taken: ReadonlySet<string>;
  /** Gives the stand-ins back. @returns one sentence for each name that was created all the same. */
  remove(): Promise<string[]>;
}

/** Makes stand-ins for names that were free, and keeps those of other commands and processes. */
export async function standIn(paths: readonly string[]): Promise<StandIns> {
  const name = await newClaim();
  const places = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const place = await claim(path, name);
      if (place === "held") await removeLeftClaims(path);
      return { path, place };
    }),
  );
  const those = (wanted: Place) => new Set(places.filter(({ place }) => place === wanted).map(({ path }) => path));
  const [held, taken] = [those("held"), those("taken")];
  async function leave(path: string): Promise<string[]> {
    // A folder that still holds the claim is the one that hid the name all the time.
    if (held.has(path) && (await removeEmpty(join(path, name)))) {
      await release(path);
      return [];
    }
    if (await isStandIn(path)) await removeEmpty(path);
    return [await moveAside(path)].filter((note) => note !== undefined);
  }
  const watched = places.filter(({ place }) => place !== "taken");
  return { held, taken, remove: async () => (await Promise.all(watched.map(({ path }) => leave(path)))).flat() };
}

/**
 * Removes the stand-ins that killed processes left at the top of folders and in their repositories.
 * @param names that are not to be created there. Never rejects.
 */
export async function removeLeftStandIns(folders: readonly string[], names: readonly string[]): Promise<void> {
  const places = [...names, join(".git", "hooks")];
  const paths = folders.flatMap((folder) => places.map((name) => join(folder, name)));
  await Promise.all(
    paths.map(async (path) => {
      if (!(await isStandIn(path))) return;
      await removeLeftClaims(path);
      await removeEmpty(path);
    }),
  );
}
