/** One edit of a file's bytes: found, counted and made, or refused with what to do next (ED-1, ED-4 to ED-6, C-16). */
import { ToolError } from "../../../core/vocabulary/toolError";
import { type Encoding, mustHold } from "../text/encoding";
import { closestPlace } from "./closest";
import { findMatch, type Match, splice } from "./replace";

/** What an edit asks for. */
export interface EditWish {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
  readonly expected_replacements?: number | undefined;
}

/** The file an edit is made in. */
export interface EditedFile {
  /** Absolute path as named, for dialects. */
  readonly path: string;
  /** For people and models. */
  readonly shown: string;
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

/** What an edit did. */
export interface EditOutcome {
  readonly after: Buffer;
  /** 1-based line of each replacement, before it was made. */
  readonly lines: readonly number[];
  /** How the match differs from the given text; undefined when it is exact. */
  readonly inexact?: string;
}

/**
 * The places an edit means; none when its text was not found.
 * @param inexact see `Traits.inexactEdits`.
 */
export const matchOf = ({ bytes, encoding }: EditedFile, wish: EditWish, inexact: boolean): Match =>
  findMatch(bytes, encoding, wish.old_string, wish.new_string, inexact);

/** Makes an edit at the places found. @throws ToolError `many_matches`, `invalid_input` for text the encoding cannot hold. */
export function editAt(file: EditedFile, wish: EditWish, match: Match): EditOutcome {
  checkCount(file, wish, match.lines);
  for (const text of match.texts) mustHold(file.encoding, text, file.shown);
  const { lines, inexact } = match;
  return { after: splice(file.bytes, match.changes), lines, ...(inexact !== undefined && { inexact }) };
}

/** How many places are meant: undefined for any number (C-16). */
export const expectedCount = ({ expected_replacements, replace_all }: EditWish): number | undefined =>
  expected_replacements ?? (replace_all ? undefined : 1);

/** Lines for a sentence; a long list is cut. */
export const shownLines = (lines: readonly number[]): string =>
  `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, 50).join(", ")}${lines.length > 50 ? ", …" : ""}`;

function checkCount({ path, shown }: EditedFile, wish: EditWish, lines: readonly number[]): void {
  const found = lines.length;
  const expected = expectedCount(wish);
  if (expected === undefined || found === expected) return;
  const times = found === 1 ? "once" : `${found} times`;
  const remedy =
    wish.expected_replacements === undefined
      ? "add surrounding lines until it is unique, or set replace_all"
      : `${expected} were expected; correct expected_replacements or old_string`;
  throw new ToolError(
    "many_matches",
    `old_string occurs ${times} in ${shown} (${shownLines([...new Set(lines)])}): ${remedy}.`,
    {
      path,
      shown,
      found,
      expected,
      lines,
    },
  );
}

/**
 * Says where a text may have been meant; it is never replaced there (ED-4).
 * @param what how the message calls the text that was given.
 */
export function notFound(
  { path, shown }: Pick<EditedFile, "path" | "shown">,
  text: string,
  wanted: string,
  what = "old_string",
): ToolError {
  const closest = closestPlace(text, wanted);
  if (!closest)
    return new ToolError(
      "no_match",
      `${what} was not found in ${shown}, nor anything like it: read the file again and copy the place exactly, white space included.`,
      { path, shown },
    );
  const { firstLine, lastLine, similarity, hint, diff } = closest;
  const place = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`;
  const compared = diff === "" ? "." : `. Your text (-) compared with the file (+):\n${diff}`;
  const percent = Math.min(99, Math.round(similarity * 100));
  return new ToolError(
    "no_match",
    `${what} was not found in ${shown}. The closest match is ${place} (${percent}% similar${hint ? `: ${hint}` : ""}); if that is the place, copy it exactly${compared}`,
    { path, shown, firstLine, lastLine, similarity, ...(hint && { hint }), diff },
  );
}
