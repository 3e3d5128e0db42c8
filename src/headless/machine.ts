/** The crib in plain Node. */
import { readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Features } from "../composition/featureServices";
import { checkRule, makeCribs, PolicyReader, placeProblems, redacted, unplantable } from "../composition/makeCribs";
import { forgetfulStore } from "../core/calls/approvals/approvals";
import type { Crib } from "../core/calls/crib";
import type { FilePort } from "../core/ports/files";
import type { Host } from "../core/ports/host";
import { recordPlanMode } from "../core/session/planMode";
import { Session } from "../core/session/session";
import { readSettings } from "../core/settings/readSettings";
import { searchKeyVariable } from "../core/settings/searchProvider";
import type { Settings } from "../core/settings/settings";
import { isInside } from "../core/vocabulary/paths";
import { messageOf, ToolError } from "../core/vocabulary/toolError";
import { AuditFiles } from "../features/audit/node/auditFiles";
import { hookRunner } from "../features/hooks/node/hookProgram";
import { MadeToolFiles } from "../features/madeTools/node/madeToolFiles";
import { schedulesIn } from "../features/schedules/node/scheduleFiles";
import { SkillFiles } from "../features/skills/node/skillFiles";
import { JournalFiles } from "../features/undo/node/journalFiles";
import { AgentWorkspaces } from "../features/workspaces/node/agentWorkspaces";
import { WorkspaceHistory } from "../features/workspaces/node/history/workspaceHistory";
import { HostRuntimes } from "../features/workspaces/node/hostRuntimes";
import { GitWorktrees } from "../features/worktrees/node/gitWorktrees";
import { NodeShell } from "../node/commands/nodeShell";
import { OutputLogs } from "../node/commands/outputLogs";
import { diskFileNames } from "../node/files/fileNames";
import { NodeFiles } from "../node/files/nodeFiles";
import { realPathOf } from "../node/files/realPath";
import { type Root, readRoots } from "../node/files/resolvePath";
import { removeLeftovers } from "../node/files/writing/leftovers";
import { DiskSearch } from "../node/search/diskSearch";
import { findRipgrep } from "../node/search/ripgrep/ripgrep";
import { PolicyFiles } from "../node/state/policyFiles";
import { type Project, projectOf } from "../node/state/project";
import { enterPlaces } from "../node/state/sessionFiles";
import { NodeWeb } from "../node/web/nodeWeb";
import { proxyFromEnvironment } from "../node/web/proxy";
import { installedRipgrep } from "./installedRipgrep";
import { ClientAgents } from "./mcp/clientAgents";
import type { Options } from "./options";

/** What a machine is made from: the command line, or a program that gives settings as values. */
export type MachineOptions = Pick<Options, "roots" | "dialect" | "agent" | "stateFolder" | "settingsFile"> & {
  /** Where it is kept what agents have taken in, when not in the state folder. */
  readonly sessionState?: string;
  /** `toolcrib.*` keys, with or without the prefix; used when there is no settings file. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True when the session only plans at first. */
  readonly plan?: boolean;
  /** True when an MCP client will be there, which may lend a model to agents. */
  readonly hasClient?: boolean;
  /** False when that client may name other folders before the first call. */
  readonly rootsAreGiven?: boolean;
  /** Paths of managed policy files beside the one of the system; they must be there. */
  readonly managed?: readonly string[];
};

/** A crib with the session of the agent that calls. */
export interface Machine {
  readonly crib: Crib;
  readonly features: Features;
  readonly session: Session;
  readonly stateFolder: string;
  /** Where it is kept what agents have taken in; the state folder, but for the server of a window. */
  readonly sessionState: string;
  /** What agents did in their own workspaces. */
  readonly execHistory: WorkspaceHistory;
  /** Sentences about settings that could not be used. */
  readonly problems: readonly string[];
  /** Set when there will be an MCP client. */
  readonly clientAgents?: ClientAgents;
  /** Works in other folders from now on. @throws ToolError for one that is not there; then nothing changes. */
  setRoots(folders: readonly string[]): Promise<void>;
  /** Has the session know what its agent knows of the folders that there are; to be called before each call of a client. */
  enter(): Promise<void>;
  /** Ends background jobs, which do not outlive their host (SH-8), and closes the record. */
  close(): Promise<void>;
}

