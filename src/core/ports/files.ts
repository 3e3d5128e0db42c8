/** The files of the machine. */

import type { ChangeFacts, FileEntry } from "../vocabulary/changes/fileEntry";
import type { ResolvedPath } from "../vocabulary/effect";
import type { WholePort } from "./changes/wholes";

/** What is known of a file without reading it. */
export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  /** Bytes; of the unsaved text when the file is open and changed (D-8). */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
  /** The same for its content, names or permissions, as no program can set it; where the file system has it. */
  readonly changedMs?: number;
  /** Changes whenever the content may have changed; compare for equality only (D-10). */
  readonly version: string;
  /** Number of hard links; more than one means a write is seen under other names too. */
  readonly links: number;
  /** Permission bits, where the file system has them. */
  readonly mode?: number;
}

/** One name in a folder. A link has the kind of what it leads to, or `other` when that is missing. */
export interface DirectoryEntry {
  readonly name: string;
  /** True for a symbolic link. */
  readonly link: boolean;
  readonly kind: FileStat["kind"];
}

/** What only examining a file tells; zeros for one that cannot be examined. */
export interface EntryFacts {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
}

/** What a write did beyond the file itself, so that undoing it leaves nothing behind. */
export interface WriteReceipt {
  /** Version of the file after the write; empty after a deletion. */
  readonly version: string;
  /** Real paths of the folders it had to create, outermost first. */
  readonly createdDirectories: readonly string[];
  /** What the file holds now, where that may differ from what was asked for (an editor that formats on save). */
  readonly written?: Uint8Array;
}

/** What a write may be told beside the bytes. */
export interface WriteOptions extends ChangeFacts {
  /** Permission bits of a file that is created; by default the system's. */
  readonly mode?: number | undefined;
  /** When the content was written, in milliseconds since 1970; by default now. With the bytes that are there, it alone changes. */
  readonly mtimeMs?: number | undefined;
  /** Nothing is to be seen of the write before this is fulfilled; when it fails, nothing is written. */
  readonly ready?: Promise<unknown> | undefined;
  /**
   * Called after that, before the first byte of a file that is written in place, because a new file could not have its other names
   * or its owner: a crash may leave such a file half-written. Nothing is written before it is fulfilled, nor when it fails.
   */
  readonly inPlace?: (() => Promise<void>) | undefined;
}

/** One of several writes that are made together; see {@link FilePort.write}. */
export interface FileWrite {
  readonly target: ResolvedPath;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  readonly options: Pick<WriteOptions, "mode" | "mtimeMs" | "inPlace">;
  /** Called in the moment before the file changes; when it throws, neither this write is made nor one after it. */
  check?(): void;
}

/** What came of writes that were made together. */
export interface TogetherReceipt {
  /** Of those that were made, which are the first ones. */
  readonly receipts: readonly WriteReceipt[];
  /** What the next one threw; absent: all were made. */
  readonly failure?: { readonly error: unknown };
  /** Real paths of the folders that were made, for those that failed too. */
  readonly createdDirectories: readonly string[];
}

/** Files, as a person sees them: unsaved editor text is the file (D-8). Errors are ToolErrors. */
export interface FilePort {
  /**
   * Follows links and `~`. Relative paths start at `base`, by default the first root.
   * @throws ToolError `invalid_input` for a path that names no file here (NUL, `~other`, Windows devices).
   */
  resolve(path: string, base?: string): Promise<ResolvedPath>;
  /** The same for absolute paths, in their order; where it is there, it looks at each of their folders once. */
  resolveAll?(paths: readonly string[]): Promise<ResolvedPath[]>;
  /** Undefined when there is nothing at the path. */
  stat(target: ResolvedPath): Promise<FileStat | undefined>;
  /**
   * The whole content of what has the real path, and not of what a link in its place leads to.
   * @throws ToolError `not_found`, `is_directory`, `unreadable`, `too_large`, `stale` where such a link was put there.
   */
  read(target: ResolvedPath): Promise<Uint8Array>;
  /**
   * The same in pieces; for files too large to hold. A piece holds its bytes only until the next is asked for.
   * @param from the byte to begin at, by default the first.
   */
  stream(target: ResolvedPath, signal: AbortSignal, from?: number): AsyncIterable<Uint8Array>;
  /** The encoding the person has configured for the file, as its label; undefined when none or UTF-8 (D-9). */
  encodingOf(target: ResolvedPath): Promise<string | undefined>;
  /** Names in a folder in no particular order; one unreadable entry does not fail the rest. */
  list(target: ResolvedPath): Promise<DirectoryEntry[]>;
  /** Sizes and times of some of a folder's names, in their order; of a link its own, as it may lead out of the workspace. */
  examine(folder: ResolvedPath, names: readonly string[]): Promise<EntryFacts[]>;
  /**
   * Replaces the file's bytes in one step, or creates or deletes it (`after` undefined), creating parent folders;
   * keeps mode, owner where possible, and what a link points to (D-9).
   * @throws ToolError `stale` when the file does not hold exactly `before` at that moment (D-10).
   */
  write(
    target: ResolvedPath,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    options?: WriteOptions,
  ): Promise<WriteReceipt>;
  /**
   * Makes writes of files' bytes in their order, and waits for the disk only once: the new contents of all are on it before the
   * first file changes. Absent: they are made one by one.
   * @param writes each of another file, none of them inside another. @returns undefined where they have to be made one by one.
   */
  writeTogether?(writes: readonly FileWrite[]): Promise<TogetherReceipt | undefined>;
  /**
   * What a name stands for, without following it. @returns the name's place, whose `real` is the name itself, and what is
   * there; no entry where there is nothing. Absent: only files can be written here.
   * @throws ToolError `unreadable` for what is neither file, link nor folder.
   */
  entry?(path: string): Promise<{ readonly target: ResolvedPath; readonly entry?: FileEntry }>;
  /** Absent: what is large cannot be moved as it is here. */
  readonly wholes?: WholePort | undefined;
  /** Files whose text in an editor is not what is on the disk, for whoever reads past this port (D-8). */
  unsaved?(): Promise<readonly ResolvedPath[]>;
  /** Removes a folder if it is empty; does nothing otherwise. */
  removeEmptyDirectory(real: string): Promise<void>;
}
