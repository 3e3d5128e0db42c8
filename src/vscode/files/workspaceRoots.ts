import * as vscode from "vscode";
import type { SessionPlaces } from "../../core/session/session";
import { type Root, readRoots } from "../../node/files/resolvePath";

/** The folders in which tools work: those of the workspace that are on a disk, then the configured ones (D-5). */
export class WorkspaceRoots implements vscode.Disposable {
  #roots: readonly Root[] = [];
  #places: SessionPlaces = { opened: [], added: [] };
  readonly #changed = new vscode.EventEmitter<void>();
  /** Tells that tools work in other folders. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];

  private constructor() {
    const reread = () => void this.refresh();
    this.#subscriptions = [
      vscode.workspace.onDidChangeWorkspaceFolders(reread),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("toolcrib.additionalRoots")) reread();
      }),
    ];
  }

  /** Reads them once, so that they are known from the start. */
  static async open(): Promise<WorkspaceRoots> {
    const roots = new WorkspaceRoots();
    await roots.refresh();
    return roots;
  }

  get current(): readonly Root[] {
    return this.#roots;
  }

  /** The same by how they came to be there; folders that are on no disk are known by their addresses. */
  get places(): SessionPlaces {
    return this.#places;
  }

  async refresh(): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const more = vscode.workspace.getConfiguration("toolcrib").get<string[]>("additionalRoots", []);
    const named = new Map(folders.map((folder) => [folder.uri.fsPath, folder.name]));
    const roots = await readRoots([...folders.map((folder) => folder.uri.fsPath), ...more]);
    this.#roots = roots.map((root) => ({ ...root, name: named.get(root.path) ?? root.name }));
    const real = roots.map((root) => root.real);
    const virtual = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
      uri.scheme === "file" ? [] : uri.toString(),
    );
    this.#places = { opened: [...real.slice(0, folders.length), ...virtual], added: real.slice(folders.length) };
    this.#changed.fire();
  }

  dispose(): void {
    for (const subscription of [...this.#subscriptions, this.#changed]) subscription.dispose();
  }
}
