import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { chunksOf, movingPicture } from "../../../scripts/release/movingPicture.mjs";

const icon = readFileSync("media/icon.png");
const pixels = (chunks: readonly { readonly data: Buffer }[], skip: number) =>
  inflateSync(Buffer.concat(chunks.map(({ data }) => data.subarray(skip))));

describe("a moving picture", () => {
  it("has each frame's pixels and time, numbered in order", () => {
    const frame = { png: icon, milliseconds: 1500 };
    const chunks = chunksOf(movingPicture([frame, { ...frame, milliseconds: 70 }]));
    const of = (type: string) => chunks.filter((chunk) => chunk.type === type);
    assert.deepEqual(
      of("acTL").map(({ data }) => [data.readUInt32BE(0), data.readUInt32BE(4)]),
      [[2, 0]],
    );
    assert.deepEqual(
      of("fcTL").map(({ data }) => data.readUInt16BE(20) / data.readUInt16BE(22)),
      [1.5, 0.07],
    );
    const numbers = chunks
      .filter(({ type }) => type === "fcTL" || type === "fdAT")
      .map(({ data }) => data.readUInt32BE(0));
    assert.deepEqual(numbers, [...numbers.keys()]);
    assert.deepEqual(pixels(of("fdAT"), 4), pixels(of("IDAT"), 0));
    assert.equal(chunks.at(-1)?.type, "IEND");
  });

  it("is refused for frames that do not fit each other, none, and what is no picture", () => {
    const other = Buffer.from(icon);
    other.writeUInt32BE(1, 16);
    const frames = [icon, other].map((png) => ({ png, milliseconds: 1 }));
    assert.throws(() => movingPicture(frames), /^Error: Frame 2 has another size or colour than the first\.$/);
    assert.throws(() => movingPicture([]), /^Error: A moving picture needs a frame\.$/);
    assert.throws(() => chunksOf(Buffer.from("GIF89a")), /^Error: A frame is not a PNG picture\.$/);
  });
});
