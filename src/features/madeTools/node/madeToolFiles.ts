import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "../../../core/vocabulary/toolError";
import { type FolderVerdict, keptVerdict } from "../../approvedFolders/approvedFolder";
import { FolderVerdicts } from "../../approvedFolders/node/folderVerdicts";
import { digestOf, isPlainFolder, readWholeFolder } from "../../approvedFolders/node/wholeFolder";
import { toolIn } from "../madeToolFolder";
import { type MadeTool, type MadeToolStore, madeToolsFolder } from "../madeTools";

/** Tools that are looked at; a person looks through no more. */
const maxTools = 100;

/** Tools in the first folder that agents work in, and what was said to them in the state folder. */
export class MadeToolFiles implements MadeToolStore {
  readonly #verdicts: FolderVerdicts;

  /**
   * @param stateFolder real path.
   * @param root real path of the first root; undefined where there is none on a disk.
   */
  constructor(
    stateFolder: string,
    private readonly root: () => string | undefined,
  ) {
    this.#verdicts = new FolderVerdicts(join(stateFolder, "madeTools"));
  }

  async all(): Promise<readonly MadeTool[]> {
    const folder = await this.#folder();
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    const found = await Promise.all(
      names
        .sort()
        .slice(0, maxTools)
        .map((name) => this.find(name)),
    );
    return found.flatMap((tool) => tool ?? []);
  }

  async find(name: string): Promise<MadeTool | undefined> {
    const root = this.root();
    const folder = await this.#folder();
    if (root === undefined || folder === undefined || /[\\/\0]|^\.{0,2}$/.test(name)) return undefined;
    const path = join(folder, name);
    if (!(await isPlainFolder(path))) return undefined;
    const { files, problem } = await readWholeFolder(path);
    const digest = digestOf(files);
    if (problem !== undefined) return { name, files, digest, state: "unusable", problem };
    return toolIn(name, files, digest, await this.#verdicts.find(root, name));
  }

  /** Undefined when it is not there, or leads elsewhere by a link. */
  async #folder(): Promise<string | undefined> {
    let folder = this.root();
    for (const name of madeToolsFolder.split("/")) {
      if (folder === undefined) return undefined;
      const next: string = join(folder, name);
      folder = (await isPlainFolder(next)) ? next : undefined;
    }
    return folder;
  }

  async decide({ name, digest }: MadeTool, verdict: FolderVerdict | undefined, comment?: string): Promise<void> {
    const root = this.root();
    if (root !== undefined) await this.#verdicts.save(root, name, keptVerdict(verdict, digest, comment));
  }

  programFolder(digest: string): string {
    return this.#verdicts.programFolder(digest);
  }

  async prepare({ name, digest, files }: MadeTool): Promise<void> {
    await this.#verdicts.prepare(digest, files).catch((error: Error) => {
      throw new ToolError("unavailable", `The tool "${name}" could not be prepared to run (${error.message}).`);
    });
  }
}
