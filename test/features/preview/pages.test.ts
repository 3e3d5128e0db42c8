import assert from "node:assert/strict";
import fc from "fast-check";
import { pagesOf } from "../../../src/features/preview/pages";

describe("parts of what a dialog asks about", () => {
  it("are one where the text is short", () => {
    assert.deepEqual([pagesOf(""), pagesOf("a\nb")], [[""], ["a\nb"]]);
    assert.deepEqual(pagesOf("x".repeat(2000)), ["x".repeat(2000)]);
  });

  it("end with a line where one ends in the second half, and never within a character", () => {
    const [first] = pagesOf(`${"a".repeat(1500)}\n${"b".repeat(1000)}`);
    assert.equal(first, `${"a".repeat(1500)}\n`);
    assert.equal(pagesOf(`${"a".repeat(1999)}😀b`)[0], "a".repeat(1999));
    assert.equal(pagesOf(`command\n${"\n".repeat(100)}node evil.js`)[0], `command\n${"\n".repeat(29)}`);
  });

  it("are the whole text, of 2,000 characters and 30 lines at most each", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "\n", "word ", "😀", "x".repeat(700))), (pieces) => {
        const text = pieces.join("");
        const pages = pagesOf(text);
        assert.equal(pages.join(""), text);
        for (const page of pages) assert.ok(page.length <= 2000 && page.replace(/\n$/, "").split("\n").length <= 30);
      }),
    );
  });
});
