/** Searching in time that grows with the file and no faster, whatever is searched for (ED-15). */

type Searched = Buffer | string;

/** Native search is fast, but takes time by the length of the text it looks for when that nearly matches everywhere. */
const probeLength = 200;

/**
 * Where a text occurs, left to right and without overlap; places that are not accepted are passed over.
 * @param accept by the place's start and end; it sees each candidate once.
 */
export function occurrences<T extends Searched>(
  file: T,
  wanted: T,
  accept: (start: number, end: number) => boolean = () => true,
): number[] {
  if (wanted.length === 0) return [];
  const probe = (typeof wanted === "string" ? wanted.slice(0, probeLength) : wanted.subarray(0, probeLength)) as string;
  const places: number[] = [];
  /** What may be compared in vain before the search that never looks back takes over. */
  let stepsLeft = file.length * 4;
  let at = file.indexOf(probe, 0);
  while (at !== -1) {
    const end = at + wanted.length;
    const found = stands(file, wanted, at) && accept(at, end);
    if (found) places.push(at);
    else if (wanted.length > probeLength) stepsLeft -= wanted.length;
    if (stepsLeft < 0) return [...places, ...withoutLookingBack(file, wanted, at + 1, accept)];
    at = file.indexOf(probe, found ? end : at + 1);
  }
  return places;
}

function stands(file: Searched, wanted: Searched, at: number): boolean {
  if (wanted.length <= probeLength) return true;
  if (typeof file === "string") return file.startsWith(wanted as string, at);
  const end = at + wanted.length;
  return end <= file.length && file.compare(wanted as Buffer, 0, wanted.length, at, end) === 0;
}

const reader = (text: Searched): ((at: number) => number) =>
  typeof text === "string" ? (at) => text.charCodeAt(at) : (at) => text[at] as number;

/** Knuth, Morris and Pratt: each unit of the file is looked at once. */
function withoutLookingBack(
  file: Searched,
  wanted: Searched,
  from: number,
  accept: (start: number, end: number) => boolean,
): number[] {
  const fileAt = reader(file);
  const wantedAt = reader(wanted);
  const fallback = fallbacks(wantedAt, wanted.length);
  const places: number[] = [];
  let matched = 0;
  for (let at = from; at < file.length; at++) {
    const unit = fileAt(at);
    while (matched > 0 && wantedAt(matched) !== unit) matched = fallback[matched - 1] as number;
    if (wantedAt(matched) === unit) matched++;
    if (matched < wanted.length) continue;
    const start = at + 1 - wanted.length;
    const accepted = accept(start, at + 1);
    if (accepted) places.push(start);
    matched = accepted ? 0 : (fallback[matched - 1] as number);
  }
  return places;
}

/** For each length of a beginning: the longest shorter beginning it ends with. */
function fallbacks(wantedAt: (at: number) => number, length: number): Int32Array {
  const fallback = new Int32Array(length);
  let matched = 0;
  for (let at = 1; at < length; at++) {
    const unit = wantedAt(at);
    while (matched > 0 && wantedAt(matched) !== unit) matched = fallback[matched - 1] as number;
    if (wantedAt(matched) === unit) matched++;
    fallback[at] = matched;
  }
  return fallback;
}
