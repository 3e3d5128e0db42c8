/** The files of a search by asking git, inside of a repository (D-11, GR-5). */
import type { FilePort, SearchScope } from "../../core/host";
import { isInside } from "../../core/paths";
import { ToolError } from "../../core/toolError";
import { repositoryOf } from "../gitFolder";
import { isIgnored, namesForeignPatterns } from "../ignoreRules";
import { piecesOf } from "../pieces";
import { startEngine } from "./engineProcess";
import type { FileSource } from "./fileSource";
import { kindsBelow } from "./fileTimes";
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
    const kinds = listed && (await kindsBelow(scope.directory.real, listed));
    // A repository within the repository is listed as a folder.
    if (!kinds || kinds.includes("folder")) return this.#walked.paths(scope);
    const isLeftOut = leftOutTest(scope);
    const files = listed.filter((path, at) => kinds[at] === "file" && !isLeftOut(path));
    return scope.includeIgnored ? files : this.#notIgnored(scope, files);
  }

  /**
   * The top of the repository that git may be asked about. One that lies within the root may have been made by a command,
   * so whoever is asked about files would say what git does.
   */
  async #repository({ directory }: SearchScope): Promise<string | undefined> {
    const top = await repositoryOf(this.files, directory);
    return top !== undefined && isInside(top, directory.root ?? directory.real) ? top : undefined;
  }

  /**
   * Undefined where git does not know everything: outside of repositories, and beside ignore files that are not its own;
   * and where it would follow what does not count here.
   */
  async #listed(scope: SearchScope): Promise<readonly string[] | undefined> {
    if (!scope.includeIgnored && (await namesForeignPatterns(this.files, scope.directory))) return undefined;
    const standard = scope.includeIgnored ? [] : ["--exclude-standard"];
    const listed = await this.#printed(scope, ["ls-files", "-z", "--cached", "--others", "--deduplicate", ...standard]);
    const hasOthers = listed?.some((path) => path === ".ignore" || path.endsWith("/.ignore"));
    return hasOthers && !scope.includeIgnored ? undefined : listed;
  }

  /** What is tracked is listed whether or not it is ignored; ignore rules are about names. */
  async #notIgnored(scope: SearchScope, paths: readonly string[]): Promise<readonly string[]> {
    const ignored = await this.#printed(scope, ["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]);
    const names = new Set(ignored);
    return paths.filter((path) => !names.has(path));
  }

  /** `git grep` for a text that every match contains; which lines match is not its to say, as its syntax is another. */
  async candidates(scope: SearchScope, paths: readonly string[], pattern: SearchPattern): Promise<readonly string[]> {
    const required = Buffer.from(requiredText(pattern));
    if (required.length === 0) return paths;
    const wanted = Buffer.concat([required, ...utf16Marks].flatMap((bytes) => [bytes, Buffer.from("\n")]));
    const found = await this.#printed(
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

  /** What git prints, between NULs; undefined when it does not answer. @throws ToolError `cancelled` or `stale`. */
  async #printed(
    scope: SearchScope,
    args: readonly string[],
    input?: Uint8Array,
  ): Promise<readonly string[] | undefined> {
    const top = await this.#repository(scope);
    if (top === undefined) return undefined;
    const { real: folder, shown } = scope.directory;
    // A repository's configuration may name another folder as the one whose files it has.
    const variables = { GIT_WORK_TREE: top };
    const running = startEngine({
      ...{ program: "git", args, folder, shown, signal: scope.signal, variables },
      ...(input && { input }),
    });
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
}
