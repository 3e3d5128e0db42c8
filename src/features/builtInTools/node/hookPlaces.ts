/**
 * Where hooks find the windows that judge for them: one folder of the person's own, with a file for each set of folders.
 * It tells which socket a window listens on, and with what settings and state its workspace is judged when none does.
 */

import { readdirSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "../../../core/vocabulary/paths";
import { messageOf } from "../../../core/vocabulary/toolError";
import { caseSensitive } from "../../../node/files/caseSensitive";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import { isOwnAlone } from "../../../node/state/ownFolder";
import { projectOf } from "../../../node/state/project";

/** What a window tells of itself. */
export interface WindowPlace {
  /** Real paths of its folders. */
  readonly roots: readonly string[];
  /** Path of its socket, or name of its pipe on Windows; nobody need listen there any more. */
  readonly socket: string;
  readonly stateFolder: string;
  /** Where it keeps what agents have taken in. */
  readonly sessionState: string;
  /** Its settings by their names without the prefix. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether the person trusts the workspace. */
  readonly trusted: boolean;
}

/** The folder, in the one where state is kept when nothing is said. */
export const hookFolderIn = (stateFolder: string): string => join(stateFolder, "hooks");

/** Why a folder cannot be trusted; undefined for one that can. */
async function problemOf(folder: string): Promise<string | undefined> {
  try {
    const stat = await lstat(folder);
    if (!stat.isDirectory()) return "it is not a folder";
    return isOwnAlone(stat) ? undefined : "others may use it";
  } catch (error) {
    return messageOf(error);
  }
}

/** Makes the folder, for this user alone. @throws Error where it belongs to somebody else. */
export async function makeHookFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await lstat(folder)).uid === process.geteuid?.()) await chmod(folder, 0o700);
  const problem = await problemOf(folder);
  if (problem !== undefined) throw new Error(`${folder} cannot be used for hooks: ${problem}.`);
}

/** Path of the file about a set of folders. */
const fileOf = (folder: string, roots: readonly string[]) => join(folder, `${projectOf(roots).digest}.json`);

/** Writes it whole. @throws Error of the file system. */
export const publishPlace = (folder: string, place: WindowPlace): Promise<void> =>
  writeRecord(fileOf(folder, place.roots), { version: 1, ...place });

/** How the name of a window's socket ends, where it is a file. */
export const socketEnding = ".sock";

/** False where no window can be listening. @param folder see hookFolderIn. */
export function mayHaveWindow(folder: string): boolean {
  if (process.platform === "win32") return true;
  try {
    return readdirSync(folder).some((name) => name.endsWith(socketEnding));
  } catch {
    return false;
  }
}

/** Bytes of such a file at most. */
const maxBytes = 1024 * 1024;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function parsed(text: string): WindowPlace | undefined {
  const { version, roots, socket, stateFolder, sessionState, settings, trusted } = Object(JSON.parse(text)) as Partial<
    WindowPlace & { version: number }
  >;
  const isWhole =
    version === 1 &&
    Array.isArray(roots) &&
    roots.every(isText) &&
    [socket, stateFolder, sessionState].every(isText) &&
    typeof settings === "object" &&
    settings !== null &&
    typeof trusted === "boolean";
  return isWhole ? ({ roots, socket, stateFolder, sessionState, settings, trusted } as WindowPlace) : undefined;
}

async function placeIn(file: string): Promise<WindowPlace | undefined> {
  try {
    const stat = await lstat(file);
    if (!stat.isFile() || !isOwnAlone(stat) || stat.size > maxBytes) return undefined;
    return parsed(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Forgets folders that are gone. @throws Error of the file system. */
export async function forgetGone(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(".json"))) {
    const file = join(folder, name);
    const place = await placeIn(file);
    const found = await Promise.all((place?.roots ?? [folder]).map((root) => lstat(root).catch(() => undefined)));
    if (found.every((stat) => stat === undefined)) await rm(file, { force: true });
  }
}

/** Characters of the root that holds a folder; 0 where none does. */
const held = ({ roots }: WindowPlace, folder: string): number =>
  Math.max(0, ...roots.filter((root) => isInside(root, folder, caseSensitive)).map(({ length }) => length));

/**
 * The window's place whose folders hold another, the innermost where there are several. Nothing is taken from a folder that
 * is not this user's alone.
 * @param real real path.
 */
export async function findPlace(folder: string, real: string): Promise<WindowPlace | undefined> {
  if ((await problemOf(folder)) !== undefined) return undefined;
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const places = await Promise.all(files.map((name) => placeIn(join(folder, name))));
  return places
    .filter((place) => place !== undefined)
    .filter((place) => held(place, real) > 0)
    .sort((a, b) => held(b, real) - held(a, real))[0];
}
