import assert from "node:assert/strict";
import fc from "fast-check";
import { orientationOf, turnUpright } from "../../../src/lib/media/orientation";
import { sample, samples } from "./samples";

const kinds = { jpg: "image/jpeg", png: "image/png", webp: "image/webp", tiff: "image/tiff", avif: "image/avif" };
const mimeTypeOf = (name: string) => kinds[name.replace(/.*\./, "") as keyof typeof kinds];

describe("orientationOf (RD-10)", () => {
  it("is what was written into each sample", () => {
    const files = samples(/^orientation/);
    assert.equal(files.length, 18);
    for (const file of files)
      assert.equal(orientationOf(sample(file), mimeTypeOf(file)), Number(file.replace(/\D/g, "")), file);
  });

  it("is upright where nothing says otherwise", () => {
    for (const file of ["plain.jpg", "plain.png", "plain.webp", "plain.tiff", "plain.avif"])
      assert.equal(orientationOf(sample(file), mimeTypeOf(file)), 1, file);
    assert.equal(orientationOf(sample("plain.gif"), "image/gif"), 1);
  });

  it("ends, and turns nothing it should not, whatever the bytes", () => {
    const files = Object.keys(kinds).map((ending) => sample(`orientation6.${ending}`));
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.constantFrom(...Object.values(kinds)),
        fc.array(fc.tuple(fc.nat(9999), fc.nat(255)), { maxLength: 8 }),
        fc.nat(9999),
        (file, mimeType, changes, length) => {
          const bytes = Buffer.from(file.subarray(0, length));
          for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
          assert.ok([1, 2, 3, 4, 5, 6, 7, 8].includes(orientationOf(bytes, mimeType)));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("turnUpright", () => {
  /** A picture of three by two pixels, written as letters. */
  const picture = { data: Buffer.from("aaaabbbbccccddddeeeeffff"), width: 3, height: 2 };
  const rows = (orientation: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8) => {
    const { data, width, height } = turnUpright(picture, orientation);
    const letters = Buffer.from(data)
      .toString()
      .replace(/(.)\1{3}/g, "$1");
    assert.equal(letters.length, width * height);
    return letters.match(new RegExp(`.{${width}}`, "g"))?.join("/");
  };

  it("turns and mirrors as EXIF says", () =>
    assert.deepEqual(([1, 2, 3, 4, 5, 6, 7, 8] as const).map(rows), [
      "abc/def",
      "cba/fed",
      "fed/cba",
      "def/abc",
      "ad/be/cf",
      "da/eb/fc",
      "fc/eb/da",
      "cf/be/ad",
    ]));
});
