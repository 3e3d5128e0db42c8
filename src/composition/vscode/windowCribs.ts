/** The cribs of one window with all that they stand on: the composition root's lower half; see window.ts. */

import { realpathSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Host } from "../../core/ports/host";
import { isInside } from "../../core/vocabulary/paths";
import { approvalStore } from "../../features/approvals/vscode/approvalStore";
import { AuditFiles } from "../../features/audit/node/auditFiles";
import { logCall } from "../../features/audit/vscode/callLog";
import { hookFolderIn } from "../../features/builtInTools/node/hookPlaces";
import { chooseModel } from "../../features/chat/vscode/agentModels";
import { ChatModel } from "../../features/chat/vscode/currentChatModel";
import { DebugRuns } from "../../features/debugging/debugRuns";
import { EditorDebugger } from "../../features/debugging/vscode/editorDebugger";
import { TestingViewTests } from "../../features/extensionTools/vscode/testingViewTests";
import { hookRunner } from "../../features/hooks/node/hookProgram";
import { IntegrationFiles } from "../../features/integrations/node/integrationFiles";
import { WindowSecrets } from "../../features/integrations/vscode/windowSecrets";
import { MadeToolFiles } from "../../features/madeTools/node/madeToolFiles";
import { UnansweredFiles } from "../../features/review/node/unansweredFiles";
import { schedulesIn } from "../../features/schedules/node/scheduleFiles";
import { SkillFiles } from "../../features/skills/node/skillFiles";
import { Subagents } from "../../features/subAgents/subagents";
import { JournalFiles } from "../../features/undo/node/journalFiles";
import { cutOffWarning } from "../../features/undo/vscode/cutOffWarning";
import { followSaves } from "../../features/undo/vscode/savedFiles";
import { WatchedJournal } from "../../features/undo/vscode/watchedJournal";
import { SearchKeys } from "../../features/webSearch/vscode/searchKeys";
import { AccessGrantFiles } from "../../features/workspaces/node/accessGrants";
import { AgentWorkspaces } from "../../features/workspaces/node/agentWorkspaces";
import { WorkspaceHistory } from "../../features/workspaces/node/history/workspaceHistory";
import { HostRuntimes } from "../../features/workspaces/node/hostRuntimes";
import { GitWorktrees } from "../../features/worktrees/node/gitWorktrees";
import { NodeShell } from "../../node/commands/nodeShell";
import { OutputLogs } from "../../node/commands/outputLogs";
import { commandEnvironment } from "../../node/environment/environment";
import { homeFolder } from "../../node/environment/homeFolder";
import { LoginPath } from "../../node/environment/loginPath";
import { diskFileNames } from "../../node/files/fileNames";
import { NodeFiles } from "../../node/files/nodeFiles";
import { realPathOf } from "../../node/files/realPath";
import { readRoots } from "../../node/files/resolvePath";
import { removeLeftovers } from "../../node/files/writing/leftovers";
import { SpawnHelper } from "../../node/processes/spawnHelper";
import { startHere } from "../../node/processes/starter";
import type { SearchIndex } from "../../node/search/indexing/searchIndex";
import { PolicyFiles } from "../../node/state/policyFiles";
import { projectOf } from "../../node/state/project";
import { SessionStateFile } from "../../node/state/sessionState";
import { defaultStateFolder } from "../../node/state/stateFolder";
import { EditorCode } from "../../vscode/code/editorCode";
import { EditorNotebooks } from "../../vscode/code/editorNotebooks";
import { watchDiagnostics } from "../../vscode/files/diagnosticsWatch";
import { EditorFiles } from "../../vscode/files/editorFiles";
import { WorkspaceFiles } from "../../vscode/files/virtualFiles";
import { WorkspaceRoots } from "../../vscode/files/workspaceRoots";
import { WorkspaceSearch } from "../../vscode/files/workspaceSearch";
import { currentSettings } from "../../vscode/settings/configuration";
import { PolicyProblems } from "../../vscode/settings/policyProblems";
import { TerminalShell } from "../../vscode/terminals/terminalShell";
import type { Configuration } from "../cribParts";
import { machineDisk } from "../disk";
import { checkRule, makeCribs, PolicyReader, problemsInPolicy, redacted, unplantable } from "../makeCribs";
import { searchIndex } from "../searchIndex";
import type { PartsOver } from "./windowParts";
import type { WindowPorts } from "./windowPorts";
import { windowWeb } from "./windowWeb";

