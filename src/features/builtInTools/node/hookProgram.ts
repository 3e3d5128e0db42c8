/** Where a hook's launcher finds the program of the extension that is installed now. */
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import { isOwnAlone } from "../../../node/state/ownFolder";
import { defaultStateFolder } from "../../../node/state/stateFolder";
import type { HookStart } from "../hookSettings";
import { hookFolderIn } from "./hookPlaces";

const launcherName = "launcher.js";
const recordName = "program.json";
const nodeName = "node-path";

/** Where a copy of the launcher is kept, and beside it which program it starts. @param folder see hookFolderIn. */
export const launcherFolder = (folder: string): string => join(folder, "launcher");

/** How that copy is started. @param folder see hookFolderIn. */
export const hookStartIn = (folder: string): HookStart => ({
  nodeFile: join(launcherFolder(folder), nodeName),
  launcher: join(launcherFolder(folder), launcherName),
});

/** Whether what a hook's command names is there, and where that names a Node.js, whether that is. */
export const isThere = (path: string): boolean =>
  existsSync(path) && (basename(path) !== nodeName || existsSync(readFileSync(path, "utf8")));

/**
 * Keeps a copy of the launcher that does not go with this version of the extension, and tells it of this version and of the
 * Node.js that runs it.
 * @param dist absolute path of the folder with the programs.
 * @throws Error of the file system.
 */
export async function placeLauncher(folder: string, dist: string): Promise<void> {
  const place = launcherFolder(folder);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const put = async (name: string, write: (path: string) => Promise<void>) => {
    const next = join(place, `${name}.${process.pid}.new`);
    await write(next);
    await rename(next, join(place, name));
  };
  await put(launcherName, (path) => copyFile(join(dist, "plugin", "hooks", launcherName), path));
  await put(nodeName, (path) => writeFile(path, process.execPath));
  await writeRecord(join(place, recordName), { program: join(dist, "headless.js") });
}

/**
 * Absolute path of the program: that of the plugin's own extension, else the one that a window told of last, else the one
 * of a later version beside it.
 * @param folder of the launcher that runs.
 * @throws Error that says what to do.
 */
export function findProgram(folder: string): string {
  const own = join(folder, "..", "..", "headless.js");
  if (basename(folder) === "hooks" && existsSync(own)) return own;
  const kept = [folder, launcherFolder(hookFolderIn(defaultStateFolder()))].find((place) =>
    existsSync(join(place, recordName)),
  );
  const told = kept === undefined ? undefined : toldIn(kept);
  if (told === undefined)
    throw new Error("use Toolcrib once in a window of VS Code, so that its hook finds it, or remove the hook.");
  const found = existsSync(told) ? told : laterVersion(told);
  if (found === undefined)
    throw new Error(
      `${told} is gone. Use Toolcrib once in a window of VS Code; if you have uninstalled it, delete ~/.copilot/hooks/toolcrib.json and its entry in ~/.claude/settings.json.`,
    );
  return found;
}

/** @throws Error for a folder that others may have written to. */
function toldIn(folder: string): string | undefined {
  if (!isOwnAlone(lstatSync(folder))) throw new Error(`others may write to ${folder}: delete that folder.`);
  const { program } = JSON.parse(readFileSync(join(folder, recordName), "utf8")) as { readonly program?: unknown };
  return typeof program === "string" ? program : undefined;
}

/** VS Code keeps each version of an extension in a folder of its own, named `publisher.name-version`. */
function laterVersion(program: string): string | undefined {
  const version = dirname(dirname(program));
  const name = /^(.+)-\d[^-]*(?:-.*)?$/.exec(basename(version))?.[1];
  const all = dirname(version);
  if (name === undefined || !existsSync(all)) return undefined;
  const others = readdirSync(all).filter((other) => other.startsWith(`${name}-`));
  const newest = others.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return newest.map((other) => join(all, other, "dist", basename(program))).find((path) => existsSync(path));
}
