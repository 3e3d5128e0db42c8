import assert from "node:assert/strict";
import fc from "fast-check";
import {
  allow,
  ask,
  askAlways,
  type Decision,
  deny,
  isStricter,
  strictest,
} from "../../../src/core/vocabulary/decision";

const a = allow("r", "fine");
const q = ask("r", "hm");
const always = askAlways("r", "a person must");
const d = deny("r", "no");
const ordered = [a, q, always, d];

const decision = fc.tuple(fc.constantFrom(...ordered), fc.nat(1000)).map(([kind, id]) => ({ ...kind, rule: `r${id}` }));

describe("decision (D-12: the strictest verdict holds)", () => {
  it("builds exactly the fields that are known", () => {
    const parts = [{ text: "ls", kind: "allow", rule: "r", reason: "reads" }] as const;
    assert.deepEqual(
      [a, q, always, d, ask("x", "y", parts)],
      [
        { kind: "allow", rule: "r", reason: "fine" },
        { kind: "ask", rule: "r", reason: "hm" },
        { kind: "ask", rule: "r", reason: "a person must", always: true },
        { kind: "deny", rule: "r", reason: "no" },
        { kind: "ask", rule: "x", reason: "y", parts },
      ],
    );
  });

  it("orders allow < ask < always ask < deny", () => {
    const table = ordered.map((left) => ordered.map((right) => isStricter(left, right)));
    assert.deepEqual(table, [
      [false, false, false, false],
      [true, false, false, false],
      [true, true, false, false],
      [true, true, true, false],
    ]);
  });

  it("takes the strictest, and the first of equals", () => {
    const second = deny("later", "also no");
    assert.equal(strictest([a, d, q, second]), d);
    assert.equal(strictest([q, always, a]), always);
    assert.equal(strictest([a]), a);
  });

  it("no opinion means ask", () => assert.deepEqual(strictest([]), ask("none", "no rule covers this")));

  it("no opinion is ever stricter than the verdict, and the verdict is one of the opinions", () =>
    fc.assert(
      fc.property(fc.array(decision, { minLength: 1 }), (opinions: Decision[]) => {
        const verdict = strictest(opinions);
        assert.ok(opinions.includes(verdict));
        assert.ok(!opinions.some((opinion) => isStricter(opinion, verdict)));
        assert.equal(
          opinions.findIndex((opinion) => !isStricter(verdict, opinion) && !isStricter(opinion, verdict)),
          opinions.indexOf(verdict),
        );
      }),
    ));
});