/** Where state is kept when nothing is said: the place the system has for it. */
const defaultStateFolder = (): string => {
  if (process.platform === "win32")
    return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "toolcrib");
  return join(process.env.XDG_STATE_HOME ?? join(homedir(), ".local", "state"), "toolcrib");
};

/** Programs that call tools are given all of them, unless the settings say otherwise; models behind an MCP client are not. */
const settingsOfPrograms: Readonly<Record<string, unknown>> = { "toolcrib.tools.deferAbove": 1000 };

/** Places that settings name are below a state folder that was named, unless the settings say otherwise. */
const placesBelow = (stateFolder: string | undefined): Readonly<Record<string, unknown>> =>
  stateFolder === undefined
    ? {}
    : {
        "workspaces.folder": join(resolve(stateFolder), "workspace"),
        "agents.worktreeFolder": join(resolve(stateFolder), "agentWorktrees"),
      };

async function settingsFrom({ settingsFile, settings = {}, stateFolder, hasClient = false }: MachineOptions) {
  const defaults = { ...(hasClient ? {} : settingsOfPrograms), ...placesBelow(stateFolder) };
  if (settingsFile === undefined) {
    const read = readSettings({ ...defaults, ...settings }, checkRule);
    return { ...read, problems: read.problems.map(({ text }) => text) };
  }
  try {
    const text = await readFile(settingsFile, "utf8");
    const read = readSettings({ ...defaults, ...(JSON.parse(text) as object) }, checkRule);
    const placed = placeProblems(text, read.problems);
    return { ...read, problems: placed.map(({ line, text }) => `${settingsFile}:${line}: ${text}`) };
  } catch (error) {
    throw new ToolError("invalid_input", `The settings file ${settingsFile} cannot be used: ${messageOf(error)}.`);
  }
}

const realOf = (roots: readonly Root[]) => roots.map(({ real }) => real);

async function existingFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new ToolError("invalid_input", `The root ${path} is not a folder.`);
  return resolve(path);
}

/** Tells the person at the terminal. */
export const warn = (text: string) => void process.stderr.write(`toolcrib: ${text}\n`);

/** What is wrong in policy files when they are first read joins the `problems`; what comes later is told as it comes. */
function openPolicies(
  managed: readonly string[],
  settings: Settings,
  roots: readonly string[],
  problems: string[],
): PolicyReader {
  let tell = (text: string): void => {
    problems.push(text);
  };
  const files = managed.map((path) => resolve(path));
  const policies = new PolicyReader(new PolicyFiles(), files, (found) => {
    for (const { text } of found) tell(text);
  });
  policies.read(settings, roots);
  tell = warn;
  return policies;
}

