/** Folders of the sandbox's own, in the state folder that no tool may look into. */
import { createHash, randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
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

async function removeEmpty(folder: string, before: number): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found && found.mtimeMs < before) await rmdir(folder).catch(() => undefined);
}

/** Removes what is old in the temporary folders of all agents. Never rejects. */
export async function cleanTempFolders(state: string, now: number): Promise<void> {
  const folders = join(state, "sandbox", "temp");
  for (const owner of await readdir(folders).catch(() => [])) {
    await removeOld(join(folders, owner), now - keptMs);
    // Those of single commands are many; what is in use is not empty or was made just now.
    await removeEmpty(join(folders, owner), now - keptMs);
  }
}

/** Names an owner's folder; agents name themselves, so the name itself is not one. */
const ownerFolder = (owner: string) => createHash("sha256").update(owner).digest("hex").slice(0, 24);

const tempOf = (state: string, owner: string) => join(state, "sandbox", "temp", ownerFolder(owner));

/** Removes an owner's temporary folder; what cannot be removed stays for {@link cleanTempFolders}. @returns whether it held anything. */
export async function removeTemp(state: string, owner: string): Promise<boolean> {
  const folder = tempOf(state, owner);
  try {
    // Few commands leave anything there.
    rmdirSync(folder);
    return false;
  } catch {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return true;
  }
}

/** The same at once, as at the end of this program. Never throws. */
export function removeTempNow(state: string, owner: string): void {
  try {
    rmSync(tempOf(state, owner), { recursive: true, force: true });
  } catch {}
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Makes an empty file that nobody may write; one that is there stays, since its own owner may not open it for writing. */
function makeReadOnly(file: string): void {
  try {
    if (!isThere(file)) writeFileSync(file, "", { flag: "wx", mode: 0o400 });
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Makes what is missing, in place. @param state the state folder. @param owner whose temporary folder it is. */
export function stateFolders(state: string, owner: string): StateFolders {
  const own = join(state, "sandbox");
  const temp = tempOf(state, owner);
  const emptyFolder = join(own, "empty");
  const emptyFile = join(own, "nothing");
  for (const folder of [temp, emptyFolder]) if (!isThere(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeReadOnly(emptyFile);
  const real = realpathSync.native(own);
  const inside = (path: string) => join(real, path.slice(own.length));
  return {
    temp: inside(temp),
    emptyFolder: inside(emptyFolder),
    emptyFile: inside(emptyFile),
    mark: `.toolcrib-${randomUUID()}`,
  };
}
