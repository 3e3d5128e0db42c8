import type { OutputStream } from "../../core/ports/outputLog";

/** Bytes of one drawing; a flood must not drown the window. */
const maxDrawn = 64 * 1024;

/** How output is drawn. */
export interface Drawing {
  draw(text: string): void;
  /** What stands in the place of bytes that are not drawn. */
  skipped(bytes: number): string;
  /** Text of a stream as the terminal is to have it; absent: as it is. */
  worded?(text: string, stream: OutputStream): string;
}

interface Piece {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array;
}

/** Bytes of a character after its first one, at most. */
const mostFollowing = 3;

/** From the first whole character on: what came before it was left out. */
function fromCharacter(pieces: readonly Piece[]): Piece[] {
  let at = 0;
  let cut = 0;
  for (let left = mostFollowing; left > 0; left--) {
    const byte = pieces[at]?.bytes[cut];
    if (byte === undefined || (byte & 0xc0) !== 0x80) break;
    cut++;
    if (cut === pieces[at]?.bytes.length) [at, cut] = [at + 1, 0];
  }
  const [first, ...rest] = pieces.slice(at);
  return first ? [{ ...first, bytes: first.bytes.subarray(cut) }, ...rest] : [];
}

const newDecoders = () => ({ stdout: new TextDecoder(), stderr: new TextDecoder() });

/**
 * Gathers output and draws it at a rate a person can see. The complete output is the result's business, not the screen's: of a
 * flood only what is drawn is made text of.
 */
export class ThrottledOutput {
  #pending: Piece[] = [];
  /** Where those begin that are to be drawn. */
  #from = 0;
  /** Bytes that are to be drawn. */
  #length = 0;
  #skipped = 0;
  #decoders = newDecoders();
  #timer: NodeJS.Timeout | undefined;

  /** @param every milliseconds between two drawings. */
  constructor(
    private readonly drawing: Drawing,
    private readonly every: number,
  ) {}

  /** @param bytes stay as they are. */
  add(stream: OutputStream, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pending.push({ stream, bytes });
    this.#length += bytes.length;
    for (let first = this.#pending[this.#from]; first && this.#length - first.bytes.length >= maxDrawn; ) {
      this.#leaveOut(first.bytes.length);
      first = this.#pending[++this.#from];
    }
    // Not one by one, as pieces may be of one byte.
    if (this.#from > this.#pending.length / 2) {
      this.#pending = this.#pending.slice(this.#from);
      this.#from = 0;
    }
    this.#timer ??= setTimeout(() => this.flush(), this.every);
  }

  #leaveOut(bytes: number): void {
    this.#length -= bytes;
    this.#skipped += bytes;
  }

  /** Draws what has come; to be called at the end. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pieces = this.#taken();
    if (this.#skipped > 0) this.#decoders = newDecoders();
    const { worded = (text) => text } = this.drawing;
    const texts = pieces.map(({ stream, bytes }) =>
      worded(this.#decoders[stream].decode(bytes, { stream: true }), stream),
    );
    const note = this.#skipped > 0 ? this.drawing.skipped(this.#skipped) : "";
    this.#skipped = 0;
    const text = note + texts.join("");
    if (text !== "") this.drawing.draw(text);
  }

  /** What is to be drawn, the first of it cut where it is too much. */
  #taken(): Piece[] {
    const [first, ...rest] = this.#pending.slice(this.#from);
    const over = this.#length - maxDrawn;
    if (first && over > 0) this.#leaveOut(over);
    this.#pending = [];
    this.#from = 0;
    this.#length = 0;
    if (!first || this.#skipped === 0) return first ? [first, ...rest] : [];
    return fromCharacter([{ ...first, bytes: first.bytes.subarray(Math.max(0, over)) }, ...rest]);
  }
}
