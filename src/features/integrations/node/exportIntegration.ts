import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Integration } from "../integrations";

/**
 * Writes the files of an integration, without what programs left there, into a new folder of its name.
 * @param chosen the folder around it.
 * @returns the new folder.
 * @throws Error of the file system, such as for a folder that is there already; then nothing is left of it.
 */
export async function exportIntegration({ name, files }: Integration, chosen: string): Promise<string> {
  const folder = join(chosen, name);
  await mkdir(folder);
  try {
    for (const file of files) {
      const path = join(folder, ...file.name.split("/"));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, file.bytes, { flag: "wx" });
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}
