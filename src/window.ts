/** The services behind the extension, put together on first use; see extension.ts. */
import { join } from "node:path";
import * as vscode from "vscode";
import { checkRule, problemsInSettings } from "./composition/makeCribs";
import { closeStaleEditors } from "./composition/vscode/closeStaleEditors";
import { openCalls } from "./composition/vscode/windowCalls";
import { openWindowCribs, type WindowParts } from "./composition/vscode/windowCribs";
import { openBuiltInEdits, openHookServer } from "./composition/vscode/windowHooks";
import { openWindowParts, type WindowInput } from "./composition/vscode/windowParts";
import { cribWith } from "./core/calls/cribWith";
import { forgetApprovals, manageApprovals } from "./features/approvals/vscode/manageApprovals";
import type { ApprovalCommands } from "./features/approvals/vscode/registerApprovals";
import { exportAuditLog, verifyAuditLog } from "./features/audit/vscode/auditCommands";
import { AuditPanel } from "./features/audit/vscode/auditPanel";
import type { AuditCommands } from "./features/audit/vscode/registerAudit";
import { judgeBuiltInTools } from "./features/builtInTools/vscode/judgeBuiltInTools";
import type { BuiltInToolsCommands } from "./features/builtInTools/vscode/registerBuiltInTools";
import { TaintStatus } from "./features/confidentiality/vscode/taintStatus";
import { openDiagnosis } from "./features/diagnosis/vscode/openDiagnosis";
import { openIntegrations } from "./features/integrations/vscode/openIntegrations";
import { openMadeTools } from "./features/madeTools/vscode/openMadeTools";
import { McpOffer } from "./features/mcpServer/vscode/mcpOffer";
import { openNeedsYou } from "./features/needsYou/vscode/openNeedsYou";
import { explainCommand } from "./features/palette/vscode/explainCommand";
import type { PaletteCommands } from "./features/palette/vscode/registerPalette";
import { restartServer } from "./features/palette/vscode/restartServer";
import { runToolFromPalette } from "./features/palette/vscode/toolPalette";
import { tryCommandFromPalette } from "./features/palette/vscode/tryCommand";
import { ModelContext } from "./features/sample/vscode/modelContext";
import { openSchedules } from "./features/schedules/vscode/openSchedules";
import { openSkills } from "./features/skills/vscode/openSkills";
import { StatusItem } from "./features/status/vscode/statusItem";
import { openAgents } from "./features/subAgents/vscode/openAgents";
import { openTasks } from "./features/tasks/vscode/openTasks";
import { TestingView } from "./features/tests/vscode/testingView";
import { UndoCommands } from "./features/undo/vscode/undoCommands";
import type { WebSearchCommands } from "./features/webSearch/vscode/registerWebSearch";
import { forgetSearchKey, setUpWebSearch } from "./features/webSearch/vscode/webSearchSetup";
import { openWorkspaces } from "./features/workspaces/vscode/openWorkspaces";
import { mergeBranchTool } from "./features/worktrees/mergeBranch";
import { openWorktrees } from "./features/worktrees/vscode/worktreeActions";
import { leftBehind } from "./features/worktrees/worktrees";
import { SessionTaints } from "./node/state/sessionTaints";
import { currentSettings } from "./vscode/settings/configuration";
import { SettingsWarnings } from "./vscode/settings/settingsWarnings";
import { AnyKey } from "./vscode/ui/anyKey";

/** Everything the extension can be asked for. */
export type WindowServices = Awaited<ReturnType<typeof openWindowServices>>;

/** Opens the services. What must be released is put into the context's subscriptions. */
export async function openWindowServices(input: WindowInput) {
  const parts = await openWindowParts(input, openWindowCribs);
  const { keep, log, features, files, unanswered, texts, changesView, reviewCommands, planMode } = parts;
  keep(new SettingsWarnings(() => currentSettings(checkRule).problems, problemsInSettings, log));
  const { closeSchedules, ...views } = await openViews(parts);
  keep(new ModelContext(views.needsYouView.onDidShow));
  const builtInEdits = openBuiltInEdits(parts);
  void openHookServer(parts, builtInEdits);
  await unanswered.load();
  await closeStaleEditors((authority) => unanswered.contentOf(authority) !== undefined);
  return {
    ...openCalls(parts),
    ...views,
    ...{ changesView, reviewCommands, proposals: texts.proposals, planCommands: planMode.commands },
    undoing: new UndoCommands(features.journal, files, () => builtInEdits.settle()),
    taint: openTaint(parts),
    status: keep(new StatusItem(parts.status)),
    audit: auditCommands(parts),
    approvals: approvalCommands(parts),
    palette: paletteCommands(parts),
    webSearch: webSearchCommands(parts),
    diagnosis: openDiagnosis(keep, {
      current: parts.current,
      stateFolder: parts.stateFolder,
      auditFolder: parts.auditFolder,
      leftWorktrees: async () => leftBehind(await parts.worktrees.list(parts.realRoots())),
      version: VERSION,
      problems: () => currentSettings(checkRule).problems.map(({ text }) => text),
    }),
    mcpOffer: mcpOffer(parts),
    builtInTools: builtInToolsCommands(parts),
    async close() {
      await builtInEdits.settle();
      await closeSchedules();
      await parts.close();
    },
  };
}

