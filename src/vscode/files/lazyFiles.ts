import * as vscode from "vscode";

/** A file system that is there from the start, while what fills it is loaded when one of its files is opened. */
export class LazyFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];

  constructor(
    scheme: string,
    private readonly content: () => Promise<vscode.FileSystemProvider>,
  ) {
    this.#subscriptions.push(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
  }

  /** Follows the content from now on. */
  follow(content: vscode.FileSystemProvider): void {
    this.#subscriptions.push(content.onDidChangeFile((events) => this.#changed.fire(events)));
  }

  watch(): vscode.Disposable {
    return { dispose() {} };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.content()).stat(uri);
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return (await this.content()).readDirectory(uri);
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    return (await this.content()).createDirectory(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.content()).readFile(uri);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array, options: { create: boolean; overwrite: boolean }): Promise<void> {
    return (await this.content()).writeFile(uri, bytes, options);
  }

  async delete(uri: vscode.Uri, options: { recursive: boolean }): Promise<void> {
    return (await this.content()).delete(uri, options);
  }

  async rename(from: vscode.Uri, to: vscode.Uri, options: { overwrite: boolean }): Promise<void> {
    return (await this.content()).rename(from, to, options);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
