import assert from "node:assert/strict";
import fc from "fast-check";
import { carryOver } from "../../../../src/lib/edits/matching/carryOver";

const words = (text: string) => text.split(" ");

describe("carrying over the file's own pieces", () => {
  const cases: [what: string, given: string, fresh: string, result: string][] = [
    ["what is repeated is the file's", "a b c", "a x c", "A x' C"],
    ["what is new is adapted, in front, between and behind", "a b", "x a y b z", "x' A y' B z'"],
    ["what is left out is gone", "a b c", "b", "B"],
    ["what is moved is the file's where it is repeated in order", "a b c d", "d a b c", "d' A B C"],
  ];
  for (const [what, given, fresh, result] of cases)
    it(what, () =>
      assert.deepEqual(
        carryOver(words(given), words(given.toUpperCase()), words(fresh), (piece) => `${piece}'`),
        words(result),
      ),
    );

  it("of texts that are too different, only beginning and end are compared", () => {
    const many = (name: string) => Array.from({ length: 700 }, (_, at) => `${name}${at}`);
    const given = ["first", ...many("a"), "same", ...many("b"), "last"];
    const fresh = ["first", ...many("c"), "same", ...many("d"), "last"];
    const actual = given.map((piece) => piece.toUpperCase());
    assert.deepEqual(
      carryOver(given, actual, fresh),
      fresh.map((piece) => (piece === "first" || piece === "last" ? piece.toUpperCase() : piece)),
    );
  });

  it("is the new text when the file has what was given, and the file's when the new text is what was given", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c")),
        fc.array(fc.constantFrom("a", "b", "c")),
        (given, fresh) => {
          const actual = given.map((piece, at) => `${piece}${at}`);
          assert.deepEqual(carryOver(given, given, fresh), fresh);
          assert.deepEqual(carryOver(given, actual, given), actual);
        },
      ),
    ));
});
