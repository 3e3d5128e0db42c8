/** The parts of a host that has no machine: nothing is started, and nothing is kept on a disk. */

import type { HookAnswer } from "../core/calls/beside/hooks";
import { noRepositories } from "../core/ports/repository";
import type { ShellPort } from "../core/ports/shell";
import type { Workspaces } from "../core/ports/workspaces";
import { ToolError } from "../core/vocabulary/toolError";
import type { ScheduleParts } from "../features/schedules/scheduledRun";
import type { CribParts } from "./cribParts";

/** The tools that need nothing but the files of the workspace, the editor and the person, by Tool.name. */
const working: ReadonlySet<string> = new Set([
  ...["read_file", "write_file", "edit_file", "apply_patch", "move_file", "delete_file", "list_directory"],
  ...["find_files", "search_text", "gitignore", "edit_notebook", "remember", "recall"],
  ...["find_symbol", "find_references", "go_to", "call_hierarchy", "type_hierarchy", "hover", "diagnostics"],
  ...["rename_symbol", "code_action", "format_code"],
  ...["submit_plan", "ask_user", "task_create", "task_list", "task_update"],
  ...["tool_search", "call_tool", "propose_again"],
]);

/** Host.lacks of such a host. */
export const lackedTool = (tool: string): string | undefined =>
  working.has(tool)
    ? undefined
    : `${tool} does not work in a browser window, which cannot start programs or reach a disk: use the file tools, or ask the person to open the folder in VS Code on a computer.`;

const unavailable = (what: string) =>
  new ToolError("unavailable", `${what} in a browser window: use the file tools, which work there.`);

/** Runs nothing. */
export const noShell: ShellPort = {
  async run() {
    throw unavailable("Commands cannot run");
  },
  repositoriesAt: async () => noRepositories,
};

/** A path that leads nowhere, for what would be on the machine. */
export const nowhere = "/.toolcrib/nowhere";

/** Agents have none of their own. @param project see Workspaces. */
export const noWorkspaces = (project: () => string): Workspaces => ({
  base: nowhere,
  get project() {
    return project();
  },
  of: () => undefined,
  isElsewhere: () => false,
  projectOf: async () => undefined,
  check() {},
  async create() {
    throw unavailable("Agents have no workspaces of their own");
  },
  taintOf: async () => undefined,
  taint: async () => {},
  resetTaint: async () => {},
});

const none = { all: async () => [], find: async () => undefined, decide: async () => {} };

const noSchedules: ScheduleParts = {
  store: { ...none, files: async () => ({ files: [], digest: "" }), remove: async () => {} },
  times: { zone: "UTC", problem: () => undefined, latest: () => undefined, next: () => [] },
  bookFor: () => ({
    ...{ claim: async () => false, latestClaim: async () => undefined, begin: async () => undefined },
    ...{ miss: async () => {}, sweep: async () => [], tell: () => false, history: async () => [] },
    ...{ keepFolder: async () => undefined, copyFiles: async () => [] },
    ...{ isPaused: async () => true, setPaused: async () => {} },
  }),
  findDependencies: async () => undefined,
};

/** What features keep there: nothing. */
export const noStores: Pick<
  CribParts,
  | "disk"
  | "schedules"
  | "madeTools"
  | "skills"
  | "integrations"
  | "grants"
  | "execHistory"
  | "outputLogs"
  | "runHook"
  | "hostAt"
> = {
  disk: undefined,
  schedules: noSchedules,
  madeTools: { ...none, programFolder: () => nowhere, prepare: async () => {} },
  skills: {
    ...none,
    ...{ noteOrigin: async () => {}, saveInstall: async () => {}, forgetInstall: async () => {} },
    ...{ condition: async () => "gone", sha256: () => "", read: async () => undefined },
  },
  integrations: none,
  grants: {
    ...{ isGranted: async () => false, isDeclined: () => false, note: async () => {}, all: async () => [] },
    ...{ revoke: async () => false, packageHosts: async () => [] },
  },
  execHistory: { begin: async () => {}, end: async () => {} },
  outputLogs: {
    async open() {
      throw unavailable("Commands cannot run");
    },
    read: async () => undefined,
  },
  runHook: async (): Promise<HookAnswer> => ({
    kind: "failed",
    failure: "programs cannot be started in a browser window",
  }),
  async hostAt() {
    throw unavailable("Other folders than the opened ones cannot be worked in");
  },
};
