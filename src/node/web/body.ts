/** The body of an answer, as much of it as is wanted (WF-5). */

import type { FetchWish } from "../../core/ports/web";
import { ToolError } from "../../core/vocabulary/toolError";
import { isEncoded, type Pieces, withoutEncodings } from "./decompression";
import type { Reply } from "./exchange";
import type { Course } from "./webFailures";

/** Milliseconds between two words of progress. */
const pace = 100;

const blockSize = 64 * 1024;

/** The beginning of a body or all of it. */
export interface Body {
  readonly body: Uint8Array;
  readonly isCutOff: boolean;
}

const mebibytes = (count: number) => (count / 2 ** 20).toLocaleString("en-US", { maximumFractionDigits: 1 });

const tooLarge = (host: string, most: number, total?: number) =>
  new ToolError(
    "too_large",
    `The file from ${host} ${total === undefined ? "exceeds" : `is ${mebibytes(total)} MiB and exceeds`} the limit of ${mebibytes(most)} MiB: choose a smaller one, or ask the person to allow more.`,
  );

const oneOf = (value: string | readonly string[] | undefined) => (typeof value === "string" ? value : value?.join(","));

/** How many bytes the body has, where the server says so of the very bytes that come out. */
function saidLength({ headers }: Reply, encoding: string): number | undefined {
  const length = oneOf(headers["content-length"]);
  return length !== undefined && /^\d+$/.test(length) && !isEncoded(encoding) ? Number(length) : undefined;
}

/** Passes progress on, not more often than a person can read it, and its end. */
function paced(tell: FetchWish["onProgress"], total: number | undefined) {
  let told = 0;
  return (received: number, isDone: boolean) => {
    if (!isDone && Date.now() - told < pace) return;
    told = Date.now();
    tell?.(received, total);
  };
}

/** Bytes put together in blocks: a server may send them one by one, and each piece by itself takes far more room. */
class Blocks {
  readonly #full: Uint8Array[] = [];
  #open = Buffer.allocUnsafe(blockSize);
  #used = 0;

  add(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + blockSize - this.#used);
      this.#open.set(part, this.#used);
      this.#used += part.length;
      from += part.length;
      if (this.#used === blockSize) this.#close();
    }
  }

  joined(): Uint8Array {
    return Buffer.concat([...this.#full, this.#open.subarray(0, this.#used)]);
  }

  #close(): void {
    this.#full.push(this.#open);
    this.#open = Buffer.allocUnsafe(blockSize);
    this.#used = 0;
  }
}

/** Joins pieces up to a number of bytes. */
async function joined(pieces: Pieces, most: number, hear: (received: number) => void): Promise<Body> {
  const blocks = new Blocks();
  let received = 0;
  for await (const piece of pieces) {
    const room = most - received;
    blocks.add(piece.subarray(0, room));
    received = Math.min(most, received + piece.length);
    hear(received);
    if (piece.length > room) return { body: blocks.joined(), isCutOff: true };
  }
  return { body: blocks.joined(), isCutOff: false };
}

/**
 * Takes the body of an answer, decompressed.
 * @param signal ends the request.
 * @throws ToolError `too_large`; StrangeEncoding, DamagedBody, an AbortError, what the connection fails with.
 */
export async function takeBody(
  reply: Reply,
  { maxBytes, wholeOnly = false, onProgress }: Pick<FetchWish, "maxBytes" | "wholeOnly" | "onProgress">,
  course: Course,
  signal: AbortSignal,
): Promise<Body> {
  const encoding = oneOf(reply.headers["content-encoding"]) ?? "";
  const total = saidLength(reply, encoding);
  const isWhole = wholeOnly && reply.status === 200;
  if (isWhole && total !== undefined && total > maxBytes) throw tooLarge(course.host, maxBytes, total);
  course.step = "reading";
  course.total = total;
  const tell = paced(onProgress, total);
  const taken = await joined(withoutEncodings(reply.body, encoding, signal), maxBytes, (received) => {
    course.received = received;
    tell(received, false);
  });
  if (isWhole && taken.isCutOff) throw tooLarge(course.host, maxBytes);
  tell(taken.body.length, true);
  return taken;
}
