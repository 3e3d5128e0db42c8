import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { constants, type FileHandle, open, readdir, rmdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
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
import { sameBytes } from "../../core/text/changedBytes";
import { entryAfter, entryBefore, type FileEntry } from "../../core/vocabulary/changes/fileEntry";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { fileError } from "./fileErrors";
import { piecesOfFile } from "./filePieces";
import { factsBelow } from "./fileTimes";
import { isOpenedAt, readAll } from "./openedFile";
import { openFile } from "./openFile";
import { holdListed } from "./openFolder";
import { type Root, resolvePath } from "./resolvePath";
import { atomicWrite, touch } from "./writing/atomicWrite";
import { entryWrite, readEntry } from "./writing/entryWrite";
import { syncFolders } from "./writing/syncTogether";
import { exchangeWhole, identityAt, tidy } from "./writing/wholeWrite";
import { writeTogether } from "./writing/writeTogether";

/** Bytes that are read into memory at most; larger files can only be streamed. */
const maxBytes = 256 * 1024 * 1024;

const kindOf = (entry: { isFile(): boolean; isDirectory(): boolean }): FileStat["kind"] =>
  entry.isFile() ? "file" : entry.isDirectory() ? "directory" : "other";

/** In a root without waiting, as with realPathInPlace; undefined for one that is not there. */
const statOf = ({ real, root }: ResolvedPath) =>
  root === undefined ? stat(real, { bigint: true }) : statSync(real, { bigint: true, throwIfNoEntry: false });

/** Bytes of a file that is read without waiting: that takes less than handing the questions to a thread does. */
const maxInPlace = 64 * 1024;

/**
 * The whole of a small file in a root. Undefined for whatever else is there, and for what cannot be read; the ordinary way
 * finds out why.
 */
function readInPlace({ real, root }: ResolvedPath): Buffer | undefined {
  const descriptor = root === undefined ? undefined : openFile(real);
  if (descriptor === undefined) return undefined;
  try {
    const { size } = fstatSync(descriptor);
    // What has no size may be no file of a disk, and may have to be waited for.
    if (size === 0 || size > maxInPlace) return undefined;
    // One byte more than expected shows that there is no more.
    const bytes = Buffer.allocUnsafeSlow(size + 1);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    return length === size ? bytes.subarray(0, length) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** The disk, through Node. */
export class NodeFiles implements FilePort {
  /**
   * @param roots asked for anew at each use, because a workspace's folders change.
   */
  constructor(
    private readonly roots: () => readonly Root[],
    private readonly home: string,
  ) {}

  resolve(path: string, base?: string): Promise<ResolvedPath> {
    return resolvePath(path, base, this.roots(), this.home);
  }

  resolveAll(paths: readonly string[]): Promise<ResolvedPath[]> {
    const roots = this.roots();
    const folders = new Set<string>();
    return Promise.all(paths.map((path) => resolvePath(path, undefined, roots, this.home, folders)));
  }

  async stat(target: ResolvedPath): Promise<FileStat | undefined> {
    try {
      const found = await statOf(target);
      if (!found) return undefined;
      return {
        kind: kindOf(found),
        size: Number(found.size),
        mtimeMs: Number(found.mtimeNs) / 1e6,
        changedMs: Number(found.ctimeNs) / 1e6,
        version: `${found.ino}:${found.mtimeNs}:${found.size}`,
        links: kindOf(found) === "file" ? Number(found.nlink) : 1,
        mode: Number(found.mode & 0o7777n),
      };
    } catch (error) {
      const failure = fileError(error, target.shown);
      if (failure.code === "not_found") return undefined;
      throw failure;
    }
  }

  async read(target: ResolvedPath): Promise<Uint8Array> {
    const small = readInPlace(target);
    if (small) return small;
    const { file, size } = await openRegular(target);
    try {
      if (size > maxBytes)
        throw new ToolError(
          "too_large",
          `${target.shown} has ${size} bytes, more than the ${maxBytes} that can be handled at once.`,
        );
      return await readAll(file, size);
    } catch (error) {
      throw fileError(error, target.shown);
    } finally {
      await file.close();
    }
  }

  async *stream(target: ResolvedPath, signal: AbortSignal, from = 0): AsyncIterable<Uint8Array> {
    const small = signal.aborted ? undefined : readInPlace(target);
    if (small) {
      if (from < small.length) yield small.subarray(from);
      return;
    }
    const { file, size } = await openRegular(target);
    try {
      yield* piecesOfFile(file, from, size, signal);
    } catch (error) {
      if (signal.aborted) throw new ToolError("cancelled", `Reading ${target.shown} was cancelled.`);
      throw fileError(error, target.shown);
    } finally {
      await file.close();
    }
  }

  async list(target: ResolvedPath): Promise<DirectoryEntry[]> {
    const found = await this.stat(target);
    if (found && found.kind !== "directory")
      throw new ToolError("not_directory", `${target.shown} is a file, not a folder: read it with read_file.`, {
        path: target.shown,
      });
    const folder = await holdListed(target.real, target.shown).catch((error) => {
      throw fileError(error, target.shown);
    });
    try {
      const entries = await readdir(folder.at(""), { withFileTypes: true });
      const found = entries.map((entry) => ({ name: entry.name, link: entry.isSymbolicLink(), kind: kindOf(entry) }));
      // Only links take a question more; one promise for each of 20,000 files costs as much as reading the folder.
      const links = found.filter(({ link }) => link);
      const followed = await Promise.all(links.map(({ name }) => kindBehind(folder.at(name))));
      for (const [index, link] of links.entries()) link.kind = followed[index] ?? "other";
      return found;
    } catch (error) {
      throw fileError(error, target.shown);
    } finally {
      await folder.close();
    }
  }

  async examine(folder: ResolvedPath, names: readonly string[]): Promise<EntryFacts[]> {
    return factsBelow(folder.real, names);
  }

  /** Nothing is configured in plain Node. */
  async encodingOf(): Promise<undefined> {}

  async write(
    target: ResolvedPath,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    options: WriteOptions = {},
  ): Promise<WriteReceipt> {
    const place = { path: target.real, shown: target.shown };
    try {
      const isTouched = options.mtimeMs !== undefined && !options.kinds && !options.modes;
      if (isTouched && before && after && sameBytes(before, after)) {
        await touch({ ...place, before, after, ...options });
        return { version: (await this.stat(target))?.version ?? "", createdDirectories: [] };
      }
      if (isFileOnly(options, before, after)) {
        const createdDirectories = await atomicWrite({ ...place, before, after, ...options });
        return { version: (await this.stat(target))?.version ?? "", createdDirectories };
      }
      const entries = entriesOf(options, before, after);
      // What a link leads to was not written, and may not even be there.
      const { ready, mtimeMs } = options;
      return { version: "", createdDirectories: await entryWrite({ ...place, ...entries, ready, mtimeMs }) };
    } catch (error) {
      throw fileError(error, target.shown);
    }
  }

  async writeTogether(writes: readonly FileWrite[]): Promise<TogetherReceipt> {
    const { made, failure, folders } = await writeTogether(
      writes.map(({ target, before, after, options, check }) => ({
        ...{ path: target.real, shown: target.shown, before, after, ...options },
        ...(check && { check }),
      })),
    );
    const receipts: WriteReceipt[] = [];
    for (const [at, { target, after }] of writes.slice(0, made).entries()) {
      const version = after === undefined ? "" : ((await this.stat(target))?.version ?? "");
      receipts.push({ version, createdDirectories: folders[at] ?? [] });
    }
    const error = failure && fileError(failure.error, writes[failure.at]?.target.shown ?? "");
    return { receipts, createdDirectories: folders.flat(), ...(error && { failure: { error } }) };
  }

  async entry(path: string): Promise<{ target: ResolvedPath; entry?: FileEntry }> {
    const folder = await this.resolve(dirname(path));
    const child = childOf(folder, basename(path));
    const target = { ...child, path: child.real };
    try {
      const entry = await readEntry(target.real, target.shown);
      return { target, ...(entry && { entry }) };
    } catch (error) {
      throw fileError(error, target.shown);
    }
  }

  readonly wholes: WholePort = {
    identity: identityAt,
    sync: syncFolders,
    tidy,
    async exchange(target, exchange) {
      try {
        return await exchangeWhole(target, exchange);
      } catch (error) {
        throw fileError(error, target.shown);
      }
    },
  };

  async removeEmptyDirectory(real: string): Promise<void> {
    // A folder that someone filled in the meantime stays, which is the point of rmdir.
    await rmdir(real).catch(() => {});
  }
}

/** What replacing the bytes of a file does, permissions with them; all else is about the name. */
function isFileOnly({ kinds, modes }: WriteOptions, before: Uint8Array | undefined, after: Uint8Array | undefined) {
  return kinds === undefined && (modes === undefined || (before && after && !sameBytes(before, after)));
}

const entriesOf = ({ kinds, modes }: WriteOptions, before: Uint8Array | undefined, after: Uint8Array | undefined) => ({
  before: entryBefore({ before, after, kinds, modes }),
  after: entryAfter({ before, after, kinds, modes }),
});

/**
 * Opens what has the real path. Pipes and devices never end or have effects of their own, so nothing but regular files
 * is read.
 */
async function openRegular({ real, shown }: ResolvedPath): Promise<{ file: FileHandle; size: number }> {
  const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
    throw error.code === "ENXIO" ? notRegular(shown) : fileError(error, shown);
  });
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw fileError({ code: "EISDIR" }, shown);
    if (!found.isFile()) throw notRegular(shown);
    if (!(await isOpenedAt(file, real)))
      throw new ToolError("stale", `${shown} resolved to another file than the one that was checked: read it again.`);
    return { file, size: found.size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const notRegular = (shown: string) =>
  new ToolError("unreadable", `${shown} is a device, pipe or socket, not a file: it cannot be read.`);

async function kindBehind(path: string): Promise<FileStat["kind"]> {
  const found = await stat(path).catch(() => undefined);
  return found ? kindOf(found) : "other";
}
