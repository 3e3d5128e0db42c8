import assert from "node:assert/strict";
import fc from "fast-check";
import { decode, decodeLoosely, detectEncoding, encode, encodePiece, looksBinary } from "../../src/edits/encoding";
import { failsWith } from "../support/toolFailure";
import { encoding, encodings, file, text } from "./arbitraries";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("encoding (D-9)", () => {
  it("stores each encoding with its mark", () =>
    assert.deepEqual(
      encodings.map((name) => encode("é", name).toString("hex")),
      ["c3a9", "efbbbfc3a9", "fffee900", "feff00e9"],
    ));

  it("gives back text and encoding, for every text and encoding", () =>
    fc.assert(
      fc.property(file, ({ content, how, bytes }) => {
        assert.deepEqual(decode(bytes, "f"), { text: content, encoding: how });
        assert.equal(decodeLoosely(bytes), content);
        assert.equal(detectEncoding(bytes), how);
      }),
    ));

  it("gives back the bytes, for every file it decodes", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), encoding, (junk, how) => {
        const file = Buffer.concat([encode("", how), junk]);
        let decoded: ReturnType<typeof decode>;
        try {
          decoded = decode(file, "f");
        } catch {
          return;
        }
        assert.deepEqual(encode(decoded.text, decoded.encoding), file);
      }),
      { numRuns: 1000 },
    ));

  it("a piece has no mark, and pieces put together are the whole", () =>
    fc.assert(
      fc.property(text, text, encoding, (a, b, how) => {
        const mark = encode("", how);
        assert.deepEqual(Buffer.concat([mark, encodePiece(a, how), encodePiece(b, how)]), encode(a + b, how));
      }),
    ));

  it("a second mark is text", () =>
    assert.deepEqual(decode(bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61), "f"), {
      text: "\ufeffa",
      encoding: "utf8bom",
    }));

  it("an empty file is UTF-8", () => assert.deepEqual(decode(bytes(), "f"), { text: "", encoding: "utf8" }));

  const utf8 = "f is not valid UTF-8 text: it is left alone because changing it would damage it.";
  const utf16 = "f is not valid UTF-16 text: it is left alone because changing it would damage it.";
  const binary = "f is a binary file: it cannot be changed as text.";
  const refused: [what: string, file: Uint8Array, message: string][] = [
    ["latin1", bytes(0x63, 0x61, 0x66, 0xe9), utf8],
    ["a cut character", bytes(0xe2, 0x82), utf8],
    ["an overlong slash", bytes(0xc0, 0xaf), utf8],
    ["a surrogate in UTF-8", bytes(0xed, 0xa0, 0x80), utf8],
    ["half a unit of UTF-16", bytes(0xff, 0xfe, 0x61), utf16],
    ["a lone surrogate in UTF-16 LE", bytes(0xff, 0xfe, 0x3d, 0xd8), utf16],
    ["a lone surrogate in UTF-16 BE", bytes(0xfe, 0xff, 0xdc, 0x00, 0x00, 0x61), utf16],
    ["a NUL", bytes(0x61, 0x00, 0x62), binary],
    ["UTF-32 LE, which starts as UTF-16 LE does", bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), binary],
    ["UTF-32 BE", bytes(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61), binary],
  ];
  for (const [what, file, message] of refused)
    it(`${what} is refused for changing, not damaged`, () => failsWith(() => decode(file, "f"), "not_text", message));

  it("C-12 a NUL in the first 4,096 bytes makes it binary, and no later one", () => {
    const at = (place: number) => Buffer.concat([Buffer.alloc(place, 97), bytes(0), Buffer.alloc(10, 97)]);
    assert.deepEqual([looksBinary(at(0)), looksBinary(at(4095)), looksBinary(at(4096))], [true, true, false]);
  });

  it("shows what is not valid as U+FFFD", () => assert.equal(decodeLoosely(bytes(0x61, 0xe9, 0x62)), "a\ufffdb"));
});
