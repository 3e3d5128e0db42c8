/** What a model sees of what programs print (SH-11, SH-12). */
import { OutputBuffer } from "../core/outputBuffer";
import type { OutputStream } from "../core/outputLog";
import { characterStart, leadingPart } from "../core/utf8Edges";
import { beginsAsUtf8 } from "../edits/encoding";
import { OutputFold, plainOutput } from "../edits/terminalText";
import { contentOf } from "../media/contentType";

/** Bytes by which output is told from text (SH-12). */
const headBytes = 512;
/** Bytes of a line that is shown while a command runs. */
const mostLive = 400;

/** What kind of content bytes are that are no text; undefined for text. A character cut off at the end does no harm. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, headBytes);
  return contentOf(head)?.name ?? (beginsAsUtf8(head) ? undefined : "unknown kind");
}

/** Said in place of bytes that are no text. */
export const binaryNotice = (kind: string, bytes: number): string =>
  `[binary output (${kind}, ${bytes} bytes) is not shown: redirect it to a file]`;

/** One stream: its beginning and end as plain text, or a note when it is no text. */
class StreamText {
  readonly #buffer: OutputBuffer;
  readonly #fold = new OutputFold();
  #head = new Uint8Array();
  #kind: string | undefined;
  #isHeadComplete = false;
  #total = 0;

  constructor(room: number, wholeLines: boolean) {
    this.#buffer = new OutputBuffer(room, wholeLines);
  }

  append(chunk: Uint8Array): void {
    this.#total += chunk.length;
    if (!this.#isHeadComplete) this.#look(chunk);
    if (this.#kind === undefined) this.#keep(this.#fold.push(chunk));
  }

  #keep(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) this.#buffer.append(piece);
  }

  #look(chunk: Uint8Array): void {
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
    if (this.#head.length < headBytes) return;
    this.#kind = binaryKind(this.#head);
    this.#isHeadComplete = true;
  }

  /** Called once, at the end. */
  finish(): string {
    if (!this.#isHeadComplete) this.#kind = binaryKind(this.#head);
    if (this.#kind !== undefined) return binaryNotice(this.#kind, this.#total);
    this.#keep(this.#fold.end());
    return this.#buffer.text();
  }

  get isCut(): boolean {
    return this.#buffer.omitted > 0;
  }
}

/** Bytes of each stream that are returned; 80 % of the beginning and 20 % of the end of what is longer. */
export interface OutputRoom {
  readonly stdout: number;
  readonly stderr: number;
  /** Lines are left out whole. */
  readonly wholeLines?: boolean;
}

/** What a command printed, as text. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  /** The middle of a stream is missing. */
  readonly isCut: boolean;
}

/** Both streams of a command while it runs, in bounded memory. */
export class CommandOutput {
  readonly #streams: Readonly<Record<OutputStream, StreamText>>;

  constructor({ stdout, stderr, wholeLines = false }: OutputRoom) {
    this.#streams = { stdout: new StreamText(stdout, wholeLines), stderr: new StreamText(stderr, wholeLines) };
  }

  append(stream: OutputStream, chunk: Uint8Array): void {
    this.#streams[stream].append(chunk);
  }

  /** Called once, at the end. */
  finish(): Printed {
    const { stdout, stderr } = this.#streams;
    return { stdout: stdout.finish(), stderr: stderr.finish(), isCut: stdout.isCut || stderr.isCut };
  }

  /** Whether the middle of one stream is missing; known once all of it has come. */
  isCut(stream: OutputStream): boolean {
    return this.#streams[stream].isCut;
  }
}

/** The last line that a piece of output holds, for showing it live. */
export function liveLine(chunk: Uint8Array): string {
  const near = chunk.subarray(Math.max(0, chunk.length - mostLive));
  const whole = near.subarray(near.length < chunk.length ? leadingPart(near) : 0, characterStart(near, near.length));
  const lines = plainOutput(Buffer.from(whole).toString("utf8")).split("\n");
  return lines.findLast((line) => line.trim() !== "") ?? "";
}

export { markedStderr } from "../core/markedStderr";
