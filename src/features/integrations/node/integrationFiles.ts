/** Integrations in agents' workspaces, and what was said to them beside those (EX-7). */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { backgroundName } from "../../../core/ports/workspaces";
import { messageOf } from "../../../core/vocabulary/toolError";
import { answerOn, type FolderVerdict, keptVerdict } from "../../approvedFolders/approvedFolder";
import { FolderVerdicts } from "../../approvedFolders/node/folderVerdicts";
import { digestOf, isPlainFolder, readWholeFolder } from "../../approvedFolders/node/wholeFolder";
import {
  type IntegrationManifest,
  integrationManifestName,
  integrationsFolder,
  readIntegration,
} from "../../workspaces/integration";
import { approvalsName } from "../../workspaces/node/history/historyPlace";
import type { Integration, IntegrationStore } from "../integrations";

/** Integrations of one agent that are looked at. */
const maxIntegrations = 50;

const isWorkspace = (name: string) => /^[a-z0-9][a-z0-9._+-]*$/.test(name) && name !== backgroundName;

const namesIn = async (folder: string) => (await readdir(folder).catch(() => [])).sort();

/** See {@link IntegrationStore}. */
export class IntegrationFiles implements IntegrationStore {
  /** @param base real path of the folder with the workspaces, asked for anew at each use. */
  constructor(private readonly base: () => string) {}

  #verdicts(): FolderVerdicts {
    return new FolderVerdicts(join(this.base(), approvalsName, "integrations"));
  }

  async all(): Promise<readonly Integration[]> {
    const workspaces = (await namesIn(this.base())).filter(isWorkspace);
    const found = await Promise.all(workspaces.map((workspace) => this.#ofWorkspace(workspace)));
    return found.flat();
  }

  async #ofWorkspace(workspace: string): Promise<Integration[]> {
    const names = await namesIn(join(this.base(), workspace, integrationsFolder));
    const found = await Promise.all(names.slice(0, maxIntegrations).map((name) => this.find({ workspace, name })));
    return found.flatMap((one) => one ?? []);
  }

  async find({ workspace, name }: Pick<Integration, "workspace" | "name">): Promise<Integration | undefined> {
    if (!isWorkspace(workspace) || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return undefined;
    const folder = join(this.base(), workspace);
    const place = join(folder, integrationsFolder, name);
    for (const one of [folder, join(folder, integrationsFolder), place])
      if (!(await isPlainFolder(one))) return undefined;
    const { files, problem } = await readWholeFolder(place, { skipsLeftovers: true });
    const found = { name, workspace, folder, files, digest: digestOf(files) };
    const read = manifestAmong(name, files);
    if (typeof read === "string" || problem !== undefined)
      return {
        ...found,
        state: "unusable",
        problem: problem === undefined ? String(read) : `of its files, ${problem}`,
      };
    const answer = answerOn(found.digest, await this.#verdicts().find(folder, `integrations/${name}`));
    return { ...found, manifest: read, ...answer };
  }

  async decide(integration: Integration, verdict: FolderVerdict | undefined, comment?: string): Promise<void> {
    const { folder, name, digest } = integration;
    await this.#verdicts().save(folder, `integrations/${name}`, keptVerdict(verdict, digest, comment));
  }
}

/** The manifest, or one clause on what is wrong. */
function manifestAmong(name: string, files: Integration["files"]): IntegrationManifest | string {
  const manifest = files.find((file) => file.name === integrationManifestName);
  if (!manifest) return `there is no ${integrationManifestName}`;
  try {
    return readIntegration(name, manifest.bytes);
  } catch (error) {
    return messageOf(error);
  }
}
