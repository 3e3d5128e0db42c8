/** Parts of long texts: together they are the text. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { partOf } from "../../../src/tools/web/webPart";

/** All parts, as a model comes by them. */
function partsOf(text: string, limit: number): string[] {
  const parts: string[] = [];
  for (let offset = 0; offset < text.length; ) {
    const part = partOf(text, offset, limit);
    assert.equal(part.offset, offset);
    assert.equal(part.end, offset + part.text.length);
    parts.push(part.text);
    offset = part.end;
  }
  return parts;
}

const loneHalf = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const texts = fc.string({
  unit: fc.constantFrom("a", "b", " ", ". ", "\n", "\n\n", "😀", "。", "```\n", "é"),
  maxLength: 400,
});

describe("parts of a text", () => {
  it("are the text when they are put together, each within the limit, no character torn", () =>
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 120 }), (text, limit) => {
        const parts = partsOf(text, limit);
        assert.equal(parts.join(""), text);
        for (const part of parts) {
          assert.ok(part.length > 0 && part.length <= limit);
          assert.doesNotMatch(part, loneHalf);
        }
      }),
      { numRuns: 1000 },
    ));

  it("begin at the whole character when an offset is within one", () =>
    assert.deepEqual(partOf("ab😀cd", 3, 10), { text: "😀cd", offset: 2, end: 6 }));

  const rows: [what: string, text: string, first: string][] = [
    ["the end of a line", `${"a".repeat(16)}. b\ncdef gh`, `${"a".repeat(16)}. b\n`],
    ["the end of a sentence where no line ends", `${"a".repeat(15)}! b cd efgh`, `${"a".repeat(15)}! `],
    ["the end of a sentence without spaces", `${"字".repeat(17)}。${"字".repeat(9)}`, `${"字".repeat(17)}。`],
    ["the end of a word where no sentence ends", `${"a".repeat(17)} cdefgh`, `${"a".repeat(17)} `],
    ["the limit where nothing ends", "a".repeat(30), "a".repeat(20)],
    ["the limit where things end too early", `a\nb. c ${"d".repeat(30)}`, `a\nb. c ${"d".repeat(13)}`],
    ["the limit, but never within a character", `${"a".repeat(19)}😀bc`, "a".repeat(19)],
  ];
  for (const [what, text, first] of rows) it(`end at ${what}`, () => assert.equal(partOf(text, 0, 20).text, first));

  it("are the whole text where it fits exactly", () =>
    assert.deepEqual(partOf("a".repeat(20), 0, 20), { text: "a".repeat(20), offset: 0, end: 20 }));
});
