/** Composition root for VS Code. Activation only registers; everything behind it is loaded on first use. */
import * as vscode from "vscode";
import type { ToolcribApi } from "../toolcrib-api";
import type { ApprovalScope, Offer } from "./core/approvals";
import { RegisteredTools } from "./extensions/registeredTools";
import { CallListeners } from "./hooks/callListeners";
import type { Toolroom } from "./toolroom";
import { agentCommandNames } from "./vscode/agentCommands";
import type { AgentNode } from "./vscode/agentNode";
import type { ChangeNode } from "./vscode/changeNode";
import { LazyFiles } from "./vscode/lazyFiles";
import { LazyMcpServers } from "./vscode/lazyMcpServers";
import { LazyTree } from "./vscode/lazyTree";
import { madeToolCommandNames } from "./vscode/madeToolCommands";
import type { MadeToolNode } from "./vscode/madeToolsView";
import { planCommandNames } from "./vscode/planCommands";
import { proposalScheme } from "./vscode/proposals";
import { reviewCommandNames } from "./vscode/reviewCommands";
import { scheduleCommandNames } from "./vscode/scheduleCommands";
import type { ScheduleNode } from "./vscode/schedulesView";
import { skillCommandNames } from "./vscode/skillCommands";
import type { SkillNode } from "./vscode/skillsView";
import { taskCommandNames } from "./vscode/taskCommands";
import type { TaskNode } from "./vscode/tasksView";
import { workspaceCommandNames } from "./vscode/workspaceCommands";
import type { WorkspaceNode } from "./vscode/workspaceNodes";
import { worktreeCommandNames } from "./vscode/worktreeCommands";

interface DeclaredTool {
  readonly name: string;
}

let opened: Promise<Toolroom> | undefined;

