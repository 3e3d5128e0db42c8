/** Finding files and lines through the file port: where there is no disk, or ripgrep must not look around (D-11). */
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
import { ignoredNames, whyIgnored } from "../ignore/ignoreRules";
import { newestFirst } from "./order";
import { throwIfCancelled } from "./ripgrep/engineProcess";
import { countPassedOver, fileFilter, targetBelow } from "./scopeFilter";
import { queryOf, type SearchTarget, TextSearch } from "./textSearch";
import { WalkedFiles } from "./walkedFiles";

/** SearchPort over a FilePort. */
export class PortSearch implements SearchPort {
  /** @param ripgrep a program; without one there is no searching of text. */
  constructor(
    private readonly files: FilePort,
    private readonly ripgrep: string | undefined,
    private readonly source: WalkedFiles = new WalkedFiles(files),
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
    const search = new TextSearch(this.files, this.ripgrep, queryOf(scope, pattern, limit, context));
    return search.lines(await this.#targets(scope));
  }

  async matchingFiles(
    scope: SearchScope,
    pattern: string,
    limit: number,
  ): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const search = new TextSearch(this.files, this.ripgrep, queryOf(scope, pattern, limit));
    return search.counts(await this.#targets(scope));
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
    return ignoredNames(this.files, directory, names);
  }

  whyIgnored(directory: ResolvedPath, place: string): Promise<IgnoreReason | undefined> {
    return whyIgnored(this.files, directory, place);
  }
}
