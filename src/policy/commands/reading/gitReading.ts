/** What git prints of the work tree beside what its own repository holds. */
import { globalValues } from "../../../lib/shell/programs/git/gitPaths";
import type { SimpleCommand, Word } from "../../../lib/shell/words/types";

/** Files that git knows and that are not what was added, or what lies in its folders as well. */
export type GitReading = "changed" | "folders" | "nothing";

const withValue = new Set([...globalValues, "--exec-path"]);

/** The subcommand and what comes after it. */
export function gitWords({ args }: SimpleCommand): readonly Word[] {
  let at = 0;
  while (args[at]?.value?.startsWith("-")) at += withValue.has(args[at]?.value ?? "") ? 2 : 1;
  return args.slice(at);
}

const told =
  /^--(?:stat|shortstat|numstat|dirstat|name-only|name-status|quiet|raw|summary|compact-summary|no-patch)(?:=|$)|^-s$/;
const printed = /^(?:-p|-u|-U.*|-c|--cc|--patch.*|--unified.*|--binary|--word-diff.*|--color-words.*|--check)$/;
const fromIndex = /^--(?:cached|staged)$/;

/** @param command of git. */
export function gitReading(command: SimpleCommand): GitReading {
  const [verb = "", ...words] = gitWords(command).map(({ value = "" }) => value);
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  switch (verb) {
    case "grep":
      if (has(/^--(?:untracked|no-index)$/)) return "folders";
      return has(fromIndex) ? "nothing" : "changed";
    case "status":
      return has(/^(?:-[a-z]*v[a-z]*|--verbose)$/) ? "changed" : "nothing";
    case "diff":
      if (has(/^--no-index$/)) return "folders";
      return has(fromIndex) || (has(told) && !has(printed)) ? "nothing" : "changed";
    case "diff-files":
    case "diff-index":
      return has(printed) && !has(fromIndex) ? "changed" : "nothing";
    default:
      return "nothing";
  }
}

/** The same of what is read by the names that it lists. */
export const gitListing = (command: SimpleCommand): GitReading =>
  gitWords(command).some(({ value = "" }) => /^(?:-[a-z]*o[a-z]*|--(?:others|untracked|no-index))$/.test(value))
    ? "folders"
    : "changed";

const plain = /^[\w./@+-]+$/;

/** True for a path that means nothing else to git or to a shell. */
export const isPlainSpec = (path: string): boolean => plain.test(path);

/** What git is told to look at. */
export interface GitPathspecs {
  /** Paths, none for everything. */
  readonly named: readonly string[];
  /** Paths that it leaves out. */
  readonly left: readonly string[];
  /** It looks at the folder that it is started in alone. */
  readonly isOfFolder: boolean;
  /** Others can be put behind it. */
  readonly isOpen: boolean;
}

/** By the paths behind `--`, as `src` and `:!.env`; others, which may mean more, say nothing. */
export function gitPathspecs(command: SimpleCommand): GitPathspecs {
  const [verb, ...words] = gitWords(command).map(({ value = "" }) => value);
  const end = words.indexOf("--");
  const specs = end < 0 ? [] : words.slice(end + 1);
  const found = specs.map((spec) => /^(:!|:\^|:\(exclude\))?([\w./@+-]+)$/.exec(spec));
  const paths = (isLeft: boolean) =>
    found.flatMap((match) => (match?.[2] !== undefined && (match[1] !== undefined) === isLeft ? [match[2]] : []));
  const isKnown = found.every((match) => match !== null);
  return { named: isKnown ? paths(false) : [], left: paths(true), isOfFolder: verb === "grep", isOpen: end < 0 };
}
