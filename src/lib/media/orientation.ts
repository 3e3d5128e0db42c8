/** How an image's pixels are to be turned: read from its metadata, and done (RD-10). */

/** 1 to 8, as EXIF counts them; 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;
const exifMark = Buffer.from("Exif\0\0", "latin1");

/** How an image is to be turned. Metadata that is damaged or missing turns nothing. */
export function orientationOf(bytes: Buffer, mimeType: string): Orientation {
  try {
    const value = mimeType === "image/avif" ? ofBoxes(bytes) : ofTiff(exifOf(bytes, mimeType));
    return isOrientation(value) ? value : 1;
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

const isOrientation = (value: number | undefined): value is Orientation =>
  value !== undefined && value >= 1 && value <= 8;

function exifOf(bytes: Buffer, mimeType: string): Buffer | undefined {
  switch (mimeType) {
    case "image/jpeg":
      return unmarked(jpegSegment(bytes));
    case "image/png":
      return chunk(bytes, 8, "eXIf", (at) => ({ name: at + 4, data: at + 8, size: bytes.readUInt32BE(at), rest: 4 }));
    case "image/webp":
      return unmarked(
        chunk(bytes, 12, "EXIF", (at) => {
          const size = bytes.readUInt32LE(at + 4);
          return { name: at, data: at + 8, size, rest: size % 2 };
        }),
      );
    default:
      return mimeType === "image/tiff" ? bytes : undefined;
  }
}

const unmarked = (block: Buffer | undefined): Buffer | undefined =>
  block?.subarray(0, exifMark.length).equals(exifMark) ? block.subarray(exifMark.length) : block;

const startOfScan = 0xda;
const application1 = 0xe1;

/** The first segment that holds EXIF; it stands before the picture itself. */
function jpegSegment(bytes: Buffer): Buffer | undefined {
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== startOfScan; ) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const data = bytes.subarray(at + 4, end);
    if (bytes[at + 1] === application1 && data.subarray(0, exifMark.length).equals(exifMark)) return data;
    at = end;
  }
  return undefined;
}

interface ChunkPlace {
  readonly name: number;
  readonly data: number;
  readonly size: number;
  /** Bytes between the data and the next chunk. */
  readonly rest: number;
}

/** @throws RangeError behind the end of the bytes. */
function chunk(bytes: Buffer, first: number, wanted: string, read: (at: number) => ChunkPlace): Buffer {
  for (let at = first; ; ) {
    const { name, data, size, rest } = read(at);
    if (bytes.toString("latin1", name, name + 4) === wanted) return bytes.subarray(data, data + size);
    at = data + size + rest;
  }
}

function ofTiff(block: Buffer | undefined): number | undefined {
  if (!block) return undefined;
  const little = block.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (little ? block.readUInt16LE(at) : block.readUInt16BE(at));
  const directory = little ? block.readUInt32LE(4) : block.readUInt32BE(4);
  const entries = short(directory);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (short(at) === orientationTag) return short(at + 8);
  }
  return undefined;
}

/** AVIF says it with two properties: quarter turns against the clock, then a mirror. */
function ofBoxes(bytes: Buffer): number | undefined {
  const meta = box(bytes, "meta");
  const properties = meta && box(box(meta.subarray(4), "iprp"), "ipco");
  const turns = (box(properties, "irot")?.[0] ?? 0) & 3;
  const mirror = box(properties, "imir")?.[0];
  const unmirrored = [1, 8, 3, 6] as const;
  const upsideDown = [4, 5, 2, 7] as const;
  const leftRight = [2, 7, 4, 5] as const;
  return (mirror === undefined ? unmirrored : mirror & 1 ? leftRight : upsideDown)[turns];
}

/** The content of the first box of a kind. @throws RangeError behind the end of the bytes. */
function box(bytes: Buffer | undefined, kind: string): Buffer | undefined {
  for (let at = 0; bytes && at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === kind) return bytes.subarray(at + 8, at + size);
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
}

/** Pixels of four bytes, row by row. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** For each orientation, the stored place of what stands at (x, y) once it is upright; w and h are the last stored ones. */
const storedPlaces: Readonly<Record<Orientation, (x: number, y: number, w: number, h: number) => [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - x, y],
  3: (x, y, w, h) => [w - x, h - y],
  4: (x, y, _, h) => [x, h - y],
  5: (x, y) => [y, x],
  6: (x, y, _, h) => [y, h - x],
  7: (x, y, w, h) => [w - y, h - x],
  8: (x, y, w) => [w - y, x],
};

/** True when width and height change places. */
export const isSideways = (orientation: Orientation): boolean => orientation >= 5;

/** The same picture, upright. */
export function turnUpright({ data, width, height }: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return { data, width, height };
  const [wide, high] = isSideways(orientation) ? [height, width] : [width, height];
  const stored = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const upright = new DataView(new ArrayBuffer(data.byteLength));
  const placeOf = storedPlaces[orientation];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [storedX, storedY] = placeOf(x, y, width - 1, height - 1);
      upright.setUint32((y * wide + x) * 4, stored.getUint32((storedY * width + storedX) * 4));
    }
  }
  return { data: new Uint8Array(upright.buffer), width: wide, height: high };
}
