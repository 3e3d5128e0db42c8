/** A page of ours without scripts: what it shows is text, and its links are commands from a short list. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** A text as HTML. */
export const html = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A link that runs a command, as HTML. @param label as text. */
export const commandLink = (label: string, command: string, ...values: readonly unknown[]): string =>
  `<a href="command:${command}?${html(encodeURIComponent(JSON.stringify(values)))}">${html(label)}</a>`;

/** The colours of marks are made for icons: as text they are only read when they are mixed with that of text. */
const style = `
body { padding: 0 20px 20px; max-width: 64em; font: var(--vscode-font-weight) var(--vscode-font-size) / 1.5 var(--vscode-font-family); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); }
th { font-weight: 600; }
td { overflow-wrap: anywhere; }
.mark { white-space: nowrap; }
.good, .allow { color: color-mix(in srgb, var(--vscode-testing-iconPassed) 40%, var(--vscode-foreground)); }
.limited, .ask { color: color-mix(in srgb, var(--vscode-editorWarning-foreground) 40%, var(--vscode-foreground)); }
.bad, .deny { color: color-mix(in srgb, var(--vscode-editorError-foreground) 60%, var(--vscode-foreground)); }
.note { color: var(--vscode-descriptionForeground); }
`;

/** Shows pages, each of one kind in one tab. */
export class Pages implements vscode.Disposable {
  readonly #panels = new Map<string, vscode.WebviewPanel>();

  /**
   * @param kind one tab shows all pages of a kind, one after the other.
   * @param body HTML, every text in it made by {@link html}.
   * @param commands those that its links may run.
   */
  show(kind: string, title: string, body: string, commands: readonly string[]): void {
    const panel = this.#panels.get(kind) ?? this.#open(kind, title, commands);
    const nonce = randomBytes(16).toString("base64");
    panel.webview.html = `<!DOCTYPE html>
<html lang="${html(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body><main>${body}</main></body>
</html>`;
    panel.reveal();
  }

  #open(kind: string, title: string, commands: readonly string[]): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(kind, title, vscode.ViewColumn.Active, {
      enableCommandUris: commands,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    this.#panels.set(kind, panel);
    panel.onDidDispose(() => this.#panels.delete(kind));
    return panel;
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
  }
}
