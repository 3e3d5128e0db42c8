/** Which paths the operands of git name, as files of revisions and as patterns of paths, and where they count from; measured with git 2.39. */
import type { Word } from "../../words/types";
import { sliceWord } from "../../words/words";
import { here, type ProgramCall, type Usage } from "../program";

/** A path that git is told. */
export interface GitPath {
  readonly word: Word;
  /** It counts from the top of the repository, whatever folder git runs in. */
  readonly fromTop: boolean;
}

/** Operands of one call. */
interface GitOperands {
  /** Revisions, and without `--` paths as well. */
  readonly before: readonly Word[];
  /** Patterns of paths, and nothing else. */
  readonly behind: readonly Word[];
}

const inFolder = (word: Word): GitPath => ({ word, fromTop: false });
const inTop = (word: Word): GitPath => ({ word, fromTop: true });

/** Everything that a repository has. */
export const wholeRepository = inTop({ ...here });
/** Everything in the folder that git runs in. */
export const wholeFolder = inFolder(here);

const fromTop = (paths: readonly GitPath[]) => paths.filter((path) => path.fromTop).map(({ word }) => word);

/** What is printed of these paths, or looked for in them. */
export const reading = (paths: readonly GitPath[]): Partial<Usage> => ({
  reads: paths.map(({ word }) => word),
  fromTop: fromTop(paths),
});

/** The same usage, and everything of the repository. */
export const withWhole = (usage: Partial<Usage>): Partial<Usage> => ({
  ...usage,
  reads: [...(usage.reads ?? []), wholeRepository.word],
  fromTop: [...(usage.fromTop ?? []), wholeRepository.word],
});

/** The same usage, and everything of whatever repository git is told to work in. */
export const anyRepository = (usage: Partial<Usage>): Partial<Usage> => ({
  ...withWhole(usage),
  inAnyRepository: true,
});

/** Options before a subcommand that have their value in the next argument. */
export const globalValues: ReadonlySet<string> = new Set(
  "-c -C --attr-source --config-env --git-dir --namespace --super-prefix --work-tree".split(" "),
);

/** Paths that are named without printing what they hold. */
export const looking = (paths: readonly GitPath[]): Partial<Usage> => ({
  looks: paths.map(({ word }) => word),
  fromTop: fromTop(paths),
});

const spelled = (word: Word, value: string): Word => ({ ...word, value, pieces: [{ text: value }] });

/** `main~2` is a commit, not the short form of another name: git knows files by their full names alone. */
const withoutSteps = (word: Word): Word => {
  const name = word.value?.replace(/(?:[~^]\d*)+$/, "");
  return name === undefined || name === "" || name === word.value ? word : spelled(word, name);
};

/** Where the path of `REVISION:path` begins; a revision may have colons between its braces. */
function colonIn(value: string): number {
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === "{") depth++;
    else if (value[at] === "}" && depth > 0) depth--;
    else if (value[at] === ":" && depth === 0) return at;
  }
  return -1;
}

/** What an operand may be as revisions: itself, and the ends of a range. */
function revisionsIn(word: Word): readonly Word[] {
  const value = word.value ?? "";
  const at = value.indexOf("..");
  const end = at + (value[at + 2] === "." ? 3 : 2);
  // No revision begins with a slash, so that `HEAD:../file` is no range.
  if (at < 0 || value[end] === "/") return [word];
  return [word, spelled(word, value.slice(0, at)), sliceWord(word, end)];
}

