/**
 * What ignore files leave out: git's own answers (those of `git check-ignore --no-index`, as the rules are about names
 * whether or not a file is tracked), and before them `.ignore`, which ripgrep reads (D-11).
 */
import { parse } from "node:path";
import type { FilePort } from "../../core/ports/files";
import type { IgnoreReason } from "../../core/ports/search";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { byteText, IgnoreFile, textOfBytes } from "../../lib/globs/ignoreFile";
import { type GitFacts, gitFacts, personFacts } from "./gitFacts";
import { excludeFileOf, existing, type IgnorePlace, isRepository, repositoryOf } from "./gitFolder";

/** One ignore file that has something to say. */
interface Layer {
  readonly file: IgnoreFile;
  /** Real path of the file. */
  readonly path: string;
  /** Length of what its patterns do not see of a path: the folder they count from, with its slash. */
  readonly above: number;
}

/** What holds for the names directly in one folder. */
interface FolderRules {
  /** Why the folder itself is left out, and then everything in it. */
  readonly reason?: IgnoreReason;
  /** From `.ignore` files, the deepest first. */
  readonly plain: readonly Layer[];
  /** From git's files, the strongest first. */
  readonly git: readonly Layer[];
}

/** The outermost folder whose rules count, and what git is told about it. */
interface Start {
  /** Real path. */
  readonly folder: string;
  readonly global: readonly Layer[];
  readonly facts: GitFacts;
}

/** What else holds for a set of rules. */
export interface IgnoreOptions {
  /** Without `.ignore`, which git does not know. */
  readonly gitAlone?: boolean;
  /** An agent fills the folders, so git is not started in them: their repositories' configuration says nothing here. */
  readonly isAgents?: boolean;
  /** False where a folder, by its real path, is known to hold no such name: then it is not looked for. */
  readonly mayHold?: (folder: string, name: string) => boolean;
}

/** Answers for every path below one folder; reads each ignore file once. Rules above the folder count, if git's would. */
export class IgnoreRules {
  readonly #folders = new Map<string, Promise<FolderRules>>();
  #start: Promise<Start> | undefined;

  constructor(
    private readonly files: FilePort,
    private readonly top: IgnorePlace,
    private readonly options: IgnoreOptions = {},
  ) {}

  /** @param path relative to the top folder, with `/`; a folder's ends in one. */
  async ignores(path: string): Promise<boolean> {
    return (await this.reason(path))?.ignored ?? false;
  }

  /** The line that decides on a path, by itself or by a folder above it; undefined when none speaks of it. */
  async reason(path: string): Promise<IgnoreReason | undefined> {
    const folder = parentOf(path);
    const [rules, start] = await Promise.all([this.#folder(folder), this.#started()]);
    return rules.reason ?? decide(rules, start, this.#fromStart(start, path));
  }

  /**
   * Those of some places that are left out; a folder's ends in `/`.
   * @param folder they are below it; an empty text for the top.
   */
  async ignored(folder: string, places: readonly string[]): Promise<Set<string>> {
    const left = new Set<string>();
    let last = { above: "", test: await this.#testIn(folder) };
    for (const place of places) {
      const above = parentOf(place);
      // One promise for each name of a large folder would cost more than the rules.
      if (above !== last.above)
        last = { above, test: await this.#testIn(folder === "" ? above : `${folder}/${above}`) };
      if (last.test(above === "" ? place : place.slice(above.length + 1))) left.add(place);
    }
    return left;
  }

  /** Tests names directly in a folder. */
  async #testIn(folder: string): Promise<(name: string) => boolean> {
    const [rules, start] = await Promise.all([this.#folder(folder), this.#started()]);
    if (rules.reason) return () => true;
    if ([rules.plain, rules.git, start.global].every((layers) => layers.length === 0)) return () => false;
    const prefix = this.#fromStart(start, folder === "" ? "" : `${folder}/`);
    return (name) => decide(rules, start, prefix + byteText(name))?.ignored ?? false;
  }

  #started(): Promise<Start> {
    this.#start ??= this.#findStart();
    return this.#start;
  }

  /** The repository that holds the folder, or the folder itself. */
  async #findStart(): Promise<Start> {
    const repository = await repositoryOf(this.files, this.top);
    const folder = repository ?? this.top.real;
    const facts = await (this.options.isAgents ? personFacts() : gitFacts(folder, repository !== undefined));
    return { folder, global: await this.#general(folder, facts), facts };
  }

  /** The person's own file may be anywhere; one that a repository names is in it. */
  async #general(folder: string, facts: GitFacts): Promise<Layer[]> {
    const { excludesFile, isNamedByRepository } = facts;
    if (!excludesFile || isForeign(facts, folder)) return [];
    return this.#layer(excludesFile, "", facts, !isNamedByRepository);
  }

  /** From a path below the top to one below the start, in the characters of the rules. */
  #fromStart({ folder }: Start, path: string): string {
    const between = relativeInside(folder, this.top.real);
    return byteText(between === "" ? path : `${between}/${path}`);
  }

  #folder(path: string): Promise<FolderRules> {
    let known = this.#folders.get(path);
    if (!known) {
      known = path === "" ? this.#topRules() : this.#innerRules(path);
      this.#folders.set(path, known);
    }
    return known;
  }

  /** The top was opened by a person, so rules above it speak of what is in it and never of itself. */
  async #topRules(): Promise<FolderRules> {
    const start = await this.#started();
    const names = relativeInside(start.folder, this.top.real).split("/").filter(Boolean);
    let rules = await this.#extended({ plain: [], git: [] }, start, "");
    for (const depth of names.keys()) rules = await this.#extended(rules, start, names.slice(0, depth + 1).join("/"));
    return rules;
  }

  async #innerRules(path: string): Promise<FolderRules> {
    const [above, start] = await Promise.all([this.#folder(parentOf(path)), this.#started()]);
    const place = this.#fromStart(start, path);
    const reason = above.reason ?? decide(above, start, `${place}/`);
    return reason?.ignored ? { ...above, reason } : this.#extended(above, start, textOfBytes(place));
  }

  /** With what the ignore files of one more folder say; in a repository of its own git's files above it do not count. */
  async #extended(above: FolderRules, start: Start, place: string): Promise<FolderRules> {
    const folder = joined(start.folder, place);
    const { gitAlone, mayHold = () => true } = this.options;
    const [plain, ignored, isTop] = await Promise.all([
      !gitAlone && mayHold(folder, ".ignore") ? this.#layer(joined(folder, ".ignore"), place, start.facts) : [],
      mayHold(folder, ".gitignore") ? this.#layer(joined(folder, ".gitignore"), place, start.facts) : [],
      mayHold(folder, ".git") && isRepository(this.files, this.top, folder),
    ]);
    const outer = isTop ? await this.#excluded(folder, place, start) : above.git;
    return { plain: [...plain, ...above.plain], git: [...ignored, ...outer] };
  }

  async #excluded(folder: string, place: string, { facts }: Start): Promise<Layer[]> {
    const path = await excludeFileOf(this.files, this.top, folder);
    return path === undefined ? [] : this.#layer(path, place, facts);
  }

