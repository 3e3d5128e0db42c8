/**
 * Puts PNG pictures of one size together to a moving one (APNG), which browsers play and others show the first frame of:
 *
 *   node scripts/release/movingPicture.mjs OUT.png FRAME.png:MILLISECONDS …
 */
import { readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/**
 * @typedef {object} Frame
 * @property {Buffer} png
 * @property {number} milliseconds how long it is shown
 */

/**
 * @param {Buffer} png
 * @returns {{ type: string, data: Buffer }[]}
 * @throws Error for what is not a PNG picture
 */
export function chunksOf(png) {
  if (!png.subarray(0, 8).equals(signature)) throw new Error("A frame is not a PNG picture.");
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** @param {...number} values */
function words(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

/**
 * Frames keep their compressed bytes; nothing is drawn anew.
 * @param {Frame[]} frames
 * @throws Error when they differ in size or colour, or there are none
 */
export function movingPicture(frames) {
  const parsed = frames.map(({ png, milliseconds }) => ({ chunks: chunksOf(png), milliseconds }));
  const header = parsed[0]?.chunks[0]?.data;
  if (!header) throw new Error("A moving picture needs a frame.");
  let sequence = 0;
  const out = [signature, chunk("IHDR", header), chunk("acTL", words(frames.length, 0))];
  for (const [index, { chunks, milliseconds }] of parsed.entries()) {
    if (!chunks[0]?.data.equals(header))
      throw new Error(`Frame ${index + 1} has another size or colour than the first.`);
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    const timing = Buffer.alloc(6);
    timing.writeUInt16BE(milliseconds, 0);
    timing.writeUInt16BE(1000, 2);
    out.push(chunk("fcTL", Buffer.concat([words(sequence++, width, height, 0, 0), timing])));
    for (const { type, data } of chunks) {
      if (type !== "IDAT") continue;
      out.push(index === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([words(sequence++), data])));
    }
  }
  return Buffer.concat([...out, chunk("IEND", Buffer.alloc(0))]);
}

if (process.argv[1] === import.meta.filename) {
  const [out = "", ...frames] = process.argv.slice(2);
  const picture = movingPicture(
    frames.map((frame) => {
      const [, file = frame, milliseconds = "1500"] = /^(.*):(\d+)$/.exec(frame) ?? [];
      return { png: readFileSync(file), milliseconds: Number(milliseconds) };
    }),
  );
  writeFileSync(out, picture);
  console.log(`${out}: ${frames.length} frames, ${picture.length} bytes`);
}
