/** Finding the text an edit means, exactly or else in stages that each allow one thing to differ (ED-6, ED-7, C-17). */

import { keepLineEndings } from "../text/lineEndings";
import { splitLines, withLineEnding } from "../text/lines";
import { carryOver } from "./carryOver";
import { unescaped } from "./escapes";
import {
  type CharacterRange,
  type Fold,
  foldText,
  hasFullWidth,
  indentationFold,
  lineEndingFold,
  trailingFold,
  trimmedEnd,
  unfold,
  unicodeFold,
  widthFold,
} from "./foldedText";
import { reindentation, reindented } from "./indentation";
import { withoutLineNumbers } from "./lineNumbers";
import { occurrences } from "./occurrences";
import { keepOwnCharacters } from "./ownCharacters";

/** A text to find and what to put in its place. */
export interface WantedText {
  readonly oldText: string;
  readonly newText: string;
  /** Only where it begins with a line and ends before a line ending, as the lines of a patch do. */
  readonly wholeLines?: boolean;
}

/** A part of a text to replace, in UTF-16 units. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What was found. */
export interface TextMatch {
  /** In order and without overlap; empty when no stage found anything. */
  readonly changes: readonly TextChange[];
  /** How the match differs from the given text; undefined when it is exact. */
  readonly inexact?: string;
}

const nothing: TextMatch = { changes: [] };

/**
 * The places of the first stage that finds any; several at one stage are never settled by a looser one.
 * @param inexact false: only exactly, with other line endings, or with the numbers of lines before them.
 */
export function matchInText(text: string, wanted: WantedText, inexact: boolean): TextMatch {
  for (const stage of inexact ? [...strictStages, ...looseStages] : strictStages) {
    const match = stage(text, wanted);
    if (match.changes.length > 0) return match;
  }
  return nothing;
}

type Stage = (text: string, wanted: WantedText) => TextMatch;

/** Exact places, and with them those that differ in line endings alone: a reader sees the same text in both. */
export const matchStrictly: Stage = (text, wanted) => {
  const { oldText } = wanted;
  const exact = exactPlaces(text, wanted);
  // A lone CR is no line ending here, and taking it for half of one would change what is matched.
  if (!oldText.includes("\n") || /\r(?!\n)/.test(oldText)) return { changes: exact };
  if (exact.length > 0 && !hasMixedEndings(text)) return { changes: exact };
  const others = lineEndings(text, wanted).changes.filter(isApartFrom(exact));
  if (others.length === 0) return { changes: exact };
  const changes = [...exact, ...others].sort((a, b) => a.start - b.start);
  const found = changes.map(({ start, end }) => text.slice(start, end)).join("");
  return { changes, inexact: `the file's ${endingName(found)} line endings were used` };
};

function exactPlaces(text: string, { oldText, newText, wholeLines }: WantedText): TextChange[] {
  const accept = (start: number, end: number) =>
    !splitsLineEnding(text, oldText, start, end) && (!wholeLines || (beginsLine(text, start) && endsLine(text, end)));
  const places = occurrences(text, oldText, accept);
  if (places.length === 0) return [];
  const fresh = /[\r\n]/.test(oldText) ? newText : inStyleOf(text, newText);
  return places.map((start) => ({ start, end: start + oldText.length, text: fresh }));
}

