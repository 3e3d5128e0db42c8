/** A crib as the headless host puts it together, on a temporary folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { machineDisk } from "../../src/composition/disk";
import type { Features } from "../../src/composition/featureServices";
import { type DialectName, makeCribs, PolicyReader, redacted } from "../../src/composition/makeCribs";
import type { Answer, Confirm } from "../../src/core/calls/approvals/answer";
import { type ApprovalStore, forgetfulStore } from "../../src/core/calls/approvals/approvals";
import type { JudgedCall } from "../../src/core/calls/call";
import type { CallRecord } from "../../src/core/calls/callRecord";
import type { AgentExecutor, Crib } from "../../src/core/calls/crib";
import { executeCall } from "../../src/core/calls/executeCall";
import type { Host } from "../../src/core/ports/host";
import { Session } from "../../src/core/session/session";
import { readSettings } from "../../src/core/settings/readSettings";
import type { ToolResult } from "../../src/core/tools/tool";
import { AuditFiles } from "../../src/features/audit/node/auditFiles";
import { hookRunner } from "../../src/features/hooks/node/hookProgram";
import { IntegrationFiles } from "../../src/features/integrations/node/integrationFiles";
import { MadeToolFiles } from "../../src/features/madeTools/node/madeToolFiles";
import { schedulesIn } from "../../src/features/schedules/node/scheduleFiles";
import { SkillFiles } from "../../src/features/skills/node/skillFiles";
import { JournalFiles, type JournalLimits } from "../../src/features/undo/node/journalFiles";
import { AccessGrantFiles } from "../../src/features/workspaces/node/accessGrants";
import { AgentWorkspaces } from "../../src/features/workspaces/node/agentWorkspaces";
import { WorkspaceHistory } from "../../src/features/workspaces/node/history/workspaceHistory";
import { HostRuntimes } from "../../src/features/workspaces/node/hostRuntimes";
import { NodeShell } from "../../src/node/commands/nodeShell";
import { OutputLogs } from "../../src/node/commands/outputLogs";
import { diskFileNames } from "../../src/node/files/fileNames";
import { NodeFiles } from "../../src/node/files/nodeFiles";
import { readRoots } from "../../src/node/files/resolvePath";
import { DiskSearch } from "../../src/node/search/diskSearch";
import { findRipgrep } from "../../src/node/search/ripgrep/ripgrep";
import { PolicyFiles } from "../../src/node/state/policyFiles";
import { projectOf } from "../../src/node/state/project";
import { type Tree, tempFolder } from "./tempFolder";

/** Most tests look at questions about commands, which are asked before they run wherever there is no layer. */
const askedBefore = { "toolcrib.commands.review": "off" };

/** What differs from a plain crib. */
export interface CribOptions {
  readonly dialect?: DialectName;
  readonly settings?: Record<string, unknown>;
  readonly trusted?: boolean;
  /** More roots beside the first, as folder names beside it. */
  readonly moreRoots?: readonly string[];
  readonly approvalStore?: ApprovalStore;
  /** Text of the managed policy file. */
  readonly managed?: string;
  /** Answers the asks; yes by default. */
  readonly confirm?: Confirm;
  /** Replaces parts of the machine. */
  readonly host?: Partial<Host>;
  /** What the journal keeps. */
  readonly journal?: JournalLimits;
  /** Starts sub-agents. */
  readonly agents?: AgentExecutor;
}

/** A crib with the features beside it. */
export type FullCrib = Crib & Features;

/** A crib and what it did. */
export interface RealCrib {
  readonly crib: FullCrib;
  readonly session: Session;
  readonly execHistory: WorkspaceHistory;
  /** What went wrong with the history of a workspace. */
  readonly warnings: string[];
  /** The folder in which tools work. */
  readonly root: string;
  /** The folder of the agent's own workspace. */
  readonly own: string;
  /** Beside the root: what no tool may touch. */
  readonly outside: string;
  readonly home: string;
  readonly state: string;
  readonly host: Host;
  readonly records: CallRecord[];
  /** Every question that was asked. */
  readonly asked: JudgedCall[];
  call(
    tool: string,
    input: unknown,
    options?: { signal?: AbortSignal; progress?(line: string): void },
  ): Promise<ToolResult>;
}

