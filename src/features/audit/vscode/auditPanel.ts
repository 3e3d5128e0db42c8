import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Refusal } from "../../../core/vocabulary/decision";
import { localReason, localTitle } from "../../../vscode/ui/localReason";
import { showInformation } from "../../../vscode/ui/notifications";
import { type AuditValue, newestFirst, shownDetail } from "../auditFilter";
import { auditLines } from "../node/auditCheck";

/** Lines that are shown at most, the newest; an export has them all. */
const maxShown = 10_000;

/** What the panel needs of its surroundings. */
export interface AuditPanelParts {
  /** Folder of the log. */
  readonly folder: string;
  /** Holds `audit.js` and `audit.css`. */
  readonly media: vscode.Uri;
  /** Shows what a call changed; false when the journal no longer has it. */
  openDiff(call: string): Promise<boolean>;
}

/** The record itself stays as it is: a person reads its title and its reason in their language beside it, and names. */
const shownLine = (line: AuditValue) => ({
  ...line,
  ...(typeof line.title === "string" && { shownTitle: localTitle(line.title) }),
  ...(typeof line.detail === "string" && { shownDetail: shownDetail(line.detail) }),
  ...(typeof line.reason === "string" && { shownReason: localReason(line.reason) }),
});

/** What the page asks for. */
type Wish =
  | { readonly kind: "ready" | "refresh" | "verify" | "export" }
  | { readonly kind: "diff"; readonly call: string }
  | { readonly kind: "why"; readonly refusal: Refusal };

/** The audit log as a table that can be narrowed down (D-18). */
export class AuditPanel implements vscode.Disposable {
  #panel: vscode.WebviewPanel | undefined;

  constructor(private readonly parts: AuditPanelParts) {}

  /** Shows the log as it is now. */
  async show(): Promise<void> {
    if (this.#panel) {
      this.#panel.reveal();
      await this.#send();
      return;
    }
    const { media } = this.parts;
    const panel = vscode.window.createWebviewPanel(
      "toolcrib.audit",
      vscode.l10n.t("Toolcrib Audit Log"),
      vscode.ViewColumn.Active,
      {
        enableScripts: true,
        localResourceRoots: [media],
        enableFindWidget: true,
        retainContextWhenHidden: true,
      },
    );
    this.#panel = panel;
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    panel.webview.onDidReceiveMessage((wish: Wish) => this.#follow(wish));
    panel.webview.html = page(panel.webview, media);
  }

  async #follow(wish: Wish): Promise<void> {
    if (wish.kind === "why") return vscode.commands.executeCommand("toolcrib.policy.why", wish.refusal);
    if (wish.kind !== "diff") {
      if (wish.kind === "verify" || wish.kind === "export")
        return vscode.commands.executeCommand(`toolcrib.audit.${wish.kind}`);
      return this.#send();
    }
    if (!(await this.parts.openDiff(wish.call)))
      void showInformation(vscode.l10n.t("Toolcrib: the journal no longer has the changes of this call."));
  }

  async #send(): Promise<void> {
    const lines: AuditValue[] = [];
    let left = 0;
    for await (const { value } of auditLines(this.parts.folder)) {
      if (value.kind === "start" || value.kind === "begin") continue;
      lines.push(value);
      if (lines.length >= 2 * maxShown) left += lines.splice(0, maxShown).length;
    }
    left += Math.max(0, lines.length - maxShown);
    await this.#panel?.webview.postMessage({ lines: newestFirst(lines, maxShown).map(shownLine), left });
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}

