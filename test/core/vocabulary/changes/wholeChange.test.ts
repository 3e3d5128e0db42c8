import assert from "node:assert/strict";
import { isPut } from "../../../../src/core/vocabulary/changes/wholeChange";

describe("what a change put as a whole (D-17)", () => {
  const rows: readonly (readonly [found: string | undefined, put: string | undefined, expected: boolean])[] = [
    ["1:23:4:5", "1:23:4:5", true],
    ["1:23:4:6", "1:23:4:5", false],
    ["1:23", "1:23", true],
    ["1:234", "1:23", false],
    [undefined, undefined, true],
    [undefined, "1:23", false],
    ["1:23", undefined, false],
  ];
  for (const [found, put, expected] of rows)
    it(`${put ?? "nothing"} is ${expected ? "" : "not "}what is there as ${found ?? "nothing"}`, () => {
      assert.equal(isPut(found, put), expected);
    });

  it("a file is known that an earlier version recorded without its size and time", () => {
    assert.equal(isPut("1:23:4:5", "1:23"), true);
    assert.equal(isPut("1:234:4:5", "1:23"), false);
  });
});
