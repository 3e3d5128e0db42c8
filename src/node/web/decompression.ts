/** Bodies as they were before they were compressed (WF-5). Nothing is decompressed beyond what is asked for. */
import { addAbortSignal, pipeline } from "node:stream";
import * as zlib from "node:zlib";

/** Pieces of a body. */
export type Pieces = AsyncIterable<Uint8Array>;

/** A body in an encoding that cannot be read here. */
export class StrangeEncoding extends Error {
  constructor(readonly encoding: string) {
    super(`the content encoding is ${encoding}`);
  }
}

/** A body that is not what its encoding says. */
export class DamagedBody extends Error {
  constructor(readonly encoding: string) {
    super(`the body is not ${encoding}`);
  }
}

/** Encodings one within the other; each can make the next a thousand times as large. */
const maxLayers = 5;

/** Logarithm of the window of zstd that servers may use (RFC 9659): 8 MiB. */
const zstdWindow = 23;

/** Takes a begun body apart into its first piece and all of it; undefined when it is empty. */
async function opened(pieces: Pieces): Promise<{ first: Uint8Array; all: Pieces } | undefined> {
  const iterator = pieces[Symbol.asyncIterator]();
  const { value: first, done } = await iterator.next();
  if (done) return undefined;
  const all = async function* () {
    try {
      yield first;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { first, all: all() };
}

/** `deflate` is meant to come with the head of zlib; some servers send it without. */
const hasZlibHead = ([first = 0]: Uint8Array) => (first & 0x0f) === 8;

const decoders: Readonly<Record<string, (first: Uint8Array) => zlib.Gunzip>> = {
  gzip: () => zlib.createGunzip(),
  deflate: (first) => (hasZlibHead(first) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  ...("createZstdDecompress" in zlib && { zstd: zstdDecoder }),
};

/** Node has it since 22.15. */
function zstdDecoder(): zlib.Gunzip {
  const { createZstdDecompress, constants } = zlib as unknown as {
    createZstdDecompress(options: { params: Record<number, number> }): zlib.Gunzip;
    constants: { ZSTD_d_windowLogMax: number };
  };
  return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindow } });
}

/** As the header Accept-Encoding names them. */
export const readableEncodings = Object.keys(decoders).join(", ");

/** The failures of decompressing have codes of its own library; others are those of the connection. */
const isOfDecoder = (error: unknown) =>
  /^(?:Z_|ERR_|ZSTD_)/.test(String((error as { code?: unknown } | undefined)?.code)) &&
  !/^ERR_STREAM/.test(String((error as { code?: unknown }).code));

async function* decoded(pieces: Pieces, encoding: string, signal: AbortSignal): Pieces {
  const body = await opened(pieces);
  const make = decoders[encoding];
  if (!body || !make) return;
  // A body that has come whole may still take hours to decompress, and give nothing in the end.
  const decoder = addAbortSignal(signal, make(body.first));
  // What goes wrong comes out of the decoder as well.
  pipeline(body.all, decoder, () => {});
  try {
    yield* decoder;
  } catch (error) {
    throw isOfDecoder(error) ? new DamagedBody(encoding) : error;
  }
}

/** What changes nothing, and what servers name by mistake for bytes as they are. */
const changingNothing = new Set(["", "identity", "none", "utf-8", "utf8"]);

const encodingsIn = (header: string): string[] =>
  header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !changingNothing.has(name));

/** The encodings of a header Content-Encoding, in the order in which they are undone. @throws StrangeEncoding */
function layersOf(header: string): string[] {
  const layers = encodingsIn(header)
    .map((name) => name.replace(/^x-(?=gzip$)/, ""))
    .reverse();
  const strange = layers.find((name) => !Object.hasOwn(decoders, name));
  if (strange !== undefined) throw new StrangeEncoding(strange.replace(/[^\w-]/g, "?").slice(0, 40));
  if (layers.length > maxLayers) throw new StrangeEncoding(`${layers.length} encodings one within the other`);
  return layers;
}

/** Whether a body's bytes are not those that were sent. */
export const isEncoded = (header: string): boolean => encodingsIn(header).length > 0;

/**
 * A body without its encodings.
 * @param header Content-Encoding; empty for none.
 * @param signal ends the work.
 * @throws StrangeEncoding, and DamagedBody or an AbortError while it is read.
 */
export const withoutEncodings = (pieces: Pieces, header: string, signal: AbortSignal): Pieces =>
  layersOf(header).reduce((inner, encoding) => decoded(inner, encoding, signal), pieces);
