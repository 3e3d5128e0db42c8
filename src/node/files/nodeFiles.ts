import { statSync } from "node:fs";
import { readdir, rmdir, stat } from "node:fs/promises";
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
import { factsBelow } from "./fileTimes";
import { readAll } from "./opened/openedFile";
import { holdListed } from "./opened/openFolder";
import { piecesOfFile } from "./reading/filePieces";
import { openRegular } from "./reading/regularFile";
import { type Root, resolvePath } from "./resolvePath";
import { atomicWrite, touch } from "./writing/atomicWrite";
import { changedSince } from "./writing/changedSince";
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
    const opened = await openRegular(target);
    if (Buffer.isBuffer(opened)) return opened;
    const { file, size } = opened;
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
      await opened.close();
    }
  }

  async *stream(target: ResolvedPath, signal: AbortSignal, from = 0): AsyncIterable<Uint8Array> {
    const cancelled = () => new ToolError("cancelled", `Reading ${target.shown} was cancelled.`);
    const opened = await openRegular(target);
    if (Buffer.isBuffer(opened)) {
      if (signal.aborted) throw cancelled();
      if (from < opened.length) yield opened.subarray(from);
      return;
    }
    try {
      yield* piecesOfFile(opened.file, from, opened.size, signal);
    } catch (error) {
      throw signal.aborted ? cancelled() : fileError(error, target.shown);
    } finally {
      await opened.close();
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
    changedSince: (folder, since) =>
      changedSince(folder, since).catch((error) => {
        throw fileError(error, folder);
      }),
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

async function kindBehind(path: string): Promise<FileStat["kind"]> {
  const found = await stat(path).catch(() => undefined);
  return found ? kindOf(found) : "other";
}
