/** Which bytes of a log belong to which stream: one variable-length number a run, `length * 2 + (stderr ? 1 : 0)`. */
import { createReadStream } from "node:fs";
import type { OutputStream } from "../../core/ports/outputLog";

/** Bytes of one stream in a row. */
export interface OutputRun {
  readonly stream: OutputStream;
  readonly length: number;
}

/** Seven bits a byte, the lowest first; the eighth says that there are more. */
export function encodeRuns(runs: readonly OutputRun[]): Buffer {
  const bytes: number[] = [];
  for (const { stream, length } of runs) {
    let left = length * 2 + (stream === "stderr" ? 1 : 0);
    for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
    bytes.push(left);
  }
  return Buffer.from(bytes);
}

/** The runs that a file holds; a number cut off at its end is left out. */
export async function* readRuns(path: string): AsyncGenerator<OutputRun> {
  let value = 0;
  let weight = 1;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      value += (byte & 0x7f) * weight;
      weight *= 0x80;
      if (byte & 0x80) continue;
      yield { stream: value % 2 === 1 ? "stderr" : "stdout", length: Math.floor(value / 2) };
      value = 0;
      weight = 1;
    }
}
