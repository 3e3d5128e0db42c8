import assert from "node:assert/strict";
import fc from "fast-check";
import { hunkAt, lineHunks, withoutHunks } from "../../../../src/lib/edits/diff/lineHunks";

const before = ["a", "b", "c", "d", "e", "f"];
const spans = (old: readonly string[], fresh: readonly string[]) =>
  lineHunks(old, fresh).map(({ before: b, after: a }) => [b.start, b.end, a.start, a.end]);

describe("lineHunks: the single changes between two texts (D-16)", () => {
  it("are none between equal texts", () => assert.deepEqual(lineHunks(before, before), []));

  it("are a changed, an added and a removed line, each by itself", () =>
    assert.deepEqual(spans(before, ["a", "B", "c", "d", "new", "e"]), [
      [1, 2, 1, 2],
      [4, 4, 4, 5],
      [5, 6, 6, 6],
    ]));

  it("are one where nothing is alike", () => assert.deepEqual(spans(["a", "b"], ["c"]), [[0, 2, 0, 1]]));

  it("are one, from the first to the last difference, where there are too many to tell apart", () => {
    const many = (from: number) => ["same", ...Array.from({ length: 3000 }, (_, index) => String(from + index)), "end"];
    assert.deepEqual(spans(many(0), many(10_000)), [[1, 3001, 1, 3001]]);
  });

  it("give back either text when all or none are taken out", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("", "a", "b", "c")),
        fc.array(fc.constantFrom("", "a", "b", "c")),
        (old, fresh) => {
          const hunks = lineHunks(old, fresh);
          assert.deepEqual(withoutHunks(old, fresh, hunks), old);
          assert.deepEqual(withoutHunks(old, fresh, []), fresh);
        },
      ),
    ));

  it("can be taken out one by one, and each is then gone and the others are there", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c", "d")),
        fc.array(fc.constantFrom("a", "b", "c", "d")),
        (old, fresh) => {
          let left: readonly string[] = fresh;
          for (let round = lineHunks(old, fresh).length; round > 0; round--)
            left = withoutHunks(old, left, lineHunks(old, left).slice(0, 1));
          assert.deepEqual(left, old);
        },
      ),
    ));
});

describe("hunkAt: the change a person points at", () => {
  const fresh = ["a", "B", "c", "e", "f", "new"];
  const hunks = lineHunks(before, fresh);

  it("is the one the line lies in", () => {
    assert.equal(hunkAt(hunks, 1), hunks[0]);
    assert.equal(hunkAt(hunks, 5), hunks[2]);
  });

  it("is for lines that were taken away the one between the lines around them", () => {
    assert.equal(hunkAt(hunks, 2), hunks[1]);
    assert.equal(hunkAt(hunks, 3), hunks[1]);
  });

  it("is none on an unchanged line", () => {
    assert.equal(hunkAt(hunks, 0), undefined);
    assert.equal(hunkAt(hunks, 4), undefined);
  });
});
