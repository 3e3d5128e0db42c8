/** Composition root for VS Code. Activation only registers; everything behind it is loaded on first use. */
import * as vscode from "vscode";
import type { Offer } from "./core/approvals";
import type { Job } from "./core/job";
import type { Toolroom } from "./toolroom";
import type { ChangeNode } from "./vscode/changesView";
import { LazyTree } from "./vscode/lazyTree";
import { isLineCommand, reviewCommandNames } from "./vscode/reviewCommands";

interface DeclaredTool {
  readonly name: string;
}

let opened: Promise<Toolroom> | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Toolcrib", { log: true });
  const jobs = new LazyTree<Job>("toolcrib.jobs", async () => (await room()).jobsView);
  const changes = new LazyTree<ChangeNode>("toolcrib.changes", async () => (await room()).changesView);
  const room = (): Promise<Toolroom> => {
    opened ??= import("./toolroom")
      .then(({ openToolroom }) => openToolroom(context, log))
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
    command("toolcrib.runTool", ({ runTool }) => runTool()),
    command("toolcrib.undo", ({ undo }) => undo()),
    command("toolcrib.openDiff", ({ openDiff }, id: string) => openDiff(id)),
    command("toolcrib.rememberCommand", ({ rememberCommand }, id: string, offer: Offer) => rememberCommand(id, offer)),
    command("toolcrib.explainCommand", ({ explainCommand }) => explainCommand()),
    command("toolcrib.forgetApprovals", ({ forgetApprovals }) => forgetApprovals()),
    command("toolcrib.jobs.show", ({ showJob }, job: Job) => showJob(job)),
    vscode.commands.registerCommand("toolcrib.jobs.stop", (job: Job) => job.stop()),
    ...reviewCommandNames.map((name) =>
      command(`toolcrib.${name}`, ({ reviewCommands }, ...args) => {
        const [line = changes.selected] = args;
        if (!isLineCommand(name)) return reviewCommands[name](...args);
        return line && reviewCommands[name](line as never);
      }),
    ),
  );
}

/** Commands do not outlive the window; VS Code waits a few seconds for this. */
export async function deactivate(): Promise<void> {
  await (await opened)?.close();
}
