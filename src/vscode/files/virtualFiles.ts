import { posix } from "node:path";
import * as vscode from "vscode";
import type { WholePort } from "../../core/ports/changes/wholes";
import type {
  DirectoryEntry,
  EntryFacts,
  FilePort,
  FileStat,
  FileWrite,
  TogetherReceipt,
  WriteOptions,
  WriteReceipt,
} from "../../core/ports/files";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { fileError } from "../../node/files/fileErrors";

const kindOf = (type: vscode.FileType): FileStat["kind"] =>
  type & vscode.FileType.Directory ? "directory" : type & vscode.FileType.File ? "file" : "other";

/** A browser calls the folder that a person gave it from their disk a file, too, and lets nobody else at it. */
const hasDisk = process.versions.node !== undefined;

/** The workspace's folders that are not on a disk; their paths are the paths of their addresses. */
export const virtualFolders = (): readonly vscode.WorkspaceFolder[] =>
  (vscode.workspace.workspaceFolders ?? []).filter((folder) => !hasDisk || folder.uri.scheme !== "file");

/** The folder that contains a path. */
export const virtualFolderOf = (path: string): vscode.WorkspaceFolder | undefined =>
  virtualFolders().find((folder) => isInside(folder.uri.path, path));

const failure = (error: unknown, shown: string) => {
  const code = error instanceof vscode.FileSystemError ? error.code : "";
  const systemCode = {
    FileNotFound: "ENOENT",
    FileIsADirectory: "EISDIR",
    FileNotADirectory: "ENOTDIR",
    NoPermissions: "EACCES",
  }[code];
  return fileError(systemCode ? { code: systemCode } : error, shown);
};

/** Files of workspace folders without a disk, through `workspace.fs` (D-8). There are no links, so paths are what they seem. */
export class VirtualFiles implements FilePort {
  async resolve(path: string, base?: string): Promise<ResolvedPath> {
    if (path === "" || path.includes("\0"))
      throw new ToolError(
        "invalid_input",
        `The path ${JSON.stringify(path)} names no file: give one relative to the workspace folder.`,
      );
    const full = posix.resolve(base ?? virtualFolders()[0]?.uri.path ?? "/", path);
    const root = virtualFolderOf(full)?.uri.path;
    const shown = shownPath(root === undefined ? full : relativeInside(root, full) || ".");
    return { path: full, real: full, ...(root !== undefined && { root }), shown };
  }