async function openViews(parts: WindowParts) {
  const { keep, standard: crib, features, agents, person, review, plans, worktrees, realRoots: roots } = parts;
  const { showText, compareTexts, things, status, warn } = parts;
  keep(new TestingView(features.testRuns));
  const { tasks, schedules, book, scheduleNews, runSchedule, integrations, grants, runIntegration: run } = features;
  const { integrationSections, integrationCommands } = openIntegrations(keep, {
    ...{ crib, person, schedules, integrations, grants, run, book, secrets: parts.secrets, showText, things },
  });
  const worktreeCommands = openWorktrees(keep, {
    ...{ crib, session: person, review, plans, worktrees, roots },
    mergeTool: mergeBranchTool,
  });
  return {
    ...openTasks(keep, status, {
      crib,
      tasks,
      debugging: parts.debugging,
      results: parts.results,
      showTerminal: (job) => parts.shell.show(job),
      restart: (job) => restartServer(job, { crib, session: agents, review, plans }),
    }),
    ...openNeedsYou(keep, status, things),
    ...openAgents(keep, { agents: parts.subagents, worktrees, roots }, worktreeCommands, things),
    ...(await openMadeTools(keep, features.madeTools, showText, things)),
    ...(await openSchedules(keep, {
      ...{ crib, schedules, book, scheduleNews, tasks, runSchedule },
      ...{ session: agents, showText, compareTexts, things, warn },
    })),
    ...(await openSkills(keep, features.skills, crib, things)),
    ...openWorkspaces(keep, {
      ...{ crib, history: parts.execHistory, showText, compareTexts, sections: integrationSections },
      onChange: (listener) => integrations.onChange(listener),
    }),
    integrationCommands,
  };
}

function openTaint(parts: WindowParts): TaintStatus {
  const { keep, context, standard, agents, person, memory, roots, warn, showMarkdown } = parts;
  const { workspaces, log } = standard;
  const taint = keep(
    new TaintStatus(
      [
        { session: agents, owner: vscode.l10n.t("Agents in chat") },
        { session: person, owner: vscode.l10n.t("Your own calls") },
      ],
      {
        ...{ memory, warn, showMarkdown },
        taints: new SessionTaints(join(context.globalStorageUri.fsPath, "sessions")),
        places: () => roots.places,
        note: (...event) => log.note(...event),
        async resetWorkspace(agent) {
          const own = workspaces.of(agent);
          if (own) await workspaces.resetTaint(own.folder);
        },
      },
    ),
  );
  keep(roots.onDidChange(() => taint.follow()));
  parts.status.add("read", taint);
  return taint;
}

function auditCommands({ keep, context, auditFolder: folder, openCall }: WindowParts): AuditCommands {
  const media = vscode.Uri.joinPath(context.extensionUri, "media", "audit");
  const panel = keep(new AuditPanel({ folder, media, openDiff: (call) => openCall(call) }));
  return {
    show: () => panel.show(),
    verify: () => verifyAuditLog(folder),
    export: () => exportAuditLog(folder),
  };
}

function approvalCommands({ keep, current, standard: { approvals } }: WindowParts): ApprovalCommands {
  const follows = (look: () => void) => void keep({ dispose: approvals.onChange(look) });
  new AnyKey("anyApprovals").follow(follows, () => approvals.size > 0);
  return {
    manage: () => manageApprovals(current().approvals),
    forget: () => forgetApprovals(current().approvals),
  };
}

const paletteCommands = (parts: WindowParts): PaletteCommands => ({
  runTool() {
    const { current, person: session, review, plans, texts, results } = parts;
    return runToolFromPalette({
      // A person who runs a tool sees the diff of what is there; they need not have read it through a tool first.
      crib: cribWith(current(), { requireRead: false }),
      ...{ session, review, plans, texts },
      showResult: (title, { text, format }) => results.show(title, text, format),
    });
  },
  explainCommand: (proposed) => explainCommand(parts.current(), parts.showMarkdown, proposed),
  tryCommand() {
    const { standard: crib, person: session, review, plans, results, showAllProposed: showAll } = parts;
    return tryCommandFromPalette({
      ...{ crib, session, review, plans, showAll },
      showResult: (title, { text, format }) => results.show(title, text, format),
    });
  },
});

function webSearchCommands(parts: WindowParts): WebSearchCommands {
  const { keep, context, standard: crib, person: session, review, plans, searchKeys: keys } = parts;
  const follows = (look: () => void) => void keep(context.secrets.onDidChange(look));
  new AnyKey("anySearchKey").follow(follows, async () => (await keys.kept()).length > 0);
  return {
    setUp: () => setUpWebSearch({ crib, session, review, plans, keys }),
    forgetKey: () => forgetSearchKey(keys),
  };
}

const builtInToolsCommands = (parts: WindowParts): BuiltInToolsCommands => ({
  judge() {
    const { standard, texts, hookFolder, showMarkdown } = parts;
    const { proposals } = texts;
    return judgeBuiltInTools({ proposals, log: standard.log, hookFolder, dist: __dirname, showMarkdown });
  },
});

const mcpOffer = ({ context, stateFolder, realRoots }: WindowParts): McpOffer =>
  new McpOffer({
    program: join(__dirname, "headless.js"),
    stateFolder,
    sessionState: context.globalStorageUri.fsPath,
    version: VERSION,
    settings: () => currentSettings(checkRule).settings,
    roots: realRoots,
  });
