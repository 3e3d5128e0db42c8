/** The search of folders on a disk: by ripgrep, and unsaved text before what the disk holds (D-8, D-11). */

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
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { type IgnoreOptions, IgnoreRules, ignoredNames, whyIgnored } from "../ignore/ignoreRules";
import type { SearchIndex } from "./indexing/searchIndex";
import { byPath } from "./order";
import { PortSearch } from "./portSearch";
import { RipgrepSearch } from "./ripgrep/ripgrep";
import { fileFilter, leftOutTest, placesOf } from "./scopeFilter";
import { queryOf, type SearchTarget } from "./textQuery";
import { TextSearch } from "./textSearch";
import { WalkedFiles } from "./walkedFiles";

type Engine = Pick<SearchPort, "findFiles" | "searchText" | "matchingFiles" | "passedOver">;

/** SearchPort for a disk. */
export class DiskSearch implements SearchPort {
  /** Looks through folders by itself, file by file. */
  readonly #walking: Engine;
  readonly #walkingAgents: Engine;
  readonly #default: Engine;

  /**
   * @param ripgrep a program, when there is one; without one files are found, and no text.
   * @param isAgents whether a real path is in a folder that an agent alone fills (EX-4).
   * @param index tells ripgrep which files it may leave out.
   */
  constructor(
    private readonly files: FilePort,
    private readonly ripgrep: string | undefined,
    private readonly isAgents: (real: string) => boolean = () => false,
    index?: Pick<SearchIndex, "narrow" | "structure">,
  ) {
    this.#walking = new PortSearch(files, ripgrep);
    this.#walkingAgents = new PortSearch(files, ripgrep, new WalkedFiles(files, { isAgents: true }));
    this.#default = ripgrep === undefined ? this.#walking : new RipgrepSearch(ripgrep, files, index);
  }

  /**
   * ripgrep looks into no folder that an agent fills: it follows an ignore file that is a link, so that an agent could make
   * one and learn by what is left out which lines are in a file that is closed to it.
   */
  #engine({ directory }: SearchScope): Engine {
    return this.isAgents(directory.real) ? this.#walkingAgents : this.#default;
  }

  /** Names are found without ripgrep too, should it not start. */
  async #named<T>(scope: SearchScope, use: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = this.#engine(scope);
    try {
      return await use(engine);
    } catch (error) {
      if (engine !== this.#default || !(error instanceof ToolError && error.code === "unavailable")) throw error;
      return use(this.#walking);
    }
  }

  async findFiles(
    scope: SearchScope,
    glob: string,
    limit: number,
  ): Promise<{ files: FoundFile[]; truncated: boolean }> {
    const found = await this.#named(scope, (engine) => engine.findFiles(scope, glob, limit));
    const unsaved = new Map((await this.#unsaved(scope)).map(({ path, target }) => [path, target]));
    if (unsaved.size === 0) return found;
    const files = await Promise.all(
      found.files.map(async (file) => {
        const target = unsaved.get(file.path);
        const stat = target && (await this.files.stat(target));
        return stat ? { ...file, size: stat.size } : file;
      }),
    );
    return { ...found, files };
  }

  async searchText(scope: SearchScope, pattern: string, limit: number, context: number): Promise<TextSearchOutcome> {
    const unsaved = await this.#unsavedToSearch(scope);
    if (unsaved.length === 0) return this.#engine(scope).searchText(scope, pattern, limit, context);
    const first = await this.#searchOf(scope, pattern, limit, context).lines(unsaved);
    if (first.truncated || scope.file) return first;
    const left = limit - first.lines.filter(({ matches }) => matches.length > 0).length;
    const others = without(scope, unsaved);
    const second = await this.#engine(others).searchText(others, pattern, left, context);
    return {
      ...second,
      lines: byPath([...first.lines, ...second.lines]),
      filesSearched: first.filesSearched + second.filesSearched,
    };
  }

  async matchingFiles(
    scope: SearchScope,
    pattern: string,
    limit: number,
  ): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const unsaved = await this.#unsavedToSearch(scope);
    if (unsaved.length === 0) return this.#engine(scope).matchingFiles(scope, pattern, limit);
    const first = await this.#searchOf(scope, pattern, limit, 0).counts(unsaved);
    if (first.truncated || scope.file) return first;
    const others = without(scope, unsaved);
    const second = await this.#engine(others).matchingFiles(others, pattern, limit - first.files.length);
    return { ...second, files: byPath([...first.files, ...second.files]) };
  }

  passedOver(scope: SearchScope): Promise<number> {
    return this.#named(scope, (engine) => engine.passedOver(scope));
  }

  #searchOf(scope: SearchScope, pattern: string, limit: number, context: number): TextSearch {
    return new TextSearch(this.files, this.ripgrep, queryOf(scope, pattern, limit, context));
  }

  /** Files in the scope whose text is in an editor, whatever the disk holds. */
  async #unsaved(scope: SearchScope): Promise<SearchTarget[]> {
    const all = (await this.files.unsaved?.()) ?? [];
    const { file, directory } = scope;
    if (file) return all.filter(({ real }) => real === file.real).map((target) => ({ path: file.shown, target }));
    return all
      .filter(({ real }) => isInside(directory.real, real))
      .map((target) => ({ path: relativeInside(directory.real, target.real), target }));
  }

  /** Of these, the ones that an engine would have looked into. */
  async #unsavedToSearch(scope: SearchScope): Promise<SearchTarget[]> {
    const unsaved = await this.#unsaved(scope);
    if (unsaved.length === 0) return unsaved;
    const included = fileFilter(scope, scope.include, true);
    const filtered = unsaved.filter(({ path }) => included(path));
    if (scope.file) return filtered;
    const { top, below } = placesOf(scope);
    const isLeftOut = leftOutTest(scope);
    const rules = new IgnoreRules(this.files, { real: top }, this.#waysIn(scope.directory));
    const ignored = await Promise.all(
      filtered.map(({ path }) => !scope.includeIgnored && rules.ignores(below ? `${below}/${path}` : path)),
    );
    return byPath(filtered.filter(({ path }, at) => !ignored[at] && !isLeftOut(path)));
  }

  ignoredNames(directory: ResolvedPath, names: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredNames(this.files, directory, names, this.#waysIn(directory));
  }

  whyIgnored(directory: ResolvedPath, place: string): Promise<IgnoreReason | undefined> {
    return whyIgnored(this.files, directory, place, this.#waysIn(directory));
  }

  #waysIn({ real }: ResolvedPath): IgnoreOptions {
    return { isAgents: this.isAgents(real) };
  }
}

/** The same search without files that were searched already. */
function without(scope: SearchScope, searched: readonly SearchTarget[]): SearchScope {
  const reals = new Set(searched.map(({ target }) => target.real));
  return { ...scope, isClosed: (real) => reals.has(real) || (scope.isClosed?.(real) ?? false) };
}
