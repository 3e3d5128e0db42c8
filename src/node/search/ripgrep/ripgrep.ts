/** Finding files and lines with ripgrep (D-11). */
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import type { FilePort } from "../../../core/ports/files";
import type {
  FoundFile,
  IgnoreReason,
  MatchingFile,
  SearchPort,
  SearchScope,
  TextSearchOutcome,
} from "../../../core/ports/search";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { isExclusion, rootedGlob } from "../../../lib/globs/searchGlobs";
import { countBelow, NewestBelow } from "../../files/fileTimes";
import { inOpenFolder } from "../../files/opened/openFile";
import { isReachableFile } from "../../files/reachable";
import { ignoredNames, isIgnored, whyIgnored } from "../../ignore/ignoreRules";
import type { Narrowed, SearchIndex } from "../indexing/searchIndex";
import { byPath } from "../order";
import { fileFilter, placesOf, plainlyLeftOut, targetBelow } from "../scopeFilter";
import { SearchedFile } from "../searchedFile";
import { queryOf } from "../textQuery";
import { TextSearch } from "../textSearch";
import { type Engine, replaced, startEngine } from "./engineProcess";
import { FileListings, type NamesWish } from "./fileListings";
import { isThere, recounted } from "./ripgrepCounts";
import { maxEventBytes } from "./ripgrepEvents";
import { CountedFiles, FoundLines } from "./ripgrepOutput";
import { ended, patternArgs } from "./searchPattern";
import { separatedPieces } from "./separatedText";

/** Two cores or sixteen: measured twice as fast as ripgrep's own choice on two. */
const threads = 8;

const lineFeed = 0x0a;

const executable = process.platform === "win32" ? "rg.exe" : "rg";

/**
 * The first ripgrep that is there: the configured one, then those in the given places, then one on PATH (D-11).
 * @param places folders or full paths to try before PATH.
 * @param configured absolute path of a program of any name; empty for none.
 */
export function findRipgrep(places: readonly string[], configured = ""): string | undefined {
  if (isAbsolute(configured) && isReachableFile(configured)) return configured;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const candidates = [
    ...places.flatMap((place) => [place, join(place, executable)]),
    ...folders.map((folder) => join(folder, executable)),
  ];
  return candidates.find((path) => path.endsWith(executable) && isReachableFile(path));
}

/** What every call of ripgrep says: no configuration, no messages, and which files. */
function scopeArgs(scope: SearchScope): string[] {
  const common = ["--no-config", "--hidden", "--no-messages"];
  // One thread prints what it finds at once; several print a file when they are through with it.
  if (scope.file) return [...common, "--no-ignore", "--max-depth=1", "--threads=1", "--glob", exactGlob(scope.file)];
  return [
    ...common,
    "--no-require-git",
    `--threads=${threads}`,
    ...(scope.includeIgnored ? ["--no-ignore"] : []),
    ...plainlyLeftOut(scope).flatMap((glob) => ["--glob", `!${glob}`]),
    ...scope.exclude.flatMap((glob) => ["--iglob", `!${glob}`]),
  ];
}

/** Where ripgrep starts, and the folder below that it looks into. */
const engineFolder = (scope: SearchScope) =>
  scope.file ? { top: dirname(scope.file.real), below: "" } : placesOf(scope);

/** What it is told of a scope, whatever it is asked for there. */
const placeArgs = (scope: SearchScope): string[] => [...scopeArgs(scope), "--", `./${engineFolder(scope).below}`];

/** A file is searched in its folder, as ripgrep treats a binary file that is named unlike one that it finds. */
const exactGlob = ({ real }: ResolvedPath): string => `/${basename(real).replace(/[*?[\]{}\\!]/g, "\\$&")}`;

/** SearchPort over a ripgrep program. */
export class RipgrepSearch implements SearchPort {
  readonly #listings: FileListings;

