import * as vscode from "vscode";
import { showError, showWarning } from "../ui/notifications";
import { showText } from "../ui/showText";
import type { FindProblems } from "./settingsWarnings";

/** Something wrong in a policy file. */
interface Problem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** With file and line. */
  readonly text: string;
  /** The file cannot be used at all. */
  readonly isBroken: boolean;
}

const openFile = vscode.l10n.t("Open File");

/**
 * Tells a person what is wrong in policy files: in a message when it is found, and in the file on its line. A broken one
 * stops everything but reading, so that message is an error.
 */
export class PolicyProblems implements vscode.Disposable {
  readonly #marks = vscode.languages.createDiagnosticCollection("toolcrib.policy");
  readonly #listening: readonly vscode.Disposable[];
  #told: ReadonlySet<string> = new Set();

  #managedPaths: readonly string[] = [];

  /**
   * @param read reads policy files again; what is wrong in them comes back through `tell`.
   * @param find what is wrong in a text.
   */
  constructor(
    private readonly read: () => { readonly managedPaths: readonly string[] },
    private readonly find: (text: string, isManaged: boolean) => ReturnType<FindProblems>,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const { workspace } = vscode;
    const reread = () => this.refresh();
    // Of a file that is made right after its folder the watcher may tell the folder alone.
    const watcher = workspace.createFileSystemWatcher("**/{.toolcrib,.toolcrib/policy.jsonc}");
    this.#listening = [
      watcher,
      watcher.onDidChange(reread),
      watcher.onDidCreate(reread),
      watcher.onDidDelete(reread),
      workspace.onDidOpenTextDocument((document) => this.#mark(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#mark(document)),
      workspace.onDidSaveTextDocument((document) => {
        if (this.#mark(document)) reread();
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#marks.delete(uri)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("toolcrib.managedPolicy")) reread();
      }),
    ];
  }

  /** Reads everything again, now that something may have changed. */
  refresh(): void {
    this.#managedPaths = this.read().managedPaths;
    for (const document of vscode.workspace.textDocuments) this.#mark(document);
  }

  /** @returns whether it is a policy file. */
  #mark(document: vscode.TextDocument): boolean {
    const { uri } = document;
    const isManaged = this.#managedPaths.includes(uri.fsPath);
    if (uri.scheme !== "file" || (!isManaged && !/\/\.toolcrib\/policy\.jsonc$/.test(uri.path))) return false;
    const marks = this.find(document.getText(), isManaged).map(({ text, range: [start, end] }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const mark = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Warning);
      mark.source = "Toolcrib";
      return mark;
    });
    this.#marks.set(uri, marks);
    return true;
  }

  /** Says what is new since it was last said. */
  tell(problems: readonly Problem[]): void {
    const fresh = problems.filter(({ text }) => !this.#told.has(text));
    this.#told = new Set(problems.map(({ text }) => text));
    for (const { text, isBroken } of fresh) this.log[isBroken ? "error" : "warn"](text);
    const first = fresh.find(({ isBroken }) => isBroken) ?? fresh[0];
    if (first) void this.#show(first, fresh.length - 1);
  }

  async #show({ path, line, text, isBroken }: Problem, others: number): Promise<void> {
    const more = others > 0 ? ` ${vscode.l10n.t("The log has {0} more.", others)}` : "";
    const answer = isBroken
      ? await showError(
          vscode.l10n.t("Toolcrib can only read until this policy file is repaired: {0}.", text) + more,
          openFile,
        )
      : await showWarning(`Toolcrib: ${text}.${more}`, openFile);
    if (answer !== openFile) return;
    const place = new vscode.Position(line - 1, 0);
    await showText(vscode.Uri.file(path), { selection: new vscode.Range(place, place) });
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#marks.dispose();
  }
}
