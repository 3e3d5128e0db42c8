import { characterStart, leadingPart } from "./utf8Edges";

const lineFeed = 0x0a;

const utf8 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");

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

  /** @param room bytes kept at most. @param wholeLines no line is cut in two, where there are line feeds to cut at. */
  constructor(
    room: number,
    private readonly wholeLines = false,
  ) {
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
   * The text kept, with a line that says how many bytes are missing; no character is cut in two.
   * @param decode for output that is not UTF-8 (a Windows code page).
   */
  text(decode: (bytes: Uint8Array) => string = utf8): string {
    const head = this.#head.subarray(0, this.#headBytes);
    const tail = this.#orderedTail();
    if (this.omitted === 0) return decode(Buffer.concat([head, tail]));
    const [headEnd, tailStart] = this.wholeLines
      ? [head.lastIndexOf(lineFeed) + 1, tail.indexOf(lineFeed) + 1]
      : [0, 0];
    const cleanHead = head.subarray(0, headEnd || characterStart(head, head.length));
    const cleanTail = tail.subarray(tailStart || leadingPart(tail));
    const missing = this.total - cleanHead.length - cleanTail.length;
    const shownHead = headEnd > 0 ? cleanHead.subarray(0, -1) : cleanHead;
    return `${decode(shownHead)}\n[… ${missing} bytes left out …]\n${decode(cleanTail)}`;
  }

  #orderedTail(): Buffer {
    if (this.#tailBytes < this.#tailRoom) return Buffer.from(this.#tail.subarray(0, this.#tailBytes));
    return Buffer.concat([this.#tail.subarray(this.#tailEnd), this.#tail.subarray(0, this.#tailEnd)]);
  }
}