/** Texts that the page puts together; `{0}` stands for a value. */
const pageTexts = {
  allAgents: vscode.l10n.t("All agents"),
  allTools: vscode.l10n.t("All tools"),
  allVerdicts: vscode.l10n.t("All verdicts"),
  notAnswered: vscode.l10n.t("not answered"),
  declinedBy: vscode.l10n.t("declined by {0}", "{0}"),
  allowedBy: vscode.l10n.t("allowed by {0}", "{0}"),
  allowedIn: vscode.l10n.t("allowed in {0}", "{0}"),
  notJudged: vscode.l10n.t("not judged"),
  notDone: vscode.l10n.t("not done"),
  failed: vscode.l10n.t("failed"),
  done: vscode.l10n.t("done"),
  exit: vscode.l10n.t("exit {0}", "{0}"),
  lines: vscode.l10n.t("{0} of {1} lines.", "{0}", "{1}"),
  older: vscode.l10n.t("Export the log to see {0} older lines.", "{0}"),
  what: vscode.l10n.t("What"),
  time: vscode.l10n.t("Time"),
  agent: vscode.l10n.t("Agent"),
  tool: vscode.l10n.t("Tool"),
  verdict: vscode.l10n.t("Verdict"),
  verdictBy: vscode.l10n.t("{0} by {1}: {2}", "{0}", "{1}", "{2}"),
  answer: vscode.l10n.t("Answer"),
  noFile: vscode.l10n.t("no file"),
  sizes: vscode.l10n.t("{0} → {1} bytes", "{0}", "{1}"),
  effect: vscode.l10n.t("Effect: {0}", "{0}"),
  ended: vscode.l10n.t("Ended"),
  took: vscode.l10n.t("Took"),
  milliseconds: vscode.l10n.t("{0} ms", "{0}"),
  level: vscode.l10n.t("Level of the result"),
  size: vscode.l10n.t("Size of the result"),
  bytes: vscode.l10n.t("{0} bytes", "{0}"),
  input: vscode.l10n.t("Digest of the input"),
  call: vscode.l10n.t("Call"),
  hash: vscode.l10n.t("Hash of the line"),
  openDiff: vscode.l10n.t("Open Diff"),
  why: vscode.l10n.t("Show What Decides"),
};

/** A text of the page as HTML. */
const html = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Nothing but its own script and style may be loaded; what it shows comes as text. */
function page(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  const place = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  const { time, agent, tool, what, verdict, ended } = pageTexts;
  const columns = Object.entries({ time, agent, name: tool, what, verdict, ended })
    .map(([column, name]) => `<th scope="col" class="${column}">${html(name)}</th>`)
    .join("");
  return `<!DOCTYPE html>
<html lang="${html(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${place("audit.css")}">
<title>${html(vscode.l10n.t("Toolcrib Audit Log"))}</title>
</head>
<body>
<form id="filters" role="search" aria-label="${html(vscode.l10n.t("Filter the audit log"))}">
<label>${html(pageTexts.agent)} <select id="agent"></select></label>
<label>${html(pageTexts.tool)} <select id="tool"></select></label>
<label>${html(pageTexts.verdict)} <select id="verdict"></select></label>
<label class="wide">${html(vscode.l10n.t("File, command or text"))} <input id="text" type="search" autocomplete="off" spellcheck="false"></label>
<button type="button" id="refresh">${html(vscode.l10n.t("Refresh"))}</button>
<button type="button" id="verify">${html(vscode.l10n.t("Verify"))}</button>
<button type="button" id="export">${html(vscode.l10n.t("Export…"))}</button>
</form>
<p id="count" role="status" aria-live="polite">${html(vscode.l10n.t("Reading the log…"))}</p>
<main data-texts="${html(JSON.stringify(pageTexts))}">
<div id="scroll"><table aria-label="${html(vscode.l10n.t("Calls, newest first"))}"><thead><tr>${columns}</tr></thead><tbody id="rows"></tbody></table><button type="button" id="more" hidden>${html(vscode.l10n.t("Show more"))}</button></div>
<section id="details" aria-label="${html(vscode.l10n.t("Details of the call"))}" hidden></section>
</main>
<script nonce="${nonce}" src="${place("audit.js")}"></script>
</body>
</html>`;
}
