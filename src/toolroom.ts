/** The parts behind the extension, put together on first use; see extension.ts. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { turnOfPrompt } from "./agent/turns";
import type { ApprovalScope, Offer } from "./core/approvals";
import type { Crib } from "./core/crib";
import type { Host } from "./core/host";
import type { Job } from "./core/job";
import { toolPrefix } from "./core/manifest";
import { recordPlanMode } from "./core/planMode";
import { Session } from "./core/session";
import { checkRule, makeCribs, PolicyReader, problemsInPolicy, problemsInSettings } from "./crib";
import type { CallListeners } from "./hooks/callListeners";
import { AuditFiles } from "./node/auditFiles";
import { commandEnvironment } from "./node/environment";
import { hookRunner } from "./node/hookProgram";
import { LoginPath } from "./node/loginPath";
import { NodeFiles } from "./node/nodeFiles";
import { NodeShell } from "./node/nodeShell";
import { OutputLogs } from "./node/outputLogs";
import { PolicyFiles } from "./node/policyFiles";
import { readRoots } from "./node/resolvePath";
import { SpawnHelper } from "./node/spawnHelper";
import { startHere } from "./node/starter";
import { WatchedJournal } from "./vscode/appliedChanges";
import { approvalStore } from "./vscode/approvalStore";
import { exportAuditLog, verifyAuditLog } from "./vscode/auditCommands";
import { AuditPanel } from "./vscode/auditPanel";
import { logCall } from "./vscode/callLog";
import { ChatModel } from "./vscode/chatModel";
import { currentSettings } from "./vscode/configuration";
import { watchDiagnostics } from "./vscode/diagnosticsWatch";
import { EditorFiles } from "./vscode/editorFiles";
import { explainCommand } from "./vscode/explainCommand";
import { JobsView } from "./vscode/jobsView";
import { closeLeftovers } from "./vscode/leftovers";
import { forgetApprovals, manageApprovals } from "./vscode/manageApprovals";
import { answerRequest } from "./vscode/participant";
import { PlanModeItem } from "./vscode/planModeItem";
import { PlanReviews, planInChat } from "./vscode/planReviews";
import { PolicyProblems } from "./vscode/policyProblems";
import { ResultDocuments } from "./vscode/resultDocuments";
import { openReviewSurfaces } from "./vscode/reviewSurfaces";
import { SettingsWarnings } from "./vscode/settingsWarnings";
import { TaintStatus } from "./vscode/taintStatus";
import { TerminalShell } from "./vscode/terminalShell";
import { ToolCalls } from "./vscode/toolCalls";
import { runToolFromPalette } from "./vscode/toolPalette";
import { UndoCommands } from "./vscode/undoCommands";
import { undoing } from "./vscode/undoing";
import { WorkspaceFiles } from "./vscode/virtualFiles";
import { WorkspaceRoots } from "./vscode/workspaceRoots";
import { WorkspaceSearch } from "./vscode/workspaceSearch";

/** Everything the extension can be asked for. */
export type Toolroom = Awaited<ReturnType<typeof openToolroom>>;

