/** New text that keeps the file's own form of what it repeats from the old text. */
import { diffArrays } from "diff";

/** More differences than this are not looked through. */
const mostDifferences = 1000;

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
  const changes = diffArrays([...given], [...fresh], { maxEditLength: mostDifferences });
  return changes ? followed(changes, actual, adapt) : aroundTheMiddle(given, actual, fresh, adapt);
}

function followed(
  changes: readonly { readonly added: boolean; readonly removed: boolean; readonly value: readonly string[] }[],
  actual: readonly string[],
  adapt: (piece: string) => string,
): string[] {
  const out: string[] = [];
  let from = 0;
  for (const { added, removed, value } of changes) {
    if (added) for (const piece of value) out.push(adapt(piece));
    else {
      if (!removed) for (const piece of actual.slice(from, from + value.length)) out.push(piece);
      from += value.length;
    }
  }
  return out;
}

/** Only what is alike at the beginning and at the end is kept. */
function aroundTheMiddle(
  given: readonly string[],
  actual: readonly string[],
  fresh: readonly string[],
  adapt: (piece: string) => string,
): string[] {
  const shorter = Math.min(given.length, fresh.length);
  let head = 0;
  while (head < shorter && given[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < shorter - head && given[given.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  return [
    ...actual.slice(0, head),
    ...fresh.slice(head, fresh.length - tail).map(adapt),
    ...actual.slice(actual.length - tail),
  ];
}
