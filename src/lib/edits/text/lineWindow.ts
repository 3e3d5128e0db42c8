/** A range of lines out of a stream of bytes, in memory that follows the range and not the file. */
import { isAscii } from "node:buffer";
import { type TokenSpan, withinTokens } from "../../../core/text/estimatedTokens";
import { type LineFeeds, lineFeedsOf } from "./lineFeeds";
import type { IndexedLine, LineIndex } from "./lineIndex";

/** Which lines, and how much at most. */
export interface WindowRequest {
  /** 0-based first line. */
  readonly offset: number;
  /** Number of lines at most. */
  readonly lines: number;
  /** Characters at most: as many whole lines as fit; a single line that does not fit is cut. */
  readonly characters: number;
  /** Tokens at most, estimated, by whole lines as above. By default as many as the characters take. */
  readonly tokens?: number | undefined;
  /** Characters of one line at most; longer ones are cut. By default they are not. */
  readonly columns?: number | undefined;
}

/** The lines asked for. */
export interface LineWindow {
  /** Lines joined with LF; CR before LF is left out. */
  readonly text: string;
  /** Number of lines in `text`. */
  readonly count: number;
  /** Lines of the whole file, a last one without a line feed counted; undefined when it was not read to its end. */
  readonly total: number | undefined;
  /** True when lines follow. */
  readonly more: boolean;
  /** True when the only line shown was cut because it alone has more than all the characters. */
  readonly lineCut: boolean;
  /** 0-based numbers of the lines that were cut to the columns. */
  readonly cutLines: readonly number[];
  readonly crlf: boolean;
  /** True when the window ends with the file and the file ends with a line break. */
  readonly finalNewline: boolean;
  /** False when the text shows U+FFFD for bytes that mean nothing in the file's encoding. */
  readonly valid: boolean;
}

/** What a scan needs to know of the file beside its bytes. */
export interface Scan {
  /** Where in the file the stream begins; must be the start of a line. */
  readonly from: IndexedLine;
  /** What is known of the file's lines; the scan adds to it. */
  readonly index: LineIndex;
  /** Read to the end for the sake of `total`, or stop once the window is filled. */
  readonly countAll: boolean;
  /** The text of some whole lines as they are stored, and whether all of it was valid. */
  decode(bytes: Buffer): { text: string; valid: boolean };
}

/** Bytes that a character takes at most in any encoding: an escape sequence and a double byte of ISO-2022. */
const widestCharacter = 8;

const carriageReturn = 0x0d;

/** Reads a window from pieces that hold whole units of the encoding (see `inUnits`). */
export async function readWindow(
  pieces: AsyncIterable<Uint8Array>,
  request: WindowRequest,
  scan: Scan,
): Promise<LineWindow> {
  const scanner = new Scanner(request, scan);
  for await (const piece of pieces) {
    if (!scanner.take(piece)) return scanner.finish(false);
  }
  return scanner.finish(true);
}

class Scanner {
  readonly #feeds: LineFeeds;
  readonly #index: LineIndex;
  readonly #kept: KeptLines;
  /** The line that the next byte belongs to. */
  #line: number;
  /** Place of the next byte in the file. */
  #byte: number;
  /** The line has begun: it has bytes. */
  #open = false;

  constructor(
    private readonly request: WindowRequest,
    private readonly scan: Scan,
  ) {
    this.#index = scan.index;
    this.#feeds = lineFeedsOf(scan.index.encoding);
    this.#kept = new KeptLines(request, this.#feeds, scan.index.encoding);
    this.#line = scan.from.line;
    this.#byte = scan.from.byte;
  }

  /** @returns false when nothing more has to be read, and there is more. */
  take(piece: Uint8Array): boolean {
    let at = this.#skip(piece);
    const wanted = this.request.offset + this.request.lines - this.#line;
    if (at < piece.length && wanted > 0 && !this.#kept.isFull) {
      const run = this.#run(piece.subarray(at), wanted);
      this.#kept.add(run.bytes);
      this.#advance(run.bytes, run.feeds);
      at += run.bytes.length;
    }
    const { countAll } = this.scan;
    // More is kept than is shown, so that there is more whatever follows.
    if (!countAll && this.#kept.isFull) return false;
    if (at === piece.length) return true;
    if (!countAll) return false;
    const rest = piece.subarray(at);
    this.#advance(rest, this.#feeds.count(rest));
    return true;
  }

  /** The first lines of some bytes, as many as are wanted or there are; the last may be unfinished. */
  #run(bytes: Uint8Array, wanted: number): { bytes: Uint8Array; feeds: number } {
    let end = 0;
    for (let feeds = 0; feeds < wanted; feeds++) {
      const next = this.#feeds.after(bytes, end);
      if (next === -1) return { bytes, feeds };
      end = next;
    }
    return { bytes: bytes.subarray(0, end), feeds: wanted };
  }

  /** Passes over lines before the window. @returns the place in the piece where the window begins, or its end. */
  #skip(piece: Uint8Array): number {
    const before = this.request.offset - this.#line;
    if (before <= 0) return 0;
    const found = this.#feeds.count(piece);
    if (found < before) {
      this.#advance(piece, found);
      return piece.length;
    }
    let at = 0;
    for (let passed = 0; passed < before; passed++) at = this.#feeds.after(piece, at);
    this.#advance(piece.subarray(0, at), before);
    return at;
  }

  /** Notes that bytes with so many line feeds have been passed. */
  #advance(bytes: Uint8Array, feeds: number): void {
    if (bytes.length === 0) return;
    const last = feeds === 0 ? 0 : this.#feeds.afterLast(bytes);
    this.#line += feeds;
    if (feeds > 0) this.#index.note({ line: this.#line, byte: this.#byte + last });
    this.#byte += bytes.length;
    this.#open = last < bytes.length;
  }

  finish(atEnd: boolean): LineWindow {
    const { offset, lines } = this.request;
    if (atEnd) this.#index.total = this.#line + (this.#open ? 1 : 0);
    const total = this.#index.total;
    const known = total ?? Number.POSITIVE_INFINITY;
    const window = this.#kept.window(this.scan, Math.max(0, Math.min(lines, known - offset)));
    const more = offset + window.count < known;
    const finalNewline = atEnd && !more && !this.#open && known > 0 && !window.lineCut;
    return { ...window, total, more, finalNewline };
  }
}

