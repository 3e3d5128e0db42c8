/** Finding the hunks of a patch in a file: in their order, each unique or refused (ED-6). */
import { ToolError } from "../../../core/vocabulary/toolError";
import { type EditedFile, notFound, shownLines } from "../matching/editText";
import { inStyleOf, matchInText, matchStrictly, type TextChange } from "../matching/matchStages";
import { linesOf } from "../matching/replace";
import { linesIn } from "../text/lines";
import type { HunkReading, PatchHunk } from "./patchText";

/** What the hunks of one file come to. */
export interface PatchedText {
  /** Only what differs, in order. */
  readonly changes: readonly TextChange[];
  /** 1-based line of each hunk's place. */
  readonly lines: readonly number[];
  /** One phrase for each hunk that did not match exactly. */
  readonly inexact: readonly string[];
}

type Named = Pick<EditedFile, "path" | "shown">;

/**
 * Finds every hunk behind the one before it.
 * @param inexact see `Traits.inexactEdits`.
 * @throws ToolError `no_match` or `many_matches` for the first hunk that is not found once.
 */
export function findHunks(file: Named, text: string, hunks: readonly PatchHunk[], inexact: boolean): PatchedText {
  const places: { start: number }[] = [];
  const changes: TextChange[] = [];
  const notes: string[] = [];
  let from = 0;
  for (const [at, given] of hunks.entries()) {
    const name = `Hunk ${at + 1} (line ${given.line} of the patch)`;
    const previous = hunks[at - 1]?.anchors;
    const isRepeated = previous !== undefined && isSame(previous, given.anchors);
    const hunk = fittingReading(file, text.slice(from), given, name);
    const { change, how } = locate(file, text, hunk, { from, name, inexact, isRepeated });
    const small = trimmedChange(text, change);
    places.push(change);
    if (small.start < small.end || small.text !== "") changes.push(small);
    if (how !== undefined) notes.push(`hunk ${at + 1}: ${how}`);
    from = nextLine(text, small.end);
  }
  return { changes, lines: linesOf(text, places), inexact: notes };
}

interface Located {
  readonly change: TextChange;
  readonly how?: string | undefined;
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one, at) => one === others[at]);

const fits = (text: string, { old, fresh }: HunkReading) =>
  matchStrictly(text, { oldText: old.join("\n"), newText: fresh.join("\n"), wholeLines: true }).changes.length > 0;

/**
 * The hunk as it stands, or with context lines that lack their leading space where it fits exactly in that way alone.
 * @throws ToolError where two ways fit, or a line is wrong and no way does.
 */
function fittingReading({ path, shown }: Named, text: string, hunk: PatchHunk, name: string): PatchHunk {
  const { bare = [], fault } = hunk;
  if (bare.length === 0) return hunk;
  const [reading, other] = [hunk, ...bare].filter((one) => fits(text, one));
  if (other)
    throw new ToolError(
      "many_matches",
      `${name} fits ${shown} with the leading space of its context lines and without: begin each context line with one space before its own indentation.`,
      { path, shown },
    );
  if (!reading && fault) throw fault;
  return { ...hunk, ...reading };
}

/** What is known of a hunk beside its lines. */
interface Search {
  /** Where the hunk before it ends. */
  readonly from: number;
  /** How messages call it. */
  readonly name: string;
  readonly inexact: boolean;
  /** It has the same @@ lines as the hunk before it. */
  readonly isRepeated: boolean;
}

function locate(file: Named, text: string, hunk: PatchHunk, search: Search): Located {
  const { from, name, inexact } = search;
  const anchors = anchorsIn(file, text, hunk, search);
  if (hunk.old.length === 0) return { change: insertion(file, text, hunk, anchors, name) };
  const rest = text.slice(from);
  const wanted = { oldText: hunk.old.join("\n"), newText: hunk.fresh.join("\n"), wholeLines: true };
  const match = matchInText(rest, wanted, inexact);
  const found = match.changes.map(({ start, end, text }) => ({ start: start + from, end: end + from, text }));
  if (found.length === 0) throw misplaced(file, text, hunk, from, name, inexact);
  const change = onlyOne(file, text, behind(anchors, atEndOf(text, found, hunk)), name);
  if (!change) throw notFound(file, text, wanted.oldText, `${name}, looked for behind its @@ line,`);
  return { change: hunk.fresh.length === 0 ? withLineEnd(text, change) : change, how: match.inexact };
}

/** A hunk that says it is the end of the file means the place there, if there is one. */
function atEndOf(text: string, found: readonly TextChange[], { atEnd }: PatchHunk): readonly TextChange[] {
  const last = atEnd ? found.filter(({ end }) => nextLine(text, end + 1) >= text.length) : [];
  return last.length > 0 ? last : found;
}

/** With anchors, the first place at or behind each of them. */
function behind(anchors: readonly number[] | undefined, found: readonly TextChange[]): readonly TextChange[] {
  if (!anchors) return found;
  const first = anchors.map((anchor) => found.find(({ start }) => start >= anchor));
  return [...new Set(first)].filter((change) => change !== undefined);
}

