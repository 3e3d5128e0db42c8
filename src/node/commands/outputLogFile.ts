/** One command's log: every byte in the order of arrival, and which stream it came on. */
import { type FileHandle, open } from "node:fs/promises";
import type { OutputLog, OutputPiece, OutputStream } from "../../core/ports/outputLog";
import { logEndings, type OutputRetention, type RetainedLog } from "./outputRetention";
import { encodeRuns, type OutputRun } from "./outputRuns";

/** Bytes gathered for one write. */
const batch = 512 * 1024;
/** Bytes waiting for the disk above which whoever brings more has to wait. */
const maxWaiting = 2 * 1024 * 1024;

/** Neighbours of one stream as one run. */
function runsOf(pieces: readonly OutputPiece[]): OutputRun[] {
  const runs: { stream: OutputStream; length: number }[] = [];
  for (const { stream, bytes } of pieces) {
    const last = runs.at(-1);
    if (last?.stream === stream) last.length += bytes.length;
    else runs.push({ stream, length: bytes.length });
  }
  return runs;
}

/** An OutputLog in two files. A disk that fails costs the log, never the command. */
export class OutputLogFile implements OutputLog {
  readonly id: string;
  #waiting: OutputPiece[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  /** What is on its way to the disk, while more is gathered. */
  #writingBatch: Promise<void> | undefined;
  #index: FileHandle | undefined;
  #missing = 0;

  /** @param data the new, empty file; undefined when it could not be made, and nothing is kept. */
  constructor(
    private readonly data: FileHandle | undefined,
    private readonly retained: RetainedLog,
    private readonly retention: OutputRetention,
  ) {
    this.id = retained.id;
  }

  get missing(): number {
    return this.#missing;
  }

  append(stream: OutputStream, chunk: Uint8Array): Promise<void> | undefined {
    this.#waiting.push({ stream, bytes: chunk });
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes >= batch) this.#writing ??= this.#writeWaiting();
    return this.#waitingBytes > maxWaiting ? this.#writingBatch : undefined;
  }

  /** Resolves when everything that was appended before can be read. */
  async flush(): Promise<void> {
    while (this.#writing || this.#waiting.length > 0) {
      this.#writing ??= this.#writeWaiting();
      await this.#writing;
    }
  }

  async close(): Promise<void> {
    await this.flush();
    await Promise.all([this.data?.close(), this.#index?.close()]).catch(() => {});
    this.retained.open = false;
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const pieces = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      this.#writingBatch = this.#write(pieces);
      await this.#writingBatch;
    }
    this.#writing = undefined;
  }

  /** From the first byte that finds no room on, nothing is kept, so that what is there has no holes. */
  async #write(pieces: readonly OutputPiece[]): Promise<void> {
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
    const runs = encodeRuns(runsOf(pieces));
    if (!this.data || this.#missing > 0 || !this.retention.grow(this.retained, bytes + runs.length)) {
      this.#missing += bytes;
      return;
    }
    try {
      await writeWhole(this.data, pieces, bytes);
      this.#index ??= await open(this.retained.path + logEndings.index, "w", 0o600);
      await this.#index.appendFile(runs);
    } catch {
      this.#missing += bytes;
    }
  }
}

/** The system may take less than it is given, then the rest is given again. */
async function writeWhole(file: FileHandle, pieces: readonly OutputPiece[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces.map((piece) => piece.bytes));
  if (bytesWritten === bytes) return;
  await file.appendFile(Buffer.concat(pieces.map((piece) => piece.bytes)).subarray(bytesWritten));
}
