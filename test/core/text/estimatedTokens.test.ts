import assert from "node:assert/strict";
import fc from "fast-check";
import { withinTokens } from "../../../src/core/text/estimatedTokens";

const tokens = (text: string) => withinTokens(text, Number.POSITIVE_INFINITY).tokens;

describe("withinTokens", () => {
  const texts: [text: string, tokens: number][] = [
    ["", 0],
    ["the quick fox", 3],
    ["getUserName", 3],
    ["1234567", 3],
    ["    return x;\n", 4.75],
    ["文字", 2],
    ["internationalisation", 4],
  ];
  for (const [text, expected] of texts)
    it(`estimates ${JSON.stringify(text)} at ${expected}`, () => assert.equal(tokens(text), expected));

  it("a text of numbers and signs costs more than prose of the same length", () =>
    assert.ok(tokens('{"a":[1,2,3]},') > 2 * tokens("plain simple w")));

  it("gives a beginning that fits, and makes headway whatever the text", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 2, max: 60 }), (text, most) => {
        const { end, tokens: used } = withinTokens(text, most);
        assert.ok(used <= most && end <= text.length);
        assert.ok(end > 0 || text === "");
        if (tokens(text) <= most) assert.equal(end, text.length);
      }),
    ));

  it("takes a text apart as the expression for its pieces does", () => {
    const pieces = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[ \t]+|[\r\n]+|[\s\S]/gu;
    const piecewise = (text: string) => (text.match(pieces) ?? []).reduce((sum, piece) => sum + tokens(piece), 0);
    const units = fc.constantFrom(..."aZ7 \t\r\n.\u0000\u007fé文\u{1f600}\ud800", "ab", "XY", "1234", "  ");
    fc.assert(
      fc.property(fc.array(units, { maxLength: 60 }), (parts) => {
        const text = parts.join("");
        assert.equal(tokens(text), piecewise(text));
      }),
    );
  });

  it("cuts one long word where the tokens end", () => assert.equal(withinTokens("a".repeat(1000), 10).end, 59));
});
