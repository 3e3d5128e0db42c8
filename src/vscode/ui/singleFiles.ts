import * as vscode from "vscode";

/** One content of a file system that has nothing but single files. */
export interface SingleFile {
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970. */
  readonly mtime: number;
  readonly readOnly: boolean;
}

/** A file system for contents that exist only to be looked at: no folders, nothing to create, delete or rename. */
export abstract class SingleFiles implements vscode.FileSystemProvider {
  protected readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  /** @throws FileSystemError `FileNotFound`. */
  protected abstract get(uri: vscode.Uri): SingleFile | Promise<SingleFile>;

  watch(): vscode.Disposable {
    return { dispose() {} };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, mtime, readOnly } = await this.get(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: bytes.length,
      ...(readOnly && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.get(uri)).bytes;
  }

  writeFile(uri: vscode.Uri, _bytes: Uint8Array): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
