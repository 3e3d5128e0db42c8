import * as vscode from "vscode";

/** Provides servers through what is loaded on first use, and only when the person wants them. */
export class LazyMcpServers implements vscode.McpServerDefinitionProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;
  readonly #subscriptions: readonly vscode.Disposable[];

  /** @param servers the servers as things are now. */
  constructor(private readonly servers: () => Promise<vscode.McpServerDefinition[]>) {
    const change = () => this.#changed.fire();
    const { workspace } = vscode;
    this.#subscriptions = [
      this.#changed,
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("toolcrib")) change();
      }),
      workspace.onDidChangeWorkspaceFolders(change),
      workspace.onDidGrantWorkspaceTrust(change),
    ];
  }

  async provideMcpServerDefinitions(): Promise<vscode.McpServerDefinition[]> {
    const isWanted = vscode.workspace.getConfiguration("toolcrib").get("mcp.offerServer", false);
    return isWanted ? this.servers() : [];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
