/** Packages that a lock file names, installed once for the approved bytes, beside the folders of the runs (EX-5). */
import { lstat, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { backgroundName } from "../../../core/ports/workspaces";
import type { FolderFile } from "../../approvedFolders/approvedFolder";
import type { IntegrationManifest } from "../../workspaces/integration";
import { packageHosts } from "../../workspaces/node/packageHosts";
import type { Dependencies } from "../approvedRun";
import { isFetchedLater, type Lock, lockAmong } from "../lockFiles";
import type { FindDependencies } from "../scheduledRun";
import { writeFiles } from "./runFolder";

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** What package managers make: programs look for it beside themselves or in their home, and command lines name it. */
const installed = ["node_modules", ".venv", ".cache/deno"];

/** Installations that are kept. */
const maxKept = 20;

/** Removes those that were installed longest ago; what a run still uses is made again for the next one. */
async function removeOld(folder: string, current: string): Promise<void> {
  const ending = ".installed";
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending) && name !== `${current}${ending}`);
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await lstat(join(folder, name))).mtimeMs })));
  const old = dated.sort((one, other) => other.at - one.at).slice(maxKept - 1);
  // The mark goes first: without it nothing counts as installed.
  for (const { name } of old) {
    await rm(join(folder, name), { force: true });
    await rm(join(folder, name.slice(0, -ending.length)), { recursive: true, force: true });
  }
}

/** @param base real path of the folder with all workspaces, asked for anew at each use. */
export const dependenciesIn =
  (base: () => string): FindDependencies =>
  async ({ files, digest, folder: from }, integration) => {
    const lock = lockAmong(files);
    if (!lock || (isFetchedLater(lock) && !integration?.packages.includes(lock.source))) return undefined;
    const id = `dependencies-${digest}`;
    const folder = join(base(), backgroundName, ".dependencies", digest);
    return dependenciesAt({ id, folder, from }, files, lock, await hostsFor(lock, integration));
  };

/** Only what its manifest asks for was shown to the person. */
async function hostsFor({ source }: Lock, integration: IntegrationManifest | undefined): Promise<readonly string[]> {
  return integration?.packages.includes(source) ? packageHosts(source) : [];
}

function dependenciesAt(
  place: Dependencies["place"],
  files: readonly FolderFile[],
  { command }: Lock,
  network: readonly string[],
): Dependencies {
  const done = `${place.folder}.installed`;
  return {
    place,
    command,
    network,
    async begin() {
      if (await isThere(done)) return true;
      await rm(place.folder, { recursive: true, force: true });
      await writeFiles(place.folder, files);
      return false;
    },
    async end() {
      await writeFile(done, "", { mode: 0o600 });
      await removeOld(dirname(place.folder), basename(place.folder));
    },
    async link(folder) {
      for (const name of installed) {
        const made = join(place.folder, name);
        if (!(await isThere(made))) continue;
        await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
        await symlink(made, join(folder, name));
      }
    },
  };
}