function onlyOne<T extends { readonly start: number }>(
  { path, shown }: Named,
  text: string,
  places: readonly T[],
  name: string,
): T | undefined {
  if (places.length < 2) return places[0];
  const lines = linesOf(text, places);
  throw new ToolError(
    "many_matches",
    `${name} fits ${places.length} times in ${shown} (${shownLines(lines)}): add context lines, or an @@ line that names the function or class it is in.`,
    { path, shown, found: places.length, expected: 1, lines },
  );
}

/** Not found behind the hunk before it: perhaps it stands in front of it. */
function misplaced(
  file: Named,
  text: string,
  hunk: PatchHunk,
  from: number,
  name: string,
  inexact: boolean,
): ToolError {
  const oldText = hunk.old.join("\n");
  const earlier = matchInText(text.slice(0, from), { oldText, newText: "", wholeLines: true }, inexact).changes;
  if (from === 0 || earlier.length === 0) return notFound(file, text, oldText, name);
  const { path, shown } = file;
  return new ToolError(
    "no_match",
    `${name} comes before the hunk above it in ${shown} (${shownLines(linesOf(text, earlier))}): give the hunks in the order of the file.`,
    { path, shown },
  );
}

/**
 * Where a hunk's anchors lead. Those that stand before the end of the hunk above lead behind it: that hunk may be in the same
 * function.
 */
function anchorsIn(
  file: Named,
  text: string,
  { anchors, old }: PatchHunk,
  { from, name, isRepeated }: Search,
): readonly number[] | undefined {
  if (anchors.length === 0) return undefined;
  const mayStandBefore = from > 0 && old.length > 0;
  try {
    const behindIt = chainedPlaces(file, text, anchors, from, name);
    return mayStandBefore && isRepeated ? [from, ...behindIt] : behindIt;
  } catch (error) {
    if (!mayStandBefore) throw error;
    const places = chainedPlaces(file, text, anchors, 0, name);
    const later = places.filter((place) => place >= from);
    return later.length > 0 ? later : [from];
  }
}

/** Where the innermost anchor stands: behind every place of the outermost, the first of the next, and so on. */
function chainedPlaces(
  file: Named,
  text: string,
  [outermost = "", ...inner]: readonly string[],
  from: number,
  name: string,
): readonly number[] {
  let places = linesLike(text, outermost, from);
  if (places.length === 0) throw notFound(file, text, outermost, `The @@ line of ${name.toLowerCase()}`);
  for (const anchor of inner) {
    const candidates = linesLike(text, anchor, from);
    const first = places.map((place) => candidates.find((candidate) => candidate > place));
    places = [...new Set(first)].filter((place) => place !== undefined);
    if (places.length === 0) throw notFound(file, text, anchor, `The inner @@ line of ${name.toLowerCase()}`);
  }
  return places;
}

/** Where lines begin that are the wanted one but for white space at their ends. */
function linesLike(text: string, wanted: string, from: number): number[] {
  const plain = wanted.trim();
  const found: number[] = [];
  for (const { start, end } of linesIn(text, from)) if (text.slice(start, end).trim() === plain) found.push(start);
  return found;
}

/** New lines without old ones go behind their anchor; without one, to the end of the file. */
function insertion(
  file: Named,
  text: string,
  { fresh }: PatchHunk,
  anchors: readonly number[] | undefined,
  name: string,
): TextChange {
  const anchor =
    anchors &&
    onlyOne(
      file,
      text,
      anchors.map((start) => ({ start })),
      name,
    );
  const at = anchor ? nextLine(text, anchor.start + 1) : text.length;
  const begins = at === 0 || text[at - 1] === "\n";
  const lines = fresh.join("\n");
  return { start: at, end: at, text: inStyleOf(text, begins ? `${lines}\n` : `\n${lines}`) };
}

/** Where the first line begins that begins at a place or behind it. */
function nextLine(text: string, place: number): number {
  if (place === 0) return 0;
  const feed = text.indexOf("\n", place - 1);
  return feed === -1 ? text.length : feed + 1;
}

/** Lines that are removed take their ending with them. */
const withLineEnd = (text: string, change: TextChange): TextChange => ({
  ...change,
  end: text.startsWith("\r\n", change.end) ? change.end + 2 : Math.min(text.length, change.end + 1),
});

/** Only what differs, so that the context of one hunk may be that of the next. */
function trimmedChange(text: string, { start, end, text: fresh }: TextChange): TextChange {
  const shorter = Math.min(end - start, fresh.length);
  let head = 0;
  while (head < shorter && text[start + head] === fresh[head]) head++;
  let tail = 0;
  while (tail < shorter - head && text[end - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  // A pair of surrogates is one character.
  if (head > 0 && isLead(text.charCodeAt(start + head - 1))) head--;
  if (tail > 0 && isTrail(text.charCodeAt(end - tail))) tail--;
  return { start: start + head, end: end - tail, text: fresh.slice(head, fresh.length - tail) };
}

const isLead = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isTrail = (unit: number) => unit >= 0xdc00 && unit < 0xe000;
