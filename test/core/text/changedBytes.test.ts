import assert from "node:assert/strict";
import fc from "fast-check";
import { changedBytes } from "../../../src/core/text/changedBytes";

const rebuilt = (before: Uint8Array, after: Uint8Array) => {
  const { start, endBefore, endAfter } = changedBytes(before, after);
  return Buffer.concat([before.subarray(0, start), after.subarray(start, endAfter), before.subarray(endBefore)]);
};

describe("changedBytes", () => {
  it("the second content is the first with the stretch replaced, and the stretch is no longer than it must be", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1), { maxLength: 30 }),
        fc.array(fc.constantFrom(0, 1), { maxLength: 30 }),
        (one, two) => {
          const [before, after] = [Uint8Array.from(one), Uint8Array.from(two)];
          const { start, endBefore, endAfter } = changedBytes(before, after);
          assert.deepEqual(rebuilt(before, after), Buffer.from(after));
          assert.ok(start <= endBefore && start <= endAfter);
          if (start < endBefore && start < endAfter) {
            assert.notEqual(before[start], after[start]);
            assert.notEqual(before[endBefore - 1], after[endAfter - 1]);
          }
        },
      ),
      { numRuns: 2000 },
    ));

  for (const at of [0, 1, 65_535, 65_536, 65_537, 131_072, 199_999])
    it(`finds one byte at ${at} of 200,000`, () => {
      const before = new Uint8Array(200_000);
      const after = before.with(at, 1);
      assert.deepEqual(changedBytes(before, after), { start: at, endBefore: at + 1, endAfter: at + 1 });
    });

  it("of equal contents the stretch is empty", () => {
    const bytes = new Uint8Array(70_000);
    assert.deepEqual(changedBytes(bytes, bytes.slice()), { start: 70_000, endBefore: 70_000, endAfter: 70_000 });
    assert.deepEqual(changedBytes(new Uint8Array(), new Uint8Array()), { start: 0, endBefore: 0, endAfter: 0 });
  });
});