export function activate(context: vscode.ExtensionContext): ToolcribApi {
  const log = vscode.window.createOutputChannel("Toolcrib", { log: true });
  const tasks = new LazyTree<TaskNode>("toolcrib.tasks", async () => (await room()).tasksView);
  const agents = new LazyTree<AgentNode>("toolcrib.agents", async () => (await room()).agentsView);
  const declared = context.extension.packageJSON.contributes.languageModelTools as readonly DeclaredTool[];
  const isInstalled = (extension: string) => vscode.extensions.getExtension(extension) !== undefined;
  const listeners = new CallListeners(isInstalled);
  const registered = new RegisteredTools(isInstalled, new Set(declared.map(({ name }) => withoutPrefix(name))));
  const changes = new LazyTree<ChangeNode>("toolcrib.changes", async () => (await room()).changesView);
  const madeTools = new LazyTree<MadeToolNode>("toolcrib.madeTools", async () => (await room()).madeToolsView);
  const schedules = new LazyTree<ScheduleNode>("toolcrib.schedules", async () => (await room()).schedulesView);
  const skills = new LazyTree<SkillNode>("toolcrib.skills", async () => (await room()).skillsView);
  const workspaces = new LazyTree<WorkspaceNode>("toolcrib.workspaces", async () => (await room()).workspacesView);
  const proposals = new LazyFiles(proposalScheme, async () => (await room()).proposals);
  const room = (): Promise<Toolroom> => {
    opened ??= import("./toolroom")
      .then(({ openToolroom }) => openToolroom(context, log, listeners, registered))
      .then((toolroom) => {
        proposals.follow(toolroom.proposals);
        tasks.follow(toolroom.tasksView);
        agents.follow(toolroom.agentsView);
        changes.follow(toolroom.changesView);
        madeTools.follow(toolroom.madeToolsView);
        workspaces.follow(toolroom.workspacesView);
        skills.follow(toolroom.skillsView);
        schedules.follow(toolroom.schedulesView);
        return toolroom;
      })
      .catch((error) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };
  const servers = new LazyMcpServers(async () => (await room()).mcpOffer.servers());
  const command = (name: string, run: (room: Toolroom, ...args: never[]) => unknown) =>
    vscode.commands.registerCommand(name, async (...args: never[]) => run(await room(), ...args));

  const participant = vscode.chat.createChatParticipant("toolcrib.crib", async (...request) =>
    (await room()).answer(...request),
  );
  participant.followupProvider = { provideFollowups: async (result) => (await room()).followUps(result) };

  context.subscriptions.push(
    log,
    proposals,
    tasks,
    agents,
    changes,
    madeTools,
    workspaces,
    skills,
    schedules,
    lateStart(context, room),
    servers,
    vscode.lm.registerMcpServerDefinitionProvider("toolcrib.server", servers),
    ...declared.map(({ name }) =>
      vscode.lm.registerTool<object>(name, {
        prepareInvocation: async ({ input }, token) => (await room()).prepare(name, input, token),
        invoke: async (options, token) => (await room()).invoke(name, options, token),
      }),
    ),
    participant,
    vscode.commands.registerCommand("toolcrib.showLog", () => log.show(true)),
    command("toolcrib.audit.show", ({ showAudit }) => showAudit()),
    command("toolcrib.audit.verify", ({ verifyAudit }) => verifyAudit()),
    command("toolcrib.audit.export", ({ exportAudit }) => exportAudit()),
    command("toolcrib.runTool", ({ runTool }) => runTool()),
    command("toolcrib.undo", ({ undoing }) => undoing.last()),
    command("toolcrib.undoFile", ({ undoing }, uri?: vscode.Uri) => undoing.file(uri)),
    command("toolcrib.undoCall", ({ undoing }) => undoing.call()),
    command("toolcrib.undoTurn", ({ undoing }, id?: unknown) => undoing.turn(id)),
    command("toolcrib.redo", ({ undoing }) => undoing.redo()),
    command("toolcrib.createSnapshot", ({ undoing }) => undoing.createSnapshot()),
    command("toolcrib.restoreSnapshot", ({ undoing }) => undoing.restoreSnapshot()),
    command("toolcrib.openDiff", ({ openDiff }, id: string) => openDiff(id)),
    command("toolcrib.answerQuestion", ({ answerQuestion }, id?: unknown, verdict?: unknown) =>
      answerQuestion(id, verdict),
    ),
    command("toolcrib.rememberCommand", ({ rememberCommand }, id: string, offer: Offer, scope: ApprovalScope) =>
      rememberCommand(id, offer, scope),
    ),
    command("toolcrib.explainCommand", ({ explainCommand }) => explainCommand()),
    command("toolcrib.manageApprovals", ({ manageApprovals }) => manageApprovals()),
    command("toolcrib.forgetApprovals", ({ forgetApprovals }) => forgetApprovals()),
    command("toolcrib.useDialect", ({ useDialect }) => useDialect()),
    command("toolcrib.resetTools", ({ resetTools }) => resetTools()),
    command("toolcrib.setUpWebSearch", ({ setUpWebSearch }) => setUpWebSearch()),
    command("toolcrib.forgetSearchKey", ({ forgetSearchKey }) => forgetSearchKey()),
    command("toolcrib.taint.show", ({ taint }) => taint.show()),
    command("toolcrib.taint.reset", ({ taint }) => taint.reset()),
    ...taskCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ taskCommands }, work?: unknown) => taskCommands[name](work)),
    ),
    ...madeToolCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ madeToolCommands }, node?: unknown) => madeToolCommands[name](node)),
    ),
    ...scheduleCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ scheduleCommands }, node?: unknown) => scheduleCommands[name](node)),
    ),
    ...skillCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ skillCommands }, node?: unknown) => skillCommands[name](node)),
    ),
    ...workspaceCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ workspaceCommands }, node?: unknown) => workspaceCommands[name](node)),
    ),
    ...agentCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ agentCommands }, node?: unknown) => agentCommands[name](node)),
    ),
    ...worktreeCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ worktreeCommands }, node?: unknown) => worktreeCommands[name](node)),
    ),
    ...planCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ planCommands }, id?: unknown) => planCommands[name](id)),
    ),
    ...reviewCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ reviewCommands }, ...args) => reviewCommands[name](...args)),
    ),
  );
  return Object.freeze({ apiVersion: 1, ...listeners.api, ...registered.api });
}

/** Milliseconds after activation, when the window has better things to do no more. */
const late = 10_000;

/** Opens the toolroom by itself only where a person has ever said something to a schedule, for those to run (EX-5). */
function lateStart({ globalStorageUri }: vscode.ExtensionContext, room: () => Promise<Toolroom>): vscode.Disposable {
  const timer = setTimeout(async () => {
    const found = vscode.workspace.fs.stat(vscode.Uri.joinPath(globalStorageUri, "schedules"));
    await found.then(room, () => {});
  }, late);
  timer.unref();
  return { dispose: () => clearTimeout(timer) };
}

/** The name in its dialect of a tool that is registered with VS Code. */
const withoutPrefix = (name: string) => name.slice(name.indexOf("_") + 1);

/** Commands do not outlive the window; VS Code waits a few seconds for this. */
export async function deactivate(): Promise<void> {
  await (await opened)?.close();
}
