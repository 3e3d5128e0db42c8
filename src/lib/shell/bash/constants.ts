/**
 * Constant propagation: `f=a.txt; cat "$f"` and `for f in *.ts; do wc -l "$f"; done` mean the same as the texts in which
 * the values stand (SH-5). A variable counts as constant when all that sets it anywhere in the text is known, and where it
 * is surely set by the text before. What is not understood leaves it as it is.
 */
import type { SimpleCommand } from "../words/types";
import { isOwnVariable } from "../words/variables";
import { baseName } from "../words/wrappers";
import { ConstantReader, NotUnderstood, rawPattern, type Value } from "./constantReader";

/** Longer texts are left as they are. */
const maxLength = 8192;
/** Texts with one value in the place of each variable; more are not worked out. */
const maxVariants = 48;

/** What is known of a text. */
export interface Constants {
  /** The text with every combination of values put in; empty when no variable is constant. */
  readonly variants: readonly string[];
  /** Where commands begin that do nothing but set variables of the text's own. */
  readonly assigning: ReadonlySet<number>;
}

const none: Constants = { variants: [], assigning: new Set() };

/** Built-ins that may set a variable, or run a text that does. */
const changers = new Set(
  ". source eval read readarray mapfile declare typeset local export readonly unset let getopts exec trap alias unalias shopt enable hash fc history bind complete compopt compgen coproc pushd popd dirs".split(
    " ",
  ),
);

/** Options of the shell under which a text still means the same. */
const isCalmSetting = (value: string | undefined) => /^(?:-[eux]*o?|pipefail|errexit|nounset)$/.test(value ?? "?");

/** True for a command that changes no variable and not how words expand. */
function isCalm({ name, word, args, prefixes, assignments }: SimpleCommand): boolean {
  if (prefixes.includes("eval") || prefixes.includes("trap")) return false;
  if (!word) return assignments.every((one) => isOwnVariable(one.name));
  if (name === undefined || assignments.some((one) => isOwnVariable(one.name))) return false;
  const base = baseName(name);
  const values = args.map(({ value, glob }) => (glob ? undefined : value));
  if (base === "set") return values.every(isCalmSetting);
  if (base === "printf") return values[0] !== undefined && !values[0].startsWith("-");
  if (base === "wait") return values.length === 0;
  return !changers.has(base);
}

/** How a value is written in the place of a variable; undefined where it would become something else. */
function written({ text, isMatch }: Value, quoted: boolean): string | undefined {
  if (isMatch) return quoted ? `"${text}"` : undefined;
  if (quoted) return text;
  // An unquoted value is split, and patterns in it are expanded.
  if (text === "" || /\s/u.test(text)) return undefined;
  if (/[*?[]/.test(text)) return rawPattern.test(text) ? text : undefined;
  return `'${text}'`;
}

/** The values of each variable in turn; undefined when there are too many. */
function combinations(names: readonly string[], values: ConstantReader["values"]): Map<string, Value>[] | undefined {
  let found: Map<string, Value>[] = [new Map()];
  for (const name of names) {
    found = found.flatMap((one) => (values.get(name) ?? []).map((value) => new Map([...one, [name, value]])));
    if (found.length > maxVariants) return undefined;
  }
  return found;
}

function variantsOf(text: string, { uses, values }: ConstantReader): string[] {
  const known = uses.filter(({ name, quoted }) =>
    values.get(name)?.every((value) => written(value, quoted) !== undefined),
  );
  if (known.length === 0) return [];
  const ordered = [...known].sort((a, b) => b.pos - a.pos);
  const chosen = combinations([...new Set(known.map(({ name }) => name))], values) ?? [];
  return chosen.map((of) =>
    ordered.reduce((changed, { pos, end, name, quoted }) => {
      const value = of.get(name);
      return changed.slice(0, pos) + ((value && written(value, quoted)) ?? text.slice(pos, end)) + changed.slice(end);
    }, text),
  );
}

/**
 * @param text one in which nothing is a problem or unusual.
 * @param commands what was found in it.
 */
export function constantsIn(text: string, commands: readonly SimpleCommand[]): Constants {
  if (text.length > maxLength || !/[$=]/.test(text) || !commands.every(isCalm)) return none;
  try {
    const moves = commands.filter(({ name = "" }) => baseName(name) === "cd").map(({ range }) => range[0]);
    const reader = new ConstantReader(text, moves);
    reader.read();
    return { variants: variantsOf(text, reader), assigning: reader.assigning };
  } catch (error) {
    if (error instanceof NotUnderstood) return none;
    throw error;
  }
}
