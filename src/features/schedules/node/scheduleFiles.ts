/** Schedules in agents' workspaces, and what was said to them in the state folder (EX-7). */
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { backgroundName, schedulesFolder } from "../../../core/ports/workspaces";
import { messageOf } from "../../../core/vocabulary/toolError";
import {
  answerOn,
  type FolderFile,
  type FolderVerdict,
  type KeptVerdict,
  keptVerdict,
} from "../../approvedFolders/approvedFolder";
import { FolderVerdicts } from "../../approvedFolders/node/folderVerdicts";
import { digestOf, isPlainFolder, readPlainFile, readWholeFolder } from "../../approvedFolders/node/wholeFolder";
import { type IntegrationManifest, integrationManifestName, readIntegration } from "../../workspaces/integration";
import { approvalsName } from "../../workspaces/node/history/historyPlace";
import { agentPart, workspaceId } from "../../workspaces/node/workspaceId";
import { readScheduleDefinition, type ScheduleDefinition } from "../scheduleDefinition";
import type { ScheduleParts } from "../scheduledRun";
import type { Schedule, ScheduledFiles, ScheduleStore, ScheduleTimes } from "../schedules";
import { dependenciesIn } from "./dependencies";
import { ScheduleBookFiles } from "./scheduleBook";
import { scheduleTimes } from "./scheduleTimes";

/** Schedules of one agent that are looked at; a person looks through no more. */
const maxSchedules = 50;

const ending = ".json";

/** What was read of a schedule. */
interface Read {
  readonly files: readonly FolderFile[];
  readonly definition?: ScheduleDefinition;
  readonly integration?: IntegrationManifest;
  readonly problem?: string;
}

/** See {@link ScheduleStore}. */
export class ScheduleFiles implements ScheduleStore {
  readonly #earlier: FolderVerdicts;

  /**
   * @param stateFolder real path of a folder with what was said before, which only this host has.
   * @param base real path of the folder with the workspaces, asked for anew at each use.
   */
  constructor(
    stateFolder: string,
    private readonly base: () => string,
    private readonly times: Pick<ScheduleTimes, "problem">,
  ) {
    this.#earlier = new FolderVerdicts(join(stateFolder, "schedules"));
  }

