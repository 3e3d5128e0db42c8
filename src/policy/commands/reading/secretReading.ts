/**
 * Secrets that a command reads without naming them, because it goes through the folders that they lie in. The sandbox shows
 * them empty; without one it is asked about them, as about those that are named (D-13), and the session has read them (PO-6).
 */
import type { RuleContext } from "../../../core/rules/rule";
import { clause, nested } from "../../../core/text/clauses/clause";
import { ask, type Decision } from "../../../core/vocabulary/decision";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { isInside, parentOf, relativeInside } from "../../../core/vocabulary/paths";
import { here } from "../../../lib/shell/programs/program";
import { type Usage, usageOf } from "../../../lib/shell/usage";
import type { SimpleCommand, Word } from "../../../lib/shell/words/types";
import { baseName } from "../../../lib/shell/words/wrappers";
import { secretPattern } from "../../files/secretPaths";
import { commandPathText, followPaths, knownFolder } from "../commandPaths";
import { expandPattern } from "../expandedPatterns";
import { pathRule } from "../pathOpinions";
import type { Folders } from "../workingFolders";
import { goesThroughFolders } from "./folderReaders";
import { gitListing, gitPathspecs, gitReading, isPlainSpec } from "./gitReading";
import {
  type LeftOut,
  leavesOutName,
  leftOutByDiff,
  leftOutByFind,
  leftOutByGrep,
  leftOutByListing,
  leftOutByRipgrep,
  nothingLeftOut,
  type PlaceBelow,
} from "./leftOut";
import { searchesForWord } from "./searchedWord";

/** What a command reads of what may hold secrets. */
export interface SecretsRead {
  readonly found: readonly ResolvedPath[];
  /** Folders that were not looked through in time. */
  readonly unsure: readonly ResolvedPath[];
  /** Options with which the command would leave them out; absent: nobody knows any. */
  readonly avoidedBy?: string;
}

/** How a command goes through folders. */
interface Walk {
  /** The folders. */
  readonly words: readonly Word[];
  readonly leavesOut: LeftOut;
  /** It leaves out what ignore files name. */
  readonly heedsIgnoreFiles?: boolean;
  /** The option by which it leaves out what has a name; quoted where the shell would read it. */
  option?(name: string, isFolder: boolean): string;
}

const nothing: SecretsRead = { found: [], unsure: [] };

/** Of the programs that `xargs` is known to run, those that print what is in files. */
const printers = /^(?:cat|head|tail|nl|[ef]?grep)$/;

const orHere = (words: readonly Word[]) => (words.length > 0 ? words : [here]);

const byGrep = (name: string, isFolder: boolean) =>
  `--exclude${isFolder ? "-dir" : ""}=${/[*?]/.test(name) ? `'${name}'` : name}`;

/** Of a form of what `xargs` runs: it is given names, and goes by what lists them. */
function listedWalk(command: SimpleCommand, lister: SimpleCommand, usage: Usage): Walk | undefined {
  if (!printers.test(command.name ?? "")) return undefined;
  if (goesThroughFolders({ ...command, prefixes: [] })) return { words: usage.reads, leavesOut: nothingLeftOut };
  switch (lister.name) {
    case "find":
      return { words: usage.reads, leavesOut: leftOutByFind(lister) };
    case "ls":
      return { words: usage.reads, leavesOut: leftOutByListing(lister) };
    default:
      return walkOf(lister, usageOf(lister));
  }
}

function walkOf(command: SimpleCommand, usage: Usage): Walk | undefined {
  if (command.listedBy) return listedWalk(command, command.listedBy, usage);
  const words = orHere(usage.reads);
  const isDeep = goesThroughFolders({ ...command, prefixes: [] });
  switch (baseName(command.name ?? "")) {
    case "grep":
    case "egrep":
    case "fgrep":
    case "ggrep":
      return isDeep && !searchesForWord(command)
        ? { words, leavesOut: leftOutByGrep(command), option: byGrep }
        : undefined;
    case "rg":
      return searchesForWord(command) || command.args.some(({ value = "" }) => /^--(?:files|type-list)$/.test(value))
        ? undefined
        : { words, ...leftOutByRipgrep(command), option: (name) => `--glob '!${name}'` };
    case "diff":
      return { words: usage.reads, leavesOut: leftOutByDiff(command), option: (name) => byGrep(name, false) };
    case "git":
      // What is named is read, and the folder that it is in only where nothing is.
      return { words: orHere(usage.reads.filter((word) => word !== here)), leavesOut: nothingLeftOut };
    default:
      return isDeep ? { words, leavesOut: nothingLeftOut } : undefined;
  }
}

/** Where the words of a command lead, as far as it is known. */
async function targetsOf(words: readonly Word[], folders: Folders, context: RuleContext): Promise<ResolvedPath[]> {
  const found = new Map<string, ResolvedPath>();
  for (const word of words) {
    const expanded = word.glob ? await expandPattern(word, folders, context) : undefined;
    const path = word.glob ? knownFolder(word, context) : commandPathText(word, context);
    const places = expanded ?? (path === undefined ? [] : (folders ?? []).map((folder) => ({ path, folder })));
    for (const place of places) {
      // What names no file is not gone through.
      const target = await followPaths(place.path, place.folder, context).catch(() => undefined);
      if (target) found.set(target.real, target);
    }
  }
  return [...found.values()];
}

/** Those that ignore files leave out, as ripgrep does in repositories alone. */
async function notIgnored(
  { real }: ResolvedPath,
  places: readonly PlaceBelow[],
  context: RuleContext,
): Promise<readonly PlaceBelow[]> {
  if (places.length === 0 || (await context.repositoriesAt(real)).found.length === 0) return places;
  const nameOf = ({ path, isFolder }: PlaceBelow) => (isFolder ? `${path}/` : path);
  const ignored = await context.ignoredBelow?.(real, places.map(nameOf));
  return places.filter((place) => !ignored?.has(nameOf(place)));
}