  constructor(
    private readonly program: string,
    private readonly fileSystem: FilePort,
    private readonly index?: Pick<SearchIndex, "narrow" | "structure">,
  ) {
    this.#listings = new FileListings({
      ...{ index, said: placeArgs, pathOf: pathReader },
      start: (scope, args, narrowed) => this.#started(scope, args, narrowed),
    });
  }

  ignoredNames(directory: ResolvedPath, names: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredNames(this.fileSystem, directory, names);
  }

  whyIgnored(directory: ResolvedPath, place: string): Promise<IgnoreReason | undefined> {
    return whyIgnored(this.fileSystem, directory, place);
  }

  /** ripgrep looks into a folder that is named, whatever is said of it. */
  async #isLeftOut({ directory, file, includeIgnored }: SearchScope): Promise<boolean> {
    return !file && !includeIgnored && (await isIgnored(this.fileSystem, directory));
  }

  #started(scope: SearchScope, args: readonly string[], narrowed: Narrowed | undefined): Engine {
    const { file, directory, signal } = scope;
    try {
      const { top, below } = engineFolder(scope);
      const { shown } = file ?? directory;
      if (below !== "" && !inOpenFolder(directory.real, () => true)) throw replaced(shown);
      const all = [...args, ...(narrowed?.args ?? []), ...placeArgs(scope)];
      return startEngine({
        program: this.program,
        args: all,
        folder: top,
        shown,
        signal,
        given: narrowed?.given ?? [],
      });
    } finally {
      narrowed?.close();
    }
  }

  async #searching(scope: SearchScope, args: readonly string[], pattern: string): Promise<Engine> {
    return this.#started(scope, args, await this.index?.narrow(scope, { kind: "text", pattern }));
  }

  async findFiles(
    scope: SearchScope,
    glob: string,
    limit: number,
  ): Promise<{ files: FoundFile[]; truncated: boolean }> {
    const matches = fileFilter(scope, glob, scope.caseSensitive);
    const names = scope.caseSensitive ? typeFilter(glob) : [];
    // ripgrep has then matched all there is to match, and faster.
    const isMatched = names.length > 0 && /^\*\*\/[^/]*$/.test(rootedGlob(glob));
    const narrower = { args: names, matches: isMatched ? fileFilter(scope, undefined, true) : matches };
    const found = new NewestBelow(scope.directory.real, limit);
    if (await this.#isLeftOut(scope)) return found.newest();
    const { batches } = await this.#listings.named(scope, { args: [], matches, globs: [glob], narrower });
    for await (const paths of batches) await found.add(paths);
    return found.newest();
  }

  /** What ripgrep names, whatever it was led to. */
  async #count(scope: SearchScope, wish: NamesWish): Promise<number> {
    const { directory, file } = scope;
    if (await this.#isLeftOut(scope)) return 0;
    const { isKnown, batches } = await this.#listings.named(scope, wish);
    let count = 0;
    for await (const paths of batches) {
      if (isKnown) count += paths.length;
      else count += file ? paths.filter(() => isThere(file.real)).length : await countBelow(directory.real, paths);
    }
    return count;
  }

  async searchText(scope: SearchScope, pattern: string, limit: number, context: number): Promise<TextSearchOutcome> {
    const included = fileFilter(scope, scope.include, true);
    if (await this.#isLeftOut(scope)) return { lines: [], truncated: false, filesSearched: 0 };
    const args = [
      "--json",
      ...patternArgs(pattern, scope),
      ...nameArgs(scope),
      // No file needs to give more than would be shown of all.
      `--max-count=${limit + 1}`,
      ...(context > 0 ? [`--context=${context}`] : []),
    ];
    const running = await this.#searching(scope, args, pattern);
    const found = new FoundLines(limit, heldReports(scope, included));
    try {
      for await (const pieces of separatedPieces(running.output, lineFeed, maxEventBytes))
        if (!pieces.every((piece) => found.take(piece))) break;
    } finally {
      found.close();
    }
    await ended(running, found.truncated);
    const again = await this.#again(scope, pattern, found, context);
    const lines = [...found.lines, ...again.lines];
    const truncated = found.truncated || again.truncated;
    // ripgrep counts the files in which it found something, and no others.
    const filesSearched =
      lines.length > 0
        ? new Set(lines.map(({ path }) => path)).size
        : await this.#count(scope, { args: [], matches: included });
    // ripgrep's own sorting would use one thread; a file's lines come together, so sorting here keeps their order.
    return { lines: byPath(lines), truncated, filesSearched };
  }

  /** Files that did not hold what was found in them are searched as the file port reads them. */
  async #again(
    scope: SearchScope,
    pattern: string,
    { changed, left, truncated }: FoundLines,
    context: number,
  ): Promise<Pick<TextSearchOutcome, "lines" | "truncated">> {
    if (truncated || changed.length === 0) return { lines: [], truncated };
    const targets = changed.map((path) => ({ path, target: scope.file ?? targetBelow(scope, path) }));
    return new TextSearch(this.fileSystem, this.program, queryOf(scope, pattern, left, context)).lines(targets);
  }

  async passedOver(scope: SearchScope): Promise<number> {
    const { file, include, exclude } = scope;
    if (file || exclude.length === 0 || (await this.#isLeftOut(scope))) return 0;
    // A glob that names what is wanted counts before ignore rules: a secret file is mostly an ignored one.
    const named = exclude.flatMap((glob) => ["--iglob", glob]);
    return this.#count(
      { ...scope, exclude: [] },
      { args: named, matches: fileFilter(scope, include, true), globs: exclude },
    );
  }

  async matchingFiles(
    scope: SearchScope,
    pattern: string,
    limit: number,
  ): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const included = fileFilter(scope, scope.include, true);
    if (await this.#isLeftOut(scope)) return { files: [], truncated: false };
    const counting = [scope.countsMatches ? "--count-matches" : "--count", "--with-filename", "--null"];
    const searching = [...counting, ...patternArgs(pattern, scope), ...nameArgs(scope)];
    const running = await this.#searching(scope, searching, pattern);
    const [pathOf, realOf] = [pathReader(scope), realPathsOf(scope)];
    const found = new CountedFiles(limit, (printed) => {
      const path = pathOf(printed);
      return included(path) ? path : undefined;
    });
    for await (const pieces of separatedPieces(running.output, 0))
      if (!pieces.every(({ text }) => found.take(text))) break;
    await ended(running, found.truncated);
    const args = [...counting, ...patternArgs(pattern, scope), ...namedFileArgs];
    const files = await recounted(found.files, { program: this.program, args, signal: scope.signal, realOf });
    return { files: byPath(files), truncated: found.truncated };
  }
}

const nameArgs = ({ file, include }: SearchScope): string[] => (file ? [] : typeFilter(include));

/** For files that are named: one that is cut off while it is read must not end ripgrep. */
const namedFileArgs = ["--no-config", "--no-messages", "--no-ignore", "--no-mmap", `--threads=${threads}`];

/** From ripgrep's `./searched/folder/file` to the path below the searched folder, with `/`. */
function pathReader(scope: SearchScope): (printed: string) => string {
  const { file } = scope;
  if (file) return () => file.shown;
  const { below } = placesOf(scope);
  const start = below === "" ? 2 : below.length + 3;
  return process.platform === "win32"
    ? (printed) => printed.slice(start).replaceAll("\\", "/")
    : (printed) => printed.slice(start);
}

/** Where the file of a path lies. */
const realPathsOf = ({ file, directory }: SearchScope): ((path: string) => string) =>
  file ? () => file.real : (path) => join(directory.real, path);

/** From what ripgrep printed to the file that is held; undefined for one that does not count, or is not there. */
function heldReports(scope: SearchScope, included: (path: string) => boolean) {
  const pathOf = pathReader(scope);
  const realOf = realPathsOf(scope);
  return (printed: string) => {
    const path = pathOf(printed);
    const file = included(path) ? SearchedFile.open(realOf(path)) : undefined;
    return file && { path, file };
  };
}

/** Names that mean the same to ripgrep and to us; in others it sees directives, or no alternatives where we do. */
const plainName = /^(?!.*(?:\*\*|\.\.))[\w.*?-]*(?:\{[\w.*?,-]+\})?[\w.*?-]*$/;

/** Narrows by the file name before contents are read; the full glob is checked on what is found. */
function typeFilter(include: string | undefined): string[] {
  const name = include?.split("/").at(-1);
  if (!name || isExclusion(include ?? "") || !plainName.test(name) || name.includes("{") !== /[{}]/.test(include ?? ""))
    return [];
  return ["--type-add", `crib:${name}`, "--type", "crib"];
}
