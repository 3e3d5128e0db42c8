import type { ReadableFile } from "../opened/openedFile";

/** Bytes of the first piece: many readers need no more. */
const firstBytes = 128 * 1024;
/** Of those after it. */
const usualBytes = 512 * 1024;
/** Of the largest ones: each waits for another thread, which takes longer than reading half a megabyte from memory. */
const mostBytes = 4 * 1024 * 1024;
/** From here on pieces grow: whoever reads less would wait for the end of one that nobody uses. */
const longBytes = 16 * 1024 * 1024;
/** Of a small file, or one that has grown. */
const minBytes = 4096;

/** Milliseconds that a larger piece may take where nobody notices: on a slow disk whoever cancels would wait for it. */
const quickMs = 20;

/**
 * A file's content from a byte on. @param size of the file, as far as it is known: a small one gets small buffers.
 *
 * While one piece is used the next is read, from the second on into the same two buffers in turn, so a
 * piece holds its bytes only until the next is asked for: a file of a gigabyte then costs eight megabytes.
 */
export async function* piecesOfFile(
  file: ReadableFile,
  from: number,
  size: number,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  let wanted = firstBytes;
  let lastMs = 0;
  const read = async (spare: Buffer | undefined, at: number) => {
    const length = Math.max(minBytes, Math.min(wanted, size - at));
    const buffer = spare && spare.length >= length ? spare : Buffer.allocUnsafeSlow(length);
    const began = performance.now();
    const done = await file.read(buffer, 0, buffer.length, at);
    lastMs = performance.now() - began;
    return done;
  };
  const first = await read(undefined, from);
  wanted = usualBytes;
  signal.throwIfAborted();
  if (first.bytesRead === 0) return;
  yield first.buffer.subarray(0, first.bytesRead);
  // Who asks for a second piece will mostly ask for others.
  let spare: Buffer = first.buffer;
  let at = from + first.bytesRead;
  let coming = read(undefined, at);
  try {
    for (;;) {
      const { bytesRead, buffer } = await coming;
      signal.throwIfAborted();
      if (bytesRead === 0) return;
      at += bytesRead;
      if (at - from > longBytes && lastMs < quickMs) wanted = Math.min(mostBytes, 2 * wanted);
      coming = read(spare, at);
      spare = buffer;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    // The file must not be closed under a read, and nobody wants to know any more how that one ends.
    await coming.catch(() => {});
  }
}
