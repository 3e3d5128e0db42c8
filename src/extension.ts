/** Composition root for VS Code. Activation only registers; everything behind it is loaded on first use. */
import * as vscode from "vscode";
import type { ToolcribApi } from "../toolcrib-api";
import type { ApprovalScope, Offer } from "./core/approvals";
import type { Job } from "./core/job";
import { CallListeners } from "./hooks/callListeners";
import type { Toolroom } from "./toolroom";
import type { ChangeNode } from "./vscode/changesView";
import { LazyTree } from "./vscode/lazyTree";
import { planCommandNames } from "./vscode/planCommands";
import { reviewCommandNames } from "./vscode/reviewCommands";

interface DeclaredTool {
  readonly name: string;
}

let opened: Promise<Toolroom> | undefined;

export function activate(context: vscode.ExtensionContext): ToolcribApi {
  const log = vscode.window.createOutputChannel("Toolcrib", { log: true });
  const jobs = new LazyTree<Job>("toolcrib.jobs", async () => (await room()).jobsView);
  const listeners = new CallListeners((extension) => vscode.extensions.getExtension(extension) !== undefined);
  const changes = new LazyTree<ChangeNode>("toolcrib.changes", async () => (await room()).changesView);
  const room = (): Promise<Toolroom> => {
    opened ??= import("./toolroom")
      .then(({ openToolroom }) => openToolroom(context, log, listeners))
      .then((toolroom) => {
        jobs.follow(toolroom.jobsView);
        changes.follow(toolroom.changesView);
        return toolroom;
      })
      .catch((error) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };
  const command = (name: string, run: (room: Toolroom, ...args: never[]) => unknown) =>
    vscode.commands.registerCommand(name, async (...args: never[]) => run(await room(), ...args));
  const declared = context.extension.packageJSON.contributes.languageModelTools as readonly DeclaredTool[];

  context.subscriptions.push(
    log,
    jobs,
    changes,
    ...declared.map(({ name }) =>
      vscode.lm.registerTool<object>(name, {
        prepareInvocation: async ({ input }, token) => (await room()).prepare(name, input, token),
        invoke: async (options, token) => (await room()).invoke(name, options, token),
      }),
    ),
    vscode.chat.createChatParticipant("toolcrib.crib", async (...request) => (await room()).answer(...request)),
    vscode.commands.registerCommand("toolcrib.showLog", () => log.show(true)),
    command("toolcrib.audit.show", ({ showAudit }) => showAudit()),
    command("toolcrib.audit.verify", ({ verifyAudit }) => verifyAudit()),
    command("toolcrib.audit.export", ({ exportAudit }) => exportAudit()),
    command("toolcrib.runTool", ({ runTool }) => runTool()),
    command("toolcrib.undo", ({ undoing }) => undoing.last()),
    command("toolcrib.undoFile", ({ undoing }, uri?: vscode.Uri) => undoing.file(uri)),
    command("toolcrib.undoCall", ({ undoing }) => undoing.call()),
    command("toolcrib.undoTurn", ({ undoing }) => undoing.turn()),
    command("toolcrib.redo", ({ undoing }) => undoing.redo()),
    command("toolcrib.createCheckpoint", ({ undoing }) => undoing.createCheckpoint()),
    command("toolcrib.restoreCheckpoint", ({ undoing }) => undoing.restoreCheckpoint()),
    command("toolcrib.openDiff", ({ openDiff }, id: string) => openDiff(id)),
    command("toolcrib.rememberCommand", ({ rememberCommand }, id: string, offer: Offer, scope: ApprovalScope) =>
      rememberCommand(id, offer, scope),
    ),
    command("toolcrib.explainCommand", ({ explainCommand }) => explainCommand()),
    command("toolcrib.manageApprovals", ({ manageApprovals }) => manageApprovals()),
    command("toolcrib.forgetApprovals", ({ forgetApprovals }) => forgetApprovals()),
    command("toolcrib.taint.show", ({ taint }) => taint.show()),
    command("toolcrib.taint.reset", ({ taint }) => taint.reset()),
    command("toolcrib.jobs.show", ({ showJob }, job: Job) => showJob(job)),
    vscode.commands.registerCommand("toolcrib.jobs.stop", (job: Job) => job.stop()),
    ...planCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ planCommands }, id?: unknown) => planCommands[name](id)),
    ),
    ...reviewCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ reviewCommands }, ...args) => reviewCommands[name](...args)),
    ),
  );
  return listeners.api;
}

/** Commands do not outlive the window; VS Code waits a few seconds for this. */
export async function deactivate(): Promise<void> {
  await (await opened)?.close();
}
