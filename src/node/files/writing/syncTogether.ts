/** Bringing many files to the disk at once: each by itself waits for the disk, and all of them wait hardly longer than one. */
import { type FileHandle, open } from "node:fs/promises";
import { mapAtMost } from "../../../core/util/mapAtMost";
import { askProgram } from "../../processes/askProgram";
import { systemProgram } from "../../processes/systemPrograms";

/** From so many files on a pass over the whole file system is quicker. */
const manyFiles = 32;

/** Milliseconds that it may take; where others write much at the same time, the files alone are quicker after all. */
const passMs = 2000;

/** Questions to the disk at the same time. */
const atOnce = 16;

/**
 * Brings the bytes of files to the disk. They stay open.
 * @param folder one in which they lie.
 * @throws the file system's own error.
 */
export async function syncFiles(files: readonly Pick<FileHandle, "sync">[], folder: string): Promise<void> {
  if (files.length >= manyFiles) await passOver(folder);
  // Whatever came of the pass: this alone says that each of them is there.
  await mapAtMost(files, atOnce, (file) => file.sync());
}

/** {@link syncFiles} of files by their paths. */
export async function syncPaths(paths: readonly string[], folder: string): Promise<void> {
  if (paths.length >= manyFiles) await passOver(folder);
  await mapAtMost(paths, atOnce, async (path) => {
    const file = await open(path);
    await file.sync().finally(() => file.close());
  });
}

/** Brings folders' lists of names to the disk, where the system can; those of folders that are gone need not be there. */
export async function syncFolders(paths: readonly string[]): Promise<void> {
  if (process.platform === "win32") return;
  await mapAtMost([...new Set(paths)], atOnce, async (path) => {
    const folder = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    });
    await folder?.sync().finally(() => folder.close());
  });
}

/** Has the system write what the file system of a folder holds back. Only saves time, so its failure is nobody's. */
async function passOver(folder: string): Promise<void> {
  const program = process.platform === "linux" ? systemProgram("sync") : undefined;
  if (program === undefined) return;
  const question = { program, args: ["-f", folder], cwd: "/", env: {}, timeoutMs: passMs };
  await askProgram(question).catch(() => undefined);
}
