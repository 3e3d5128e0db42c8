/** Telling a model where its text may have been meant (ED-4, ED-6). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { similarity } from "../../../../src/core/text/similarity";
import { closestPlace } from "../../../../src/lib/edits/matching/closest";

const file = ["function a() {", "\treturn 8081;", "}", "", "function bee(x) {", "  return x + 1;", "}", ""].join("\n");

describe("the closest place", () => {
  it("is found by equal lines, with a diff from what was given to what is there", () => {
    const { diff, ...place } = closestPlace(file, "function bee(y) {\n  return x + 1;\n}") ?? { diff: "" };
    assert.deepEqual({ ...place, similarity: undefined }, { firstLine: 5, lastLine: 7, similarity: undefined });
    assert.equal(diff, "@@ -1,3 +1,3 @@\n-function bee(y) {\n+function bee(x) {\n   return x + 1;\n }");
  });

  const hints: [given: string, hint: string | undefined, line: number][] = [
    ["    return 8081;", "only tabs and spaces differ", 2],
    ["function  bee(x) {", "only the number of spaces differs", 5],
    ["function bee( x ) {", "only white space differs", 5],
    ["FUNCTION BEE(X) {", "only upper and lower case differ", 5],
    ["function boo(x) {", undefined, 5],
    ["  return x + 1;\n}\n\n", "it ends with a line ending that the file does not have there", 6],
  ];
  for (const [given, hint, line] of hints)
    it(`of ${JSON.stringify(given)} says ${hint ?? "no more than the diff"}`, () => {
      const place = closestPlace(file, given);
      assert.deepEqual([place?.hint, place?.firstLine], [hint, line]);
    });

  it("is not told when nothing is alike", () => {
    assert.equal(closestPlace(file, "completely different words"), undefined);
    assert.equal(closestPlace("", "x"), undefined);
  });

  it("is found in bounded time in a large file", () => {
    const large = Array.from({ length: 90_000 }, (_, at) => `const value${at} = ${at};`).join("\n");
    assert.equal(closestPlace(large, "const value77777 = 77778;")?.firstLine, 77778);
  });

  it("never throws, and its lines are lines of the file", () =>
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, wanted) => {
        const place = closestPlace(text, wanted);
        if (!place) return;
        assert.ok(
          place.firstLine >= 1 && place.firstLine <= place.lastLine && place.lastLine <= text.split(/\r?\n/).length,
        );
        assert.ok(place.similarity > 0.5 && place.similarity <= 1);
      }),
    ));

  it("measures likeness from 0 to 1, the same both ways", () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        assert.equal(similarity(a, a), 1);
        assert.equal(similarity(a, b), similarity(b, a));
        assert.ok(similarity(a, b) >= 0 && similarity(a, b) <= 1);
      }),
    ));
});