const yes: Answer = { approved: true, by: "person" };

/** @param tree what the root holds. */
export async function realCrib(tree: Tree = {}, options: CribOptions = {}): Promise<RealCrib> {
  const root = join(
    tempFolder(Object.fromEntries(Object.entries(tree).map(([name, content]) => [`ws/${name}`, content]))),
    "ws",
  );
  const world = dirname(root);
  const outside = join(world, "outside");
  const home = join(world, "home");
  const state = join(world, "state");
  for (const folder of [root, outside, home, state]) mkdirSync(folder, { recursive: true });
  const managedFile = join(world, "managed.json");
  if (options.managed !== undefined) writeFileSync(managedFile, options.managed);
  const more = (options.moreRoots ?? []).map((name) => join(world, name));
  for (const folder of more) mkdirSync(folder, { recursive: true });
  const roots = await readRoots([root, ...more]);
  const workspaces = new AgentWorkspaces(
    () => join(world, "workspaces"),
    () => projectOf(roots.map(({ real }) => real)),
  );
  const files = new NodeFiles(() => [...roots, ...workspaces.roots()], home);
  const shell = new NodeShell(state);
  const hostOn = (files: NodeFiles): Host => ({
    files,
    shell,
    search: new DiskSearch(files, findRipgrep([])),
    runtimes: new HostRuntimes(),
    fileNames: diskFileNames,
    now: () => Date.now(),
    ...options.host,
  });
  const { settings, problems } = readSettings({ ...askedBefore, ...options.settings });
  if (problems.length > 0) throw new Error(problems.map(({ text }) => text).join(" "));
  const records: CallRecord[] = [];
  const asked: JudgedCall[] = [];
  const warnings: string[] = [];
  const host = hostOn(files);
  const warn = (text: string) => warnings.push(text);
  const execHistory = new WorkspaceHistory({ workspaces, stateFolder: state, now: Date.now, redact: redacted, warn });
  const { cribs, features } = makeCribs({
    host,
    async hostAt(folder) {
      const bound = await readRoots([folder]);
      return hostOn(new NodeFiles(() => bound, home));
    },
    ...(options.agents && { agents: options.agents }),
    journalStore: new JournalFiles(join(state, "journal"), options.journal),
    worktreeJournalStore: new JournalFiles(join(state, "worktreeJournal")),
    outputLogs: new OutputLogs(join(state, "output")),
    madeTools: new MadeToolFiles(state, () => root),
    skills: new SkillFiles(state, () => workspaces.base),
    workspaces,
    execHistory,
    schedules: schedulesIn(state, () => workspaces.base),
    disk: machineDisk(),
    integrations: new IntegrationFiles(() => workspaces.base),
    grants: new AccessGrantFiles(() => workspaces.base),
    approvalStore: options.approvalStore ?? forgetfulStore,
    configuration: () => ({
      settings,
      roots: roots.map(({ real }) => real),
      home,
      closed: [state],
      trusted: options.trusted ?? true,
    }),
    policies: new PolicyReader(new PolicyFiles(managedFile)),
    runHook: hookRunner(),
    auditStore: new AuditFiles(join(state, "audit"), "test"),
    // A user who may not write the state folder is not what a test is about.
    warn: () => {},
    log: (record) => records.push(record),
  });
  const crib = { ...cribs[options.dialect ?? "standard"], ...features };
  const session = new Session("tester");
  const confirm: Confirm = async (call) => {
    asked.push(call);
    return options.confirm ? options.confirm(call) : yes;
  };
  return {
    ...{ crib, session, execHistory, warnings },
    root,
    own: workspaces.of(session.agent)?.folder ?? "",
    outside,
    home,
    state,
    host,
    records,
    asked,
    call: (tool, input, { signal = new AbortController().signal, progress } = {}) =>
      executeCall(crib, session, { tool, input, signal, ...(progress && { progress }) }, confirm),
  };
}
