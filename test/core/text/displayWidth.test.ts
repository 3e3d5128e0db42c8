import assert from "node:assert/strict";
import { cutToWidth, displayWidth } from "../../../src/core/text/displayWidth";

describe("display width (SH-13)", () => {
  it("wide characters take two columns, marks none", () =>
    assert.deepEqual(
      ["", "abc", "日本語", "한글", "ｆｕｌｌ", "e\u0301", "é", "😀", "a日b"].map(displayWidth),
      [0, 3, 6, 4, 8, 1, 1, 2, 4],
    ));

  it("a line is cut where it no longer fits, never inside a character", () => {
    assert.equal(cutToWidth("日本語", 6), "日本語");
    assert.equal(cutToWidth("日本語", 5), "日本…");
    assert.equal(cutToWidth("a😀😀", 3), "a😀…");
    assert.equal(cutToWidth("abc", 3), "abc");
    assert.ok(cutToWidth("e".concat("\u0301".repeat(1_000_000)), 5).length < 100);
  });
});
