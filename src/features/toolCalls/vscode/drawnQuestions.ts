import * as vscode from "vscode";
import { type SingleFile, SingleFiles } from "../../../vscode/ui/singleFiles";

/** Scheme of questions that VS Code is given to ask, as texts. */
export const questionScheme = "toolcrib-question";

/** The name of every question in its folder. */
const fileName = "Question.md";

/**
 * Questions that VS Code is given to ask. It does not tell whether it asked or answered from what it remembers. But it
 * draws a link to a file with an icon, for which it looks at the file: a question that links to itself is known to have
 * been drawn. Its address cannot be guessed, so nothing else in a chat can link to it.
 */
export class DrawnQuestions extends SingleFiles {
  readonly #questions = new Map<string, SingleFile>();
  readonly #drawn = new Set<string>();

  /** Holds a question. @returns its address. */
  add(text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: questionScheme, path: `/${crypto.randomUUID()}/${fileName}` });
    this.#questions.set(uri.path, { bytes: Buffer.from(text), mtime: Date.now(), readOnly: true });
    return uri;
  }

  /** Whether VS Code has drawn the question. */
  has({ path }: vscode.Uri): boolean {
    return this.#drawn.has(path);
  }

  /** Forgets a question that was answered or left. */
  drop({ path }: vscode.Uri): void {
    this.#questions.delete(path);
    this.#drawn.delete(path);
  }

  protected get(uri: vscode.Uri): SingleFile {
    const question = this.#questions.get(uri.path);
    if (!question) throw vscode.FileSystemError.FileNotFound(uri);
    this.#drawn.add(uri.path);
    return question;
  }
}

/** Makes a text link to a question. A link to any scheme but a few is taken out, unless it is relative. */
export function linkTo(question: vscode.Uri, text: vscode.MarkdownString): vscode.MarkdownString {
  text.baseUri = vscode.Uri.joinPath(question, "../");
  return text.appendMarkdown(`\n\n${vscode.l10n.t("The whole question:")} [](${fileName})`);
}