  /**
   * None for a file that is missing, says nothing or cannot be read. A link does not count, as git has it for `.gitignore`:
   * what is left out would tell which lines are in a file that the caller may not read.
   */
  async #layer(path: string, place: string, { ignoreCase }: GitFacts, mayBeLink = false): Promise<Layer[]> {
    const target = await existing(this.files, this.top, path);
    if (!target || (target.real !== target.path && !mayBeLink)) return [];
    const bytes = await this.files.read(target).catch(() => undefined);
    if (!bytes) return [];
    const file = new IgnoreFile(Buffer.from(bytes).toString("latin1"), ignoreCase);
    return file.isEmpty ? [] : [{ file, path: target.path, above: place === "" ? 0 : byteText(place).length + 1 }];
  }
}

const isForeign = ({ excludesFile, isNamedByRepository }: GitFacts, folder: string): boolean =>
  isNamedByRepository && excludesFile !== "" && !isInside(folder, excludesFile);

/** @param path below the start, in the characters of the rules; a folder's ends in `/`. */
function decide({ plain, git }: FolderRules, { global }: Start, path: string): IgnoreReason | undefined {
  return decideBy(plain, path) ?? decideBy(git, path) ?? decideBy(global, path);
}

function decideBy(layers: readonly Layer[], path: string): IgnoreReason | undefined {
  const isFolder = path.endsWith("/");
  for (const { file, path: source, above } of layers) {
    const found = file.decide(path.slice(above, isFolder ? -1 : undefined), isFolder);
    if (found) return { ignored: !found.negated, file: source, line: found.line, pattern: textOfBytes(found.source) };
  }
  return undefined;
}

const joined = (folder: string, name: string): string =>
  name === "" ? folder : folder.endsWith("/") ? folder + name : `${folder}/${name}`;

/** Of a path below the top; an empty text at the top. A folder's closing slash does not count. */
const parentOf = (path: string): string => {
  const at = path.lastIndexOf("/", path.endsWith("/") ? path.length - 2 : path.length);
  return at === -1 ? "" : path.slice(0, at);
};

/** Where rules for a folder begin: its root, or for one outside of all roots the file system's top. */
const topOf = ({ root, real }: ResolvedPath): IgnorePlace =>
  root === undefined ? { real: parse(real).root } : { real: root, root };

/** Ignore rules count from the root of the searched folder; this is the searched folder's place below it. */
export const placeBelow = (top: Pick<ResolvedPath, "real">, folder: ResolvedPath): string =>
  relativeInside(top.real, folder.real);

/** Whether a folder itself is left out; then everything in it is, also where the folder is named. */
export async function isIgnored(files: FilePort, folder: ResolvedPath): Promise<boolean> {
  const top = topOf(folder);
  const below = placeBelow(top, folder);
  return below !== "" && new IgnoreRules(files, top).ignores(`${below}/`);
}

/** SearchPort.ignoredNames, by these rules. */
export function ignoredNames(
  files: FilePort,
  directory: ResolvedPath,
  names: readonly string[],
  options: IgnoreOptions = {},
): Promise<ReadonlySet<string>> {
  const top = topOf(directory);
  return new IgnoreRules(files, top, options).ignored(placeBelow(top, directory), names);
}

/** SearchPort.whyIgnored, by these rules. */
export async function whyIgnored(
  files: FilePort,
  directory: ResolvedPath,
  place: string,
  options: IgnoreOptions = {},
): Promise<IgnoreReason | undefined> {
  const top = { ...topOf(directory), real: (await repositoryOf(files, directory)) ?? topOf(directory).real };
  const below = placeBelow(top, directory);
  return new IgnoreRules(files, top, { ...options, gitAlone: true }).reason(below === "" ? place : `${below}/${place}`);
}
