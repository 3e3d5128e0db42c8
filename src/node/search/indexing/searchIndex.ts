/** Which files a search has to look at: asked of a thread that keeps an index of each folder with many files (D-11). */
import { createHash } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { SearchScope } from "../../../core/ports/search";
import { firstGiven, startEngine } from "../ripgrep/engineProcess";
import { separatedPieces } from "../ripgrep/separatedText";
import { placesOf } from "../scopeFilter";
import { candidateRules } from "./candidateFile";
import { IndexThread } from "./indexThread";
import { ownName } from "./leftovers";
import type { IndexQuestion, IndexState } from "./messages";
import { nameLiteral } from "./nameLiterals";
import { requiredLiterals } from "./patternLiterals";

/** Bytes of the index of one folder at most. */
const maxBytes = 256 * 1024 * 1024;

/** Folders of which an index is kept on the disk, and of which one is kept true at a time. */
const [maxKept, maxOpen] = [8, 3];

/** What is looked for. */
export type Wanted =
  | { readonly kind: "text"; readonly pattern: string }
  /** Files that match one of the globs. */
  | { readonly kind: "name"; readonly globs: readonly string[] };

/** How ripgrep is told to look at some files alone; to be closed once it has started. */
export interface Narrowed {
  readonly args: readonly string[];
  /** Descriptors that it gets (EngineStart.given). */
  readonly given: readonly number[];
  close(): void;
}

/** How an index is kept. Times in milliseconds. */
export interface SearchIndexOptions {
  /** For what is kept on the disk. */
  readonly folder: string;
  readonly ripgrep: string;
  readonly isOn: () => boolean;
  /** Name of the file in a root that closes files to tools. */
  readonly closing: string;
  /** Folders with fewer files are searched fast enough. */
  readonly minFiles?: number;
  /** From the first search in a folder to the making of its index. */
  readonly delayMs?: number;
  /** See IndexStart. */
  readonly restMs?: number;
  /** For tests: what the index of a folder is doing. */
  readonly tell?: (root: string, state: IndexState) => void;
}

/** Indexes of folders, made when they are first searched. Linux alone tells of changes in their order. */
export class SearchIndex {
  readonly #threads = new Map<string, IndexThread>();
  /** Until when no index is made of a folder, as it is small or its last one could not be kept. */
  readonly #resting = new Map<string, number>();
  /** How long the next rest of a folder is. */
  readonly #pauses = new Map<string, number>();

  constructor(private readonly options: SearchIndexOptions) {}

  /** @returns undefined when ripgrep has to look at all files: that is never wrong. */
  async narrow(scope: SearchScope, wanted: Wanted): Promise<Narrowed | undefined> {
    const { root } = scope.directory;
    if (!this.options.isOn()) {
      await this.close();
      return undefined;
    }
    if (process.platform !== "linux" || root === undefined || scope.file) return undefined;
    const question = questionOf(scope, wanted);
    const thread = this.#thread(root, scope, wanted);
    if (!question || !thread) return undefined;
    const candidates = await thread.ask(question, scope.signal);
    return candidates && this.#narrowed(thread.folder, candidates);
  }

  /**
   * A text that stays the same while ripgrep would name the same files in a folder, whatever is in them.
   * @returns undefined when that is not known.
   */
  async structure({ directory: { root }, file }: SearchScope): Promise<string | undefined> {
    if (root === undefined || file || !this.options.isOn()) return undefined;
    return this.#threads.get(root)?.structure();
  }

  /** The index of a folder, if it may be asked; the first search in a folder has it made. */
  #thread(root: string, scope: SearchScope, { kind }: Wanted): IndexThread | undefined {
    const thread = this.#threads.get(root);
    // A search for names does not say which files are secret.
    if (kind !== "text") return thread;
    if (thread?.isFor(scope.exclude)) {
      thread.isClosed = scope.isClosed;
      return thread;
    }
    thread?.close();
    this.#threads.delete(root);
    if ((this.#resting.get(root) ?? 0) > Date.now() || this.#threads.size >= maxOpen) return undefined;
    this.#resting.set(root, Number.POSITIVE_INFINITY);
    setTimeout(() => void this.#begin(root, scope).catch(() => {}), this.options.delayMs ?? 3000).unref();
    return undefined;
  }

  /** Each rest is longer than the one before, up to ten minutes. */
  #rest(root: string): void {
    const pause = this.#pauses.get(root) ?? firstPause;
    this.#pauses.set(root, Math.min(pause * 2, longestPause));
    this.#resting.set(root, Date.now() + pause);
  }

  async #begin(root: string, { exclude, isClosed }: SearchScope): Promise<void> {
    const { minFiles = 5000, restMs = 15_000, closing, tell } = this.options;
    if (!(await this.#hasFiles(root, minFiles))) return this.#rest(root);
    const folder = this.#folderOf(root);
    const thread = new IndexThread({ root, folder, secret: exclude, closing, maxBytes, restMs }, (state) => {
      tell?.(root, state);
      if (state.is !== "off") return;
      if (this.#threads.get(root) === thread) this.#threads.delete(root);
      this.#rest(root);
    });
    thread.isClosed = isClosed;
    this.#threads.set(root, thread);
  }

  /** Whether a folder has that many files; to find out, they are not all listed. */
  async #hasFiles(root: string, many: number): Promise<boolean> {
    const { signal } = new AbortController();
    const args = ["--no-config", "--no-messages", "--files", "--null", "--hidden", "--no-ignore", "--glob", "!**/.git"];
    const running = startEngine({ program: this.options.ripgrep, args, folder: root, shown: root, signal });
    let count = 0;
    for await (const pieces of separatedPieces(running.output, 0)) {
      count += pieces.length;
      if (count >= many) break;
    }
    running.stop();
    await running.finish();
    return count >= many;
  }

  /** Makes place for it, too. */
  #folderOf(root: string): string {
    const { folder } = this.options;
    const name = createHash("sha256").update(root).digest("hex").slice(0, 32);
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    const others = readdirSync(folder).filter((other) => other !== name);
    const byAge = others.map((other) => ({ path: join(folder, other), at: madeAt(join(folder, other)) }));
    for (const { path } of byAge.sort((a, b) => b.at - a.at).slice(maxKept - 1))
      rmSync(path, { recursive: true, force: true });
    return realpathSync(join(folder, name));
  }

  #narrowed(folder: string, candidates: readonly string[]): Narrowed | undefined {
    const path = ownName(join(folder, "candidates"));
    try {
      writeFileSync(path, candidateRules(candidates), { flag: "wx", mode: 0o600 });
      const descriptor = openSync(path, "r");
      unlinkSync(path);
      return {
        args: ["--ignore-file", `/proc/self/fd/${firstGiven}`],
        given: [descriptor],
        close: () => closeSync(descriptor),
      };
    } catch {
      // Without room on the disk there is no narrowing.
      return undefined;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map((thread) => thread.close()));
    this.#threads.clear();
  }
}

const [firstPause, longestPause] = [30_000, 10 * 60_000];

function madeAt(folder: string): number {
  return statSync(join(folder, "index"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function questionOf(scope: SearchScope, wanted: Wanted): IndexQuestion | undefined {
  const { below } = placesOf(scope);
  if (wanted.kind === "text") {
    const required = requiredLiterals(wanted.pattern);
    return required && { kind: "text", below, required };
  }
  const literals = wanted.globs.map(nameLiteral);
  return literals.every((literal) => literal !== undefined) ? { kind: "name", below, literals } : undefined;
}
