/** The crib in plain Node. */
import type { Features } from "../composition/featureServices";
import { type MadeCribs, makeCribs, unplantable } from "../composition/makeCribs";
import type { Crib } from "../core/calls/crib";
import { recordPlanMode } from "../core/session/planMode";
import { Session } from "../core/session/session";
import { ToolError } from "../core/vocabulary/toolError";
import { type ToolNames, toolNamesOf } from "../features/builtInTools/toolMeaning";
import type { SecretStore } from "../features/integrations/secretStore";
import { cutOffText } from "../features/undo/cutOffCalls";
import type { WorkspaceHistory } from "../features/workspaces/node/history/workspaceHistory";
import { removeLeftovers } from "../node/files/writing/leftovers";
import type { Project } from "../node/state/project";
import { enterPlaces } from "../node/state/sessionFiles";
import { type MachineOptions, placesFrom, settingsFrom } from "./machineOptions";
import { type MachineParts, machineParts } from "./machineParts";
import type { ClientAgents } from "./mcp/clientAgents";
import { OpenedFolders } from "./openedFolders";
import { warn } from "./warn";

export type { MachineOptions };

/** A crib with the session of the agent that calls. */
export interface Machine {
  readonly crib: Crib;
  readonly features: Features;
  /** Of every dialect, by whichever the crib is spoken. */
  readonly toolNames: ToolNames;
  readonly session: Session;
  readonly stateFolder: string;
  /** Where it is kept what agents have taken in; the state folder, but for the server of a window. */
  readonly sessionState: string;
  /** What agents did in their own workspaces. */
  readonly execHistory: WorkspaceHistory;
  /** Sentences about settings that could not be used. */
  readonly problems: readonly string[];
  /** Where secrets for integrations are kept. */
  readonly secrets: SecretStore;
  /** Set when there will be an MCP client. */
  readonly clientAgents?: ClientAgents;
  /** Works in other folders from now on. @throws ToolError for one that is not there; then nothing changes. */
  setRoots(folders: readonly string[]): Promise<void>;
  /** Has the session know what its agent knows of the folders that there are; to be called before each call of a client. */
  enter(): Promise<void>;
  /** Ends background jobs, which do not outlive their host (SH-8), and closes the record. */
  close(): Promise<void>;
}

/** Puts the parts together for one process. @throws ToolError for options that cannot be followed. */
export async function startMachine(options: MachineOptions): Promise<Machine> {
  const { settings, problems } = await settingsFrom(options);
  const folders = await OpenedFolders.open(options.roots, settings.additionalRoots);
  const places = await placesFrom(options);
  const { stateFolder, sessionState } = places;
  const made = machineParts({ options, settings, folders, problems, ...places });
  const { execHistory, secrets, clientAgents } = made;
  const { cribs, features } = makeCribs(made.parts);
  const crib = spokenBy(cribs, options);
  const session = new Session(options.agent);
  const enter = entering(session, folders, sessionState);
  if (!options.hasClient || options.rootsAreGiven !== false) await enter();
  recordPlanMode(session, crib.log.note);
  if (options.plan) session.plan.enter();
  const prepareFolders = async () => {
    await removeLeftovers(folders.real, unplantable);
    for (const cutOff of await features.journal.recover()) warn(cutOffText(cutOff));
    await features.madeTools.refresh();
  };
  const setRoots = async (paths: readonly string[]) => {
    await folders.change(paths);
    await prepareFolders();
  };
  if (!options.onlyJudges) {
    await prepareFolders();
    await features.skills.refresh();
    await features.schedules.refresh();
    await features.scheduleNews.refresh();
  }
  const close = closing(crib, made);
  const parts = {
    crib,
    features,
    toolNames: toolNamesOf(cribs),
    session,
    stateFolder,
    sessionState,
    execHistory,
    secrets,
    problems,
    setRoots,
    enter,
    close,
  };
  return { ...parts, ...(clientAgents && { clientAgents }) };
}

/** The crib of the dialect that was asked for. */
function spokenBy(cribs: MadeCribs["cribs"], { dialect, hasClient }: MachineOptions): Crib {
  const spoken = (cribs as Readonly<Record<string, Crib>>)[dialect];
  if (!spoken)
    throw new ToolError(
      "invalid_input",
      `--dialect ${dialect} is not known: use one of ${Object.keys(cribs).join(", ")}.`,
    );
  return hasClient ? { ...spoken, listsToolsOnce: true } : spoken;
}

/** See Machine.enter: each set of folders is entered once. */
function entering(session: Session, folders: OpenedFolders, sessionState: string): Machine["enter"] {
  let entered: { readonly project: Project; readonly done: Promise<void> } | undefined;
  return () => {
    const { project, added } = folders;
    if (entered?.project !== project)
      entered = { project, done: enterPlaces(sessionState, session, { opened: project.roots, added }) };
    return entered.done;
  };
}

const closing =
  (crib: Crib, { audit, execHistory, clientAgents, languages }: MachineParts): Machine["close"] =>
  async () => {
    languages?.stop();
    await clientAgents?.executor.stopAll();
    await crib.jobs.stopAll();
    await execHistory.settled();
    await audit.close();
  };