/** Builds the parts. What must be released is put into the context's subscriptions. */
export async function openToolroom(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  listeners: CallListeners,
) {
  const keep = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const roots = keep(await WorkspaceRoots.open());
  const home = realpathSync(homedir());
  const stateFolder = (context.storageUri ?? context.globalStorageUri).fsPath;
  const closed = [stateFolder, context.globalStorageUri.fsPath];
  const files = new EditorFiles(new WorkspaceFiles(new NodeFiles(() => roots.current, home)));
  // Windows starts processes without copying the one that does it.
  const start = process.platform === "win32" ? startHere : keep(new SpawnHelper(join(__dirname, "spawner.js"))).start;
  const loginPath = new LoginPath(commandEnvironment(process.env, [], false), { start });
  const shell = keep(new TerminalShell(new NodeShell(stateFolder, start, loginPath)));
  const journalStore = keep(new WatchedJournal(join(stateFolder, "journal")));
  const results = keep(new ResultDocuments());
  const model = new ChatModel(context.languageModelAccessInformation);
  const auditFolder = join(stateFolder, "audit");
  const audit = new AuditFiles(auditFolder, "vscode");
  const policies = new PolicyReader(new PolicyFiles(), [], (problems) => policyProblems.tell(problems));
  const realRoots = () => roots.current.map(({ real }) => real);
  const policyProblems = keep(
    new PolicyProblems(() => policies.read(currentSettings().settings, realRoots()), problemsInPolicy, log),
  );
  policyProblems.refresh();
  const hostOn = (files: EditorFiles): Host => ({
    files,
    shell,
    search: new WorkspaceSearch(files),
    now: () => Date.now(),
  });
  const cribs = makeCribs({
    host: hostOn(files),
    async hostAt(root) {
      const bound = await readRoots([root]);
      return hostOn(new EditorFiles(new NodeFiles(() => bound, home)));
    },
    journalStore,
    outputLogs: new OutputLogs(join(stateFolder, "output")),
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
    auditStore: audit,
    warn: (text) => void vscode.window.showWarningMessage(`Toolcrib: ${text}`),
    log: (record) => logCall(log, record),
    askModel: (question, signal) => model.ask(question, signal),
    watchWrites(targets, { settings }, signal) {
      const waitMs = settings["edits.diagnosticsWaitMs"];
      return waitMs > 0 ? watchDiagnostics(targets, waitMs, signal) : undefined;
    },
  });
  const { jobs } = cribs.standard;
  const jobsView = keep(new JobsView(jobs));
  keep(new SettingsWarnings(() => currentSettings(checkRule).problems, problemsInSettings, log));
  keep({ dispose: () => void jobs.stopAll() });
  const surfaces = openReviewSurfaces(
    keep,
    cribs.standard.journal,
    journalStore.onDidChange,
    context.workspaceState,
    undoing(cribs.standard.journal),
  );
  const { review, texts } = surfaces;
  const undoCommands = new UndoCommands(cribs.standard.journal, files);
  const auditPanel = keep(
    new AuditPanel({
      folder: auditFolder,
      media: vscode.Uri.joinPath(context.extensionUri, "media", "audit"),
      openDiff: (call) => surfaces.openCall(call),
    }),
  );
  const agents = new Session("chat");
  recordPlanMode(agents, cribs.standard.note);
  const plans = keep(new PlanReviews(texts, agents.plan));
  const planMode = keep(new PlanModeItem(agents.plan, plans, context.workspaceState));
  const calls = new ToolCalls(agents, review, plans);
  const person = new Session("you");
  const taint = keep(
    new TaintStatus(
      [
        { session: agents, owner: "Agents in chat" },
        { session: person, owner: "Your own calls" },
      ],
      {
        memory: context.workspaceState,
        note: cribs.standard.note,
        showMarkdown: (title, text) => results.show(title, text, "md"),
      },
    ),
  );
  const current = (): Crib => cribs[currentSettings().settings.dialect];
  const cribOf = (registered: string) => {
    const crib =
      Object.values(cribs).find(({ dialect }) => registered.startsWith(toolPrefix(dialect.name))) ?? cribs.standard;
    return { crib, name: registered.slice(toolPrefix(crib.dialect.name).length) };
  };
  await closeLeftovers();

  return {
    jobsView,
    async close() {
      await jobs.stopAll();
      await audit.close();
    },
    showJob: (job: Job) => shell.show(job.facts),
    prepare(registered: string, input: object, token: vscode.CancellationToken) {
      const { crib, name } = cribOf(registered);
      return calls.prepare(crib, name, input, token, currentSettings().settings["review.openDiff"] === "always");
    },
    async invoke(
      registered: string,
      { input, toolInvocationToken }: vscode.LanguageModelToolInvocationOptions<object>,
      token: vscode.CancellationToken,
    ) {
      const { crib, name } = cribOf(registered);
      const { text, parts = [] } = await calls.invoke(crib, name, input, toolInvocationToken !== undefined, token);
      return new vscode.LanguageModelToolResult([
        new vscode.LanguageModelTextPart(text),
        ...parts.map(({ bytes, mimeType }) => new vscode.LanguageModelDataPart(bytes, mimeType)),
      ]);
    },
    answer: ((request, chat, stream, token) => {
      model.use(request.model);
      const turn = turnOfPrompt(request.prompt);
      const presenting = plans.onDidAsk((plan) => planInChat(stream, plan));
      return answerRequest(request, chat, stream, token, {
        isPlanning: agents.plan.isOn,
        dialect: current().dialect,
        maxRounds: currentSettings().settings["chat.maxRounds"],
        callInChat: (...wish) => calls.inChat(current(), turn, ...wish),
      }).finally(() => presenting.dispose());
    }) satisfies vscode.ChatRequestHandler,
    runTool: () =>
      runToolFromPalette({
        crib: withoutReading(current()),
        session: person,
        review,
        plans,
        texts,
        showResult: (title, text) => results.show(title, text),
      }),
    undoing: undoCommands,
    showAudit: () => auditPanel.show(),
    verifyAudit: () => verifyAuditLog(auditFolder),
    exportAudit: () => exportAuditLog(auditFolder),
    openDiff: (id: string) => calls.openDiff(id),
    rememberCommand: (id: string, offer: Offer, scope: ApprovalScope) => calls.remember(id, offer, scope),
    explainCommand: () => explainCommand(current(), (title, text) => results.show(title, text, "md")),
    manageApprovals: () => manageApprovals(current().approvals),
    forgetApprovals: () => forgetApprovals(current().approvals),
    changesView: surfaces.view,
    reviewCommands: surfaces.commands,
    planCommands: planMode.commands,
    taint,
  };
}

/** A person who runs a tool sees the diff of what is there; they need not have read it through a tool first. */
const withoutReading = (crib: Crib): Crib => ({
  ...crib,
  context: (caller) => {
    const context = crib.context(caller);
    return { ...context, settings: { ...context.settings, requireRead: false } };
  },
});
