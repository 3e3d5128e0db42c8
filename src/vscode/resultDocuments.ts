import * as vscode from "vscode";

const scheme = "toolcrib-result";

/** Results of calls made from the palette, as read-only documents that leave nothing unsaved behind. */
export class ResultDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #count = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? "This result is no longer kept.";
  }

  /** Opens a text under a title; Markdown as its preview. */
  async show(title: string, text: string, format: "txt" | "md" = "txt"): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${title} ${++this.#count}.${format}` });
    this.#texts.set(uri.path, text);
    if (format === "md") await vscode.commands.executeCommand("markdown.showPreview", uri);
    else await vscode.window.showTextDocument(uri, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