  #uri({ real, shown }: ResolvedPath): vscode.Uri {
    const folder = virtualFolderOf(real);
    if (!folder) throw new ToolError("outside_roots", `${shown} is outside the workspace folders.`);
    return folder.uri.with({ path: real });
  }

  async stat(target: ResolvedPath): Promise<FileStat | undefined> {
    try {
      const { type, size, mtime } = await vscode.workspace.fs.stat(this.#uri(target));
      return { kind: kindOf(type), size, mtimeMs: mtime, version: `${mtime}:${size}`, links: 1 };
    } catch (error) {
      const known = failure(error, target.shown);
      if (known.code === "not_found") return undefined;
      throw known;
    }
  }

  async read(target: ResolvedPath): Promise<Uint8Array> {
    try {
      return await vscode.workspace.fs.readFile(this.#uri(target));
    } catch (error) {
      throw failure(error, target.shown);
    }
  }

  async *stream(target: ResolvedPath, _signal: AbortSignal, from = 0): AsyncIterable<Uint8Array> {
    yield (await this.read(target)).subarray(from);
  }

  /** What is configured is asked of VS Code above the file systems. */
  async encodingOf(): Promise<undefined> {}

  async list(target: ResolvedPath): Promise<DirectoryEntry[]> {
    try {
      const entries = await vscode.workspace.fs.readDirectory(this.#uri(target));
      return entries.map(([name, type]) => {
        const link = (type & vscode.FileType.SymbolicLink) !== 0;
        return { name, link, kind: kindOf(type) };
      });
    } catch (error) {
      throw failure(error, target.shown);
    }
  }

  examine(folder: ResolvedPath, names: readonly string[]): Promise<EntryFacts[]> {
    return Promise.all(
      names.map(async (name) => {
        const uri = this.#uri({ ...folder, real: posix.join(folder.real, name) });
        const found = await vscode.workspace.fs.stat(uri).then(
          ({ size, mtime }) => ({ size, mtimeMs: mtime }),
          () => undefined,
        );
        return found ?? { size: 0, mtimeMs: 0 };
      }),
    );
  }

  async write(
    target: ResolvedPath,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    options?: WriteOptions,
  ): Promise<WriteReceipt> {
    await options?.ready;
    const { shown } = target;
    const exists = (await this.stat(target)) !== undefined;
    const now = exists ? await this.read(target) : undefined;
    if (exists !== (before !== undefined) || (now && before && !Buffer.from(now).equals(before)))
      throw new ToolError(
        "stale",
        `${shown} was changed since it was planned, so nothing was written: read it again and repeat the change.`,
      );
    try {
      if (after !== undefined) await vscode.workspace.fs.writeFile(this.#uri(target), after);
      else if (exists) await vscode.workspace.fs.delete(this.#uri(target));
      return { version: (await this.stat(target))?.version ?? "", createdDirectories: [] };
    } catch (error) {
      throw failure(error, shown);
    }
  }

  async removeEmptyDirectory(): Promise<void> {
    // Writing through workspace.fs reports no folders it made, so there is none to take away.
  }
}

/** Sends each path to the disk or to the virtual folder it lies in. */
export class WorkspaceFiles implements FilePort {
  readonly #virtual = new VirtualFiles();

  /** What is about names rather than files' bytes comes from commands, which run on the disk alone. */
  constructor(private readonly disk: FilePort & Required<Pick<FilePort, "entry">>) {}

  #of({ real, root }: ResolvedPath): FilePort {
    return root !== undefined && virtualFolderOf(real)?.uri.path === root ? this.#virtual : this.disk;
  }

  async resolve(path: string, base?: string): Promise<ResolvedPath> {
    const first = vscode.workspace.workspaceFolders?.[0]?.uri;
    const start = base ?? (first && first.scheme !== "file" ? first.path : undefined);
    const isVirtual = posix.isAbsolute(path)
      ? virtualFolderOf(posix.normalize(path))
      : start !== undefined && virtualFolderOf(start);
    return isVirtual ? this.#virtual.resolve(path, start) : this.disk.resolve(path, base);
  }

  resolveAll(paths: readonly string[]): Promise<ResolvedPath[]> {
    const onDisk = virtualFolders().length === 0 ? this.disk.resolveAll?.(paths) : undefined;
    return onDisk ?? Promise.all(paths.map((path) => this.resolve(path)));
  }

  stat = (target: ResolvedPath) => this.#of(target).stat(target);
  read = (target: ResolvedPath) => this.#of(target).read(target);
  stream = (target: ResolvedPath, signal: AbortSignal, from?: number) => this.#of(target).stream(target, signal, from);
  encodingOf = (target: ResolvedPath) => this.#of(target).encodingOf(target);
  list = (target: ResolvedPath) => this.#of(target).list(target);
  examine = (folder: ResolvedPath, names: readonly string[]) => this.#of(folder).examine(folder, names);
  write = (
    target: ResolvedPath,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    options?: WriteOptions,
  ) => this.#of(target).write(target, before, after, options);
  async writeTogether(writes: readonly FileWrite[]): Promise<TogetherReceipt | undefined> {
    const areOnDisk = writes.every(({ target }) => this.#of(target) === this.disk);
    return areOnDisk ? this.disk.writeTogether?.(writes) : undefined;
  }

  entry = (path: string) => this.disk.entry(path);
  removeEmptyDirectory = (real: string) => this.disk.removeEmptyDirectory(real);

  get wholes(): WholePort | undefined {
    return this.disk.wholes;
  }
}
