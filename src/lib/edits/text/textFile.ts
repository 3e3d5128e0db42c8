/** Lines of a file, however large, in whatever encoding. */
import { isUtf8 } from "node:buffer";
import { bomLength, decoderOf, type Encoding } from "./encoding";
import { inUnits, lineFeedsOf } from "./lineFeeds";
import type { IndexedLine, LineIndex } from "./lineIndex";
import { type LineWindow, readWindow, type WindowRequest } from "./lineWindow";

/** Files up to so many bytes are read to their end, because to count their lines costs next to nothing. */
const countedBytes = 20 * 1024 * 1024;

/** A file's bytes from a place on; see `FilePort.stream`. */
export type OpenAt = (byte: number) => AsyncIterable<Uint8Array>;

/** Bytes at the start of a file by which it is told what it is and how it is stored. */
const headBytes = 64 * 1024;

/** A file that was begun to read. */
export interface OpenedFile {
  /** Its first bytes: no fewer than were asked for, unless it has fewer. */
  readonly head: Buffer;
  /** All of it, the head included. To be used once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** To be called in the end, however far the pieces were used. */
  close(): Promise<void>;
}

/** Reads the head of a stream, and gives that and then all of it. @param least bytes that the head must have, at most 64 KiB. */
export async function openHead(stream: AsyncIterable<Uint8Array>, least: number): Promise<OpenedFile> {
  const iterator = stream[Symbol.asyncIterator]();
  const next = async () => (await iterator.next()).value as Uint8Array | undefined;
  let first = (await next()) ?? new Uint8Array();
  while (first.length < least) {
    // A piece is gone once the next is asked for.
    const kept = Buffer.from(first);
    const more = await next();
    first = more ? Buffer.concat([kept, more]) : kept;
    if (!more) break;
  }
  async function* pieces() {
    if (first.length > 0) yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const close = async () => {
    await iterator.return?.();
  };
  return { head: Buffer.from(first.subarray(0, headBytes)), pieces: pieces(), close };
}

/** Bytes in memory, as a file's. */
export async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** All the bytes of a file that is small enough to hold. */
export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const kept: Buffer[] = [];
  for await (const piece of pieces) kept.push(Buffer.from(piece));
  return Buffer.concat(kept);
}

/**
 * Reads a window from the start of a file. What it learns of the file's lines is in the index afterwards.
 * @param pieces all of the file. @param size bytes of the file, as far as they are known.
 */
export function readFirst(
  pieces: AsyncIterable<Uint8Array>,
  request: WindowRequest,
  size: number,
  index: LineIndex,
): Promise<LineWindow> {
  const { encoding } = index;
  const countAll = size <= countedBytes && index.total === undefined;
  const from: IndexedLine = { line: 0, byte: bomLength(encoding) };
  const unmarked = skip(pieces, from.byte);
  return readWindow(inUnits(unmarked, lineFeedsOf(encoding).unit), request, scanOf(index, from, countAll));
}

/**
 * Reads a window from a place that the index knows before it.
 * @returns undefined when the index is not of this file after all.
 */
export async function readFurther(
  openAt: OpenAt,
  from: IndexedLine,
  request: WindowRequest,
  index: LineIndex,
): Promise<LineWindow | undefined> {
  const feeds = lineFeedsOf(index.encoding);
  const { head, pieces, close } = await openHead(openAt(from.byte - feeds.unit), feeds.unit);
  try {
    // A version says that a file is the same, and an editor's may come again with other text; the line feed shows it.
    if (!head.subarray(0, feeds.unit).equals(feeds.bytes)) return undefined;
    return await readWindow(inUnits(skip(pieces, feeds.unit), feeds.unit), request, scanOf(index, from, false));
  } finally {
    await close();
  }
}

const scanOf = (index: LineIndex, from: IndexedLine, countAll: boolean) => ({
  from,
  index,
  countAll,
  decode: (bytes: Buffer) => ({ text: shownText(bytes, index.encoding), valid: isValid(bytes, index.encoding) }),
});

function shownText(bytes: Uint8Array, encoding: Encoding): string {
  const decoder = decoderOf(encoding);
  return decoder.write(bytes) + decoder.end();
}

/** Whether what cannot be shown stands in the file itself. Only for UTF-8 can that be told apart cheaply. */
const isValid = (bytes: Uint8Array, encoding: Encoding): boolean => encoding.startsWith("utf8") && isUtf8(bytes);

/** The stream without its first bytes. */
async function* skip(stream: AsyncIterable<Uint8Array>, bytes: number): AsyncIterable<Uint8Array> {
  let left = bytes;
  for await (const piece of stream) {
    const rest = piece.subarray(Math.min(left, piece.length));
    left -= piece.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}