/** The folders of a window: what is open, where agents have workspaces, and where state is kept. */
async function openFolders({ context, keep }: WindowPorts) {
  const roots = keep(await WorkspaceRoots.open());
  const home = realpathSync(homeFolder());
  const workspaces = new AgentWorkspaces(
    () => currentSettings().settings["workspaces.folder"],
    () => projectOf(roots.places.opened),
  );
  const nodeFiles = new NodeFiles(() => [...roots.current, ...workspaces.roots()], home);
  return {
    ...{ roots, home, workspaces },
    realRoots: () => roots.current.map(({ real }) => real),
    stateFolder: (context.storageUri ?? context.globalStorageUri).fsPath,
    globalFolder: context.globalStorageUri.fsPath,
    hookFolder: await realPathOf(hookFolderIn(defaultStateFolder())),
    files: new EditorFiles(new WorkspaceFiles(nodeFiles)),
  };
}

type Folders = Awaited<ReturnType<typeof openFolders>>;

/** What runs programs and makes requests, and the hosts that are made of it. */
function openMachine({ context, keep }: WindowPorts, { files, home, workspaces, stateFolder }: Folders) {
  // Windows starts processes without copying the one that does it.
  const start = process.platform === "win32" ? startHere : keep(new SpawnHelper(join(__dirname, "spawner.js"))).start;
  const loginPath = new LoginPath(commandEnvironment(process.env, [], false), { start });
  const runtimes = new HostRuntimes({ path: loginPath, start });
  const secrets = new WindowSecrets(context.secrets);
  const searchKeys = new SearchKeys(context.secrets, () => currentSettings().settings);
  const web = windowWeb(searchKeys);
  const shell = keep(new TerminalShell(new NodeShell(stateFolder, start, loginPath)));
  let index: SearchIndex | undefined;
  const indexFor = (ripgrep: string) => {
    index ??= searchIndex(ripgrep, stateFolder, () => currentSettings().settings["search.index"]);
    return index;
  };
  keep({ dispose: () => void index?.close() });
  const tests = new TestingViewTests();
  const debugging = new DebugRuns(keep(new EditorDebugger()));
  const hostOn = (files: EditorFiles): Host => ({
    ...{ files, shell, web, runtimes, secrets },
    search: new WorkspaceSearch(files, (real) => isInside(workspaces.base, real), indexFor),
    fileNames: diskFileNames,
    now: () => Date.now(),
  });
  return {
    ...{ shell, searchKeys, secrets },
    debugging,
    // Languages know the person's folders alone, so hosts for work elsewhere have none of this.
    host: { ...hostOn(files), ...{ code: new EditorCode(), notebooks: new EditorNotebooks() }, tests, debugging },
    async hostAt(root: string) {
      const bound = await readRoots([root]);
      return hostOn(new EditorFiles(new NodeFiles(() => bound, home)));
    },
    runHook: hookRunner({ start, path: loginPath }),
  };
}

/** Reads policy files, and shows what is wrong with them. */
function openPolicies({ keep, log }: WindowPorts, { realRoots }: Folders): PolicyReader {
  const policies = new PolicyReader(new PolicyFiles(), [], (found) => problems.tell(found));
  const read = () => policies.read(currentSettings().settings, realRoots());
  const problems = keep(new PolicyProblems(read, problemsInPolicy, log));
  problems.refresh();
  return policies;
}

