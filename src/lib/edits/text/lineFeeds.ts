/** Where lines end in bytes, for text whose line feed is one byte and for UTF-16. */
import { countLineFeeds } from "./countLineFeeds";
import type { Encoding } from "./encoding";

/** How lines end in one way of storing text. Pieces are whole units: see {@link LineFeeds.unit}. */
export interface LineFeeds {
  /** Bytes of the smallest unit. */
  readonly unit: 1 | 2;
  /** The line feed itself, as it is stored. */
  readonly bytes: Uint8Array;
  /** Line feeds in a piece. */
  count(piece: Uint8Array): number;
  /** The place behind the first line feed at or after `from`; -1 when there is none. */
  after(piece: Uint8Array, from: number): number;
  /** The place behind the last line feed; -1 when there is none. */
  afterLast(piece: Uint8Array): number;
}

const lineFeed = 0x0a;

/** Every encoding that keeps ASCII apart: no byte of a longer character is ever 0x0A in them. */
const ofOneByte: LineFeeds = {
  unit: 1,
  bytes: Uint8Array.of(lineFeed),
  count: countLineFeeds,
  after: (piece, from) => piece.indexOf(lineFeed, from) + 1 || -1,
  afterLast: (piece) => piece.lastIndexOf(lineFeed) + 1 || -1,
};

/** @param low place of the low byte in a unit. */
const ofTwoBytes = (low: 0 | 1): LineFeeds => {
  const isFeed = (piece: Uint8Array, at: number) => at % 2 === low && piece[at ^ 1] === 0;
  const after = (piece: Uint8Array, from: number): number => {
    let at = piece.indexOf(lineFeed, from);
    while (at !== -1 && !isFeed(piece, at)) at = piece.indexOf(lineFeed, at + 1);
    return at === -1 ? -1 : (at | 1) + 1;
  };
  return {
    unit: 2,
    bytes: low === 0 ? Uint8Array.of(lineFeed, 0) : Uint8Array.of(0, lineFeed),
    after,
    afterLast(piece) {
      let at = piece.lastIndexOf(lineFeed);
      while (at > 0 && !isFeed(piece, at)) at = piece.lastIndexOf(lineFeed, at - 1);
      return at === -1 || !isFeed(piece, at) ? -1 : (at | 1) + 1;
    },
    count(piece) {
      let found = 0;
      for (let at = after(piece, 0); at !== -1; at = after(piece, at)) found++;
      return found;
    },
  };
};

const utf16le = ofTwoBytes(0);
const utf16be = ofTwoBytes(1);

/** How lines end in text stored like this. */
export const lineFeedsOf = (encoding: Encoding): LineFeeds =>
  encoding === "utf16le" ? utf16le : encoding === "utf16be" ? utf16be : ofOneByte;

/** The same bytes in pieces that hold whole units, but for half a one at the very end, which is dropped. */
export async function* inUnits(stream: AsyncIterable<Uint8Array>, unit: 1 | 2): AsyncIterable<Uint8Array> {
  if (unit === 1) {
    yield* stream;
    return;
  }
  let half: Uint8Array = new Uint8Array();
  for await (const piece of stream) {
    const whole = half.length > 0 ? Buffer.concat([half, piece]) : piece;
    const even = whole.length - (whole.length % unit);
    half = Uint8Array.from(whole.subarray(even));
    if (even > 0) yield whole.subarray(0, even);
  }
}
