/** Which folders were open when a workspace was made: a note for people, beside the workspaces and out of agents' reach. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { Project } from "../../../node/state/project";

/** Name of the folder with the notes; no agent has it, because of its dot. */
const folderName = ".projects";

const noteOf = (base: string, workspace: string) => join(base, folderName, `${workspace}.json`);

/** @param workspace name of its folder. @throws Error of the file system. */
export async function noteProject(base: string, workspace: string, { roots }: Project): Promise<void> {
  await writeRecord(noteOf(base, workspace), { roots });
}

/** Real paths of the folders; undefined where nothing is noted, or nothing that can be read. */
export async function projectFolders(base: string, workspace: string): Promise<readonly string[] | undefined> {
  try {
    const { roots } = JSON.parse(await readFile(noteOf(base, workspace), "utf8"));
    return Array.isArray(roots) ? roots.map(String) : undefined;
  } catch {
    return undefined;
  }
}