/** Sub-agents, the worktrees that they work in, and the chat model that the person talks to. */
function openAgents({ context, ask }: WindowPorts, { globalFolder }: Folders) {
  const { languageModelAccessInformation: access } = context;
  const model = new ChatModel(access);
  const worktrees = new GitWorktrees({
    // Whatever workspace the repository was opened in.
    records: join(globalFolder, "worktrees"),
    folder: () => currentSettings().settings["agents.worktreeFolder"],
  });
  const subagents = new Subagents({
    model: (wish) => chooseModel(wish, model, access),
    ...{ ask, worktrees },
    now: Date.now,
  });
  return { model, worktrees, subagents };
}

/** Where features keep what they keep. */
function openStores({ context, keep }: WindowPorts, { stateFolder, globalFolder, workspaces, realRoots }: Folders) {
  return {
    journalStore: keep(new WatchedJournal(join(stateFolder, "journal"))),
    worktreeJournalStore: new JournalFiles(join(stateFolder, "worktreeJournal")),
    outputLogs: new OutputLogs(join(stateFolder, "output")),
    madeTools: new MadeToolFiles(stateFolder, () => realRoots()[0]),
    skills: new SkillFiles(globalFolder, () => workspaces.base),
    schedules: schedulesIn(globalFolder, () => workspaces.base),
    integrations: new IntegrationFiles(() => workspaces.base),
    grants: new AccessGrantFiles(() => workspaces.base),
    approvalStore: approvalStore(context),
  };
}

const configurationOf = ({ realRoots, home, stateFolder, globalFolder, hookFolder }: Folders): Configuration => {
  const virtual = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme !== "file")
    .map(({ uri }) => uri.path);
  return {
    settings: currentSettings(checkRule).settings,
    roots: [...realRoots(), ...virtual],
    home,
    closed: [stateFolder, globalFolder, hookFolder],
    trusted: vscode.workspace.isTrusted,
  };
};

/** Makes them. */
export async function openWindowCribs(ports: WindowPorts) {
  const { log, listeners, keep, warn } = ports;
  const folders = await openFolders(ports);
  const { roots, realRoots, stateFolder, workspaces, files } = folders;
  const execHistory = new WorkspaceHistory({ workspaces, stateFolder, now: Date.now, redact: redacted, warn });
  const { shell, searchKeys, secrets, debugging, ...machine } = openMachine(ports, folders);
  const auditFolder = join(stateFolder, "audit");
  const auditStore = new AuditFiles(auditFolder, "vscode");
  void removeLeftovers(realRoots(), unplantable);
  const { model, worktrees, subagents } = openAgents(ports, folders);
  const stores = openStores(ports, folders);
  const { cribs, features } = makeCribs({
    ...machine,
    ...stores,
    ...{ workspaces, execHistory, auditStore, listeners, warn },
    disk: machineDisk(),
    policies: openPolicies(ports, folders),
    configuration: () => configurationOf(folders),
    agents: subagents,
    log: (record) => logCall(log, record),
    askModel: (question, signal) => model.ask(question, signal),
    watchWrites(targets, { settings }, signal) {
      const waitMs = settings["edits.diagnosticsWaitMs"];
      return waitMs > 0 ? watchDiagnostics(targets, waitMs, signal) : undefined;
    },
  });
  void features.journal.recover().then((found) => {
    for (const one of found) warn(cutOffWarning(one));
  });
  const { jobs } = cribs.standard;
  keep({ dispose: () => void jobs.stopAll() });
  keep(followSaves(features.live));
  return {
    ...{ cribs, features, files, shell, model, worktrees, subagents, stateFolder, auditFolder, realRoots },
    hookFolder: folders.hookFolder,
    debugging,
    ...{ workspaces, execHistory, searchKeys, secrets, roots, journalStore: stores.journalStore },
    unansweredStore: new UnansweredFiles(join(stateFolder, "unanswered")),
    memory: new SessionStateFile(stateFolder, warn),
    /** Ends what runs, and closes the record. */
    async close() {
      await subagents.stopAll();
      await debugging.endAll();
      await jobs.stopAll();
      await execHistory.settled();
      await auditStore.close();
    },
  };
}

/** The parts of a window with all that a machine offers. */
export type WindowParts = PartsOver<Awaited<ReturnType<typeof openWindowCribs>>>;
