/** The files of a search by asking git, inside of a repository (D-11, GR-5). */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { FilePort, SearchScope } from "../../core/host";
import { ToolError } from "../../core/toolError";
import { isIgnored, namesForeignPatterns } from "../ignoreRules";
import { piecesOf } from "../pieces";
import { startEngine } from "./engineProcess";
import type { FileSource } from "./fileSource";
import { requiredText, type SearchPattern } from "./patternTree";
import { leftOutTest } from "./scopeFilter";
import { WalkedFiles } from "./walkedFiles";

/** The first bytes of text in UTF-16, which is not to be compared byte by byte. */
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** FileSource over git; walks the folders where git does not answer, or would answer something else than a walk. */
export class GitFiles implements FileSource {
  readonly #walked: WalkedFiles;

  constructor(private readonly files: FilePort) {
    this.#walked = new WalkedFiles(files);
  }

  async paths(scope: SearchScope): Promise<readonly string[]> {
    if (!scope.includeIgnored && (await isIgnored(this.files, scope.directory))) return [];
    const listed = await this.#listed(scope);
    const kinds = listed?.map((path) => ({ path, kind: kindOf(join(scope.directory.real, path)) }));
    // A repository within the repository is listed as a folder.
    if (!kinds || kinds.some(({ kind }) => kind === "folder")) return this.#walked.paths(scope);
    const isLeftOut = leftOutTest(scope);
    const files = kinds.filter(({ path, kind }) => kind === "file" && !isLeftOut(path)).map(({ path }) => path);
    return scope.includeIgnored ? files : this.#notIgnored(scope, files);
  }

  /**
   * Undefined where git does not know everything: outside of repositories, and beside ignore files that are not its own;
   * and where it would follow what does not count here.
   */
  async #listed(scope: SearchScope): Promise<readonly string[] | undefined> {
    if (!scope.includeIgnored && (await namesForeignPatterns(this.files, scope.directory))) return undefined;
    const standard = scope.includeIgnored ? [] : ["--exclude-standard"];
    const listed = await printed(scope, ["ls-files", "-z", "--cached", "--others", "--deduplicate", ...standard]);
    const hasOthers = listed?.some((path) => path === ".ignore" || path.endsWith("/.ignore"));
    return hasOthers && !scope.includeIgnored ? undefined : listed;
  }

  /** What is tracked is listed whether or not it is ignored; ignore rules are about names. */
  async #notIgnored(scope: SearchScope, paths: readonly string[]): Promise<readonly string[]> {
    const ignored = await printed(scope, ["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]);
    const names = new Set(ignored);
    return paths.filter((path) => !names.has(path));
  }

  /** `git grep` for a text that every match contains; which lines match is not its to say, as its syntax is another. */
  async candidates(scope: SearchScope, paths: readonly string[], pattern: SearchPattern): Promise<readonly string[]> {
    const required = Buffer.from(requiredText(pattern));
    if (required.length === 0) return paths;
    const wanted = Buffer.concat([required, ...utf16Marks].flatMap((bytes) => [bytes, Buffer.from("\n")]));
    const found = await printed(
      scope,
      [
        ...["grep", "--null", "--files-with-matches", "--fixed-strings", "--text", "--untracked"],
        ...["--no-exclude-standard", "--no-recurse-submodules", "--no-textconv", "--no-color"],
        ...(pattern.caseSensitive ? ["--no-ignore-case"] : ["--ignore-case"]),
        ...["-f", "-", "--", "."],
      ],
      wanted,
    );
    if (!found) return paths;
    const names = new Set(found);
    return paths.filter((path) => names.has(path));
  }
}

function kindOf(path: string): "file" | "folder" | "other" {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? "file" : stats?.isDirectory() ? "folder" : "other";
  } catch {
    return "other";
  }
}

/** What git prints, between NULs; undefined when it does not answer. @throws ToolError `cancelled`. */
async function printed(
  scope: SearchScope,
  args: readonly string[],
  input?: Uint8Array,
): Promise<readonly string[] | undefined> {
  const running = startEngine("git", args, scope.directory.real, scope.signal, input);
  const found: string[] = [];
  try {
    for await (const pieces of piecesOf(running.output, 0)) found.push(...pieces.map(({ text }) => text));
    const { code } = await running.finish();
    // `git grep` ends with 1 when nothing was found.
    return code === 0 || (code === 1 && args[0] === "grep") ? found : undefined;
  } catch (error) {
    if (error instanceof ToolError && error.code === "unavailable") return undefined;
    throw error;
  }
}
