/** What a machine is made from, and the settings and places that follow from it. */
import { readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { checkRule, placeProblems } from "../composition/makeCribs";
import { readSettings } from "../core/settings/readSettings";
import type { Settings } from "../core/settings/settings";
import { messageOf, ToolError } from "../core/vocabulary/toolError";
import { hookFolderIn } from "../features/builtInTools/node/hookPlaces";
import { homeFolder } from "../node/environment/homeFolder";
import { realPathOf } from "../node/files/realPath";
import { defaultStateFolder } from "../node/state/stateFolder";
import type { Options } from "./options";

/** The options: from the command line, or a program that gives settings as values. */
export type MachineOptions = Pick<Options, "roots" | "dialect" | "agent" | "stateFolder" | "settingsFile"> & {
  /** Path of a file with secrets, in place of the system's keyring. */
  readonly secretsFile?: string;
  /** Where it is kept what agents have taken in, when not in the state folder. */
  readonly sessionState?: string;
  /** `toolcrib.*` keys, with or without the prefix; used when there is no settings file. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True when the session only plans at first. */
  readonly plan?: boolean;
  /** True when no tool of ours is called: then nothing is prepared for one. */
  readonly onlyJudges?: boolean;
  /** True when an MCP client will be there, which may lend a model to agents. */
  readonly hasClient?: boolean;
  /** False when that client may name other folders before the first call. */
  readonly rootsAreGiven?: boolean;
  /** False for a workspace that its window does not trust: only reading is possible there. */
  readonly trusted?: boolean;
  /** Paths of managed policy files beside the one of the system; they must be there. */
  readonly managed?: readonly string[];
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

/** The settings with what is wrong in them, a sentence each. @throws ToolError for a file that cannot be read. */
export async function settingsFrom({
  settingsFile,
  settings = {},
  stateFolder,
  hasClient = false,
}: MachineOptions): Promise<{ settings: Settings; problems: string[] }> {
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

/** Real paths that stay the same while a machine runs. */
export interface MachinePlaces {
  readonly home: string;
  readonly stateFolder: string;
  /** See Machine. */
  readonly sessionState: string;
  /** Where hooks find windows, whose settings they judge by. */
  readonly hookFolder: string;
}

/** Where the person is at home and where state is kept. */
export async function placesFrom({ stateFolder, sessionState }: MachineOptions): Promise<MachinePlaces> {
  const home = await realpath(homeFolder()).catch(() => homeFolder());
  const state = await realPathOf(resolve(stateFolder ?? defaultStateFolder()));
  const ofSessions = sessionState === undefined ? state : await realPathOf(resolve(sessionState));
  const hookFolder = await realPathOf(hookFolderIn(defaultStateFolder()));
  return { home, stateFolder: state, sessionState: ofSessions, hookFolder };
}
