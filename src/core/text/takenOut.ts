/** Takes texts out of bytes that come in pieces, wherever the pieces are cut. */

/** What stands for a text that was taken out. */
const mark = Buffer.from("[redacted]");

/** Bytes by which texts are told apart first. */
const keyLength = 2;

const keyAt = (bytes: Buffer, at: number) => bytes.readUInt16BE(at);

/** One stream of bytes. */
export class TakenOut {
  #held: Buffer = Buffer.alloc(0);
  readonly #byKey = new Map<number, Buffer[]>();
  readonly #firstBytes: ReadonlySet<number>;

  /** @param texts of at least two bytes; of several that begin at one place the longest counts. */
  constructor(texts: readonly string[]) {
    const all = texts.map((text) => Buffer.from(text)).sort((one, other) => other.length - one.length);
    for (const text of all) {
      const key = keyAt(text, 0);
      const same = this.#byKey.get(key);
      if (same) same.push(text);
      else this.#byKey.set(key, [text]);
    }
    this.#firstBytes = new Set(all.map((text) => text[0] as number));
  }

  /** Takes the next piece. @returns what may be shown by now: what may become one of the texts waits for more. */
  push(piece: Uint8Array): Uint8Array {
    return this.#take(Buffer.concat([this.#held, piece]), false);
  }

  /** Called once, at the end. @returns what was still held. */
  finish(): Uint8Array {
    return this.#take(this.#held, true);
  }

  #take(bytes: Buffer, isEnd: boolean): Uint8Array {
    const kept: Buffer[] = [];
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      const found = this.#at(bytes, at, isEnd);
      if (found === "begun") break;
      if (found > 0) {
        kept.push(bytes.subarray(from, at), mark);
        from = at + found;
      }
      at += Math.max(found, 1);
    }
    this.#held = Buffer.from(bytes.subarray(at));
    return Buffer.concat([...kept, bytes.subarray(from, at)]);
  }

  /** Bytes of the text that stands there, 0 for none; `begun` where the bytes end before that is known. */
  #at(bytes: Buffer, at: number, isEnd: boolean): number | "begun" {
    const left = bytes.length - at;
    if (left < keyLength) return !isEnd && this.#firstBytes.has(bytes[at] as number) ? "begun" : 0;
    for (const text of this.#byKey.get(keyAt(bytes, at)) ?? []) {
      const shared = Math.min(text.length, left);
      if (text.compare(bytes, at, at + shared, 0, shared) !== 0) continue;
      if (shared === text.length) return shared;
      if (!isEnd) return "begun";
    }
    return 0;
  }
}

/** A text without them. */
export function withoutTexts(text: string, texts: readonly string[]): string {
  const left = new TakenOut(texts);
  return Buffer.concat([left.push(Buffer.from(text)), left.finish()]).toString();
}
