import { join } from "node:path";
import * as vscode from "vscode";
import type { ResolvedPath } from "../core/effect";
import type { FilePort, SearchPort, SearchScope } from "../core/host";
import { PortSearch } from "../node/portSearch";
import { findRipgrep } from "../node/ripgrep";
import { DiskSearch } from "../node/search/diskSearch";
import { currentSettings } from "./configuration";
import { virtualFolderOf } from "./virtualFiles";

/** Where VS Code keeps its ripgrep; the place moved in 1.122, and desktop builds unpack it beside their archive. */
const ripgrepPlaces = (): string[] => {
  const platform = `${process.platform}-${process.arch}`;
  const inModules = [join("@vscode", "ripgrep-universal", "bin", platform), join("@vscode", "ripgrep", "bin")];
  return ["node_modules", "node_modules.asar.unpacked"].flatMap((modules) =>
    inModules.map((place) => join(vscode.env.appRoot, modules, place)),
  );
};

/** The disk's engines for folders on a disk, the port's own search for the others. */
export class WorkspaceSearch implements SearchPort {
  readonly #port: PortSearch;
  #disk: SearchPort | undefined;

  /** @param isAgents see DiskSearch. */
  constructor(
    private readonly files: FilePort,
    private readonly isAgents: (real: string) => boolean,
  ) {
    this.#port = new PortSearch(files);
  }

  #of(directory: ResolvedPath): SearchPort {
    if (virtualFolderOf(directory.real)) return this.#port;
    if (!this.#disk) {
      const configured = currentSettings().settings["search.ripgrepPath"];
      this.#disk = new DiskSearch(this.files, findRipgrep(ripgrepPlaces(), configured), this.isAgents);
    }
    return this.#disk;
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
