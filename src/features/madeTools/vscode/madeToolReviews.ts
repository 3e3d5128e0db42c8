import { join } from "node:path";
import * as vscode from "vscode";
import { ownCalls } from "../../../core/session/session";
import { revealed } from "../../../core/text/markdown";
import { FolderWatches } from "../../../node/files/folderWatches";
import { personsLanguage } from "../../../vscode/ui/localReason";
import { ApprovalReviews, onFileChanges } from "../../approvedFolders/vscode/approvalReviews";
import type { WaitingThings } from "../../needsYou/waitingThings";
import { type MadeTool, type MadeTools, madeToolsFolder } from "../madeTools";
import { isWaiting, madeToolFacts, madeToolState, madeToolText } from "../madeToolText";
import type { MadeToolCommands } from "./madeToolCommands";
import type { MadeToolNode } from "./madeToolsView";

/** Where the tools lie, in a workspace on a disk. */
function foldersOf(tools: readonly MadeTool[]): string[] {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  return root?.scheme === "file" ? tools.map(({ name }) => join(root.fsPath, madeToolsFolder, name)) : [];
}

/** Shows a text under a title, and gives the address of its document. */
export type ShowText = (title: string, text: string) => Promise<string>;

/** The reviews of tools that agents made (CT-2). */
export class MadeToolReviews implements vscode.Disposable {
  readonly #reviews: ApprovalReviews<MadeTool>;
  readonly #subscriptions: vscode.Disposable;

  constructor(
    private readonly made: MadeTools,
    showText: ShowText,
    things: WaitingThings,
  ) {
    const refresh = () => void made.refresh();
    this.#reviews = new ApprovalReviews(
      {
        items: made,
        key: ({ name }) => name,
        anyKey: "anyMadeTools",
        view: "toolcrib.madeTools",
        isWaiting,
        waits: (news) =>
          news.length === 1
            ? vscode.l10n.t('the tool "{0}", made by an agent, is waiting for your approval.', news[0]?.name ?? "")
            : vscode.l10n.t("{0} tools made by agents are waiting for your approval.", news.length),
        kind: "tool",
        facts: (tool) => ({
          label: tool.name,
          facts: [tool.state === "changed" ? madeToolState(tool, personsLanguage) : vscode.l10n.t("new tool")],
        }),
        isHere: () => true,
        none: vscode.l10n.t("no agent has made a tool in this workspace."),
        confirmation: (tool) => ({
          message: vscode.l10n.t('approve the tool "{0}"?', tool.name),
          detail: madeToolFacts(tool, personsLanguage).join("\n"),
        }),
        show: (tool) => showText(vscode.l10n.t("Tool {0}", revealed(tool.name)), madeToolText(tool, personsLanguage)),
        approve: (tool) => made.decide(tool, "approved"),
        reject: (tool, comment) => made.decide(tool, "rejected", comment),
        about: ({ name }) => `the tool "${name}"`,
        // Nobody knows who made it.
        isOf: (_, agent) => agent !== ownCalls,
      },
      things,
    );
    const watches = new FolderWatches(refresh);
    const follow = () => watches.follow(foldersOf(made.all()));
    follow();
    this.#subscriptions = vscode.Disposable.from(
      this.#reviews,
      watches,
      { dispose: made.onChange(follow) },
      onFileChanges("**/.toolcrib/**", refresh),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
    );
  }

  readonly #onTool =
    (act: (tool: MadeTool) => unknown) =>
    (node?: unknown): unknown => {
      const tool = this.#reviews.known((node as Partial<MadeToolNode> | undefined)?.tool);
      return tool && act(tool);
    };

  readonly commands: MadeToolCommands = {
    "madeTools.review": () => this.#reviews.open(),
    "madeTools.show": this.#onTool((tool) => this.#reviews.show(tool)),
    "madeTools.approve": this.#onTool((tool) => this.#reviews.approve(tool)),
    "madeTools.reject": this.#onTool((tool) => this.#reviews.reject(tool)),
    "madeTools.withdraw": this.#onTool((tool) => this.#reviews.doing(() => this.made.decide(tool, undefined))),
  };

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
