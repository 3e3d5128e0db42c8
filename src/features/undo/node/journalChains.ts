/** Contents that are named as what an earlier entry keeps with the changes since, so that a large file is not kept for each (D-17). */
import type { FileHandle } from "node:fs/promises";

/** By which damage to a content is found out. */
export interface Checksums {
  /** Of the first MiB. */
  readonly crc: number;
  /** Of all bytes; absent in older entries. */
  readonly crcOfAll?: number;
}

/** Bytes in a file beside the entries. */
export interface StoredFile extends Checksums {
  readonly file: string;
  readonly size: number;
}

/** Bytes in the entry itself, or in a file beside it. */
export type StoredBytes = { readonly inline: string } | StoredFile;

/** A content that differs from another in one stretch. */
export interface StoredChange {
  readonly start: number;
  readonly endBefore: number;
  readonly middle: StoredBytes;
}

/** What an earlier entry keeps, with what changed in it since, one after the other. */
export interface StoredChain {
  readonly base: StoredFile;
  readonly changes: readonly (StoredChange & { readonly middle: { readonly inline: string } })[];
}

/** Changes after which a content is kept whole again. */
const maxChanges = 16;

/** The content that a change made, as a chain; undefined where it is better kept whole. */
export function chainOf(
  before: StoredBytes | StoredChain | null,
  after: StoredBytes | StoredChange | null,
): StoredChain | undefined {
  if (before === null) return after && "file" in after ? { base: after, changes: [] } : undefined;
  if ("inline" in before || !after || !("middle" in after) || !("inline" in after.middle)) return undefined;
  const { base, changes } = "base" in before ? before : { base: before, changes: [] };
  if (changes.length >= maxChanges) return undefined;
  return { base, changes: [...changes, { ...after, middle: after.middle }] };
}

/** A stretch of the base, or bytes of a change. */
type Piece = { readonly from: number; readonly to: number } | Uint8Array;

const lengthOf = (piece: Piece): number => (piece instanceof Uint8Array ? piece.length : piece.to - piece.from);

/** A part of what some pieces make together. */
function partOf(pieces: readonly Piece[], start: number, end: number): Piece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const begins = at;
    at += lengthOf(piece);
    const [from, to] = [Math.max(start, begins) - begins, Math.min(end, at) - begins];
    if (from >= to) return [];
    return [piece instanceof Uint8Array ? piece.subarray(from, to) : { from: piece.from + from, to: piece.from + to }];
  });
}

function piecesOf({ base, changes }: StoredChain): Piece[] {
  return changes.reduce<Piece[]>(
    (pieces, { start, endBefore, middle }) => [
      ...partOf(pieces, 0, start),
      Buffer.from(middle.inline, "base64"),
      ...partOf(pieces, endBefore, Number.POSITIVE_INFINITY),
    ],
    [{ from: 0, to: base.size }],
  );
}

/** What a chain comes to over the bytes of its base. */
export const chainedBytes = (base: Uint8Array, chain: StoredChain): Buffer =>
  Buffer.concat(
    piecesOf(chain).map((piece) => (piece instanceof Uint8Array ? piece : base.subarray(piece.from, piece.to))),
  );

/** Bytes that are read and compared at once. */
const compared = 4 * 1024 * 1024;

/** Whether a chain over the base that a file holds comes to these bytes. */
export async function chainHolds(file: FileHandle, chain: StoredChain, bytes: Uint8Array): Promise<boolean> {
  const pieces = piecesOf(chain);
  if (pieces.reduce((sum, piece) => sum + lengthOf(piece), 0) !== bytes.length) return false;
  const buffer = Buffer.allocUnsafeSlow(Math.min(compared, bytes.length));
  let at = 0;
  const isNext = (found: Uint8Array) => {
    at += found.length;
    return Buffer.compare(found, bytes.subarray(at - found.length, at)) === 0;
  };
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      if (!isNext(piece)) return false;
      continue;
    }
    for (let from = piece.from; from < piece.to; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, piece.to - from), from);
      if (bytesRead === 0 || !isNext(buffer.subarray(0, bytesRead))) return false;
      from += bytesRead;
    }
  }
  return true;
}