/** More options than this nobody wants to read. */
const maxOptions = 6;

/** All of some options in one line. */
const joined = (options: readonly (string | undefined)[]): Pick<SecretsRead, "avoidedBy"> => {
  const distinct = [...new Set(options)];
  const isKnown = distinct.length > 0 && distinct.length <= maxOptions && distinct.every((one) => one !== undefined);
  return isKnown ? { avoidedBy: distinct.join(" ") } : {};
};

/** By the pattern that makes it secret, where that says the same to the command, or else by its name. */
function optionFor({ option }: Walk, target: ResolvedPath, isFolder: boolean, context: RuleContext) {
  const name = target.real.slice(target.real.search(/[^\\/]*$/));
  const text = [secretPattern(target, context) ?? "", name].find((pattern) => leavesOutName(pattern, name));
  return text === undefined ? undefined : option?.(text, isFolder);
}

async function readByWalk(walk: Walk, folders: Folders, context: RuleContext): Promise<SecretsRead> {
  const found: ResolvedPath[] = [];
  const unsure: ResolvedPath[] = [];
  const options: (string | undefined)[] = [];
  for (const target of await targetsOf(walk.words, folders, context)) {
    const below = await context.secretsBelow?.(target.real);
    const read = below?.places.filter((place) => !walk.leavesOut(place)) ?? [];
    for (const { path, isFolder } of walk.heedsIgnoreFiles ? await notIgnored(target, read, context) : read) {
      const secret = await context.resolve(`${target.real}/${path}`);
      found.push(secret);
      options.push(optionFor(walk, secret, isFolder, context));
    }
    if (below?.isUnsure) unsure.push(target);
  }
  return { found, unsure, ...joined(options) };
}

/** Tells secrets by their names or by those of their folders, of which there are fewer. */
function secretTest(context: RuleContext): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const isSecret = (path: string) => {
    const root = context.roots.find((one) => isInside(one, path));
    return secretPattern({ path, real: path, shown: path, ...(root !== undefined && { root }) }, context) !== undefined;
  };
  return (path) => {
    const folder = parentOf(path);
    const inSecret = known.get(folder) ?? isSecret(`${folder}/.`);
    known.set(folder, inSecret);
    return inSecret || isSecret(path);
  };
}

/** What git looks into because it has changed. */
async function readByGit(command: SimpleCommand, folders: Folders, context: RuleContext): Promise<SecretsRead> {
  const specs = gitPathspecs(command);
  const found: ResolvedPath[] = [];
  const unsure: ResolvedPath[] = [];
  const options: (string | undefined)[] = [];
  for (const folder of folders ?? []) {
    const at = async (path: string) => (await context.resolve(path, folder)).real;
    const named = await Promise.all([...(specs.isOfFolder ? ["."] : []), ...specs.named].map(at));
    const left = await Promise.all(specs.left.map(at));
    const isMeant = (path: string) =>
      (named.length === 0 || named.some((one) => isInside(one, path))) && !left.some((one) => isInside(one, path));
    const { changed } = await context.repositoriesAt(folder);
    const paths = changed ? changed(secretTest(context)) : [];
    if (!paths) unsure.push(await context.resolve(folder));
    for (const path of paths?.filter(isMeant) ?? []) {
      found.push(await context.resolve(path));
      const place = isInside(folder, path) ? relativeInside(folder, path) : "";
      options.push(specs.isOpen && isPlainSpec(place) ? `':!${place}'` : undefined);
    }
  }
  const { avoidedBy } = joined(options);
  return { found, unsure, ...(avoidedBy !== undefined && { avoidedBy: `-- ${avoidedBy}` }) };
}

/**
 * What a command reads of what may hold secrets, without naming it; nothing in the sandbox, which hides that from commands
 * that only read.
 * @param usage of the command. @param folders in which it may run.
 */
export async function secretsRead(
  command: SimpleCommand,
  usage: Usage,
  folders: Folders,
  context: RuleContext,
): Promise<SecretsRead> {
  const isOut = command.language !== undefined || !context.secretsBelow || (await context.isHeld?.(false));
  if (isOut) return nothing;
  const git = command.listedBy?.name === "git" ? command.listedBy : command;
  if (baseName(git.name ?? "") === "git") {
    const reading =
      git === command ? gitReading(command) : printers.test(command.name ?? "") ? gitListing(git) : "nothing";
    if (reading === "changed") return readByGit(git, folders, context);
    if (reading === "nothing") return nothing;
  }
  const walk = walkOf(command, usage);
  return walk ? readByWalk(walk, folders, context) : nothing;
}

/** Asks about them, as about those that a command names. */
export async function judgeSecretsRead(
  ...[command, usage, folders, context]: Parameters<typeof secretsRead>
): Promise<Decision[]> {
  const read = await secretsRead(command, usage, folders, context);
  const [first] = read.found;
  const [folder] = read.unsure;
  if (first) {
    const pattern = secretPattern(first, context);
    const reason = clause`it also reads ${first.shown}, which may contain secrets (${pattern})`;
    return [
      ask(pathRule, read.avoidedBy === undefined ? reason : clause`${nested(reason)}; ${read.avoidedBy} avoids that`),
    ];
  }
  if (!folder) return [];
  const shown = /^\.?$/.test(folder.shown) ? clause`this folder` : folder.shown;
  return [
    ask(
      pathRule,
      clause`it could not be found out whether it reads files in ${nested(shown)} that may contain secrets`,
    ),
  ];
}
