/** The cribs of one window with all that they stand on: the composition root's lower half; see toolroom.ts. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { AskPerson } from "./agent/agentQuestions";
import { Subagents } from "./agent/subagents";
import type { Host } from "./core/host";
import { isInside } from "./core/paths";
import { checkRule, makeCribs, PolicyReader, problemsInPolicy, redacted, unplantable } from "./crib";
import type { CallListeners } from "./hooks/callListeners";
import { AuditFiles } from "./node/auditFiles";
import { commandEnvironment } from "./node/environment";
import { diskFileNames } from "./node/fileNames";
import { hookRunner } from "./node/hookProgram";
import { JournalFiles } from "./node/journalFiles";
import { removeLeftovers } from "./node/leftovers";
import { LoginPath } from "./node/loginPath";
import { MadeToolFiles } from "./node/madeToolFiles";
import { NodeFiles } from "./node/nodeFiles";
import { NodeShell } from "./node/nodeShell";
import { OutputLogs } from "./node/outputLogs";
import { PolicyFiles } from "./node/policyFiles";
import { projectOf } from "./node/project";
import { readRoots } from "./node/resolvePath";
import { SpawnHelper } from "./node/spawnHelper";
import { startHere } from "./node/starter";
import { GitWorktrees } from "./node/worktrees";
import { WatchedJournal } from "./vscode/appliedChanges";
import { approvalStore } from "./vscode/approvalStore";
import { logCall } from "./vscode/callLog";
import { ChatModel } from "./vscode/chatModel";
import { chooseModel } from "./vscode/chatModels";
import { currentSettings } from "./vscode/configuration";
import { watchDiagnostics } from "./vscode/diagnosticsWatch";
import { EditorFiles } from "./vscode/editorFiles";
import { PolicyProblems } from "./vscode/policyProblems";
import { SearchKeys } from "./vscode/searchKeys";
import { TerminalShell } from "./vscode/terminalShell";
import { WorkspaceFiles } from "./vscode/virtualFiles";
import { windowWeb } from "./vscode/windowWeb";
import { WorkspaceRoots } from "./vscode/workspaceRoots";
import { WorkspaceSearch } from "./vscode/workspaceSearch";
import { AgentWorkspaces } from "./workspaces/agentWorkspaces";
import { HostRuntimes } from "./workspaces/runtimes";
import { schedulesIn } from "./workspaces/scheduleFiles";
import { SkillFiles } from "./workspaces/skillFiles";
import { WorkspaceHistory } from "./workspaces/workspaceHistory";

/** What the cribs need of the rest of the window. */
export interface WindowPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly listeners: CallListeners;
  /** Disposes of a part with the extension. */
  keep<T extends vscode.Disposable>(part: T): T;
  /** How sub-agents ask. */
  readonly ask: AskPerson;
  warn(text: string): void;
}

/** Makes them. */
export async function openWindowCribs({ context, log, listeners, keep, ask, warn }: WindowPorts) {
  const roots = keep(await WorkspaceRoots.open());
  const realRoots = () => roots.current.map(({ real }) => real);
  const home = realpathSync(homedir());
  const stateFolder = (context.storageUri ?? context.globalStorageUri).fsPath;
  const closed = [stateFolder, context.globalStorageUri.fsPath];
  const workspaces = new AgentWorkspaces(
    () => currentSettings().settings["workspaces.folder"],
    () => projectOf(roots.places.opened),
  );
  const execHistory = new WorkspaceHistory({ workspaces, stateFolder, now: Date.now, redact: redacted, warn });
  const files = new EditorFiles(
    new WorkspaceFiles(new NodeFiles(() => [...roots.current, ...workspaces.roots()], home)),
  );
  // Windows starts processes without copying the one that does it.
  const start = process.platform === "win32" ? startHere : keep(new SpawnHelper(join(__dirname, "spawner.js"))).start;
  const loginPath = new LoginPath(commandEnvironment(process.env, [], false), { start });
  const runtimes = new HostRuntimes({ path: loginPath, start });
  const searchKeys = new SearchKeys(context.secrets, () => currentSettings().settings);
  const web = windowWeb(searchKeys);
  const shell = keep(new TerminalShell(new NodeShell(stateFolder, start, loginPath)));
  const journalStore = keep(new WatchedJournal(join(stateFolder, "journal")));
  const model = new ChatModel(context.languageModelAccessInformation);
  const auditFolder = join(stateFolder, "audit");
  const audit = new AuditFiles(auditFolder, "vscode");
  const policies = new PolicyReader(new PolicyFiles(), [], (problems) => policyProblems.tell(problems));
  const policyProblems = keep(
    new PolicyProblems(() => policies.read(currentSettings().settings, realRoots()), problemsInPolicy, log),
  );
  policyProblems.refresh();
  void removeLeftovers(realRoots(), unplantable);
  const hostOn = (files: EditorFiles): Host => ({
    files,
    shell,
    search: new WorkspaceSearch(files, (real) => isInside(workspaces.base, real)),
    web,
    runtimes,
    fileNames: diskFileNames,
    now: () => Date.now(),
  });
  const worktrees = new GitWorktrees({
    // Whatever workspace the repository was opened in.
    records: join(context.globalStorageUri.fsPath, "worktrees"),
    folder: () => currentSettings().settings["agents.worktreeFolder"],
  });
  const subagents = new Subagents({
    model: (wish) => chooseModel(wish, model, context.languageModelAccessInformation),
    ask,
    worktrees,
    now: Date.now,
  });
  const cribs = makeCribs({
    host: hostOn(files),
    async hostAt(root) {
      const bound = await readRoots([root]);
      return hostOn(new EditorFiles(new NodeFiles(() => bound, home)));
    },
    journalStore,
    worktreeJournalStore: new JournalFiles(join(stateFolder, "worktreeJournal")),
    outputLogs: new OutputLogs(join(stateFolder, "output")),
    madeTools: new MadeToolFiles(stateFolder, () => realRoots()[0]),
    skills: new SkillFiles(context.globalStorageUri.fsPath, () => workspaces.base),
    workspaces,
    execHistory,
    schedules: schedulesIn(context.globalStorageUri.fsPath, () => workspaces.base),
    approvalStore: approvalStore(context),
    configuration() {
      const { settings } = currentSettings(checkRule);
      const virtual = (vscode.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme !== "file")
        .map(({ uri }) => uri.path);
      return {
        settings,
        roots: [...realRoots(), ...virtual],
        home,
        closed,
        trusted: vscode.workspace.isTrusted,
      };
    },
    policies,
    runHook: hookRunner({ start, path: loginPath }),
    listeners,
    agents: subagents,
    auditStore: audit,
    warn,
    log: (record) => logCall(log, record),
    askModel: (question, signal) => model.ask(question, signal),
    watchWrites(targets, { settings }, signal) {
      const waitMs = settings["edits.diagnosticsWaitMs"];
      return waitMs > 0 ? watchDiagnostics(targets, waitMs, signal) : undefined;
    },
  });
  const { jobs } = cribs.standard;
  keep({ dispose: () => void jobs.stopAll() });
  return {
    ...{ cribs, files, shell, model, worktrees, subagents, journalStore, stateFolder, auditFolder, realRoots },
    ...{ workspaces, execHistory, searchKeys, roots },
    /** Ends what runs, and closes the record. */
    async close() {
      await subagents.stopAll();
      await jobs.stopAll();
      await execHistory.settled();
      await audit.close();
    },
  };
}
