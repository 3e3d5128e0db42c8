/** Folders of the sandbox's own, in the state folder that no tool may look into. */
import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Days after which what lies unchanged in a private temporary folder is removed. */
const keptDays = 7;
const keptMs = keptDays * 24 * 60 * 60 * 1000;

/** What one command is run with. */
export interface StateFolders {
  /** Found at /tmp by the commands of one agent in one project, and by nobody else. */
  readonly temp: string;
  readonly emptyFolder: string;
  readonly emptyFile: string;
  /** A file name in `temp` that nothing else has. */
  readonly mark: string;
}

/** Removes what is old at the top of a folder; what cannot be removed stays. */
async function removeOld(folder: string, before: number): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  await Promise.all(
    entries.map(async (name) => {
      const path = join(folder, name);
      const found = await lstat(path).catch(() => undefined);
      if (found && Math.max(found.mtimeMs, found.ctimeMs) < before)
        await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

/** Removes what is old in the temporary folders of all agents. Never rejects. */
export async function cleanTempFolders(state: string, now: number): Promise<void> {
  const folders = join(state, "sandbox", "temp");
  for (const agent of await readdir(folders).catch(() => [])) await removeOld(join(folders, agent), now - keptMs);
}

/** Names an owner's folder; agents name themselves, so the name itself is not one. */
const ownerFolder = (owner: string) => createHash("sha256").update(owner).digest("hex").slice(0, 24);

/** Makes an empty file that nobody may write; one that is there stays, since its own owner may not open it for writing. */
async function makeReadOnly(file: string): Promise<void> {
  try {
    await writeFile(file, "", { flag: "wx", mode: 0o400 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Makes what is missing. @param state the state folder. @param owner whose temporary folder it is. */
export async function stateFolders(state: string, owner: string): Promise<StateFolders> {
  const own = join(state, "sandbox");
  const temp = join(own, "temp", ownerFolder(owner));
  const emptyFolder = join(own, "empty");
  const emptyFile = join(own, "nothing");
  for (const folder of [temp, emptyFolder]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await makeReadOnly(emptyFile);
  const real = await realpath(own);
  const inside = (path: string) => join(real, path.slice(own.length));
  return {
    temp: inside(temp),
    emptyFolder: inside(emptyFolder),
    emptyFile: inside(emptyFile),
    mark: `.toolcrib-${randomUUID()}`,
  };
}
