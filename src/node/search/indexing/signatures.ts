/**
 * Signatures of files: of each gram that a file has, one bit is set. They are kept by gram and not by file, so that a question
 * reads one row of bits for each of its grams and nothing of files that it does not ask for.
 */
import { eachGram, gramsOf } from "./grams";
import type { Requirement } from "./patternLiterals";

/** Files of which a row has bits at most; a row is then 1 KB. */
const maxColumns = 8192;
/** Bytes of a block at most: it is made in memory. */
const maxBlockBytes = 8 * 1024 * 1024;
const [fewestRows, mostRows] = [10, 18];

/** Powers of two. About half of a signature's bits are set: an ordinary text has 1.3 different grams for each byte. */
export const rowsFor = (bytes: number): number =>
  Math.min(mostRows, Math.max(fewestRows, Math.ceil(Math.log2(Math.max(1, bytes)))));

/** Files that a block of so many rows may hold. @param rows a power of two. */
export const columnsFor = (rows: number): number => Math.min(maxColumns, (maxBlockBytes * 8) / 2 ** rows);

/** The rows of some files with signatures of one size. */
export interface SignatureBlock {
  /** Where in the file of the index its first row begins. */
  readonly at: number;
  /** A power of two. */
  readonly rows: number;
  /** The first of its files, by its number. */
  readonly first: number;
  readonly files: number;
}

const rowBytesOf = ({ files }: Pick<SignatureBlock, "files">): number => Math.ceil(files / 8);

export const blockBytes = (block: Pick<SignatureBlock, "files" | "rows">): number =>
  rowBytesOf(block) * 2 ** block.rows;

/** A block while it is made. */
export class BlockBuilder {
  readonly bytes: Uint8Array;
  readonly #rowBytes: number;

  constructor(private readonly shape: Pick<SignatureBlock, "files" | "rows">) {
    this.bytes = new Uint8Array(blockBytes(shape));
    this.#rowBytes = rowBytesOf(shape);
  }

  /** @param column of the file, from 0. @param text folded. */
  sign(column: number, text: Uint8Array): void {
    const { bytes } = this;
    const [shift, width, place, bit] = [32 - this.shape.rows, this.#rowBytes, column >> 3, 1 << (column & 7)];
    eachGram(text, (hash) => {
      const at = (hash >>> shift) * width + place;
      bytes[at] = (bytes[at] as number) | bit;
    });
  }
}

/** Reads some bytes of the file of the index. */
export type ReadRow = (at: number, into: Uint8Array) => void;

/** A question, with the grams of its alternatives. */
export const gramsOfAll = (required: Requirement): readonly (readonly number[])[] => required.map(gramsOf);

/** Numbers of the files in a block whose signatures have all grams of one of the alternatives. */
export function* matchesIn(
  block: SignatureBlock,
  alternatives: readonly (readonly number[])[],
  read: ReadRow,
): Generator<number, void> {
  const width = rowBytesOf(block);
  const any = new Uint8Array(width);
  for (const grams of alternatives) {
    const all = allOf(block, grams, read);
    for (let at = 0; at < width; at++) any[at] = (any[at] as number) | (all[at] as number);
  }
  for (const [place, bits] of any.entries())
    for (let bit = 0; bits >> bit !== 0; bit++) {
      const column = place * 8 + bit;
      if ((bits >> bit) & 1 && column < block.files) yield block.first + column;
    }
}

function allOf(block: SignatureBlock, grams: readonly number[], read: ReadRow): Uint8Array {
  const width = rowBytesOf(block);
  const all = new Uint8Array(width).fill(0xff);
  const row = new Uint8Array(width);
  for (const hash of grams) {
    read(block.at + (hash >>> (32 - block.rows)) * width, row);
    let isAny = 0;
    for (let at = 0; at < width; at++) isAny |= all[at] = (all[at] as number) & (row[at] as number);
    if (isAny === 0) break;
  }
  return all;
}
