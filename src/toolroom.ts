/** The parts behind the extension, put together on first use; see extension.ts. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Offer } from "./core/approvals";
import type { Crib } from "./core/crib";
import type { Job } from "./core/job";
import { toolPrefix } from "./core/manifest";
import { Session } from "./core/session";
import { checkRule, makeCribs, problemsInSettings } from "./crib";
import { AuditFiles } from "./node/auditFiles";
import { commandEnvironment } from "./node/environment";
import { LoginPath } from "./node/loginPath";
import { NodeFiles } from "./node/nodeFiles";
import { NodeShell } from "./node/nodeShell";
import { OutputLogs } from "./node/outputLogs";
import { SpawnHelper } from "./node/spawnHelper";
import { startHere } from "./node/starter";
import { WatchedJournal } from "./vscode/appliedChanges";
import { logCall } from "./vscode/callLog";
import { ChatModel } from "./vscode/chatModel";
import { currentSettings } from "./vscode/configuration";
import { watchDiagnostics } from "./vscode/diagnosticsWatch";
import { EditorFiles } from "./vscode/editorFiles";
import { explainCommand } from "./vscode/explainCommand";
import { JobsView } from "./vscode/jobsView";
import { closeLeftovers } from "./vscode/leftovers";
import { answerRequest } from "./vscode/participant";
import { ResultDocuments } from "./vscode/resultDocuments";
import { openReviewSurfaces } from "./vscode/reviewSurfaces";
import { SettingsWarnings } from "./vscode/settingsWarnings";
import { TerminalShell } from "./vscode/terminalShell";
import { ToolCalls } from "./vscode/toolCalls";
import { runToolFromPalette } from "./vscode/toolPalette";
import { undoLastChange } from "./vscode/undoCommand";
import { undoing } from "./vscode/undoing";
import { WorkspaceFiles } from "./vscode/virtualFiles";
import { WorkspaceRoots } from "./vscode/workspaceRoots";
import { WorkspaceSearch } from "./vscode/workspaceSearch";

const approvalsKey = "toolcrib.approvals";

/** Everything the extension can be asked for. */
export type Toolroom = Awaited<ReturnType<typeof openToolroom>>;

/** Builds the parts. What must be released is put into the context's subscriptions. */
export async function openToolroom(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
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
  const audit = new AuditFiles(join(stateFolder, "audit"), "vscode");
  const cribs = makeCribs({
    host: { files, shell, search: new WorkspaceSearch(files), now: () => Date.now() },
    journalStore,
    outputLogs: new OutputLogs(join(stateFolder, "output")),
    approvalStore: {
      load: () => context.workspaceState.get<string[]>(approvalsKey, []),
      save: (keys) => void context.workspaceState.update(approvalsKey, keys),
    },
    configuration() {
      const { settings } = currentSettings(checkRule);
      const virtual = (vscode.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme !== "file")
        .map(({ uri }) => uri.path);
      return {
        settings,
        roots: [...roots.current.map(({ real }) => real), ...virtual],
        home,
        closed,
        trusted: vscode.workspace.isTrusted,
      };
    },
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
  const surfaces = openReviewSurfaces(keep, journalStore, context.workspaceState, undoing(cribs.standard.journal));
  const { review, texts } = surfaces;
  const calls = new ToolCalls(new Session("chat"), review);
  const person = new Session("you");
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
      return answerRequest(request, chat, stream, token, {
        dialect: current().dialect,
        maxRounds: currentSettings().settings["chat.maxRounds"],
      });
    }) satisfies vscode.ChatRequestHandler,
    runTool: () =>
      runToolFromPalette({
        crib: withoutReading(current()),
        session: person,
        review,
        texts,
        showResult: (title, text) => results.show(title, text),
      }),
    undo: () => undoLastChange(current().journal),
    openDiff: (id: string) => calls.openDiff(id),
    rememberCommand: (id: string, offer: Offer) => calls.remember(id, offer),
    explainCommand: () => explainCommand(current(), (title, text) => results.show(title, text, "md")),
    forgetApprovals() {
      const { approvals } = current();
      const count = approvals.size;
      approvals.clear();
      void vscode.window.showInformationMessage(
        `Toolcrib: ${count} remembered ${count === 1 ? "approval was" : "approvals were"} forgotten.`,
      );
    },
    changesView: surfaces.view,
    reviewCommands: surfaces.commands,
  };
}

/** A person who runs a tool sees the diff of what is there; they need not have read it through a tool first. */
const withoutReading = (crib: Crib): Crib => ({
  ...crib,
  context: () => {
    const context = crib.context();
    return { ...context, settings: { ...context.settings, requireRead: false } };
  },
});
