/** Bytes up to each separator, as text. */

/** One piece of a stream. */
export interface TextPiece {
  readonly text: string;
  /** True when it was longer than what is kept of it. */
  readonly cut: boolean;
}

/**
 * Splits a stream at a byte and nowhere else: Node's readline also splits at U+2028, which JSON and file names may hold.
 * One array for each chunk of the stream, because a turn of the event loop for each piece would cost more than the piece.
 * @param most bytes kept of one piece; the rest of it is dropped.
 */
export async function* separatedPieces(
  stream: AsyncIterable<Uint8Array>,
  separator: number,
  most = Number.POSITIVE_INFINITY,
): AsyncIterable<TextPiece[]> {
  let open: Uint8Array[] = [];
  let kept = 0;
  let cut = false;
  const take = (bytes: Uint8Array) => {
    const fitting = bytes.subarray(0, Math.max(0, most - kept));
    if (fitting.length > 0) open.push(fitting);
    kept += fitting.length;
    cut ||= fitting.length < bytes.length;
  };
  const finish = (): TextPiece => {
    const piece = { text: Buffer.concat(open).toString("utf8"), cut };
    open = [];
    kept = 0;
    cut = false;
    return piece;
  };
  for await (const chunk of stream) {
    const pieces: TextPiece[] = [];
    let from = 0;
    for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, from)) {
      const isWhole = open.length === 0 && !cut && at - from <= most;
      if (isWhole) pieces.push({ text: utf8(chunk, from, at), cut: false });
      else {
        take(chunk.subarray(from, at));
        pieces.push(finish());
      }
      from = at + 1;
    }
    take(chunk.subarray(from));
    yield pieces;
  }
  if (kept > 0) yield [finish()];
}

const utf8 = ({ buffer, byteOffset }: Uint8Array, from: number, to: number): string =>
  Buffer.from(buffer, byteOffset + from, to - from).toString("utf8");
