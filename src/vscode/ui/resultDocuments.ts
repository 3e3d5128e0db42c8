import * as vscode from "vscode";
import { KeptTexts } from "./keptTexts";
import { showText } from "./showText";

/** Results of calls made from the palette, as read-only documents that leave nothing unsaved behind. */
export class ResultDocuments implements vscode.Disposable {
  readonly #texts = new KeptTexts("toolcrib-result", vscode.l10n.t("This result is no longer available."));
  #count = 0;

  /** Opens a text under a title; Markdown as its preview. @returns the address of its document. */
  async show(title: string, text: string, format: "txt" | "md" = "txt"): Promise<string> {
    const uri = this.#texts.keep(`/${title} ${++this.#count}.${format}`, text);
    if (format === "md") await vscode.commands.executeCommand("markdown.showPreview", uri);
    else await showText(uri, { preview: true });
    return uri.toString();
  }

  /** Opens two texts beside each other. */
  async compare(title: string, before: string, after: string): Promise<void> {
    const [left, right] = [before, after].map((text) => this.#texts.keep(`/${title} ${++this.#count}.txt`, text));
    await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: true });
  }

  dispose(): void {
    this.#texts.dispose();
  }
}
