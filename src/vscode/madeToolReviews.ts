import * as vscode from "vscode";
import type { FolderVerdict } from "../core/approvedFolder";
import type { MadeTool, MadeTools } from "../core/madeTools";
import { messageOf } from "../core/toolError";
import { isWaiting, madeToolFacts, madeToolText } from "../review/madeToolText";
import { revealed } from "../review/preview";
import type { MadeToolCommands } from "./madeToolCommands";
import type { MadeToolNode } from "./madeToolsView";

/** Context key: the view is there while there are such tools. */
const anyKey = "toolcrib.anyMadeTools";

const approve = "Approve";
const reject = "Reject";
const review = "Review…";

/** Shows a text under a title. */
export type ShowText = (title: string, text: string) => Promise<void>;

/** Tells a person that a tool waits, shows them all of it, and takes their word on exactly what was shown (CT-2). */
export class MadeToolReviews implements vscode.Disposable {
  /** Digests that were told of, and those that were shown whole, in this window. */
  readonly #told = new Set<string>();
  readonly #shown = new Set<string>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(
    private readonly made: MadeTools,
    private readonly showText: ShowText,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher("**/.toolcrib/**");
    const refresh = () => void made.refresh();
    this.#subscriptions = [
      watcher,
      watcher.onDidCreate(refresh),
      watcher.onDidChange(refresh),
      watcher.onDidDelete(refresh),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
      { dispose: made.onChange(() => this.#onChange()) },
    ];
    this.#onChange();
  }

  #onChange(): void {
    const all = this.made.all();
    void vscode.commands.executeCommand("setContext", anyKey, all.length > 0);
    const news = all.filter((tool) => isWaiting(tool) && !this.#told.has(tool.digest));
    for (const { digest } of news) this.#told.add(digest);
    if (news.length > 0) void this.#tell(news);
  }

  async #tell(news: readonly MadeTool[]): Promise<void> {
    const [only] = news;
    const what =
      news.length === 1
        ? `the tool "${only?.name}", which an agent made, waits for your approval`
        : `${news.length} tools that agents made wait for your approval`;
    const answer = await vscode.window.showInformationMessage(`Toolcrib: ${what}.`, review);
    if (answer !== review) return;
    if (news.length === 1 && only) await this.#review(only);
    else await focusView();
  }

  /** Shows all of a tool, and asks beside it. */
  async #review(tool: MadeTool): Promise<void> {
    await this.#show(tool);
    const answer = await vscode.window.showInformationMessage(
      `Toolcrib: may agents call the tool "${tool.name}" as it is shown?`,
      approve,
      reject,
    );
    if (answer === approve) await this.#decide(tool, "approved");
    if (answer === reject) await this.#decide(tool, "rejected");
  }

  async #show(tool: MadeTool): Promise<void> {
    await this.showText(`Tool ${revealed(tool.name)}`, madeToolText(tool));
    this.#shown.add(tool.digest);
  }

  /** Nobody approves what they have not been shown. */
  async #approve(tool: MadeTool): Promise<void> {
    if (!this.#shown.has(tool.digest)) return this.#review(tool);
    const answer = await vscode.window.showWarningMessage(
      `Toolcrib: approve the tool "${tool.name}"?`,
      { modal: true, detail: madeToolFacts(tool).join("\n") },
      approve,
    );
    if (answer === approve) await this.#decide(tool, "approved");
  }

  async #decide(tool: MadeTool, verdict: FolderVerdict | undefined): Promise<void> {
    try {
      await this.made.decide(tool, verdict);
    } catch (error) {
      void vscode.window.showWarningMessage(`Toolcrib: ${messageOf(error)}`);
    }
  }

  /** The palette's command: the one tool that waits, else the view. */
  async #open(): Promise<void> {
    await this.made.refresh();
    const waiting = this.made.all().filter(isWaiting);
    if (waiting.length === 1 && waiting[0]) await this.#review(waiting[0]);
    else if (this.made.all().length > 0) await focusView();
    else void vscode.window.showInformationMessage("Toolcrib: no agent has made a tool in this workspace.");
  }

  readonly commands: MadeToolCommands = {
    "madeTools.review": () => this.#open(),
    "madeTools.show": onTool((tool) => this.#show(tool)),
    "madeTools.approve": onTool((tool) => this.#approve(tool)),
    "madeTools.reject": onTool((tool) => this.#decide(tool, "rejected")),
    "madeTools.withdraw": onTool((tool) => this.#decide(tool, undefined)),
  };

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

const focusView = () => vscode.commands.executeCommand("toolcrib.madeTools.focus");

/** A command of VS Code takes any argument. */
const onTool =
  (act: (tool: MadeTool) => unknown) =>
  (node?: unknown): unknown => {
    const tool = (node as Partial<MadeToolNode> | undefined)?.tool;
    return tool && act(tool);
  };
