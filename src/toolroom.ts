/** The parts behind the extension, put together on first use; see extension.ts. */
import { join } from "node:path";
import * as vscode from "vscode";
import type { ApprovalScope, Offer } from "./core/approvals";
import type { Crib } from "./core/crib";
import { toolPrefix } from "./core/manifest";
import { recordPlanMode } from "./core/planMode";
import { Session } from "./core/session";
import { messageOf } from "./core/toolError";
import { ToolShelf } from "./core/toolShelf";
import { allowsDialect, checkRule, problemsInSettings } from "./crib";
import { forEveryDialect } from "./dialects";
import { dialectFor } from "./dialects/chatDialect";
import { addedToolOf } from "./extensions/registeredTool";
import type { RegisteredTools } from "./extensions/registeredTools";
import type { CallListeners } from "./hooks/callListeners";
import { SessionStateFile } from "./node/sessionState";
import { SessionTaints } from "./node/sessionTaints";
import { UnansweredFiles } from "./node/unansweredFiles";
import { mergeBranchTool } from "./tools/mergeBranch";
import { proposeAgainTool } from "./tools/proposeAgain";
import { askPerson } from "./vscode/ask";
import { exportAuditLog, verifyAuditLog } from "./vscode/auditCommands";
import { AuditPanel } from "./vscode/auditPanel";
import { ChatCalls } from "./vscode/chatCalls";
import { followUps } from "./vscode/chatHistory";
import { ChatQuestions } from "./vscode/chatQuestions";
import { chatRequests } from "./vscode/chatRequests";
import { currentSettings } from "./vscode/configuration";
import { cribWith } from "./vscode/cribWith";
import { DrawnQuestions, questionScheme } from "./vscode/drawnQuestions";
import { EditorTools } from "./vscode/editorTools";
import { explainCommand } from "./vscode/explainCommand";
import { languageModelResult } from "./vscode/languageModelResult";
import { closeLeftovers } from "./vscode/leftovers";
import { openMadeTools } from "./vscode/madeToolSurfaces";
import { forgetApprovals, manageApprovals } from "./vscode/manageApprovals";
import { McpOffer } from "./vscode/mcpOffer";
import { showWarning } from "./vscode/notifications";
import { PlanModeItem } from "./vscode/planModeItem";
import { PlanReviews } from "./vscode/planReviews";
import { ResultDocuments } from "./vscode/resultDocuments";
import { openReviewSurfaces } from "./vscode/reviewSurfaces";
import { openSchedules } from "./vscode/scheduleSurfaces";
import { SettingsWarnings } from "./vscode/settingsWarnings";
import { openSkills } from "./vscode/skillSurfaces";
import { TaintStatus } from "./vscode/taintStatus";
import { ToolCalls } from "./vscode/toolCalls";
import { ToolContext } from "./vscode/toolContext";
import { runToolFromPalette } from "./vscode/toolPalette";
import { proposeAgain } from "./vscode/unansweredActions";
import { UnansweredProposals } from "./vscode/unansweredProposals";
import { UndoCommands } from "./vscode/undoCommands";
import { undoing } from "./vscode/undoing";
import { useDialect } from "./vscode/useDialect";
import { forgetSearchKey, setUpWebSearch } from "./vscode/webSearchSetup";
import { openAgents, openTasks } from "./vscode/workSurfaces";
import { openWorkspaces } from "./vscode/workspaceSurfaces";
import { openWorktrees } from "./vscode/worktreeActions";
import { openWindowCribs } from "./windowCribs";

/** Everything the extension can be asked for. */
export type Toolroom = Awaited<ReturnType<typeof openToolroom>>;

