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

/** For each new line, the ending of the old line it is, if it is one. */
function matchedEndings(old: readonly Line[], fresh: readonly Line[]): (string | undefined)[] {
  const endings: (string | undefined)[] = [];
  let from = 0;
  const changes = diffArrays(
    old.map((line) => line.text),
    fresh.map((line) => line.text),
    { maxEditLength: 20_000 },
  );
  for (const change of changes ?? []) {
    if (change.removed) from += change.value.length;
    else if (change.added) for (const _ of change.value) endings.push(undefined);
    else for (const _ of change.value) endings.push(old[from++]?.ending);
  }
  return endings;
}
