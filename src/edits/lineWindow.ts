/** A range of lines out of a stream of bytes, in memory that follows the range and not the file. */
import { detectEncoding, looksBinary } from "./encoding";

/** Which lines, and how much at most. */
export interface WindowRequest {
  /** 0-based first line. */
  readonly offset: number;
  /** Number of lines at most. */
  readonly lines: number;
  /** Characters at most; the line in which it is reached is cut there. */
  readonly characters: number;
}

/** The lines asked for. */
export interface LineWindow {
  /** Lines joined with LF; CR before LF is left out. */
  readonly text: string;
  /** Number of lines in `text`. */
  readonly count: number;
  /** Lines of the whole file; a last line without a line feed counts. */
  readonly total: number;
  /** True when the last line shown was cut. */
  readonly lineCut: boolean;
  readonly binary: boolean;
  readonly crlf: boolean;
  /** True when the window ends with the file and the file ends with a line break. */
  readonly finalNewline: boolean;
}

const LF = 0x0a;

/** Reads a window; the whole stream is counted, but only the window is kept. */
export async function readWindow(stream: AsyncIterable<Uint8Array>, request: WindowRequest): Promise<LineWindow> {
  const collector = new Collector(request);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let first = true;
  for await (const piece of withWholeHead(stream)) {
    let chunk = piece;
    if (first) {
      first = false;
      if (looksBinary(chunk))
        return { text: "", count: 0, total: 0, lineCut: false, binary: true, crlf: false, finalNewline: false };
      const encoding = detectEncoding(chunk);
      if (encoding === "utf8bom") chunk = chunk.subarray(3);
      if (encoding === "utf16le") decoder = new TextDecoder("utf-16le");
      if (encoding === "utf16be") decoder = new TextDecoder("utf-16be");
    }
    collector.take(decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk);
  }
  if (decoder) collector.take(Buffer.from(decoder.decode()));
  return collector.finish();
}

/** Bytes by which the kind of a file is told. */
const headBytes = 4096;

/** The same stream, its first piece large enough to tell what it holds. */
async function* withWholeHead(stream: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of stream) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (head === undefined) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined && head.length > 0) yield head;
}

class Collector {
  readonly #kept: Buffer[] = [];
  /** UTF-8 needs up to 4 bytes for a character, and a line feed for each line. */
  readonly #byteBudget: number;
  #bytes = 0;
  #line = 0;
  #openLine = false;

  constructor(private readonly request: WindowRequest) {
    this.#byteBudget = request.characters * 4 + 4;
  }

  take(chunk: Buffer): void {
    if (chunk.length === 0) return;
    const end = this.request.offset + this.request.lines;
    let at = 0;
    while (at < chunk.length) {
      const feed = chunk.indexOf(LF, at);
      const next = feed === -1 ? chunk.length : feed + 1;
      if (this.#line >= this.request.offset && this.#line < end) this.#keep(chunk.subarray(at, next));
      this.#openLine = feed === -1;
      if (feed !== -1) this.#line++;
      at = next;
    }
  }

  #keep(piece: Buffer): void {
    const room = this.#byteBudget - this.#bytes;
    if (room <= 0) return;
    this.#kept.push(Buffer.from(piece.subarray(0, room)));
    this.#bytes += Math.min(piece.length, room);
  }

  finish(): LineWindow {
    const total = this.#line + (this.#openLine ? 1 : 0);
    const wanted = Math.max(0, Math.min(this.request.lines, total - this.request.offset));
    const raw = Buffer.concat(this.#kept).toString("utf8");
    const crlf = raw.includes("\r\n");
    const lines = raw
      .replace(/\r?\n$/, "")
      .split(/\r?\n/)
      .slice(0, wanted);
    const fitted = this.#fit(lines, wanted);
    const finalNewline = !this.#openLine && total > 0 && this.request.offset + fitted.count >= total && !fitted.lineCut;
    return { ...fitted, total, binary: false, crlf, finalNewline };
  }

  /** Whole lines as far as the characters go; a first line that is too long by itself is cut. */
  #fit(lines: readonly string[], wanted: number): Pick<LineWindow, "text" | "count" | "lineCut"> {
    const budget = this.request.characters;
    let used = 0;
    let count = 0;
    for (const line of lines) {
      if (used + line.length > budget) break;
      used += line.length + 1;
      count++;
    }
    if (count === 0 && lines[0] !== undefined && wanted > 0)
      return { text: lines[0].slice(0, budget).replace(/[\uD800-\uDBFF]$/, ""), count: 1, lineCut: true };
    return { text: lines.slice(0, count).join("\n"), count, lineCut: false };
  }
}
