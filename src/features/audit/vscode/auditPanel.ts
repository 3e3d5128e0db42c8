import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { showInformation } from "../../../vscode/ui/notifications";
import type { AuditValue } from "../auditFilter";
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

/** What the page asks for. */
type Wish =
  | { readonly kind: "ready" | "refresh" | "verify" | "export" }
  | { readonly kind: "diff"; readonly call: string };

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
    const panel = vscode.window.createWebviewPanel("toolcrib.audit", "Toolcrib Audit Log", vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [media],
      enableFindWidget: true,
      retainContextWhenHidden: true,
    });
    this.#panel = panel;
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    panel.webview.onDidReceiveMessage((wish: Wish) => this.#follow(wish));
    panel.webview.html = page(panel.webview, media);
  }

  async #follow(wish: Wish): Promise<void> {
    if (wish.kind !== "diff") {
      if (wish.kind === "verify" || wish.kind === "export")
        return vscode.commands.executeCommand(`toolcrib.audit.${wish.kind}`);
      return this.#send();
    }
    if (!(await this.parts.openDiff(wish.call)))
      void showInformation("Toolcrib: the journal has no change of this call.");
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
    await this.#panel?.webview.postMessage({ lines: lines.slice(-maxShown).reverse(), left });
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}

/** Nothing but its own script and style may be loaded; what it shows comes as text. */
function page(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  const place = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${place("audit.css")}">
<title>Toolcrib Audit Log</title>
</head>
<body>
<form id="filters" role="search" aria-label="Filter the audit log">
<label>Agent <select id="agent"></select></label>
<label>Tool <select id="tool"></select></label>
<label>Verdict <select id="verdict"></select></label>
<label class="wide">File, command or text <input id="text" type="search" autocomplete="off" spellcheck="false"></label>
<button type="button" id="refresh">Refresh</button>
<button type="button" id="verify">Verify</button>
<button type="button" id="export">Export…</button>
</form>
<p id="count" role="status" aria-live="polite">Reading the log…</p>
<main>
<div id="scroll"><table aria-label="Calls, the newest first"><thead><tr><th scope="col">Time</th><th scope="col">Agent</th><th scope="col">Tool</th><th scope="col">What</th><th scope="col">Verdict</th><th scope="col">Ended</th></tr></thead><tbody id="rows"></tbody></table><button type="button" id="more" hidden>Show more</button></div>
<section id="details" aria-label="Details of the call" hidden></section>
</main>
<script nonce="${nonce}" src="${place("audit.js")}"></script>
</body>
</html>`;
}
