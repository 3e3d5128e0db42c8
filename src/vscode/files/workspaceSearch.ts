import type { FilePort } from "../../core/ports/files";
import type { SearchPort, SearchScope } from "../../core/ports/search";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { DiskSearch } from "../../node/search/diskSearch";
import type { SearchIndex } from "../../node/search/indexing/searchIndex";
import { PortSearch } from "../../node/search/portSearch";
import { currentSettings } from "../settings/configuration";
import { ripgrepOfWindow } from "./ripgrepOfWindow";
import { virtualFolderOf } from "./virtualFiles";

/** ripgrep for folders on a disk; for the others, files are read through the port. */
export class WorkspaceSearch implements SearchPort {
  #searches: { readonly disk: SearchPort; readonly port: SearchPort } | undefined;

  /**
   * @param isAgents see DiskSearch.
   * @param indexFor what tells a ripgrep program which files it may leave out.
   */
  constructor(
    private readonly files: FilePort,
    private readonly isAgents: (real: string) => boolean,
    private readonly indexFor: (ripgrep: string) => Pick<SearchIndex, "narrow" | "structure">,
  ) {}

  #of(directory: ResolvedPath): SearchPort {
    this.#searches ??= this.#open();
    return virtualFolderOf(directory.real) ? this.#searches.port : this.#searches.disk;
  }

  #open() {
    const ripgrep = ripgrepOfWindow(currentSettings().settings);
    const index = ripgrep === undefined ? undefined : this.indexFor(ripgrep);
    return {
      disk: new DiskSearch(this.files, ripgrep, this.isAgents, index),
      port: new PortSearch(this.files, ripgrep),
    };
  }

  findFiles = (scope: SearchScope, glob: string, limit: number) =>
    this.#of(scope.directory).findFiles(scope, glob, limit);
  searchText = (scope: SearchScope, pattern: string, limit: number, context: number) =>
    this.#of(scope.directory).searchText(scope, pattern, limit, context);
  matchingFiles = (scope: SearchScope, pattern: string, limit: number) =>
    this.#of(scope.directory).matchingFiles(scope, pattern, limit);
  passedOver = (scope: SearchScope) => this.#of(scope.directory).passedOver(scope);
  ignoredNames = (directory: ResolvedPath, names: readonly string[]) =>
    this.#of(directory).ignoredNames(directory, names);
  whyIgnored = (directory: ResolvedPath, place: string) => this.#of(directory).whyIgnored(directory, place);
}
