import assert from "node:assert/strict";
import { textOf } from "../../../../src/lib/edits/text/encoding";
import { legacyEncodings } from "../../../../src/lib/edits/text/legacyEncoding";
import { readLines, TextLines } from "../../../../src/lib/edits/text/textLines";

describe("lines as editors count them", () => {
  const lines = new TextLines("one\r\ntwo\rthree\n\nfünf\u2028six");

  it("end with CRLF, LF or a lone CR, and with nothing else", () => {
    assert.equal(lines.count, 5);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((line) => lines.line(line)),
      ["one", "two", "three", "", "fünf\u2028six", undefined],
    );
  });

  it("have places, there and back", () => {
    const places = [
      [0, 3, 3],
      [1, 0, 5],
      [4, 4, 20],
    ] as const;
    for (const [line, character, offset] of places) {
      assert.equal(lines.offset({ line, character }), offset);
      assert.deepEqual(lines.position(offset), { line, character });
    }
  });

  it("have no places behind their ends, but for the end of the text", () => {
    assert.equal(lines.offset({ line: 0, character: 4 }), undefined);
    assert.equal(lines.offset({ line: 6, character: 0 }), undefined);
    assert.equal(lines.offset({ line: 5, character: 1 }), undefined);
    assert.equal(lines.offset({ line: 5, character: 0 }), lines.text.length);
  });

  it("are read in the encoding of the file, without its mark", async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a\nß", "utf16le")]);
    const target = { path: "/a", real: "/a", shown: "a" };
    const read = await readLines({ read: async () => bytes, encodingOf: async () => undefined }, target);
    assert.deepEqual([read.line(0), read.line(1)], ["a", "ß"]);
  });

  it("of a file in ASCII are those that its encoding would give, so nobody is asked for it", async () => {
    const text = String.fromCharCode(...Array.from({ length: 127 }, (_, at) => at + 1));
    const target = { path: "/a", real: "/a", shown: "a" };
    for (const encoding of legacyEncodings) assert.equal(textOf(Buffer.from(text), encoding), text, encoding);
    const encodingOf = () => assert.fail("nobody needs to know");
    assert.equal((await readLines({ read: async () => Buffer.from(text), encodingOf }, target)).text, text);
    const other = await readLines({ read: async () => Buffer.from([0xe4]), encodingOf: async () => "cp437" }, target);
    assert.equal(other.text, "\u03a3");
  });
});