/** Words that git takes for patterns of paths, or for the message of a commit. */
const isMagic = ({ value = "" }: Word) => /^:(?:[(/!^]|.*[*?[\\])/s.test(value);

/** The file in `REVISION:path` and `:0:path`. */
function fileIn(word: Word): GitPath[] {
  const value = word.value ?? "";
  const colon = colonIn(value);
  if (colon < 0 || isMagic(word)) return [];
  const path = sliceWord(word, /^:[0-3]:/.test(value) ? 3 : colon + 1);
  if (path.value === "") return [];
  return [/^\.\.?\//.test(path.value ?? "") ? inFolder(path) : inTop(path)];
}

/** True for one file of a revision, or two of them. */
const isFile = (word: Word): boolean => revisionsIn(word).every((one) => fileIn(one).length > 0);

/** What git expands itself in a pattern of paths. */
const wildcard = /[*?[\\]/;

/** A hash, as which anything that a repository has can be named, also files and folders. */
const hash = /^\^?(?:.*-g)?[0-9a-f]{4,64}(?:\^\{[^}]*\})*$/i;

/** True for a name of commits, of whatever has a hash, or of one path. */
const isName = ({ value, glob }: Word): boolean =>
  value !== undefined && !glob && !wildcard.test(value) && colonIn(value) < 0;

/** True for a name that can only be one of commits, or of one path. */
const isCommit = (word: Word): boolean => revisionsIn(word).every((one) => isName(one) && !hash.test(one.value ?? ""));

/** No branch has such a name, and no hash: what follows can only be paths, too. */
const isPath = (word: Word): boolean =>
  !word.glob &&
  /^(?:\.{0,2}\/|\.{1,2}$|\.[^.]|.*\/$)/s.test(word.value ?? "") &&
  !/[:~^]|@\{/.test(word.value ?? "") &&
  !revisionsIn(word).some(({ value = "" }) => hash.test(value));

/** Operands apart by the `--` among the words, unless that is the value of an option, or else by what can only be a path. */
export function operandsOf({
  words,
  operands,
  options,
}: Pick<ProgramCall, "words" | "operands" | "options">): GitOperands {
  const dashes = words.findIndex((word) => word.value === "--" && !options.some(({ value }) => value === word));
  const marked = dashes < 0 ? -1 : operands.length - (words.length - dashes - 1);
  const path = operands.findIndex(isPath);
  const from = marked >= 0 ? marked : path >= 0 ? path : operands.length;
  return { before: operands.slice(0, from), behind: operands.slice(from) };
}

/** Where everything lies that a pattern of git's own may match. */
function folderOf({ word, fromTop }: GitPath): GitPath {
  const value = word.value ?? "";
  const at = value.search(wildcard);
  if (at < 0) return { word: value === "" ? spelled(word, ".") : word, fromTop };
  return { word: { ...spelled(word, value.slice(0, value.lastIndexOf("/", at) + 1) || "."), glob: false }, fromTop };
}

/** `:(top,glob)path`; anything that says more than that is not taken apart. */
const longMagic =
  /^:\(((?:top|literal|glob|exclude|attr:[^,()\\]*)?(?:,(?:top|literal|glob|exclude|attr:[^,()\\]*))*)\)/;

function withoutMagic(word: Word): readonly GitPath[] {
  const value = word.value ?? "";
  const [whole = "", names] =
    longMagic.exec(value) ?? (value.startsWith(":(") ? [] : (/^:([/!^]*):?/.exec(value) ?? []));
  if (names === undefined || value === ":") return [wholeRepository];
  const isOf = (long: string, short: RegExp) => names.split(",").includes(long) || short.test(names);
  if (isOf("exclude", /^[/!^]*[!^]/)) return [];
  return [folderOf({ word: sliceWord(word, whole.length), fromTop: isOf("top", /^[!^]*\//) })];
}

/** Where a pattern of paths leads; nowhere for one that only leaves paths out. */
export function pathsOf(word: Word): readonly GitPath[] {
  const { value, glob } = word;
  if (value === undefined) return [inFolder(word)];
  if (value.startsWith(":")) return glob ? [inFolder(word), wholeRepository] : withoutMagic(word);
  // What no file name matches is left to git, which finds more by it.
  return glob ? [inFolder(word), folderOf(inFolder(word))] : [folderOf(inFolder(word))];
}

/** The path that an operand is by its own name. What git reads otherwise than a path is none. */
const ownName = (word: Word): GitPath[] =>
  /^:[(/!^]|:\.{1,2}\//.test(word.value ?? "") ? [] : [inFolder(withoutSteps(word))];

/** All that an operand may be where no `--` tells paths from revisions. */
export const pathsOrRevisions = (words: readonly Word[]): GitPath[] =>
  words.flatMap((word) => [
    ...ownName(word),
    ...revisionsIn(word).flatMap(fileIn),
    ...(isMagic(word) ? withoutMagic(word) : []),
  ]);

/** A pattern that may become the name of a file which git takes for more than that. */
const mayBeMagic = ({ glob, value = "" }: Word) => glob && /^[*?[:]/.test(value);

/** What a subcommand prints of a hash: whatever has it, files and folders as well, or what commits changed. */
type Printed = "objects" | "commits";

/** True where all that these revisions name is either judged by itself or can be narrowed to paths. */
const areNarrowed = (words: readonly Word[], printed: Printed): boolean =>
  words.every((word) => isFile(word) || (printed === "objects" ? isCommit : isName)(word));

/** The paths that are named, where nothing else is read; undefined where other files may be. */
function narrowed({ before, behind }: GitOperands, printed: Printed): GitPath[] | undefined {
  const paths = behind.flatMap(pathsOf);
  const isNarrowed = paths.length > 0 && !behind.some(mayBeMagic) && areNarrowed(before, printed);
  return isNarrowed ? [...pathsOrRevisions(before), ...paths] : undefined;
}

const named = ({ before, behind }: GitOperands) => [...pathsOrRevisions(before), ...behind.flatMap(pathsOf)];

/** What is read where git prints what commits changed, or an object: all of it, unless paths or single files are named. */
export function contentPaths(operands: GitOperands, printed: Printed = "objects"): GitPath[] {
  const { before, behind } = operands;
  const areFiles = before.length > 0 && behind.length === 0 && before.every(isFile);
  if (areFiles) return pathsOrRevisions(before);
  return narrowed(operands, printed) ?? [...named(operands), wholeRepository];
}

/** What `git grep` goes through: the folder that it runs in, unless it is told paths. */
export function searchedPaths(operands: GitOperands): GitPath[] {
  const { before, behind } = operands;
  const isKnown =
    areNarrowed(
      before.filter((word) => !isMagic(word)),
      "objects",
    ) && !behind.some(mayBeMagic);
  return narrowed(operands, "objects") ?? [...named(operands), isKnown ? wholeFolder : wholeRepository];
}
