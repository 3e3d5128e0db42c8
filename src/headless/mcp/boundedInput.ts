/** Standard input of the MCP server, bounded: a message that is too long is answered, and the next one is read (D-1). */
import { Transform, type TransformCallback } from "node:stream";

/** Bytes of one message. The transport itself ends on a longer one. */
export const maxMessageBytes = 10 * 1024 * 1024;

/** Bytes of what a message says at its top; nested values do not count. */
const maxOutlineBytes = 10_000;

const letter = (text: string) => text.charCodeAt(0);
const [quote, backslash, lineFeed] = [letter('"'), letter("\\"), letter("\n")];
const nested = [...Buffer.from("null")];
const [openBrace, closeBrace, openBracket, closeBracket] = [letter("{"), letter("}"), letter("["), letter("]")];

/** Reads a JSON text piece by piece, and keeps of it no more than what stands at the top of its object. */
class Outline {
  readonly #bytes: number[] = [];
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  read(piece: Uint8Array): void {
    for (const byte of piece) this.#readByte(byte);
  }

  #readByte(byte: number): void {
    const opens = !this.#isInText && (byte === openBrace || byte === openBracket);
    const closes = !this.#isInText && (byte === closeBrace || byte === closeBracket);
    if (closes) this.#depth--;
    if (this.#depth === 0 || (this.#depth === 1 && !closes)) this.#keep(opens && this.#depth === 1 ? nested : [byte]);
    if (opens) this.#depth++;
    if (byte === quote && !this.#isEscaped) this.#isInText = !this.#isInText;
    this.#isEscaped = this.#isInText && byte === backslash && !this.#isEscaped;
  }

  #keep(bytes: readonly number[]): void {
    if (this.#bytes.length <= maxOutlineBytes) this.#bytes.push(...bytes);
  }

  /** The object with null in place of objects and lists; undefined when the text is no object, or says too much at its top. */
  object(): Readonly<Record<string, unknown>> | undefined {
    if (this.#bytes.length > maxOutlineBytes) return undefined;
    try {
      const parsed: unknown = JSON.parse(Buffer.from(this.#bytes).toString("utf8"));
      return typeof parsed === "object" && parsed !== null ? { ...parsed } : undefined;
    } catch {
      return undefined;
    }
  }
}

/** What is known of a message that was not read. */
export interface LongMessage {
  readonly bytes: number;
  /** Undefined where it could not be read, and where there is none. */
  readonly id: string | number | undefined;
  /** `unknown`: it is not JSON, or too much stands at its top. */
  readonly kind: "request" | "notification" | "response" | "unknown";
}

/** What a message is by its id and method, whatever else is wrong with it. */
export function idAndKindOf(message: unknown): Pick<LongMessage, "id" | "kind"> {
  const said = typeof message === "object" && message !== null ? { ...message } : {};
  const { id, method, result, error } = said as Readonly<Record<string, unknown>>;
  const known = typeof id === "string" || typeof id === "number" ? id : undefined;
  if (typeof method === "string" && known === undefined)
    return { id: known, kind: id === undefined ? "notification" : "unknown" };
  if (known === undefined) return { id: known, kind: "unknown" };
  const isAnswer = method === undefined && (result !== undefined || error !== undefined);
  return { id: known, kind: isAnswer ? "response" : "request" };
}

/** Passes on messages, one a line, and leaves out those that are longer than {@link maxMessageBytes}. */
export class BoundedInput extends Transform {
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #outline: Outline | undefined;

  /** Lines passed on that nobody took out again. */
  readonly lines: Buffer[] = [];

  /** @param replace hears of a message that is left out. @returns what is read in its place, if anything. */
  constructor(private readonly replace: (message: LongMessage) => object | undefined) {
    super();
  }

  override _transform(chunk: Uint8Array, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      this.#take(chunk.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#take(chunk.subarray(from));
    done();
  }

  #take(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#outline) this.#outline.read(piece);
    else this.#pieces.push(piece);
    if (this.#outline || this.#bytes <= maxMessageBytes) return;
    this.#outline = new Outline();
    for (const kept of this.#pieces.splice(0)) this.#outline.read(kept);
  }

  #endLine(): void {
    if (this.#outline) this.#endLongLine(this.#outline);
    else this.#pass(Buffer.concat([...this.#pieces, Buffer.of(lineFeed)]));
    this.#pieces = [];
    this.#bytes = 0;
    this.#outline = undefined;
  }

  #endLongLine(outline: Outline): void {
    const instead = this.replace({ bytes: this.#bytes, ...idAndKindOf(outline.object()) });
    if (instead) this.#pass(Buffer.from(`${JSON.stringify(instead)}\n`));
  }

  #pass(line: Buffer): void {
    this.lines.push(line);
    this.push(line);
  }
}
