/** The files of a search by walking its folders through the file port. */
import fastGlob from "fast-glob";
import type { FilePort, SearchScope } from "../../core/host";
import { messageOf } from "../../core/toolError";
import { IgnoreRules } from "../ignoreRules";
import { throwIfCancelled } from "./engineProcess";
import type { FileSource } from "./fileSource";
import { leftOutTest, placesOf, plainlyLeftOut } from "./scopeFilter";

/** FileSource over a FilePort. */
export class WalkedFiles implements FileSource {
  constructor(private readonly files: FilePort) {}

  async paths(scope: SearchScope): Promise<readonly string[]> {
    const { top, below } = placesOf(scope);
    const rules = new IgnoreRules(this.files, { real: top });
    const isLeftOut = leftOutTest(scope);
    const found: string[] = [];
    const stream = fastGlob.stream("**/*", {
      cwd: scope.directory.path,
      dot: true,
      followSymbolicLinks: false,
      suppressErrors: true,
      ignore: [...plainlyLeftOut(scope)],
      fs: this.#fileSystem(),
    });
    for await (const entry of stream) {
      const path = String(entry);
      throwIfCancelled(scope.signal);
      const fromTop = below ? `${below}/${path}` : path;
      if (!isLeftOut(path) && (scope.includeIgnored || !(await rules.ignores(fromTop)))) found.push(path);
    }
    return found;
  }

  /** fast-glob reads folders through the port, so that it sees what a person sees, on a disk or not. */
  #fileSystem(): Partial<fastGlob.FileSystemAdapter> {
    const readdir = (path: string, _options: unknown, done: (error: Error | null, entries?: unknown[]) => void) => {
      this.files
        .resolve(path)
        .then((target) => this.files.list(target))
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
