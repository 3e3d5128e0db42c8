/** Skills in the person's home folder, where the agents of VS Code and Claude Code find them for all workspaces (EX-7). */
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { overlaps } from "../../../core/vocabulary/paths";
import { isPlainFolder, readPlainFile } from "../../approvedFolders/node/wholeFolder";
import { skillFileName } from "../skillManifest";
import { max, type PersonalSkill, type PersonalSkillStore, personalFolders } from "../skillUse";
import { describedSkill } from "./skillFrontMatter";

/** Whether every folder on the way from one to a place below it is there by itself, and not by a link. */
async function isPlainBelow(folder: string, names: readonly string[]): Promise<boolean> {
  for (let at = 1; at <= names.length; at++)
    if (!(await isPlainFolder(join(folder, ...names.slice(0, at))))) return false;
  return true;
}

/** Below a home folder. No link is followed, and nothing is read where agents may write. */
export class PersonalSkills implements PersonalSkillStore {
  /** @param home the person's home folder, asked for anew at each use. */
  constructor(private readonly home: () => string) {}

  async all(roots: readonly string[]): Promise<readonly PersonalSkill[]> {
    const found: PersonalSkill[] = [];
    for (const { from, folder } of await this.#folders(roots)) {
      const names = (await readdir(folder).catch(() => [])).sort().slice(0, max.skills);
      for (const name of names) {
        const bytes = await this.#file(folder, name, skillFileName);
        const described = bytes && describedSkill(name, bytes);
        if (described) found.push({ ...described, from, folder: join(folder, name) });
      }
    }
    return found;
  }

  async read(name: string, file: string, roots: readonly string[]) {
    for (const { folder } of await this.#folders(roots)) {
      const skill = await this.#file(folder, name, skillFileName);
      const bytes = skill && describedSkill(name, skill) && (await this.#file(folder, name, file));
      if (bytes) return { bytes, folder: join(folder, name) };
    }
    return undefined;
  }

  async #folders(roots: readonly string[]): Promise<{ readonly from: string; readonly folder: string }[]> {
    const home = await realpath(this.home()).catch(() => undefined);
    if (home === undefined) return [];
    const found: { from: string; folder: string }[] = [];
    for (const place of personalFolders) {
      const folder = join(home, place);
      const isApart = !roots.some((root) => overlaps(root, folder));
      if (isApart && (await isPlainBelow(home, place.split("/")))) found.push({ from: `~/${place}`, folder });
    }
    return found;
  }

  async #file(folder: string, name: string, file: string): Promise<Uint8Array | undefined> {
    const names = [name, ...file.split("/")];
    if (!(await isPlainBelow(folder, names.slice(0, -1)))) return undefined;
    return readPlainFile(join(folder, ...names), file, max.bytes).catch(() => undefined);
  }
}
