import * as vscode from "vscode";
import type { SettingProblem } from "../../core/settings/readSettings";
import { showWarning } from "../ui/notifications";
import { levelOf } from "./configuration";
import { openSetting } from "./openSetting";

/** Finds what cannot be used in the text of a settings file; `range` in UTF-16 units. */
export type FindProblems = (
  text: string,
) => readonly { readonly text: string; readonly range: readonly [start: number, end: number] }[];

const isSettingsFile = ({ uri }: vscode.TextDocument) => /(?:^|\/)settings\.json$|\.code-workspace$/.test(uri.path);

const openFile = vscode.l10n.t("Open Settings");

/**
 * Tells a person of settings that are not used, above all of rules on commands that their own examples contradict
 * (D-13): in a message when they are read, and in the settings file on the line where they stand.
 */
export class SettingsWarnings implements vscode.Disposable {
  readonly #marks = vscode.languages.createDiagnosticCollection("toolcrib");
  readonly #listening: readonly vscode.Disposable[];
  #told: ReadonlySet<string> = new Set();

  /**
   * @param read what of the settings in force is not used.
   * @param find the same for the text of a file.
   */
  constructor(
    private readonly read: () => readonly SettingProblem[],
    private readonly find: FindProblems,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { workspace } = vscode;
    this.#listening = [
      workspace.onDidOpenTextDocument((document) => this.#mark(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#mark(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#marks.delete(uri)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("toolcrib")) void this.#tell();
      }),
    ];
    for (const document of workspace.textDocuments) this.#mark(document);
    void this.#tell();
  }

  #mark(document: vscode.TextDocument): void {
    if (!isSettingsFile(document)) return;
    const marks = this.find(document.getText()).map(({ text, range: [start, end] }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const mark = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Warning);
      mark.source = "Toolcrib";
      return mark;
    });
    this.#marks.set(document.uri, marks);
  }

  /** Says what is new since it was last said. */
  async #tell(): Promise<void> {
    const problems = this.read();
    const fresh = problems.filter(({ text }) => !this.#told.has(text));
    this.#told = new Set(problems.map(({ text }) => text));
    for (const { text } of fresh) this.log.warn(text);
    const [first, ...more] = fresh;
    if (!first) return;
    const others = more.length > 0 ? ` ${vscode.l10n.t("The log has {0} more.", more.length)}` : "";
    const answer = await showWarning(`${first.text}${others}`, openFile);
    if (answer === openFile) await openSetting(first.setting, levelOf(first));
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#marks.dispose();
  }
}
