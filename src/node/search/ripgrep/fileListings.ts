/** The files that ripgrep names, asked of it once while nothing comes or goes in the folder (D-11). */
import type { SearchScope } from "../../../core/ports/search";
import type { Narrowed, SearchIndex } from "../indexing/searchIndex";
import type { Engine } from "./engineProcess";
import { KeptNames } from "./keptNames";
import { separatedPieces } from "./separatedText";

/** Characters of names that are kept in all, and of one listing. */
const [maxKept, maxListing] = [24 * 1024 * 1024, 12 * 1024 * 1024];

/** What is wanted of ripgrep's names. */
export interface NamesWish {
  /** What tells ripgrep which files are meant, beside the scope. */
  readonly args: readonly string[];
  /** Whether a path below the searched folder is wanted. */
  readonly matches: (path: string) => boolean;
  /** Globs of which every wanted path matches one. */
  readonly globs?: readonly string[];
  /** The same, where ripgrep leaves out more by itself; used when its names are not kept. */
  readonly narrower?: Pick<NamesWish, "args" | "matches">;
}

/** Paths below the searched folder. */
export interface NamedFiles {
  /** Nothing came or went since ripgrep named them, so that they need not be looked for again. */
  readonly isKnown: boolean;
  readonly batches: AsyncIterable<string[]>;
}

/** How ripgrep is asked. */
export interface FileListingsHelp {
  readonly index: Pick<SearchIndex, "narrow" | "structure"> | undefined;
  /** All that it is told of a scope. */
  readonly said: (scope: SearchScope) => readonly string[];
  readonly start: (scope: SearchScope, args: readonly string[], narrowed: Narrowed | undefined) => Engine;
  /** From a name that it printed to the path below the searched folder. */
  readonly pathOf: (scope: SearchScope) => (printed: string) => string;
}

interface Kept {
  readonly structure: string;
  readonly names: KeptNames;
}

/** Listings of folders that have an index. */
export class FileListings {
  /** By what ripgrep was told; those used last are at the end. */
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly help: FileListingsHelp) {}

  async named(scope: SearchScope, wish: NamesWish): Promise<NamedFiles> {
    const structure = await this.help.index?.structure(scope);
    const key = JSON.stringify([scope.directory.root, ...this.help.said(scope), ...wish.args]);
    const kept = this.#kept.get(key);
    if (structure === undefined) return { isKnown: false, batches: this.#asked(scope, wish) };
    if (kept?.structure !== structure)
      return {
        isKnown: false,
        batches: this.#asked(scope, wish, (names) =>
          this.#keep(scope, key, { structure, names: new KeptNames(names) }),
        ),
      };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const paths = kept.names.mayMatch(wish.globs).map(this.help.pathOf(scope));
    return { isKnown: true, batches: inOne(paths.filter(wish.matches)) };
  }

  /** @param keep gets what ripgrep printed, if it named all files. */
  async *#asked(scope: SearchScope, wish: NamesWish, keep?: (names: string) => Promise<void>): AsyncIterable<string[]> {
    const { globs, narrower } = wish;
    const narrowed = globs && (await this.help.index?.narrow(scope, { kind: "name", globs }));
    // What is narrowed holds all that is wanted, which is all there is to name only where ripgrep is told what is wanted.
    const keepsAll = keep !== undefined && !(narrowed && narrower);
    const { args, matches } = (keepsAll ? undefined : narrower) ?? wish;
    const running = this.help.start(scope, ["--files", "--null", ...args], narrowed);
    const pathOf = this.help.pathOf(scope);
    const names: string[] = [];
    let room = keepsAll ? maxListing : 0;
    for await (const pieces of separatedPieces(running.output, 0)) {
      for (const { text } of room > 0 ? pieces : []) {
        names.push(text, "\0");
        room -= text.length + 1;
      }
      yield pieces.map(({ text }) => pathOf(text)).filter(matches);
    }
    const { code } = await running.finish();
    // 1 where there are no files, and 2 where it could not read something, as may be otherwise the next time.
    if (room > 0 && (code === 0 || code === 1)) await keep?.(names.join(""));
  }

  /** What came or went while ripgrep was running may be in its names or not. */
  async #keep(scope: SearchScope, key: string, kept: Kept): Promise<void> {
    if ((await this.help.index?.structure(scope)) !== kept.structure) return;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    let sum = 0;
    for (const [old, { names }] of [...this.#kept].reverse()) {
      sum += names.text.length;
      if (sum > maxKept) this.#kept.delete(old);
    }
  }
}

async function* inOne(paths: string[]): AsyncIterable<string[]> {
  yield paths;
}
