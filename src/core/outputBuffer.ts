/**
 * The beginning and the end of a stream of bytes, in bounded memory: 80 % of the room for the head, 20 % for the tail
 * (SH-11).
 */
export class OutputBuffer {
  readonly #headRoom: number;
  readonly #tailRoom: number;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  /** Bytes that came in all. */
  total = 0;

  /** @param room bytes kept at most. */
  constructor(room: number) {
    this.#headRoom = Math.floor(room * 0.8);
    this.#tailRoom = room - this.#headRoom;
  }

  append(chunk: Uint8Array): void {
    this.total += chunk.length;
    const room = this.#headRoom - this.#headBytes;
    const forHead = chunk.subarray(0, Math.max(0, room));
    if (forHead.length > 0) {
      this.#head.push(forHead.slice());
      this.#headBytes += forHead.length;
    }
    this.#toTail(chunk.subarray(forHead.length));
  }

  #toTail(rest: Uint8Array): void {
    if (rest.length === 0) return;
    const piece = rest.length > this.#tailRoom ? rest.subarray(rest.length - this.#tailRoom) : rest;
    this.#tail.push(piece.slice());
    this.#tailBytes += piece.length;
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= this.#tailRoom)
      this.#tailBytes -= (this.#tail.shift() as Uint8Array).length;
  }

  /** Bytes that were left out between head and tail. */
  get omitted(): number {
    return Math.max(0, this.total - this.#headBytes - Math.min(this.#tailBytes, this.#tailRoom));
  }

  /** The text kept, with a line that says what is missing; no character is cut in two. */
  text(): string {
    const head = Buffer.concat(this.#head);
    const all = Buffer.concat(this.#tail);
    const tail = all.subarray(Math.max(0, all.length - this.#tailRoom));
    if (this.omitted === 0) return Buffer.concat([head, tail]).toString("utf8");
    const cleanHead = head.subarray(0, characterStart(head, head.length));
    let from = 0;
    while (from < tail.length && isContinuation(tail[from] as number)) from++;
    return `${cleanHead.toString("utf8")}\n[… ${this.omitted} bytes left out …]\n${tail.subarray(from).toString("utf8")}`;
  }
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;

/** The last place at or before `end` where no UTF-8 character is cut. */
function characterStart(bytes: Uint8Array, end: number): number {
  let start = end;
  while (start > 0 && end - start < 4 && isContinuation(bytes[start - 1] as number)) start--;
  const lead = bytes[start - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return lead >= 0xc0 && end - (start - 1) < length ? start - 1 : end;
}
