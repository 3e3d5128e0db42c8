import { createReadStream } from "node:fs";
import { lstat, open, readdir, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ResolvedPath } from "../core/effect";
import type { DirectoryEntry, EntryFacts, FilePort, FileStat, WriteReceipt } from "../core/host";
import { ToolError } from "../core/toolError";
import { atomicWrite } from "./atomicWrite";
import { fileError } from "./fileErrors";
import { type Root, resolvePath } from "./resolvePath";

/** Bytes that are read into memory at most; larger files can only be streamed. */
const mostBytes = 256 * 1024 * 1024;

const kindOf = (entry: { isFile(): boolean; isDirectory(): boolean }): FileStat["kind"] =>
  entry.isFile() ? "file" : entry.isDirectory() ? "directory" : "other";

/** How many entries of a folder are examined at once. */
const batch = 64;

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

  async stat(target: ResolvedPath): Promise<FileStat | undefined> {
    try {
      const found = await stat(target.real, { bigint: true });
      return {
        kind: kindOf(found),
        size: Number(found.size),
        mtimeMs: Number(found.mtimeNs) / 1e6,
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
    const found = await this.#regular(target);
    if (found.size > mostBytes)
      throw new ToolError(
        "too_large",
        `${target.shown} has ${found.size} bytes, more than the ${mostBytes} that can be handled at once.`,
      );
    try {
      const file = await open(target.real);
      return await file.readFile().finally(() => file.close());
    } catch (error) {
      throw fileError(error, target.shown);
    }
  }

  async *stream(target: ResolvedPath, signal: AbortSignal, from = 0): AsyncIterable<Uint8Array> {
    await this.#regular(target);
    try {
      const options = { highWaterMark: 256 * 1024, start: from, signal };
      yield* createReadStream(target.real, options) as AsyncIterable<Buffer>;
    } catch (error) {
      if (signal.aborted) throw new ToolError("cancelled", `Reading ${target.shown} was cancelled.`);
      throw fileError(error, target.shown);
    }
  }

  /** Pipes and devices never end or have effects of their own, so only regular files are opened. */
  async #regular(target: ResolvedPath): Promise<FileStat> {
    const found = await this.stat(target);
    if (!found) throw fileError({ code: "ENOENT" }, target.shown);
    if (found.kind === "directory") throw fileError({ code: "EISDIR" }, target.shown);
    if (found.kind === "other")
      throw new ToolError("unreadable", `${target.shown} is a device, pipe or socket, not a file: it cannot be read.`);
    return found;
  }

  async list(target: ResolvedPath): Promise<DirectoryEntry[]> {
    const found = await this.stat(target);
    if (found && found.kind !== "directory")
      throw new ToolError("not_directory", `${target.shown} is a file, not a folder: read it with read_file.`, {
        path: target.shown,
      });
    try {
      const entries = await readdir(target.real, { withFileTypes: true });
      return await Promise.all(
        entries.map((entry) =>
          entry.isSymbolicLink()
            ? followed(target.real, entry.name)
            : { name: entry.name, link: false, kind: kindOf(entry) },
        ),
      );
    } catch (error) {
      throw fileError(error, target.shown);
    }
  }

  async examine(folder: ResolvedPath, names: readonly string[]): Promise<EntryFacts[]> {
    const facts: EntryFacts[] = [];
    for (let at = 0; at < names.length; at += batch) {
      facts.push(...(await Promise.all(names.slice(at, at + batch).map((name) => factsOf(join(folder.real, name))))));
    }
    return facts;
  }

  /** Nothing is configured in plain Node. */
  async encodingOf(): Promise<undefined> {}

  async write(
    target: ResolvedPath,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    mode?: number,
  ): Promise<WriteReceipt> {
    try {
      const what = { path: target.real, shown: target.shown, before, after, ...(mode !== undefined && { mode }) };
      const createdDirectories = await atomicWrite(what);
      return { version: (await this.stat(target))?.version ?? "", createdDirectories };
    } catch (error) {
      throw fileError(error, target.shown);
    }
  }

  async removeEmptyDirectory(real: string): Promise<void> {
    // A folder that someone filled in the meantime stays, which is the point of rmdir.
    await rmdir(real).catch(() => {});
  }
}

async function followed(folder: string, name: string): Promise<DirectoryEntry> {
  const found = await stat(join(folder, name)).catch(() => undefined);
  return { name, link: true, kind: found ? kindOf(found) : "other" };
}

async function factsOf(path: string): Promise<EntryFacts> {
  const found = await stat(path)
    .catch(() => lstat(path))
    .catch(() => undefined);
  return { size: found?.size ?? 0, mtimeMs: found?.mtimeMs ?? 0 };
}
