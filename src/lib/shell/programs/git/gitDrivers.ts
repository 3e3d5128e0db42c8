/** Which programs that a repository names git starts for a subcommand that only looks; measured with git 2.39. */
import type { GitProgram, ProgramCall } from "../program";

type Given = Pick<ProgramCall, "operands" | "has">;

/** Options with which a log prints what files held. */
const patchOptions =
  "-c -L -m -p -u -U -W --binary --cc --color-words --function-context --patch --patch-with-raw --patch-with-stat --text --unified --word-diff --word-diff-regex".split(
    " ",
  );

/** With these alone a difference is told and not printed. */
const summaryOptions =
  "-s --check --compact-summary --cumulative --dirstat --name-only --name-status --no-patch --numstat --quiet --raw --shortstat --stat --summary".split(
    " ",
  );

/** True for a call that looks for a text in differences, whatever it prints. */
export const isPickaxe = ({ has }: Pick<Given, "has">): boolean => has("-G", "-S");

const printsPatch = ({ has }: Pick<Given, "has">, byDefault: boolean) =>
  has(...patchOptions) || (byDefault && !has(...summaryOptions));

/**
 * True for a call that prints what files held: in differences, or the lines that `--check` finds fault with.
 * @param byDefault whether it does so where no option says what it prints.
 */
export const printsContents = (given: Pick<Given, "has">, byDefault: boolean): boolean =>
  printsPatch(given, byDefault) || given.has("--check");

const filters: readonly GitProgram[] = ["filter"];

const textconv = (given: Given, byDefault: boolean): GitProgram[] =>
  !given.has("--no-textconv") && (printsPatch(given, byDefault) || isPickaxe(given)) ? ["textconv"] : [];

/** `git diff` prints what its own configuration says; only `--cached` leaves the work tree out. */
const ofDiff = (given: Given): GitProgram[] => [
  ...(given.has("--cached", "--staged") ? [] : filters),
  ...(!given.has("--no-ext-diff") && printsPatch(given, true) ? (["diff"] as const) : []),
  ...textconv(given, true),
];

/** Git before 2.22 shows a stash with `git diff`. */
const ofStash = (given: Given): GitProgram[] => {
  const [verb] = given.operands;
  if (verb?.value !== "show") return textconv(given, false);
  return ofDiff(given).filter((program) => program !== "filter");
};

/** @param name a subcommand; one that is not known starts nothing. */
export function driversOf(name: string, given: Given): readonly GitProgram[] {
  switch (name) {
    case "status":
      return given.has("-v", "--verbose") ? ["filter", "textconv"] : filters;
    case "diff-files":
    case "submodule":
      return filters;
    case "diff-index":
      return given.has("--cached") ? [] : filters;
    case "ls-files":
      return given.has("-m", "--modified") ? filters : [];
    case "describe":
      return given.has("--dirty") ? filters : [];
    case "blame":
    case "annotate":
      return given.has("--no-textconv") ? filters : ["filter", "textconv"];
    case "diff":
      return ofDiff(given);
    case "show":
      return textconv(given, true);
    case "log":
    case "whatchanged":
    case "reflog":
      return textconv(given, false);
    case "stash":
      return ofStash(given);
    default:
      return [];
  }
}
