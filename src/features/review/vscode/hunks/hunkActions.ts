import * as vscode from "vscode";
import { hunkAt } from "../../../../lib/edits/diff/lineHunks";
import { proposalScheme } from "../proposals";
import type { Review } from "../review";
import { changesIn, type HunkPlace } from "./hunkCommands";

const actions = [
  { command: "toolcrib.review.keepOnlyThisChange", title: vscode.l10n.t("Keep Only This Change"), icon: "pinned" },
  { command: "toolcrib.review.rejectThisChange", title: vscode.l10n.t("Reject This Change"), icon: "discard" },
] as const;

/** Offers what can be done with one of several changes where it stands: when the mouse rests on it, and at the cursor. */
export class HunkActions implements vscode.HoverProvider, vscode.CodeActionProvider {
  constructor(private readonly review: Review) {}

  /** The change at a line; undefined where the proposal has no other, as its file is answered for as a whole. */
  async #at(document: vscode.TextDocument, line: number): Promise<HunkPlace | undefined> {
    const file = this.review.fileOf(document.uri);
    const found = file && !file.isWhole && (await changesIn(file));
    if (!found || found.hunks.length < 2 || !hunkAt(found.hunks, line)) return undefined;
    return { proposal: document.uri.toString(), line };
  }

  async provideHover(document: vscode.TextDocument, { line }: vscode.Position): Promise<vscode.Hover | undefined> {
    const place = await this.#at(document, line);
    if (!place) return undefined;
    const argument = encodeURIComponent(JSON.stringify([place]));
    const links = actions.map(({ command, title, icon }) => `[$(${icon}) ${title}](command:${command}?${argument})`);
    const text = new vscode.MarkdownString(links.join(" &nbsp; "), true);
    text.isTrusted = { enabledCommands: actions.map(({ command }) => command) };
    return new vscode.Hover(text);
  }

  async provideCodeActions(document: vscode.TextDocument, { start }: vscode.Range): Promise<vscode.CodeAction[]> {
    const place = await this.#at(document, start.line);
    if (!place) return [];
    return actions.map(({ command, title }) => {
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { command, title, arguments: [place] };
      return action;
    });
  }
}

/** Registers them for proposals. */
export function offerHunkActions(review: Review): vscode.Disposable {
  const selector = { scheme: proposalScheme };
  const offered = new HunkActions(review);
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(selector, offered),
    vscode.languages.registerCodeActionsProvider(selector, offered),
  );
}
