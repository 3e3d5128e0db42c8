/** Which tools a few words may mean (TS-1, C-38). */
import { metadataOf } from "./dialect";
import type { DialectTool } from "./tool";

/** A tool that some word of the query fits. */
export interface RankedTool {
  readonly tool: DialectTool;
  /** How much its name, its other names and its search hint fit; 0 when its description alone does. */
  readonly strength: number;
  /** Words of the query that its description holds; it decides between equals alone. */
  readonly described: number;
}

/** Words that are in every question and every description: they say nothing where others stand beside them. */
const fillers = new Set(
  "a all an and any are as at be by can do does for from has have how i in into is it its me my need of on or that the them this to use using want what which with you your".split(
    " ",
  ),
);

/** What a fitting word is worth, by where it fits; the whole query as a name is worth more than any number of words. */
const worth = { wholeName: 1_000_000, name: 3, hint: 2, partOfName: 1 } as const;

/** Words of a query that are looked at. */
const maxWords = 50;

/** Lower-case words; those of `camelCase` and `snake_case` apart. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The same word, or one the beginning of the other: `task` and `tasks`. One or two letters begin too much. */
const fits = (word: string, other: string): boolean =>
  word === other || (word.length > 2 && other.startsWith(word)) || (other.length > 2 && word.startsWith(other));

const fitsAny = (word: string, others: readonly string[]) => others.some((other) => fits(word, other));

/** Whether a name contains the word as a part of other words: `kill` is in `skill`, and hardly meant. */
const isPart = (word: string, words: readonly string[]) => word.length > 2 && words.join("").includes(word);

function ranked(tool: DialectTool, words: readonly string[], whole: string): RankedTool {
  const names = [tool.name, ...tool.aliases].map(wordsOf);
  const hint = wordsOf(metadataOf(tool).searchHint ?? "");
  const description = wordsOf(tool.description);
  const strengthOf = (word: string) => {
    if (names.some((name) => fitsAny(word, name))) return worth.name;
    if (fitsAny(word, hint)) return worth.hint;
    return names.some((name) => isPart(word, name)) ? worth.partOfName : 0;
  };
  const isNamed = names.some((name) => name.join("") === whole);
  return {
    tool,
    strength: words.reduce((sum, word) => sum + strengthOf(word), isNamed ? worth.wholeName : 0),
    described: words.filter((word) => !fillers.has(word) && fitsAny(word, description)).length,
  };
}

/** Of ranked tools, those that fit at least half as well as the best: one common word makes no match. */
export function fittingWell(ranked: readonly RankedTool[]): readonly RankedTool[] {
  const [best] = ranked;
  if (!best) return [];
  const by = best.strength > 0 ? "strength" : "described";
  return ranked.filter((one) => one[by] * 2 >= best[by]);
}

/**
 * The tools that any word of the query fits, best first: names and aliases count for most, then the words of the search
 * hint; the description is weakest. Equals keep their order.
 */
export function rankTools(tools: readonly DialectTool[], query: string): RankedTool[] {
  const given = wordsOf(query);
  const telling = given.filter((word) => !fillers.has(word));
  const words = [...new Set(telling.length > 0 ? telling : given)].slice(0, maxWords);
  return tools
    .map((tool) => ranked(tool, words, given.join("")))
    .filter(({ strength, described }) => strength > 0 || described > 0)
    .sort((a, b) => b.strength - a.strength || b.described - a.described);
}