  /** Beside the workspaces, where the editor and the command line find what a person said to either. */
  #verdicts(): FolderVerdicts {
    return new FolderVerdicts(join(this.base(), approvalsName, "schedules"));
  }

  /** What was said before answers were kept for all hosts holds as long as nothing newer was said. */
  async #verdict(folder: string, name: string): Promise<KeptVerdict | undefined> {
    return (await this.#verdicts().find(folder, name)) ?? this.#earlier.find(folder, name);
  }

  async all(): Promise<readonly Schedule[]> {
    const workspaces = (await namesIn(this.base())).filter(isWorkspace);
    const found = await Promise.all(workspaces.map((workspace) => this.#ofWorkspace(workspace)));
    return found.flat();
  }

  async #ofWorkspace(workspace: string): Promise<Schedule[]> {
    const names = (await namesIn(join(this.base(), workspace, schedulesFolder))).filter((name) =>
      name.endsWith(ending),
    );
    const found = await Promise.all(
      names.slice(0, maxSchedules).map((name) => this.find({ workspace, name: name.slice(0, -ending.length) })),
    );
    return found.flatMap((schedule) => schedule ?? []);
  }

  async find({ workspace, name }: Pick<Schedule, "workspace" | "name">): Promise<Schedule | undefined> {
    if (!isWorkspace(workspace) || !/^[a-z][a-z0-9_-]{0,47}$/.test(name)) return undefined;
    const folder = join(this.base(), workspace);
    if (!(await isPlainFolder(folder)) || !(await isPlainFolder(join(folder, schedulesFolder)))) return undefined;
    const source = await definitionIn(folder, name);
    if (!source) return undefined;
    const { files, definition, integration, problem } = await this.#read(source, folder, workspace);
    const digest = digestOf([
      { name: "schedule.json", bytes: source },
      ...files.map((file) => ({ ...file, name: `files/${file.name}` })),
    ]);
    const found = { name, folder, workspace, source, files, digest, ...(integration && { integration }) };
    if (!definition || problem !== undefined) return { ...found, state: "unusable", problem: problem ?? "" };
    return { ...found, definition, ...answerOn(digest, await this.#verdict(folder, name)) };
  }

  async #read(source: Uint8Array, folder: string, workspace: string): Promise<Read> {
    try {
      const definition = readScheduleDefinition(source);
      if (workspaceId(definition.agent) !== agentPart(workspace))
        throw new Error("its agent does not match this workspace");
      const problem = definition.cron !== undefined && this.times.problem(definition.cron, definition.timezone);
      if (problem) throw new Error(`its cron line is invalid: ${problem}`);
      if (definition.files === undefined) return { files: [], definition };
      const found = await filesIn(folder, definition.files);
      return {
        definition,
        ...found,
        ...(found.problem !== undefined && { problem: `of its files, ${found.problem}` }),
      };
    } catch (error) {
      return { files: [], problem: messageOf(error) };
    }
  }

  files(workspace: string, below: string): Promise<ScheduledFiles> {
    return filesIn(workspace, below).catch((error) => ({ files: [], problem: messageOf(error) }));
  }

  async decide(schedule: Schedule, verdict: FolderVerdict | undefined, comment?: string): Promise<void> {
    const { folder, name, digest } = schedule;
    await this.#verdicts().save(folder, name, keptVerdict(verdict, digest, comment));
    await this.#earlier.save(folder, name, undefined);
  }

  async remove(schedule: Schedule): Promise<void> {
    await rm(join(schedule.folder, schedulesFolder, `${schedule.name}${ending}`), { force: true });
    await this.decide(schedule, undefined);
  }
}

/** What both hosts give their cribs. @param stateFolder real path of a folder that all windows share. */
export const schedulesIn = (stateFolder: string, base: () => string): ScheduleParts => ({
  store: new ScheduleFiles(stateFolder, base, scheduleTimes),
  times: scheduleTimes,
  bookFor: (now, hidden) => new ScheduleBookFiles(base, now, hidden),
  findDependencies: dependenciesIn(base),
});

/** Undefined for one that cannot be used: then it asks for nothing. */
function manifestIn(folder: string, bytes: Uint8Array): IntegrationManifest | undefined {
  try {
    return readIntegration(folder, bytes);
  } catch {
    return undefined;
  }
}

const isWorkspace = (name: string) => /^[a-z0-9][a-z0-9._+-]*$/.test(name) && name !== backgroundName;

const namesIn = async (folder: string) => (await readdir(folder).catch(() => [])).sort();

/** Undefined where there is no such ordinary file. */
async function definitionIn(folder: string, name: string): Promise<Uint8Array | undefined> {
  const file = `${name}${ending}`;
  return readPlainFile(join(folder, schedulesFolder, file), file).catch(() => undefined);
}

/** The files below a folder of the workspace, through no link. */
async function filesIn(folder: string, below: string): Promise<ScheduledFiles> {
  const names = below.split("/");
  if (names.some((name) => name === "" || name === "." || name === ".." || /[\\\0:]/.test(name)))
    throw new Error('"files" must name a folder of the workspace, such as integrations/report');
  let place = folder;
  for (const name of names) {
    place = join(place, name);
    if (!(await isPlainFolder(place))) throw new Error(`there is no folder ${below} in the workspace`);
  }
  const { files, problem } = await readWholeFolder(place, { skipsLeftovers: true });
  const manifest = files.find((file) => file.name === integrationManifestName);
  const integration = manifest && manifestIn(basename(place), manifest.bytes);
  return {
    ...(integration && { integration }),
    files,
    ...(problem !== undefined && { problem }),
  };
}
