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
import type { FileEntry } from "../../core/vocabulary/changes/fileEntry";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { fileUri } from "./fileUri";
import {
  configuredEncoding,
  dirtyDocument,
  dirtyPaths,
  documentBytes,
  openDocument,
  replaceDocument,
} from "./openDocuments";

const typedInto = (shown: string) =>
  new ToolError(
    "stale",
    `${shown} was changed in an editor since it was planned, so nothing was written: read it again and repeat the change.`,
  );

const leftAs = {
  refused: "it is as it was",
  unsaved: "the change is in its editor, and not on the disk",
} as const;

/** Files as a person sees them in VS Code: an unsaved editor is the file; everything else is as it is stored (D-8). */
export class EditorFiles implements FilePort {
  constructor(private readonly stored: FilePort) {}

  resolve(path: string, base?: string): Promise<ResolvedPath> {
    return this.stored.resolve(path, base);
  }

  resolveAll(paths: readonly string[]): Promise<ResolvedPath[]> {
    return this.stored.resolveAll?.(paths) ?? Promise.all(paths.map((path) => this.stored.resolve(path)));
  }

  async stat(target: ResolvedPath): Promise<FileStat | undefined> {
    const stat = await this.stored.stat(target);
    const document = dirtyDocument(target);
    if (!document) return stat;
    const { length: size } = await documentBytes(document);
    const version = `unsaved:${document.version}:${stat?.version ?? ""}`;
    const { mtimeMs = 0, links = 1, mode } = stat ?? {};
    return { kind: "file", size, version, mtimeMs, links, ...(mode !== undefined && { mode }) };
  }

  async read(target: ResolvedPath): Promise<Uint8Array> {
    const document = dirtyDocument(target);
    return document ? documentBytes(document) : this.stored.read(target);
  }

  async *stream(target: ResolvedPath, signal: AbortSignal, from = 0): AsyncIterable<Uint8Array> {
    const document = dirtyDocument(target);
    if (document) yield (await documentBytes(document)).subarray(from);
    else yield* this.stored.stream(target, signal, from);
  }

  encodingOf(target: ResolvedPath): Promise<string | undefined> {
    return configuredEncoding(fileUri(target), openDocument(target));
  }

  examine(folder: ResolvedPath, names: readonly string[]): Promise<EntryFacts[]> {
    return this.stored.examine(folder, names);
  }

  list(target: ResolvedPath): Promise<DirectoryEntry[]> {
    return this.stored.list(target);
  }

  async write(
    target: ResolvedPath,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    options?: WriteOptions,
  ): Promise<WriteReceipt> {
    const document = dirtyDocument(target);
    if (!document) return this.stored.write(target, before, after, options);
    await options?.ready;
    const { shown } = target;
    if (after === undefined)
      throw new ToolError(
        "stale",
        `${shown} has unsaved changes in an editor, so it was not deleted: ask the person to save it.`,
      );
    const { version } = document;
    const now = await documentBytes(document);
    if (!before || !Buffer.from(now).equals(before)) throw typedInto(shown);
    const replacement = await replaceDocument(document, after, version);
    if (replacement === "typed") throw typedInto(shown);
    if (replacement !== "saved")
      throw new ToolError(
        "unwritable",
        `VS Code could not save ${shown}: ${leftAs[replacement]}; ask the person to save it.`,
      );
    const written = await this.#exactly(target, after);
    return { version: (await this.stored.stat(target))?.version ?? "", createdDirectories: [], written };
  }

  /**
   * Has a file that VS Code saved hold what was planned, and not what saving made of it (formatted, trimmed, with one line ending
   * for all). An editor without unsaved changes shows by itself what is on the disk.
   * @returns what it holds.
   */
  async #exactly(target: ResolvedPath, after: Uint8Array): Promise<Uint8Array> {
    const saved = await this.stored.read(target);
    if (sameBytes(saved, after) || dirtyDocument(target)) return saved;
    try {
      await this.stored.write(target, saved, after);
    } catch (error) {
      // Somebody else wrote to it in that moment, and what they wrote counts.
      if (!(error instanceof ToolError && error.code === "stale")) throw error;
    }
    return this.stored.read(target);
  }

  async writeTogether(writes: readonly FileWrite[]): Promise<TogetherReceipt | undefined> {
    if (writes.some(({ target }) => dirtyDocument(target))) return undefined;
    return this.stored.writeTogether?.(
      writes.map((write) => ({
        ...write,
        check() {
          write.check?.();
          // They are prepared for a moment, in which a person may begin to type.
          if (dirtyDocument(write.target)) throw typedInto(write.target.shown);
        },
      })),
    );
  }

  async entry(path: string): Promise<{ target: ResolvedPath; entry?: FileEntry }> {
    const found = (await this.stored.entry?.(path)) ?? { target: await this.stored.resolve(path) };
    const document = found.entry?.kind === "file" ? dirtyDocument(found.target) : undefined;
    if (!document || !found.entry) return found;
    return { ...found, entry: { ...found.entry, bytes: await documentBytes(document) } };
  }

  get wholes(): WholePort | undefined {
    return this.stored.wholes;
  }

  unsaved(): Promise<readonly ResolvedPath[]> {
    return Promise.all(dirtyPaths().map((path) => this.stored.resolve(path)));
  }

  removeEmptyDirectory(real: string): Promise<void> {
    return this.stored.removeEmptyDirectory(real);
  }
}
