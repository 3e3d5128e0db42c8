/** A file system without a disk: what a virtual workspace is made of. */
const vscode = require("vscode");

class MemoryFiles {
  changed = new vscode.EventEmitter();
  onDidChangeFile = this.changed.event;
  /** @type {Map<string, Uint8Array>} */
  files = new Map([
    ["/shop/notes.txt", Buffer.from("milk\nbread\n")],
    ["/shop/src/list.txt", Buffer.from("one\r\ntwo\r\n")],
  ]);

  watch() {
    return new vscode.Disposable(() => {});
  }

  /** @param {vscode.Uri} uri */
  stat({ path }) {
    const bytes = this.files.get(path);
    if (bytes) return { type: vscode.FileType.File, ctime: 0, mtime: 1, size: bytes.length };
    if (this.below(path).length > 0) return { type: vscode.FileType.Directory, ctime: 0, mtime: 1, size: 0 };
    throw vscode.FileSystemError.FileNotFound(path);
  }

  /** @param {vscode.Uri} uri */
  readDirectory({ path }) {
    const names = this.below(path).map((file) => file.slice(path.length + 1).split("/"));
    const types = names.map(([name, ...rest]) => [
      name,
      rest.length > 0 ? vscode.FileType.Directory : vscode.FileType.File,
    ]);
    return [...new Map(/** @type {[string, vscode.FileType][]} */ (types))];
  }

  /** @param {vscode.Uri} uri */
  readFile({ path }) {
    const bytes = this.files.get(path);
    if (!bytes) throw vscode.FileSystemError.FileNotFound(path);
    return bytes;
  }

  /** @param {vscode.Uri} uri @param {Uint8Array} bytes */
  writeFile(uri, bytes) {
    this.files.set(uri.path, bytes);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** @param {vscode.Uri} uri */
  delete({ path }) {
    this.files.delete(path);
  }

  createDirectory() {}

  rename() {
    throw vscode.FileSystemError.NoPermissions();
  }

  /** @param {string} folder */
  below(folder) {
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  }
}

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("memoryfiles", new MemoryFiles()));
};