/** Whether a change overlaps none of the given ones, which are in order. Asked for changes from left to right. */
function isApartFrom(others: readonly TextChange[]): (change: TextChange) => boolean {
  let next = 0;
  return ({ start, end }) => {
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    return (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  };
}

const endingName = (text: string) => (isAllCrlf(text) ? "CRLF" : text.includes("\r\n") ? "mixed" : "LF");

const hasMixedEndings = (text: string) => endingName(text) === "mixed";

/** Replacing half of a line ending would leave the other half. */
const splitsLineEnding = (text: string, wanted: string, start: number, end: number) =>
  (wanted.startsWith("\n") && text[start - 1] === "\r") || (wanted.endsWith("\r") && text[end] === "\n");

const beginsLine = (text: string, start: number) => start === 0 || text[start - 1] === "\n";
const endsLine = (text: string, end: number) =>
  end === text.length || text[end] === "\n" || text.startsWith("\r\n", end);

/**
 * Looks for a text in a view of the file, and says what to put at each place.
 * @param options block: only lines from their beginning, with or without the last one's ending; whiteSpaceAtEnd: white
 * space at the end of the given text stands for the file's; blank: text without a visible character is found too.
 */
function inView(
  fold: Fold,
  inexact: string,
  put: (given: string, actual: string, fresh: string) => string | undefined,
  options: { readonly block?: boolean; readonly whiteSpaceAtEnd?: boolean; readonly blank?: boolean } = {},
): Stage {
  return (text, { oldText, newText, wholeLines }) => {
    const view = foldText(text, fold);
    const sought = foldText(oldText, fold);
    if (sought.trim() === "" && !options.blank) return nothing;
    const toLineEnd = options.whiteSpaceAtEnd && endsInWhiteSpace(oldText);
    const accept = (start: number, end: number) =>
      (!(wholeLines || options.block) || beginsLine(view, start)) &&
      (!(wholeLines || toLineEnd) || endsLine(view, end)) &&
      (!options.block || endsLine(view, end) || beginsLine(view, end));
    const places = occurrences(view, sought, accept).map((at): CharacterRange => [at, at + sought.length]);
    const replacements = new Map<string, string | undefined>();
    const replacementOf = (actual: string) => {
      if (!replacements.has(actual)) {
        const fresh = put(oldText, actual, newText);
        replacements.set(actual, fresh === undefined ? undefined : withEndingsOf(text, actual, fresh));
      }
      return replacements.get(actual);
    };
    const changes = unfold(text, fold, places).flatMap(([start, matchedEnd]) => {
      const end = toLineEnd ? endOfBlanks(text, matchedEnd) : matchedEnd;
      const fresh = replacementOf(text.slice(start, end));
      return fresh === undefined ? [] : [{ start, end, text: fresh }];
    });
    return { changes, inexact };
  };
}

const endsInWhiteSpace = (text: string) => {
  const last = text.slice(text.lastIndexOf("\n") + 1);
  return trimmedEnd(last) < last.length;
};

function endOfBlanks(text: string, from: number): number {
  let end = from;
  while (text[end] === " " || text[end] === "\t") end++;
  return end;
}

/** New lines get the line endings of the place; unchanged ones keep theirs. */
const withEndingsOf = (text: string, actual: string, fresh: string): string =>
  actual.includes("\n") ? keepLineEndings(actual, withLineEnding(fresh, "\n")) : inStyleOf(text, fresh);

/** A one-line match says nothing about line endings: new lines put into a CRLF file are CRLF too. */
export function inStyleOf(text: string, fresh: string): string {
  if (!fresh.includes("\n") || fresh.includes("\r")) return fresh;
  return isAllCrlf(text) ? withLineEnding(fresh, "\r\n") : fresh;
}

function isAllCrlf(text: string): boolean {
  let feed = text.indexOf("\n");
  if (feed === -1) return false;
  for (; feed !== -1; feed = text.indexOf("\n", feed + 1)) if (text[feed - 1] !== "\r") return false;
  return true;
}

const byLine = (adapt?: (line: string) => string) => (given: string, actual: string, fresh: string) =>
  carryOver(splitLines(given), splitLines(actual), splitLines(fresh), adapt).join("\n");

/** The file's own white space stays at the ends of lines that the new text repeats. */
const trailing = inView(trailingFold, "white space at the ends of lines differed", byLine(), { whiteSpaceAtEnd: true });

const indentation = inView(
  indentationFold,
  "the indentation differed, and the new text was given the indentation of the file",
  (given, actual, fresh) => {
    const reindent = reindentation(splitLines(given), splitLines(actual));
    return reindent && byLine((line) => reindented(line, reindent))(given, actual, fresh);
  },
  { block: true },
);

/** Looks alike through a fold of characters; what the model changed is put in as written. */
const looksAlike = (fold: Fold, inexact: string): Stage =>
  inView(fold, inexact, (given, actual, fresh) => keepOwnCharacters(given, actual, fresh, fold.line));

const unicode = looksAlike(
  unicodeFold,
  "quotes, dashes, spaces or accents differ in the file, which kept its own characters wherever the new text repeats the old",
);

const widths = looksAlike(
  widthFold,
  "full-width characters matched their ASCII forms; the file kept its own wherever the new text repeats the old",
);

/** Most files and edits have no full-width character, and need no second look. */
const fullWidth: Stage = (text, wanted) =>
  hasFullWidth(text) || hasFullWidth(wanted.oldText) ? widths(text, wanted) : nothing;

const lineEndings = inView(lineEndingFold, "", (_given, _actual, fresh) => withLineEnding(fresh, "\n"), {
  blank: true,
});

const escapes: Stage = (text, { oldText, newText, wholeLines }) => {
  const plain = unescaped(oldText);
  if (plain === oldText) return nothing;
  const wanted = { oldText: plain, newText: unescaped(newText), ...(wholeLines && { wholeLines }) };
  const { changes } = matchStrictly(text, wanted);
  return {
    changes,
    inexact: "escape sequences (such as \\n) in both texts were taken for the characters they stand for",
  };
};

/** Whole lines, strictly, that were given with the numbers under which a reader saw them. */
const numbered: Stage = (text, wanted) => {
  const plain = withoutLineNumbers(wanted);
  if (!plain) return nothing;
  const { changes } = matchStrictly(text, plain);
  const areWhole = changes.every(
    ({ start, end }) => beginsLine(text, start) && (endsLine(text, end) || beginsLine(text, end)),
  );
  return areWhole ? { changes, inexact: "the line numbers before the lines of both texts were left out" } : nothing;
};

/** The last line of a file that ends without a line ending, given with one: the new text loses its own in the same way. */
const unendedLine: Stage = (text, wanted) => {
  const { oldText, newText } = wanted;
  if (!oldText.endsWith("\n") || oldText.trim() === "" || text.endsWith("\n")) return nothing;
  const ended = `${text}${isAllCrlf(text) ? "\r\n" : "\n"}`;
  const { changes } = matchStrictly(ended, { ...wanted, newText: newText.replace(/\r?\n$/, "") });
  return {
    changes: changes.map((change) => ({ ...change, end: Math.min(change.end, text.length) })),
    inexact: "the file's last line has no line ending, so the one at the end of the texts was left out",
  };
};

const strictStages: readonly Stage[] = [matchStrictly, numbered];
const looseStages: readonly Stage[] = [unendedLine, trailing, indentation, unicode, escapes, fullWidth];
