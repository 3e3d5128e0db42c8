/** Finding files and lines through the file port: where there is no ripgrep, or no disk (D-11). */
import { posix } from "node:path";
import type { ResolvedPath } from "../core/effect";
import type {
  FilePort,
  FoundFile,
  IgnoreReason,
  MatchingFile,
  SearchPort,
  SearchScope,
  TextSearchOutcome,
} from "../core/host";
import { ignoredNames, whyIgnored } from "./ignoreRules";
import { throwIfCancelled } from "./search/engineProcess";
import type { FileSource } from "./search/fileSource";
import { newestFirst } from "./search/order";
import type { SearchPattern } from "./search/patternTree";
import { countPassedOver, fileFilter, targetBelow } from "./search/scopeFilter";
import { patternOf, type SearchTarget, TextSearch } from "./search/textSearch";
import { WalkedFiles } from "./search/walkedFiles";

/** SearchPort over a FilePort. */
export class PortSearch implements SearchPort {
  constructor(
    private readonly files: FilePort,
    private readonly source: FileSource = new WalkedFiles(files),
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
    const wanted = patternOf(pattern, scope.caseSensitive);
    const { all, likely } = await this.#targets(scope, wanted);
    const search = new TextSearch(this.files, { pattern: wanted, limit, context, signal: scope.signal });
    return { ...(await search.lines(likely)), filesSearched: all };
  }

  async matchingFiles(
    scope: SearchScope,
    pattern: string,
    limit: number,
  ): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const wanted = patternOf(pattern, scope.caseSensitive);
    const { likely } = await this.#targets(scope, wanted);
    return new TextSearch(this.files, {
      ...{ pattern: wanted, limit, context: 0, signal: scope.signal },
      countsMatches: scope.countsMatches === true,
    }).counts(likely);
  }

  passedOver(scope: SearchScope): Promise<number> {
    return countPassedOver(scope, (others, glob, limit) => this.findFiles(others, glob, limit));
  }

  /** How many files the filters leave, and those of them that may match, by path. */
  async #targets(scope: SearchScope, pattern: SearchPattern): Promise<{ all: number; likely: SearchTarget[] }> {
    const included = fileFilter(scope, scope.include, true);
    const { file } = scope;
    if (file) {
      const likely = included(file.shown) ? [{ path: file.shown, target: file }] : [];
      return { all: likely.length, likely };
    }
    const paths = (await this.source.paths(scope)).filter(included);
    const likely = (await this.source.candidates?.(scope, paths, pattern)) ?? paths;
    return {
      all: paths.length,
      likely: likely.toSorted().map((path) => ({ path, target: targetBelow(scope, path) })),
    };
  }

  ignoredNames(directory: ResolvedPath, names: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredNames(this.files, directory, names);
  }

  whyIgnored(directory: ResolvedPath, place: string): Promise<IgnoreReason | undefined> {
    return whyIgnored(this.files, directory, place);
  }
}
