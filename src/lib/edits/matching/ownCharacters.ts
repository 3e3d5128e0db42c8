/** New text that keeps the file's own quotes, dashes, widths and accents, but only where it left the old text unchanged. */
import { repeatedStretches, type Stretch } from "./carryOver";
import { partnersOf } from "./partners";

/** Words, and single characters between them, each with its marks. U+02BC is a letter that serves as an apostrophe. */
const pieces = (text: string): readonly string[] =>
  text.replaceAll("\r\n", "\n").match(/(?:(?!\u02bc)[\p{L}\p{N}\p{Pc}]\p{M}*)+|.\p{M}*/gsu) ?? [];

/** Punctuation and the blank of ASCII. */
const isMark = (piece: string) => /^[ -/:-@[-`{-~]$/.test(piece);

/** Single and double quotes are typed in the same way. */
const kindOf = (mark: string) => (mark === "'" ? '"' : mark);

const isWord = (piece: string | undefined) => piece !== undefined && /[\p{L}\p{N}]/u.test(piece);

/** A text in pieces, and for each piece the index of the quote or bracket that belongs to it. */
interface Paired {
  readonly pieces: readonly string[];
  readonly partners: readonly (number | undefined)[];
}

/** For each new piece the index of the old one that it repeats. */
type Origins = (number | undefined)[];

/**
 * The new text with the file's own characters in what the model did not change. A quote or bracket keeps its form only
 * together with its partner.
 * @param given the text that was to be found. @param actual the same text as the file has it.
 * @param plain how characters are compared.
 */
export function keepOwnCharacters(
  given: string,
  actual: string,
  fresh: string,
  plain: (piece: string) => string,
): string {
  const paired = (text: string): Paired => {
    const all = pieces(text);
    return { pieces: all, partners: partnersOf(all.map(plain), isWord) };
  };
  const [theirs, ours] = [paired(given), pieces(actual)];
  const isAlike =
    theirs.pieces.length === ours.length &&
    theirs.pieces.every((piece, at) => plain(piece) === plain(ours[at] as string));
  if (!isAlike) return fresh;
  const result = paired(fresh);
  const origins = unchanged(theirs, result);
  dropHalfPairs(origins, theirs, result);
  const adapted = adaptedToFile(theirs.pieces, ours, plain);
  return result.pieces.map((piece, at) => ours[origins[at] ?? -1] ?? adapted(piece)).join("");
}

/**
 * What the model writes for a plain quote, dash or bracket throughout the old text, it means as the plain one in the new text
 * too: otherwise typographic quotes would come into code. Where the file has other than plain ones there, nobody can tell.
 */
function adaptedToFile(
  given: readonly string[],
  actual: readonly string[],
  plain: (piece: string) => string,
): (piece: string) => string {
  const replaced = new Set<string>();
  const others = new Set<string>();
  for (const [at, piece] of given.entries()) {
    const form = plain(piece);
    if (actual[at] !== form) others.add(kindOf(form));
    else if (piece !== form && isMark(form)) replaced.add(kindOf(form));
  }
  return (piece) => {
    const form = plain(piece);
    const kind = kindOf(form);
    return isMark(form) && replaced.has(kind) && !others.has(kind) ? form : piece;
  };
}

/**
 * What the new text left unchanged: its beginning and end, stretches that hold a word, and between those the texts in which
 * words alone were replaced. A lone quote or dash that occurs in both texts is chance.
 */
function unchanged(given: Paired, fresh: Paired): Origins {
  const origins: Origins = new Array(fresh.pieces.length).fill(undefined);
  const end: Stretch = { given: given.pieces.length, fresh: fresh.pieces.length, length: 0 };
  let [givenAt, freshAt] = [0, 0];
  for (const stretch of [...slid(repeatedStretches(given.pieces, fresh.pieces), given, fresh), end]) {
    const isMeant =
      stretch.given + stretch.fresh === 0 ||
      (stretch.given + stretch.length === end.given && stretch.fresh + stretch.length === end.fresh) ||
      fresh.pieces.slice(stretch.fresh, stretch.fresh + stretch.length).some(isWord);
    if (!isMeant) continue;
    const gap = { given: givenAt, fresh: freshAt, length: stretch.fresh - freshAt };
    if (stretch.given - givenAt === gap.length && differsInWordsAlone(gap, given, fresh)) note(gap);
    note(stretch);
    givenAt = stretch.given + stretch.length;
    freshAt = stretch.fresh + stretch.length;
  }
  return origins;

  function note(stretch: Stretch): void {
    for (let at = 0; at < stretch.length; at++)
      if (given.pieces[stretch.given + at] === fresh.pieces[stretch.fresh + at])
        origins[stretch.fresh + at] = stretch.given + at;
  }
}

function differsInWordsAlone(gap: Stretch, given: Paired, fresh: Paired): boolean {
  for (let at = 0; at < gap.length; at++) {
    const [before, after] = [given.pieces[gap.given + at], fresh.pieces[gap.fresh + at]];
    if (before !== after && !(isWord(before) && isWord(after))) return false;
  }
  return true;
}

/** How far an insertion is moved at most in search of a better place. */
const maxSteps = 200;

/** Moves what was inserted or removed between equal pieces, so that it holds whole pairs: `"b",` and not `b","`. */
function slid(stretches: readonly Stretch[], given: Paired, fresh: Paired): readonly Stretch[] {
  const out = [...stretches];
  for (let at = 0; at + 1 < out.length; at++) {
    const [left, right] = [out[at] as Stretch, out[at + 1] as Stretch];
    const isInsertion = left.given + left.length === right.given;
    if (!isInsertion && left.fresh + left.length !== right.fresh) continue;
    const [text, from, to] = isInsertion
      ? ([fresh, left.fresh + left.length, right.fresh] as const)
      : ([given, left.given + left.length, right.given] as const);
    const step = betterStep(text, from, to, { back: left.length, ahead: right.length });
    out[at] = { ...left, length: left.length + step };
    out[at + 1] = { given: right.given + step, fresh: right.fresh + step, length: right.length - step };
  }
  return out;
}

/** The smallest move of the pieces [from, to) after which they hold whole pairs; 0 when there is none. */
function betterStep(text: Paired, from: number, to: number, room: { back: number; ahead: number }): number {
  const { pieces: all } = text;
  if (holdsWholePairs(text, from, to)) return 0;
  for (let step = 1; step <= Math.min(room.back, maxSteps) && all[from - step] === all[to - step]; step++)
    if (holdsWholePairs(text, from - step, to - step)) return -step;
  for (let step = 1; step <= Math.min(room.ahead, maxSteps) && all[from + step - 1] === all[to + step - 1]; step++)
    if (holdsWholePairs(text, from + step, to + step)) return step;
  return 0;
}

function holdsWholePairs({ partners }: Paired, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const partner = partners[at];
    if (partner !== undefined && (partner < from || partner >= to)) return false;
  }
  return true;
}

/** Of a pair of which one is the model's, both are. */
function dropHalfPairs(origins: Origins, given: Paired, fresh: Paired): void {
  const images = new Map(origins.flatMap((origin, at) => (origin === undefined ? [] : [[origin, at] as const])));
  const waiting = [...images.values()];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const origin = origins[at];
    if (origin === undefined) continue;
    const partner = fresh.partners[at];
    const before = given.partners[origin];
    const image = before === undefined ? undefined : images.get(before);
    const isWhole = partner === image && (partner === undefined ? before === undefined : origins[partner] === before);
    if (isWhole) continue;
    origins[at] = undefined;
    for (const next of [partner, image]) if (next !== undefined) waiting.push(next);
  }
}
