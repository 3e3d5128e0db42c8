/** What a model sees of what programs print (SH-11, SH-12). */
import type { LeftOutOutput } from "../../core/jobs/commandEnding";
import { OutputBuffer, type ShownOutput } from "../../core/jobs/outputBuffer";
import type { OutputStream } from "../../core/ports/outputLog";
import { markedStderr } from "../../core/text/markedStderr";
import { characterStart, leadingPart } from "../../core/text/utf8Edges";
import { OutputFold, plainOutput } from "../../lib/edits/terminal/terminalText";
import { binaryKind, binaryNotice, printedHeadBytes, withOddBytes } from "../../lib/media/printedBytes";

/** Bytes of a line that is shown while a command runs. */
const maxLive = 400;

/** One stream: its beginning and end as plain text, or a note when it is no text. */
class StreamText {
  readonly #buffer: OutputBuffer;
  readonly #fold = new OutputFold();
  #head = new Uint8Array();
  #kind: string | undefined;
  #isHeadComplete = false;
  #total = 0;

  constructor(room: number, wholeLines: boolean | undefined) {
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
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, printedHeadBytes - this.#head.length)]);
    if (this.#head.length < printedHeadBytes) return;
    this.#kind = binaryKind(this.#head);
    this.#isHeadComplete = true;
  }

  /** Called once, at the end, before anything is shown. */
  finish(): void {
    if (!this.#isHeadComplete) this.#kind = binaryKind(this.#head);
    if (this.#kind === undefined) this.#keep(this.#fold.end());
  }

  /** @param room bytes at most. */
  shown(room?: number): ShownOutput {
    if (this.#kind !== undefined) return { text: binaryNotice(this.#kind, this.#total), cutAt: undefined };
    const shown = this.#buffer.shown(room);
    return { ...shown, text: withOddBytes(shown.text) };
  }

  /** True when every byte is kept as it was printed, so that places in the text are places in the log. */
  get isAsPrinted(): boolean {
    return this.#buffer.total === this.#total;
  }
}

/** Bytes of each stream that are returned; 80 % of the beginning and 20 % of the end of what is longer. */
export interface OutputLimits {
  readonly stdout: number;
  readonly stderr: number;
  /** Bytes of both together, the marks of stderr included; a stream gets what the other leaves, and at least half. */
  readonly together?: number;
  /** Whether lines are left out whole; see OutputBuffer. */
  readonly wholeLines?: boolean;
}

/** The room for output of which a model gets so many bytes in all. */
export const sharedRoom = (together: number): OutputLimits => ({ stdout: together, stderr: together, together });

/** What a command printed, as text. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  /** The middle of a stream is missing. */
  readonly isCut: boolean;
  /** Where the missing parts begin; empty when nothing is missing. */
  readonly leftOut: readonly LeftOutOutput[];
}

const stdoutBytes = (text: string) => Buffer.byteLength(text);
/** A mark stands before every line. */
const stderrBytes = (text: string) => (text === "" ? 0 : Buffer.byteLength(markedStderr(text)));

/** The most of a stream that takes no more than some bytes once it is worded. */
function fitting(stream: StreamText, room: number, bytesOf: (text: string) => number): ShownOutput {
  let least = 0;
  let most = room;
  const whole = stream.shown(room);
  if (bytesOf(whole.text) <= room) return whole;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    const tried = stream.shown(middle);
    if (bytesOf(tried.text) <= room) least = middle;
    else most = middle;
  }
  return stream.shown(least);
}

/** Both streams of a command while it runs, in bounded memory. */
export class CommandOutput {
  readonly #streams: Readonly<Record<OutputStream, StreamText>>;

  readonly #together: number | undefined;

  constructor({ stdout, stderr, together, wholeLines }: OutputLimits) {
    this.#together = together;
    this.#streams = { stdout: new StreamText(stdout, wholeLines), stderr: new StreamText(stderr, wholeLines) };
  }

  append(stream: OutputStream, chunk: Uint8Array): void {
    this.#streams[stream].append(chunk);
  }

  /** Called once, at the end. */
  finish(): Printed {
    for (const stream of Object.values(this.#streams)) stream.finish();
    const shown = this.#together === undefined ? this.#apart() : this.#shared(this.#together);
    const leftOut = (["stdout", "stderr"] as const).flatMap((stream): LeftOutOutput[] => {
      const { cutAt } = shown[stream];
      if (cutAt === undefined) return [];
      return [{ stream, ...(this.#streams[stream].isAsPrinted && { from: cutAt }) }];
    });
    return { stdout: shown.stdout.text, stderr: shown.stderr.text, isCut: leftOut.length > 0, leftOut };
  }

  #apart(): Record<OutputStream, ShownOutput> {
    const { stdout, stderr } = this.#streams;
    return { stdout: stdout.shown(), stderr: stderr.shown() };
  }

  #shared(together: number): Record<OutputStream, ShownOutput> {
    const { stdout, stderr } = this.#streams;
    const whole = this.#apart();
    const half = Math.floor(together / 2);
    const wanted = { stdout: stdoutBytes(whole.stdout.text), stderr: stderrBytes(whole.stderr.text) };
    return {
      stdout: fitting(stdout, Math.max(half, together - wanted.stderr), stdoutBytes),
      stderr: fitting(stderr, Math.max(half, together - wanted.stdout), stderrBytes),
    };
  }
}

/** The last line that a piece of output holds, for showing it live. */
export function liveLine(chunk: Uint8Array): string {
  const near = chunk.subarray(Math.max(0, chunk.length - maxLive));
  const whole = near.subarray(near.length < chunk.length ? leadingPart(near) : 0, characterStart(near, near.length));
  const lines = plainOutput(Buffer.from(whole).toString("utf8")).split("\n");
  return lines.findLast((line) => line.trim() !== "") ?? "";
}

/** Milliseconds between two lines: nobody reads faster, and each costs more than what a flood of output costs otherwise. */
const intervalMs = 100;

/** Shows the line that a command printed last: the first at once, and of those that follow the newest in each interval. */
export class LiveProgress {
  #timer: NodeJS.Timeout | undefined;
  #newest: Uint8Array | undefined;

  constructor(private readonly show: (line: string) => void) {}

  append(chunk: Uint8Array): void {
    if (this.#timer) this.#newest = chunk;
    else this.#tell(chunk);
  }

  /** Shows what is left to show, and nothing after it. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#newest) this.show(liveLine(this.#newest));
    this.#newest = undefined;
  }

  #tell(chunk: Uint8Array): void {
    this.show(liveLine(chunk));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const newest = this.#newest;
      this.#newest = undefined;
      if (newest) this.#tell(newest);
    }, intervalMs).unref();
  }
}
