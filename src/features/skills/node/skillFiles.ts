/** Skills in agents' workspaces, and what is known of them (EX-7, EX-8). */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { backgroundName } from "../../../core/ports/workspaces";
import { isLeftover } from "../../../node/files/writing/temporaryFile";
import { type FolderVerdict, keptVerdict } from "../../approvedFolders/approvedFolder";

import { FolderVerdicts } from "../../approvedFolders/node/folderVerdicts";
import { digestOf, isPlainFolder, readWholeFolder } from "../../approvedFolders/node/wholeFolder";
import {
  conditionOf,
  type SavedInstall,
  type Skill,
  type SkillInstall,
  type SkillOrigin,
  type SkillStore,
  skillIn,
} from "../skills";
import { skillManifestIn } from "./skillFrontMatter";
import { isOf, type SkillKey, SkillRecords } from "./skillRecords";

/** Skills of one workspace that are looked at; a person looks through no more. */
const maxSkills = 100;

const folderName = "skills";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const namesIn = async (folder: string) => (await readdir(folder).catch(() => [])).sort();

/** In the workspaces below a folder. */
export class SkillFiles implements SkillStore {
  readonly #verdicts: FolderVerdicts;
  readonly #records: SkillRecords;

  /**
   * @param stateFolder real path; one for all windows, as the workspaces are.
   * @param base real path of the folder that holds the workspaces, asked for anew at each use.
   */
  constructor(
    stateFolder: string,
    private readonly base: () => string,
  ) {
    const folder = join(stateFolder, "skills");
    this.#verdicts = new FolderVerdicts(folder);
    this.#records = new SkillRecords(folder);
  }

  async all(): Promise<readonly Skill[]> {
    const owners = (await namesIn(this.base())).filter((name) => name !== backgroundName);
    const keys = (await Promise.all(owners.map((owner) => this.#keysOf(owner)))).flat();
    for (const { root, name } of await this.#records.installs())
      if (join(this.base(), this.#ownerOf(root)) === root && !keys.some(isOf({ root, name })))
        keys.push({ root, name });
    const found = await Promise.all(keys.map(({ root, name }) => this.find(this.#ownerOf(root), name)));
    return found.flatMap((skill) => skill ?? []);
  }

  async find(owner: string, name: string): Promise<Skill | undefined> {
    if ([owner, name].some((part) => /[\\/\0]|^\.{0,2}$/.test(part))) return undefined;
    const key = this.#keyOf({ owner, name });
    const folder = await this.#folderOf(key);
    const installs = await this.#installsOf(key);
    if (folder === undefined && installs.length === 0) return undefined;
    const { files, problem } = folder === undefined ? gone : await readWholeFolder(folder);
    const digest = digestOf(files);
    const [kept, origins] = await Promise.all([this.#verdicts.find(key.root, name), this.#records.origins(key)]);
    return skillIn({ owner, name, files, digest }, { kept, origins, installs }, () => {
      if (problem !== undefined) throw new Error(problem);
      return skillManifestIn(name, files);
    });
  }

  async decide(skill: Skill, verdict: FolderVerdict | undefined, comment?: string): Promise<void> {
    await this.#verdicts.save(this.#keyOf(skill).root, skill.name, keptVerdict(verdict, skill.digest, comment));
  }

  async noteOrigin(skill: Skill, origin: SkillOrigin): Promise<void> {
    await this.#records.noteOrigin(this.#keyOf(skill), origin);
  }

  async saveInstall(skill: Skill, install: SavedInstall): Promise<void> {
    await this.#records.saveInstall(this.#keyOf(skill), install);
  }

  async forgetInstall(install: SavedInstall): Promise<void> {
    await this.#records.forgetInstall(install);
  }

  async condition(install: SavedInstall): Promise<SkillInstall["condition"]> {
    const there = await this.read(install.folder);
    if (there?.problem !== undefined) return "altered";
    return conditionOf(install, there && new Map(there.files.map(({ name, bytes }) => [name, sha256(bytes)])));
  }

  sha256(bytes: Uint8Array): string {
    return sha256(bytes);
  }

  async read(folder: string) {
    return (await isPlainFolder(folder)) ? readWholeFolder(folder, { isAside: isLeftover }) : undefined;
  }

  #keyOf({ owner, name }: Pick<Skill, "owner" | "name">): SkillKey {
    return { root: join(this.base(), owner), name };
  }

  #ownerOf(root: string): string {
    return root.slice(this.base().length + 1);
  }

  async #keysOf(owner: string): Promise<SkillKey[]> {
    const root = join(this.base(), owner);
    if (!(await isPlainFolder(root)) || !(await isPlainFolder(join(root, folderName)))) return [];
    const names = await namesIn(join(root, folderName));
    return names.slice(0, maxSkills).map((name) => ({ root, name }));
  }

  /** Undefined when it is not there, or leads elsewhere by a link. */
  async #folderOf({ root, name }: SkillKey): Promise<string | undefined> {
    const folders = [root, join(root, folderName), join(root, folderName, name)];
    const plain = await Promise.all(folders.map(isPlainFolder));
    return plain.every(Boolean) ? folders.at(-1) : undefined;
  }

  async #installsOf(key: SkillKey): Promise<SkillInstall[]> {
    const saved = (await this.#records.installs()).filter(isOf(key));
    return Promise.all(
      saved.map(async ({ root, name, ...install }) => ({ ...install, condition: await this.condition(install) })),
    );
  }
}

const gone = { files: [], problem: "its folder is gone from the agent's workspace" };