/** Builds the parts. What must be released is put into the context's subscriptions. */
export async function openToolroom(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  listeners: CallListeners,
  registered: RegisteredTools,
) {
  const keep = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const results = keep(new ResultDocuments());
  const warn = (text: string) => void showWarning(`Toolcrib: ${text}`);
  const window = await openWindowCribs({
    ...{ context, log, listeners, keep, warn },
    ask: (crib, call, signal) => askPerson({ crib, review, plans }, signal)(call),
  });
  const { cribs, files, shell, worktrees, subagents, journalStore, stateFolder, auditFolder, realRoots } = window;
  registered.follow(
    (tool) => cribs.standard.added.add(addedToolOf(tool)),
    ({ extension }, error) => warn(`A tool of the extension ${extension} is left out. ${messageOf(error)}`),
  );
  const work = openTasks(keep, { crib: cribs.standard, results, showTerminal: (job) => shell.show(job) });
  const agentViews = openAgents(keep, { agents: subagents, worktrees, roots: realRoots });
  keep(new SettingsWarnings(() => currentSettings(checkRule).problems, problemsInSettings, log));
  const unanswered = keep(new UnansweredProposals(new UnansweredFiles(join(stateFolder, "unanswered")), files));
  const surfaces = openReviewSurfaces(
    keep,
    cribs.standard.journal,
    journalStore.onDidChange,
    context.workspaceState,
    undoing(cribs.standard.journal),
    unanswered,
    (proposal) =>
      proposeAgain({ crib: cribs.standard, session: person, review, plans, proposeTool: proposeAgainTool }, proposal),
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
  const memory = new SessionStateFile(stateFolder, warn);
  const agents = new Session("chat");
  recordPlanMode(agents, cribs.standard.note);
  const plans = keep(new PlanReviews(texts, agents.plan));
  const planMode = keep(new PlanModeItem(agents.plan, plans, memory));
  const opensDiff = () => currentSettings().settings["review.openDiff"] === "always";
  const questions = new ChatQuestions(review, opensDiff);
  const chatCalls = new ChatCalls(agents, { review, plans, questions });
  const drawn = new DrawnQuestions();
  keep(vscode.workspace.registerFileSystemProvider(questionScheme, drawn, { isReadonly: true }));
  const { lines } = chatCalls;
  const calls = new ToolCalls(agents, { review, plans, questions, lines, drawn, opensDiff });
  const person = new Session("you");
  const worktreeCommands = openWorktrees(keep, {
    crib: cribs.standard,
    session: person,
    review,
    plans,
    worktrees,
    roots: realRoots,
    mergeTool: mergeBranchTool,
  });
  const taint = keep(
    new TaintStatus(
      [
        { session: agents, owner: "Agents in chat" },
        { session: person, owner: "Your own calls" },
      ],
      {
        memory,
        taints: new SessionTaints(join(context.globalStorageUri.fsPath, "sessions")),
        places: () => window.roots.places,
        warn,
        note: cribs.standard.note,
        async resetWorkspace(agent) {
          const { workspaces } = cribs.standard;
          const own = workspaces.of(agent);
          if (own) await workspaces.resetTaint(own.folder);
        },
        showMarkdown: (title, text) => results.show(title, text, "md"),
      },
    ),
  );
  keep(window.roots.onDidChange(() => taint.follow()));
  const current = (): Crib => cribs[currentSettings().settings.dialect];
  const shelf = () => new ToolShelf(current(), agents);
  const toolContext = keep(
    new ToolContext(agents, shelf, Object.values(forEveryDialect((name) => cribs[name].dialect))),
  );
  const cribOf = (registered: string) => {
    const crib =
      Object.values(cribs).find(({ dialect }) => registered.startsWith(toolPrefix(dialect.name))) ?? cribs.standard;
    return { crib, name: registered.slice(toolPrefix(crib.dialect.name).length) };
  };
  const mcpOffer = new McpOffer({
    program: join(__dirname, "headless.js"),
    stateFolder,
    sessionState: context.globalStorageUri.fsPath,
    version: VERSION,
    settings: () => currentSettings(checkRule).settings,
    roots: realRoots,
  });
  const { languageModelTools: declared } = context.extension.packageJSON.contributes;
  const others = new EditorTools(new Set(declared.map(({ name }: { readonly name: string }) => name)));
  const answer = chatRequests({
    otherTools: ({ added }, request) =>
      others.forRequest(added, request, currentSettings().settings["chat.otherTools"]),
    cribFor(chat) {
      window.model.use(chat);
      const { policies } = cribs.standard.context();
      return cribs[dialectFor(chat, currentSettings().settings, (name) => allowsDialect(policies, name))];
    },
    standard: cribs.standard,
    session: agents,
    calls: chatCalls,
    plans,
    maxRounds: () => currentSettings().settings["chat.maxRounds"],
  });
  const madeTools = await openMadeTools(keep, cribs.standard.madeTools, (title, text) => results.show(title, text));
  const { closeSchedules, ...scheduled } = await openSchedules(keep, {
    ...{ crib: cribs.standard, session: agents, warn },
    showText: (title, text) => results.show(title, text),
  });
  const skills = await openSkills(keep, cribs.standard);
  const workspaceViews = openWorkspaces(keep, {
    crib: cribs.standard,
    history: window.execHistory,
    showText: (title, text) => results.show(title, text),
  });
  await unanswered.load();
  await closeLeftovers((authority) => unanswered.contentOf(authority) !== undefined);

  return {
    mcpOffer,
    ...work,
    ...agentViews,
    async close() {
      await closeSchedules();
      await window.close();
    },
    prepare(registered: string, input: object, token: vscode.CancellationToken) {
      const { crib, name } = cribOf(registered);
      return calls.prepare(crib, name, input, token);
    },
    async invoke(
      registered: string,
      { input, toolInvocationToken }: vscode.LanguageModelToolInvocationOptions<object>,
      token: vscode.CancellationToken,
    ) {
      const { crib, name } = cribOf(registered);
      const result = await calls.invoke(crib, name, input, toolInvocationToken !== undefined, token);
      await toolContext.heeded;
      return languageModelResult(result);
    },
    answer,
    followUps,
    runTool: () =>
      runToolFromPalette({
        // A person who runs a tool sees the diff of what is there; they need not have read it through a tool first.
        crib: cribWith(current(), { requireRead: false }),
        session: person,
        review,
        plans,
        texts,
        showResult: (title, { text, format }) => results.show(title, text, format),
      }),
    undoing: undoCommands,
    showAudit: () => auditPanel.show(),
    verifyAudit: () => verifyAuditLog(auditFolder),
    exportAudit: () => exportAuditLog(auditFolder),
    openDiff: (id: string) => calls.openDiff(id),
    answerQuestion: (id: unknown, verdict: unknown) => questions.answer(id, verdict),
    rememberCommand: (id: string, offer: Offer, scope: ApprovalScope) => calls.remember(id, offer, scope),
    explainCommand: () => explainCommand(current(), (title, text) => results.show(title, text, "md")),
    manageApprovals: () => manageApprovals(current().approvals),
    forgetApprovals: () => forgetApprovals(current().approvals),
    useDialect: () => useDialect(forEveryDialect((name) => cribs[name].dialect)),
    resetTools: () => shelf().resetActivations(),
    ...madeTools,
    ...workspaceViews,
    ...skills,
    ...scheduled,
    changesView: surfaces.view,
    proposals: texts.proposals,
    reviewCommands: surfaces.commands,
    planCommands: planMode.commands,
    worktreeCommands,
    taint,
    setUpWebSearch: () =>
      setUpWebSearch({ crib: cribs.standard, review, plans, session: person, keys: window.searchKeys }),
    forgetSearchKey: () => forgetSearchKey(window.searchKeys),
  };
}
