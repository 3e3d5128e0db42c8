import * as vscode from "vscode";
import type { PolicyFile, PolicyFilePort } from "../../core/settings/policies";
import { messageOf } from "../../core/vocabulary/toolError";
import { virtualFolders } from "../files/virtualFiles";

/** Nobody writes a larger one by hand. */
const maxBytes = 1024 * 1024;

const place = ".toolcrib/policy.jsonc";

/**
 * Policy files of folders without a disk. They are asked for in the middle of a call, which cannot wait for them, so they
 * are read beforehand, and again when they change; one that was not read yet counts as one that cannot be (D-19).
 */
export class WorkspacePolicies implements PolicyFilePort, vscode.Disposable {
  readonly #read = new Map<string, PolicyFile | undefined>();
  readonly #subscriptions: vscode.Disposable[] = [];

  private constructor() {
    const reread = () => void this.refresh();
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${place}`);
    this.#subscriptions.push(
      watcher,
      ...[watcher.onDidCreate(reread), watcher.onDidChange(reread), watcher.onDidDelete(reread)],
      vscode.workspace.onDidSaveTextDocument(reread),
      vscode.workspace.onDidChangeWorkspaceFolders(reread),
    );
  }

  /** Reads them once, so that they are known from the start. */
  static async open(): Promise<WorkspacePolicies> {
    const policies = new WorkspacePolicies();
    await policies.refresh();
    return policies;
  }

  /** Reads them anew. Never rejects. */
  async refresh(): Promise<void> {
    await Promise.all(
      virtualFolders().map(async ({ uri }) => {
        this.#read.set(uri.path, await policyIn(uri));
      }),
    );
  }

  managed(named: readonly string[]): readonly PolicyFile[] {
    return [...new Set(named)].map((path) => ({ path, failure: "a browser window cannot read it" }));
  }

  ofRoot(root: string): PolicyFile | undefined {
    const path = `${root}/${place}`;
    return this.#read.has(root) ? this.#read.get(root) : { path, failure: "it has not been read yet" };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** @returns undefined when there is none. */
async function policyIn(folder: vscode.Uri): Promise<PolicyFile | undefined> {
  const uri = vscode.Uri.joinPath(folder, place);
  const { path } = uri;
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    if (bytes.length > maxBytes) return { path, failure: "it is larger than 1 MiB" };
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === "FileNotFound";
    return isMissing ? undefined : { path, failure: messageOf(error).replace(/[.]$/, "") };
  }
}