/** The bytes of the window's lines, each as far as it can be shown. */
class KeptLines {
  readonly #pieces: Buffer[] = [];
  readonly #maxCharacters: number;
  readonly #maxLineLength: number;
  /** Whether bytes of ASCII are as many characters that count. */
  readonly #isPlain: boolean;
  /** So many are kept at least. */
  #characters = 0;
  #ofLine = 0;

  constructor(
    private readonly request: WindowRequest,
    private readonly feeds: LineFeeds,
    encoding: string,
  ) {
    const { characters, columns = characters } = request;
    // One more than can be shown makes a cut known as such; another makes up for the line feed that is not shown.
    this.#maxCharacters = characters + 2;
    this.#maxLineLength = (columns + 1) * widestCharacter;
    this.#isPlain = request.columns === undefined && encoding.startsWith("utf8");
  }

  /** No further byte could be shown. */
  get isFull(): boolean {
    return this.#characters >= this.#maxCharacters;
  }

  /** Keeps a copy of some lines or parts of lines, each as far as it can be shown. */
  add(lines: Uint8Array): void {
    const plain = this.#plainHead(lines);
    if (plain) this.#addAll(plain, 1);
    else this.#addAll(lines, widestCharacter);
  }

  /** As much as could be shown: what follows it would be decoded and split in vain. Undefined where characters are wider. */
  #plainHead(lines: Uint8Array): Uint8Array | undefined {
    if (!this.#isPlain) return undefined;
    const head = lines.subarray(0, Math.ceil(this.#maxCharacters - this.#characters));
    // One before a line feed is not shown, and does not count.
    return isAscii(head) && !head.includes(carriageReturn) ? head : undefined;
  }

  /** @param width bytes of a character at most. */
  #addAll(lines: Uint8Array, width: number): void {
    if (this.#ofLine + lines.length <= this.#maxLineLength) {
      const last = this.feeds.afterLast(lines);
      this.#keep(lines, width);
      this.#ofLine = last === -1 ? this.#ofLine + lines.length : lines.length - last;
      return;
    }
    for (let at = 0; at < lines.length; ) {
      const next = this.feeds.after(lines, at);
      this.#addOne(lines.subarray(at, next === -1 ? lines.length : next), next !== -1, width);
      at = next === -1 ? lines.length : next;
    }
  }

  /** @param ends the part ends with the line's feed. */
  #addOne(part: Uint8Array, ends: boolean, width: number): void {
    const room = this.#maxLineLength - this.#ofLine;
    this.#keep(part.subarray(0, room), width);
    if (ends && part.length > room) this.#keep(this.feeds.bytes, width);
    this.#ofLine = ends ? 0 : this.#ofLine + Math.min(part.length, room);
  }

  #keep(bytes: Uint8Array, width: number): void {
    if (bytes.length === 0) return;
    this.#pieces.push(Buffer.from(bytes));
    this.#characters += bytes.length / width;
  }

  /** @param wanted number of lines there are for the window. */
  window({ decode }: Pick<Scan, "decode">, wanted: number): Omit<LineWindow, "total" | "more" | "finalNewline"> {
    const { text: raw, valid } = decode(Buffer.concat(this.#pieces));
    const lines = raw
      .replace(/\r?\n$/, "")
      .split(/\r?\n/)
      .slice(0, wanted);
    const fitting = this.#fit(lines);
    // The last kept character may be cut in two; only what is shown of the text counts.
    return { ...fitting, crlf: raw.includes("\r\n"), valid: valid || !fitting.text.includes("\ufffd") };
  }

  /** Whole lines as far as the characters and tokens go; a first line that is too long by itself is cut. */
  #fit(all: readonly string[]): Pick<LineWindow, "text" | "count" | "lineCut" | "cutLines"> {
    const { offset, characters, tokens, columns = Number.POSITIVE_INFINITY } = this.request;
    const cutLines: number[] = [];
    const shown: string[] = [];
    let used = 0;
    let usedTokens = 0;
    for (const line of all) {
      const cut = line.length > columns ? cutAt(line, columns) : line;
      const span = spanOf(cut, tokens === undefined ? undefined : tokens - usedTokens);
      if (used + cut.length > characters || span.end < cut.length) break;
      if (cut !== line) cutLines.push(offset + shown.length);
      used += cut.length + 1;
      usedTokens += span.tokens + 1;
      shown.push(cut);
    }
    const [first] = all;
    if (shown.length === 0 && first !== undefined) {
      const most = Math.min(characters, spanOf(first, tokens).end);
      return { text: cutAt(first, most), count: 1, lineCut: true, cutLines };
    }
    return { text: shown.join("\n"), count: shown.length, lineCut: false, cutLines };
  }
}

/** How much of a line fits; all of it where tokens do not matter. */
const spanOf = (line: string, tokens: number | undefined): TokenSpan =>
  tokens === undefined ? { end: line.length, tokens: 0 } : withinTokens(line, tokens);

/** The first characters of a line, without half of one. */
const cutAt = (line: string, characters: number) => line.slice(0, characters).replace(/[\uD800-\uDBFF]$/, "");
