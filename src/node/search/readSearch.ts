/** Finding files and lines through the file port, whatever lists the files and looks into their text (D-11). */
import { posix } from "node:path";
import type { FilePort } from "../../core/ports/files";
import type {
  FoundFile,
  IgnoreReason,
  MatchingFile,
  SearchPort,
  SearchScope,
  TextSearchOutcome,
} from "../../core/ports/search";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { type IgnoreOptions, ignoredNames, whyIgnored } from "../ignore/ignoreRules";
import { throwIfCancelled } from "./cancelled";
import { newestFirst } from "./order";
import { countPassedOver, fileFilter, targetBelow } from "./scopeFilter";
import { queryOf, type SearchTarget, type TextEngine, type TextQuery } from "./textQuery";

/** Names the files of a search. */
export interface FileSource {
  /** Paths relative to the searched folder, with `/`, in no particular order; links are none. */
  paths(scope: SearchScope): Promise<readonly string[]>;
}

/** SearchPort over a FilePort. */
export class ReadSearch implements SearchPort {
  /**
   * @param engineFor what looks for one pattern.
   * @param ignoring what else holds for ignore rules.
   */
  constructor(
    private readonly files: FilePort,
    private readonly source: FileSource,
    private readonly engineFor: (query: TextQuery) => TextEngine,
    private readonly ignoring: IgnoreOptions = {},
  ) {}

  async findFiles(
    scope: SearchScope,
    glob: string,
    limit: number,
  ): Promise<{ files: FoundFile[]; truncated: boolean }> {
    const matches = fileFilter(scope, glob, scope.caseSensitive);
    const paths = (await this.source.paths(scope)).filter(matches);
    return newestFirst(await this.#withTimes(scope, paths), limit);
  }

  async #withTimes(scope: SearchScope, paths: readonly string[]): Promise<FoundFile[]> {
    const names = new Map<string, string[]>();
    for (const path of paths) {
      const folder = posix.dirname(path);
      const inside = names.get(folder);
      if (inside) inside.push(posix.basename(path));
      else names.set(folder, [posix.basename(path)]);
    }
    const files: FoundFile[] = [];
    for (const [folder, inside] of names) {
      throwIfCancelled(scope.signal);
      const facts = await this.files.examine(folder === "." ? scope.directory : targetBelow(scope, folder), inside);
      files.push(...facts.map((its, at) => ({ path: posix.join(folder, inside[at] as string), ...its })));
    }
    return files;
  }

  async searchText(scope: SearchScope, pattern: string, limit: number, context: number): Promise<TextSearchOutcome> {
    const engine = this.engineFor(queryOf(scope, pattern, limit, context));
    return engine.lines(await this.#targets(scope));
  }

  async matchingFiles(
    scope: SearchScope,
    pattern: string,
    limit: number,
  ): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const engine = this.engineFor(queryOf(scope, pattern, limit));
    return engine.counts(await this.#targets(scope));
  }

  passedOver(scope: SearchScope): Promise<number> {
    return countPassedOver(scope, (others, glob, limit) => this.findFiles(others, glob, limit));
  }

  /** The files that the filters leave, by path. */
  async #targets(scope: SearchScope): Promise<SearchTarget[]> {
    const included = fileFilter(scope, scope.include, true);
    const { file } = scope;
    if (file) return included(file.shown) ? [{ path: file.shown, target: file }] : [];
    const paths = (await this.source.paths(scope)).filter(included);
    return paths.sort().map((path) => ({ path, target: targetBelow(scope, path) }));
  }

  ignoredNames(directory: ResolvedPath, names: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredNames(this.files, directory, names, this.ignoring);
  }

  whyIgnored(directory: ResolvedPath, place: string): Promise<IgnoreReason | undefined> {
    return whyIgnored(this.files, directory, place, this.ignoring);
  }
}
