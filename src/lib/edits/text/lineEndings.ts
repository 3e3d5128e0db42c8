/** Keeping a file's line endings when its whole text is given anew (D-9, WR-9). */
import { diffArrays } from "diff";

interface Line {
  readonly text: string;
  readonly ending: string;
}

const linesOf = (text: string): Line[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const ending = line.endsWith("\r\n") ? "\r\n" : line.endsWith("\n") ? "\n" : "";
    return { text: line.slice(0, line.length - ending.length), ending };
  });

/**
 * Gives new text the line endings of the old: unchanged lines keep theirs, new ones take the more frequent. New text that
 * brings CRLF of its own is taken as it is, and so is everything when the old text has no CRLF.
 */
export function keepLineEndings(before: string, after: string): string {
  if (after.includes("\r\n") || !before.includes("\r\n")) return after;
  const old = linesOf(before);
  const fresh = linesOf(after);
  const crlf = old.filter((line) => line.ending === "\r\n").length;
  const usual = crlf * 2 >= old.filter((line) => line.ending !== "").length ? "\r\n" : "\n";
  const endings = crlf === old.filter((line) => line.ending !== "").length ? [] : matchedEndings(old, fresh);
  return fresh.map((line, index) => line.text + (line.ending && (endings[index] || usual))).join("");
}

/** Lines as an editor sees them, to which a lone CR is an ending as well. */
const editorLinesOf = (text: string): Line[] =>
  (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((line) => {
    const ending = /[\r\n]*$/.exec(line)?.[0] ?? "";
    return { text: line.slice(0, line.length - ending.length), ending };
  });

/** True when an editor that knows one ending for a whole text would not give back what it was given. */
const isMixed = (lines: readonly Line[]): boolean => {
  const endings = new Set(lines.map(({ ending }) => ending).filter((ending) => ending !== ""));
  return endings.size > 1 || endings.has("\r");
};

/**
 * Gives a text that was changed in an editor, which knows one ending for all of its lines, those that it had before; new
 * lines keep the editor's.
 * @param given what the editor was given. @param earlier whose lines may have been brought back.
 */
export function keepGivenEndings(typed: string, given: string, earlier: string): string {
  const old = editorLinesOf(given);
  if (!isMixed(old)) return typed;
  const lines = editorLinesOf(typed);
  const kept = matchedEndings(old, lines);
  const back = matchedEndings(editorLinesOf(earlier), lines);
  return lines.map(({ text, ending }, at) => text + (ending && (kept[at] || back[at] || ending))).join("");
}

/** More differences than this take seconds to find. */
const maxDifferences = 2000;

/** For each new line, the ending of the old line it is, if it is one. */
function matchedEndings(old: readonly Line[], fresh: readonly Line[]): (string | undefined)[] {
  const changes = diffArrays(
    old.map((line) => line.text),
    fresh.map((line) => line.text),
    { maxEditLength: maxDifferences },
  );
  if (!changes) return endingsByText(old, fresh);
  const endings: (string | undefined)[] = [];
  let from = 0;
  for (const change of changes) {
    if (change.removed) from += change.value.length;
    else if (change.added) for (const _ of change.value) endings.push(undefined);
    else for (const _ of change.value) endings.push(old[from++]?.ending);
  }
  return endings;
}

/** Of lines that are alike the first new one is taken for the first old one, and so on. */
function endingsByText(old: readonly Line[], fresh: readonly Line[]): (string | undefined)[] {
  const left = new Map<string, string[]>();
  for (const { text, ending } of old.toReversed()) {
    const same = left.get(text);
    if (same) same.push(ending);
    else left.set(text, [ending]);
  }
  return fresh.map(({ text }) => left.get(text)?.pop());
}