/** Puts the parts together for one process. @throws ToolError for options that cannot be followed. */
export async function startMachine(options: MachineOptions): Promise<Machine> {
  const { settings, problems } = await settingsFrom(options);
  const readFolders = async (folders: readonly string[]) => {
    const opened = await readRoots(await Promise.all(folders.map(existingFolder)));
    const added = await readRoots(settings.additionalRoots);
    return { roots: [...opened, ...added], project: projectOf(realOf(opened)), added: realOf(added) };
  };
  let { roots, project, added } = await readFolders(options.roots);
  const home = await realpath(homedir()).catch(() => homedir());
  const stateFolder = await realPathOf(resolve(options.stateFolder ?? defaultStateFolder()));
  const sessionState =
    options.sessionState === undefined ? stateFolder : await realPathOf(resolve(options.sessionState));
  const workspaces = new AgentWorkspaces(
    () => settings["workspaces.folder"],
    () => project,
  );
  const files = new NodeFiles(() => [...roots, ...workspaces.roots()], home);
  const configured = settings["search.ripgrepPath"];
  const ripgrep = findRipgrep(installedRipgrep(), configured);
  if (configured && ripgrep !== configured)
    problems.push(`toolcrib.search.ripgrepPath: ${configured} is not the absolute path of a program; it is ignored.`);
  const shell = new NodeShell(stateFolder);
  const runtimes = new HostRuntimes();
  const web = new NodeWeb({
    keys: async () => process.env[searchKeyVariable] || undefined,
    proxy: () => proxyFromEnvironment(process.env),
  });
  const hostOn = (files: FilePort): Host => ({
    files,
    shell,
    search: new DiskSearch(files, ripgrep, (real) => isInside(workspaces.base, real)),
    web,
    runtimes,
    fileNames: diskFileNames,
    now: () => Date.now(),
  });
  const host = hostOn(files);
  const realRoots = () => realOf(roots);
  const policies = openPolicies(options.managed ?? [], settings, realRoots(), problems);
  const audit = new AuditFiles(join(stateFolder, "audit"), "headless");
  const worktrees = new GitWorktrees({
    records: join(stateFolder, "worktrees"),
    folder: () => settings["agents.worktreeFolder"],
  });
  const clientAgents = options.hasClient ? new ClientAgents(worktrees) : undefined;
  const execHistory = new WorkspaceHistory({ workspaces, stateFolder, now: Date.now, redact: redacted, warn });
  const { cribs, features } = makeCribs({
    host,
    async hostAt(root) {
      const bound = await readRoots([root]);
      return hostOn(new NodeFiles(() => bound, home));
    },
    journalStore: new JournalFiles(join(stateFolder, "journal")),
    worktreeJournalStore: new JournalFiles(join(stateFolder, "worktreeJournal")),
    outputLogs: new OutputLogs(join(stateFolder, "output")),
    madeTools: new MadeToolFiles(stateFolder, () => realRoots()[0]),
    skills: new SkillFiles(stateFolder, () => workspaces.base),
    workspaces,
    execHistory,
    schedules: schedulesIn(stateFolder, () => workspaces.base),
    approvalStore: forgetfulStore,
    configuration: () => ({
      settings,
      roots: realRoots(),
      home,
      closed: [stateFolder, sessionState],
      trusted: true,
    }),
    policies,
    runHook: hookRunner(),
    ...(clientAgents && { agents: clientAgents.executor, askModel: clientAgents.askModel }),
    auditStore: audit,
    warn,
  });
  const spoken = (cribs as Readonly<Record<string, Crib>>)[options.dialect];
  if (!spoken)
    throw new ToolError(
      "invalid_input",
      `--dialect ${options.dialect} is not known: use one of ${Object.keys(cribs).join(", ")}.`,
    );
  const crib: Crib = options.hasClient ? { ...spoken, listsToolsOnce: true } : spoken;
  const close = async () => {
    await clientAgents?.executor.stopAll();
    await crib.jobs.stopAll();
    await execHistory.settled();
    await audit.close();
  };
  const session = new Session(options.agent);
  let entered: { readonly project: Project; readonly done: Promise<void> } | undefined;
  const enter = () => {
    if (entered?.project !== project)
      entered = { project, done: enterPlaces(sessionState, session, { opened: project.roots, added }) };
    return entered.done;
  };
  if (!options.hasClient || options.rootsAreGiven !== false) await enter();
  recordPlanMode(session, crib.log.note);
  if (options.plan) session.plan.enter();
  const setRoots = async (folders: readonly string[]) => {
    ({ roots, project, added } = await readFolders(folders));
    await removeLeftovers(realRoots(), unplantable);
    await features.madeTools.refresh();
  };
  await removeLeftovers(realRoots(), unplantable);
  await features.madeTools.refresh();
  await features.skills.refresh();
  const parts = { crib, features, session, stateFolder, sessionState, execHistory, problems, setRoots, enter, close };
  return { ...parts, ...(clientAgents && { clientAgents }) };
}
