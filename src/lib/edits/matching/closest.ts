/** Where a text that was not found may have been meant, for telling and never for replacing (ED-4, ED-6). */
import { similarityTo } from "../../../core/text/similarity";
import { textDiff } from "../diff/unifiedDiff";
import { plainLines } from "./lineNumbers";

/** A place that resembles the text. */
export interface ClosestPlace {
  /** 1-based. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** 0 to 1; only places above 0.5 are worth telling. */
  readonly similarity: number;
  /** From the given text to what stands there; empty when only the line ending at the end differs. */
  readonly diff: string;
  /** What alone differs, when it is one thing. */
  readonly hint?: string;
}

/** Longer texts are not looked through: the answer must come at once. */
const most = { lines: 100_000, wantedLines: 400, characters: 20_000 } as const;

/** Where the wanted lines would begin if one of them stands where an equal one does; each equal line is a vote. */
function votes(lines: readonly string[], wanted: readonly string[]): Map<number, number> {
  const places = new Map<string, number[]>();
  for (const [at, line] of wanted.entries()) {
    const text = line.trim();
    // Lone braces stand everywhere and say nothing.
    if (text.length > 2) places.set(text, [...(places.get(text) ?? []), at]);
  }
  const counted = new Map<number, number>();
  for (const [at, line] of lines.entries())
    for (const wish of places.get(line.trim()) ?? []) counted.set(at - wish, (counted.get(at - wish) ?? 0) + 1);
  return counted;
}

/** Case is a slip, not another text; white space at the ends says nothing. */
const folded = (text: string) => text.trim().toLowerCase();

/** The line most like the longest wanted one, as a place to begin. */
function likestLine(lines: readonly string[], wanted: readonly string[]): number {
  const longest = wanted.reduce((best, line, at) => (line.length > (wanted[best]?.length ?? 0) ? at : best), 0);
  const text = folded((wanted[longest] ?? "").slice(0, 500));
  const likeness = similarityTo(text);
  let best = { at: 0, value: -1 };
  for (const [at, line] of lines.entries()) {
    const value = likeness(folded(line.slice(0, 500)));
    if (value > best.value) best = { at, value };
  }
  return best.at - longest;
}

const withoutSpace = (text: string) => text.replace(/\s+/g, "");

/** The one thing in which they differ. */
function hintFor(given: string, actual: string): string | undefined {
  if (given === actual) return "it ends with a line ending that the file does not have there";
  if (plainLines(given) === actual) return "the numbers before its lines are not part of the file";
  if (given.replace(/\t/g, " ").replace(/ +/g, " ") === actual.replace(/\t/g, " ").replace(/ +/g, " "))
    return given.includes("\t") === actual.includes("\t")
      ? "only the number of spaces differs"
      : "only tabs and spaces differ";
  if (withoutSpace(given) === withoutSpace(actual)) return "only white space differs";
  if (given.toLowerCase() === actual.toLowerCase()) return "only upper and lower case differ";
  return undefined;
}

/** The place of a file's text that is most like the wanted text; undefined when nothing is like it. */
export function closestPlace(text: string, wanted: string): ClosestPlace | undefined {
  const lines = text.split(/\r?\n/);
  const wish = wanted.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.length > most.lines || wish.length > most.wantedLines || wanted.length > most.characters) return undefined;
  const counted = [...votes(lines, wish)].sort((a, b) => b[1] - a[1]);
  const starts = counted.length > 0 ? counted.slice(0, 20).map(([start]) => start) : [likestLine(lines, wish)];
  const given = wish.join("\n");
  const likeness = similarityTo(folded(given));
  const places = starts.map((start) => {
    const first = Math.max(0, start);
    const actual = lines
      .slice(first, Math.max(first + 1, start + wish.length))
      .join("\n")
      .slice(0, most.characters);
    return { first, actual, similarity: likeness(folded(actual)) };
  });
  const best = places.reduce((held, next) => (next.similarity > held.similarity ? next : held));
  if (best.similarity <= 0.5) return undefined;
  const hint = hintFor(given, best.actual);
  return {
    firstLine: best.first + 1,
    lastLine: best.first + best.actual.split("\n").length,
    similarity: best.similarity,
    diff: textDiff(`${given}\n`, `${best.actual}\n`, { lines: 40, columns: 200 }),
    ...(hint && { hint }),
  };
}
