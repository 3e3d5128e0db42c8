/** The files of a search by reading one folder after the other through the file port. */
import type { FilePort } from "../core/ports/files";
import type { SearchScope } from "../core/ports/search";
import { type IgnoreOptions, IgnoreRules } from "../node/ignore/ignoreRules";
import { throwIfCancelled } from "../node/search/cancelled";
import type { FileSource } from "../node/search/readSearch";
import { leftOutTest, placesOf, targetBelow } from "../node/search/scopeFilter";

/** Folders that are left out are not read. */
export class ReadFolders implements FileSource {
  constructor(
    private readonly files: FilePort,
    private readonly options: IgnoreOptions,
  ) {}

  async paths(scope: SearchScope): Promise<readonly string[]> {
    const { top, below } = placesOf(scope);
    const rules = new IgnoreRules(this.files, { real: top }, this.options);
    const isLeftOut = leftOutTest(scope);
    const isKept = async (path: string, ending: string) => {
      if (isLeftOut(path)) return false;
      return scope.includeIgnored || !(await rules.ignores((below ? `${below}/${path}` : path) + ending));
    };
    const found: string[] = [];
    const folders = [""];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      throwIfCancelled(scope.signal);
      const target = folder === "" ? scope.directory : targetBelow(scope, folder);
      // A folder that cannot be read holds nothing that could be found.
      const entries = await this.files.list(target).catch(() => []);
      for (const { name, kind, link } of entries) {
        const path = folder === "" ? name : `${folder}/${name}`;
        if (link) continue;
        if (kind === "directory" && (await isKept(path, "/"))) folders.push(path);
        if (kind === "file" && (await isKept(path, ""))) found.push(path);
      }
    }
    return found;
  }
}
