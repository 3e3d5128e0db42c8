/** What ripgrep says of a search, line by line of JSON. */
import type { FoundLine } from "../core/host";
import type { Piece } from "./pieces";

/** Bytes of an event that are kept: the places alone of a line of megabytes can be hundreds of megabytes. */
export const mostEventBytes = 32 * 1024 * 1024;
/** Events longer than this are parsed only as far as their first places. */
const longEvent = 1024 * 1024;
/** Places kept of one line (FoundLine.matches). */
export const mostPlaces = 100;

interface Text {
  readonly text?: string;
  /** Base64, where it is no UTF-8. */
  readonly bytes?: string;
}

/** A line that matched or stands beside one, or something else that does not matter here. */
export interface RipgrepEvent {
  readonly type: string;
  readonly data: {
    readonly path: Text;
    readonly lines: Text;
    readonly line_number: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

/** Undefined for an event that is too long to be understood. */
export function eventOf({ text, cut }: Piece): RipgrepEvent | undefined {
  if (!cut && text.length < longEvent) return JSON.parse(text) as RipgrepEvent;
  // Quotes inside of strings are escaped, so these are the list itself and its first place.
  const list = text.indexOf('"submatches":[');
  let place = list === -1 ? -1 : text.indexOf(',"start":', list);
  if (place === -1) return cut ? undefined : (JSON.parse(text) as RipgrepEvent);
  for (let count = 1; count < mostPlaces; count++) {
    const next = text.indexOf(',"start":', place + 1);
    if (next === -1) break;
    place = next;
  }
  const close = text.indexOf("}", place);
  return close === -1 ? undefined : (JSON.parse(`${text.slice(0, close + 1)}]}}`) as RipgrepEvent);
}

export const bytesOf = ({ text, bytes }: Text): Buffer =>
  bytes === undefined ? Buffer.from(text ?? "") : Buffer.from(bytes, "base64");

/** @param path as it is shown. */
export function foundLine({ data, type }: RipgrepEvent, path: string): FoundLine {
  const raw = bytesOf(data.lines);
  const matches: (readonly [number, number])[] = [];
  let byte = 0;
  let unit = 0;
  const place = (to: number) => {
    unit += raw.toString("utf8", byte, to).length;
    byte = to;
    return unit;
  };
  if (type === "match")
    for (const { start, end } of data.submatches.slice(0, mostPlaces)) matches.push([place(start), place(end)]);
  return { path, line: data.line_number, text: raw.toString("utf8").replace(/\r?\n$/, ""), matches };
}
