import assert from "node:assert/strict";
import fc from "fast-check";
import { occurrences } from "../../../../src/lib/edits/matching/occurrences";

/** The slow and obvious way. */
function naive(file: string, wanted: string, accept: (start: number) => boolean): number[] {
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= file.length; ) {
    const found = file.startsWith(wanted, at) && accept(at);
    if (found) places.push(at);
    at += found ? wanted.length : 1;
  }
  return places;
}

const letters = (max: number) =>
  fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: max }).map((all) => all.join(""));

describe("occurrences (ED-15)", () => {
  it("are those of the slow and obvious search, in text and bytes, with places that are not accepted", () =>
    fc.assert(
      fc.property(letters(60), letters(4), fc.integer({ min: 1, max: 5 }), (file, wanted, every) => {
        const accept = (start: number) => start % every !== 1;
        const expected = naive(file, wanted, accept);
        assert.deepEqual(occurrences(file, wanted, accept), expected);
        assert.deepEqual(occurrences(Buffer.from(file), Buffer.from(wanted), accept), expected);
      }),
      { numRuns: 500 },
    ));

  it("so are those of long texts that nearly match everywhere, where the search changes its way", () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 180, max: 700 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 201, max: 600 }),
        (runs, length) => {
          const file = runs.map((run) => `${"a".repeat(run)}b`).join("");
          for (const wanted of [`${"a".repeat(length)}b`, `${"a".repeat(length)}ba`, "a".repeat(length)]) {
            const accept = (start: number) => start % 3 !== 0;
            const expected = naive(file, wanted, accept);
            assert.deepEqual(occurrences(file, wanted, accept), expected);
            assert.deepEqual(occurrences(Buffer.from(file), Buffer.from(wanted), accept), expected);
          }
        },
      ),
      { numRuns: 60 },
    ));

  it("an empty text is nowhere", () => assert.deepEqual(occurrences("abc", ""), []));
});
