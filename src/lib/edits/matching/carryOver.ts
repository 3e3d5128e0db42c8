/** New text that keeps the file's own form of what it repeats from the old text. */
import { diffArrays } from "diff";

/** More differences than this are not looked through. */
const maxDifferences = 1000;

/** Pieces that are the same in the old text and the new: where they begin in each, and how many. */
export interface Stretch {
  readonly given: number;
  readonly fresh: number;
  readonly length: number;
}

/**
 * Where new pieces repeat old ones, the file's pieces take their place; the others are adapted.
 * @param given pieces of the text that was to be found. @param actual the same pieces as the file has them.
 * @param fresh pieces of the text to put there.
 */
export function carryOver(
  given: readonly string[],
  actual: readonly string[],
  fresh: readonly string[],
  adapt: (piece: string) => string = (piece) => piece,
): string[] {
  const out: string[] = [];
  for (const stretch of repeatedStretches(given, fresh)) {
    for (const piece of fresh.slice(out.length, stretch.fresh)) out.push(adapt(piece));
    for (const piece of actual.slice(stretch.given, stretch.given + stretch.length)) out.push(piece);
  }
  for (const piece of fresh.slice(out.length)) out.push(adapt(piece));
  return out;
}

/** What new pieces repeat of old ones, in order; of texts that are too different, only their beginning and their end. */
export function repeatedStretches(given: readonly string[], fresh: readonly string[]): Stretch[] {
  const shorter = Math.min(given.length, fresh.length);
  let head = 0;
  while (head < shorter && given[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < shorter - head && given[given.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  const middle = between(given.slice(head, given.length - tail), fresh.slice(head, fresh.length - tail));
  return [
    { given: 0, fresh: 0, length: head },
    ...middle.map((one) => ({ given: one.given + head, fresh: one.fresh + head, length: one.length })),
    { given: given.length - tail, fresh: fresh.length - tail, length: tail },
  ].filter(({ length }) => length > 0);
}

function between(given: readonly string[], fresh: readonly string[]): Stretch[] {
  const changes = diffArrays([...given], [...fresh], { maxEditLength: maxDifferences });
  const found: Stretch[] = [];
  const at = { given: 0, fresh: 0 };
  for (const { added, removed, value } of changes ?? []) {
    if (!(added || removed)) found.push({ ...at, length: value.length });
    if (!added) at.given += value.length;
    if (!removed) at.fresh += value.length;
  }
  return found;
}
