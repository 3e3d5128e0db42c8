import * as vscode from "vscode";

/** Texts as read-only documents of one scheme, which leave nothing unsaved behind; kept as long as the window. */
export class KeptTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  /** @param gone what a document says that an earlier window has left open. */
  constructor(
    private readonly scheme: string,
    private readonly gone: string,
  ) {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? this.gone;
  }

  /** @param place begins with a slash; people see its last name. @param query tells equal places apart. */
  keep(place: string, text: string, query = ""): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.scheme, path: place, query });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
