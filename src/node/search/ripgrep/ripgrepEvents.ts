/** What ripgrep says of a search, line by line of JSON. */
import type { FoundLine } from "../../../core/ports/search";
import type { TextPiece } from "./separatedText";

/** Bytes of an event that are kept: the places alone of a line of megabytes can be hundreds of megabytes. */
export const maxEventBytes = 32 * 1024 * 1024;
/** Events longer than this are parsed only as far as their first places. */
const longEvent = 1024 * 1024;
/** Places kept of one line (FoundLine.matches). */
export const maxPlaces = 100;

const lineFeed = 0x0a;

interface Text {
  readonly text?: string;
  /** Base64, where it is no UTF-8. */
  readonly bytes?: string;
}

/** A line that matched or stands beside one, where a file begins or ends, or something that does not matter here. */
export interface RipgrepEvent {
  readonly type: string;
  readonly data: {
    readonly path: Text;
    readonly lines: Text;
    readonly line_number: number;
    /** Bytes before the line in the file, without a mark at its start and in UTF-8. */
    readonly absolute_offset: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
    /** Of the event that ends a file: where the first NUL is. */
    readonly binary_offset?: number | null;
  };
}

/** Undefined for an event that is too long to be understood. */
export function eventOf({ text, cut }: TextPiece): RipgrepEvent | undefined {
  if (!cut && text.length < longEvent) return JSON.parse(text) as RipgrepEvent;
  // Quotes inside of strings are escaped, so these are the list itself and its first place.
  const list = text.indexOf('"submatches":[');
  let place = list === -1 ? -1 : text.indexOf(',"start":', list);
  if (place === -1) return cut ? undefined : (JSON.parse(text) as RipgrepEvent);
  for (let count = 1; count < maxPlaces; count++) {
    const next = text.indexOf(',"start":', place + 1);
    if (next === -1) break;
    place = next;
  }
  const close = text.indexOf("}", place);
  return close === -1 ? undefined : (JSON.parse(`${text.slice(0, close + 1)}]}}`) as RipgrepEvent);
}

export const eventBytes = ({ text, bytes }: Text): Buffer =>
  bytes === undefined ? Buffer.from(text ?? "") : Buffer.from(bytes, "base64");

/** @param path as it is shown. */
export function foundLine({ data, type }: RipgrepEvent, path: string): FoundLine {
  const raw = eventBytes(data.lines);
  const matches: (readonly [number, number])[] = [];
  let byte = 0;
  let unit = 0;
  const place = (to: number) => {
    unit += raw.toString("utf8", byte, to).length;
    byte = to;
    return unit;
  };
  if (type === "match")
    for (const { start, end } of isOneLine(raw) ? data.submatches.slice(0, maxPlaces) : data.submatches)
      if (start !== end || isBetweenCharacters(raw, start)) matches.push([place(start), place(end)]);
  const text = raw.toString("utf8").replace(/\r?\n$/, "");
  // The end of a file that does not end its last line is a place that ripgrep finds and does not tell.
  if (type === "match" && data.submatches.length === 0 && raw.at(-1) !== lineFeed)
    matches.push([text.length, text.length]);
  return { path, line: data.line_number, text, matches };
}

/**
 * The lines of what matched, which are several where a match spans them; those of context are one.
 * @param path as it is shown.
 */
export function foundLines(event: RipgrepEvent, path: string): FoundLine[] {
  const whole = foundLine(event, path);
  return event.type === "match" ? matchingLines(whole) : [whole];
}

/** @param whole of one or more lines, each without its end but the CR, where a match may go to the end of its line. */
export function matchingLines(whole: FoundLine): FoundLine[] {
  if (!whole.text.includes("\n") && whole.matches.every(([, end]) => end <= whole.text.length)) return [whole];
  const lines: FoundLine[] = [];
  let [from, next] = [0, 0];
  for (const [at, ended] of whole.text.split("\n").entries()) {
    const text = ended.replace(/\r$/, "");
    const until = from + ended.length;
    while (isBefore(whole.matches[next], from)) next++;
    const matches: (readonly [number, number])[] = [];
    for (let met = next; (whole.matches[met]?.[0] ?? Number.POSITIVE_INFINITY) <= until; met++) {
      const [start, end] = whole.matches[met] as readonly [number, number];
      if (matches.length < maxPlaces) matches.push([placeIn(text, start - from), placeIn(text, end - from)]);
    }
    if (matches.length > 0) lines.push({ path: whole.path, line: whole.line + at, text, matches });
    from = until + 1;
  }
  return lines;
}

/** A match that takes in the end of a line is none of the next. */
const isBefore = (match: readonly [number, number] | undefined, from: number): boolean =>
  match !== undefined && match[1] <= from && !(match[0] === match[1] && match[0] === from);

const isOneLine = (raw: Buffer): boolean => raw.subarray(0, -1).indexOf(lineFeed) === -1;

const placeIn = (text: string, at: number) => Math.min(Math.max(at, 0), text.length);

/** ripgrep finds nothing, where nothing is what was looked for, also between the bytes of one character. */
function isBetweenCharacters(raw: Buffer, at: number): boolean {
  if (((raw[at] ?? 0) & 0xc0) !== 0x80) return true;
  const around = raw.subarray(Math.max(0, at - 3), at + 3);
  const cut = Math.min(3, at);
  return around.subarray(0, cut).toString() + around.subarray(cut).toString() === around.toString();
}
