/** The folder of a run: the approved files, and the state that runs hand on to each other (EX-5). */
import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FolderFile } from "../../approvedFolders/approvedFolder";

const ownerOnly = 0o700;

/** Name of the folder that a run finds as the run before left it. */
export const stateName = "state";

/** Names in a folder, in order; none where there is no such folder. */
export const namesIn = async (folder: string) => (await readdir(folder).catch(() => [])).sort();

export const removeAll = (folder: string, names: readonly string[]) =>
  Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));

/** Writes a small file whole, beside its folder first. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: ownerOnly });
  const temporary = join(dirname(dirname(file)), `${randomUUID()}.tmp`);
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, file);
}

/** Writes files below a folder, which is made. */
export async function writeFiles(folder: string, files: readonly FolderFile[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownerOnly });
  for (const { name, bytes } of files) {
    const path = join(folder, ...name.split("/"));
    await mkdir(dirname(path), { recursive: true, mode: ownerOnly });
    await writeFile(path, bytes, { mode: 0o600 });
  }
}

/** True for a folder that is there itself: a run may have put a link in its place. */
const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes the folder of a run.
 * @param kept folder of the schedule in the book, which has the state of the run before.
 */
export async function fillRunFolder(folder: string, files: readonly FolderFile[], kept: string): Promise<void> {
  await writeFiles(folder, files);
  const state = join(folder, stateName);
  if (await isFolder(join(kept, stateName))) await rename(join(kept, stateName), state);
  else await mkdir(state, { mode: ownerOnly });
}

/** Takes the state of a run that has ended back to where the next one finds it; what a run made of it is not followed. */
export async function keepState(folder: string, kept: string): Promise<void> {
  const state = join(folder, stateName);
  if (!(await isFolder(state))) return;
  await rm(join(kept, stateName), { recursive: true, force: true });
  await rename(state, join(kept, stateName));
}
