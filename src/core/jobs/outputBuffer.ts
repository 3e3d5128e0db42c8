import { characterStart, leadingPart } from "../text/utf8Edges";

const lineFeed = 0x0a;

const utf8 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");

/** A part gives up at most this share of its room to end or begin with a whole line. */
const shareForLines = 0.25;

/** A head without what follows its last whole line, where that is little enough; else without a character that is cut. */
function cleanHead(head: Uint8Array, share: number): Uint8Array {
  const line = head.lastIndexOf(lineFeed) + 1;
  const isNear = line > 0 && head.length - line <= head.length * share;
  return head.subarray(0, isNear ? line : characterStart(head, head.length));
}

/** A tail from its first whole line on, where that is near enough; else from its first whole character on. */
function cleanTail(tail: Uint8Array, share: number): Uint8Array {
  const line = tail.indexOf(lineFeed) + 1;
  // What ends with its only line feed is the end of one line, and no whole line follows.
  const isNear = line > 0 && line < tail.length && line <= tail.length * share;
  return tail.subarray(isNear ? line : leadingPart(tail));
}

/** A text of which the middle may be missing. */
export interface ShownOutput {
  /** With a line that says how many bytes are missing, where some are. */
  readonly text: string;
  /** The first byte that is missing; undefined when none is. */
  readonly cutAt: number | undefined;
}

/**
 * The beginning and the end of a stream of bytes, in bounded memory: 80 % of the room for the head, 20 % for the tail
 * (SH-11). Bytes are copied, however small the pieces in which they come.
 */
export class OutputBuffer {
  readonly #headRoom: number;
  readonly #tailRoom: number;
  #head = new Uint8Array(0);
  #headBytes = 0;
  /** A ring: the oldest byte is at `#tailEnd` once it is full. */
  #tail = new Uint8Array(0);
  #tailEnd = 0;
  #tailBytes = 0;
  /** Bytes that came in all. */
  total = 0;

  /** The share of a part that is given up for a whole line. */
  readonly #lineShare: number;

  /**
   * @param room bytes kept at most.
   * @param wholeLines true: no line is cut in two, where there are line feeds to cut at; false: lines are cut wherever the
   *   room ends. By default a line end is cut at where one is near.
   */
  constructor(room: number, wholeLines?: boolean) {
    this.#lineShare = wholeLines === undefined ? shareForLines : wholeLines ? 1 : 0;
    this.#headRoom = Math.floor(room * 0.8);
    this.#tailRoom = room - this.#headRoom;
  }

  append(chunk: Uint8Array): void {
    this.total += chunk.length;
    const forHead = chunk.subarray(0, this.#headRoom - this.#headBytes);
    this.#toHead(forHead);
    this.#toTail(chunk.subarray(forHead.length));
  }

  #toHead(piece: Uint8Array): void {
    const needed = this.#headBytes + piece.length;
    if (needed > this.#head.length) {
      const larger = new Uint8Array(Math.min(this.#headRoom, Math.max(needed, this.#head.length * 2)));
      larger.set(this.#head.subarray(0, this.#headBytes));
      this.#head = larger;
    }
    this.#head.set(piece, this.#headBytes);
    this.#headBytes = needed;
  }

  #toTail(rest: Uint8Array): void {
    if (rest.length === 0) return;
    if (this.#tail.length === 0) this.#tail = new Uint8Array(this.#tailRoom);
    const piece = rest.subarray(Math.max(0, rest.length - this.#tailRoom));
    const untilWrap = piece.subarray(0, this.#tailRoom - this.#tailEnd);
    this.#tail.set(untilWrap, this.#tailEnd);
    this.#tail.set(piece.subarray(untilWrap.length), 0);
    this.#tailEnd = (this.#tailEnd + piece.length) % this.#tailRoom;
    this.#tailBytes = Math.min(this.#tailRoom, this.#tailBytes + piece.length);
  }

  /** Bytes that were left out between head and tail. */
  get omitted(): number {
    return this.total - this.#headBytes - this.#tailBytes;
  }

  /**
   * The text kept, or less of it; no character is cut in two, and no line where its end is near.
   * @param room bytes at most, without the line on what is missing. By default all that are kept.
   */
  shown(room = this.#headRoom + this.#tailRoom): ShownOutput {
    const head = this.#head.subarray(0, this.#headBytes);
    const tail = this.#orderedTail();
    if (this.omitted === 0 && this.total <= room) return { text: utf8(Buffer.concat([head, tail])), cutAt: undefined };
    const headRoom = Math.floor(room * 0.8);
    const ends = this.omitted === 0 ? Buffer.concat([head, tail]) : tail;
    const first = cleanHead(head.subarray(0, headRoom), this.#lineShare);
    const last = cleanTail(ends.subarray(Math.max(0, ends.length - (room - headRoom))), this.#lineShare);
    const missing = this.total - first.length - last.length;
    const before = utf8(first).replace(/\n$/, "");
    return { text: `${before}\n[… ${missing} bytes left out …]\n${utf8(last)}`, cutAt: first.length };
  }

  #orderedTail(): Buffer {
    if (this.#tailBytes < this.#tailRoom) return Buffer.from(this.#tail.subarray(0, this.#tailBytes));
    return Buffer.concat([this.#tail.subarray(this.#tailEnd), this.#tail.subarray(0, this.#tailEnd)]);
  }
}

/** The beginning and the end of a text that is there whole. @param room bytes at most. */
export function shortened(text: string, room: number): ShownOutput {
  const buffer = new OutputBuffer(room);
  buffer.append(Buffer.from(text));
  return buffer.shown();
}
