import type { FileHandle } from "node:fs/promises";

/** Bytes of a piece: few enough to stay in a processor's cache, enough to make the calls cheap. */
const pieceBytes = 512 * 1024;
/** Of a small file, or one that has grown. */
const minBytes = 4096;

/**
 * A file's content from a byte on. @param size of the file, as far as it is known: a small one gets small buffers.
 *
 * While one piece is used the next is read, into the same two buffers in turn, so a
 * piece holds its bytes only until the next is asked for: a file of a gigabyte then costs one megabyte.
 */
export async function* piecesOfFile(
  file: FileHandle,
  from: number,
  size: number,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const length = Math.max(minBytes, Math.min(pieceBytes, size - from));
  const read = (buffer: Buffer, at: number) => file.read(buffer, 0, length, at);
  const first = await read(Buffer.allocUnsafeSlow(length), from);
  signal.throwIfAborted();
  if (first.bytesRead === 0) return;
  yield first.buffer.subarray(0, first.bytesRead);
  // Many readers need no more than that; who asks for a second piece will mostly ask for others.
  let spare: Buffer = first.buffer;
  let at = from + first.bytesRead;
  let coming = read(Buffer.allocUnsafeSlow(length), at);
  try {
    for (;;) {
      const { bytesRead, buffer } = await coming;
      signal.throwIfAborted();
      if (bytesRead === 0) return;
      at += bytesRead;
      coming = read(spare, at);
      spare = buffer;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    // The file must not be closed under a read, and nobody wants to know any more how that one ends.
    await coming.catch(() => {});
  }
}
