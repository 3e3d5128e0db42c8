/** The files of a search by walking its folders through the file port. */
import { relative, sep } from "node:path";
import fastGlob from "fast-glob";
import type { FilePort } from "../../core/ports/files";
import type { SearchScope } from "../../core/ports/search";
import { messageOf } from "../../core/vocabulary/toolError";
import { type IgnoreOptions, IgnoreRules } from "../ignore/ignoreRules";
import { throwIfCancelled } from "./cancelled";
import type { FileSource } from "./readSearch";
import { leftOutTest, placesOf, plainlyLeftOut, targetBelow } from "./scopeFilter";

/** Names the files of a search. */
export class WalkedFiles implements FileSource {
  constructor(
    private readonly files: FilePort,
    private readonly options: IgnoreOptions = {},
  ) {}

  /** Paths relative to the searched folder, with `/`, in no particular order; links are none. */
  async paths(scope: SearchScope): Promise<readonly string[]> {
    const { top, below } = placesOf(scope);
    const rules = new IgnoreRules(this.files, { real: top }, this.options);
    const isLeftOut = leftOutTest(scope);
    const found: string[] = [];
    const stream = fastGlob.stream("**/*", {
      cwd: scope.directory.path,
      dot: true,
      followSymbolicLinks: false,
      suppressErrors: true,
      ignore: [...plainlyLeftOut(scope)],
      fs: this.#fileSystem(scope),
    });
    for await (const entry of stream) {
      const path = String(entry);
      throwIfCancelled(scope.signal);
      const fromTop = below ? `${below}/${path}` : path;
      if (!isLeftOut(path) && (scope.includeIgnored || !(await rules.ignores(fromTop)))) found.push(path);
    }
    return found;
  }

  /**
   * fast-glob reads folders through the port, so that it sees what a person sees, on a disk or not. Each is the folder of
   * that name by itself: no link counts that was put in its place after its name was read (D-6).
   */
  #fileSystem(scope: SearchScope): Partial<fastGlob.FileSystemAdapter> {
    const { directory } = scope;
    const readdir = (path: string, _options: unknown, done: (error: Error | null, entries?: unknown[]) => void) => {
      const below = relative(directory.path, path).replaceAll(sep, "/");
      this.files
        .list(below === "" ? directory : targetBelow(scope, below))
        .then((entries) =>
          done(
            null,
            entries.map(({ name, kind, link }) => ({
              name,
              isFile: () => kind === "file" && !link,
              isDirectory: () => kind === "directory" && !link,
              isSymbolicLink: () => link,
            })),
          ),
        )
        .catch((error) => done(error instanceof Error ? error : new Error(messageOf(error))));
    };
    return { readdir: readdir as unknown as fastGlob.FileSystemAdapter["readdir"] };
  }
}
