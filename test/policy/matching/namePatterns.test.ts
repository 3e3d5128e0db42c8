/** A name is told by how patterns begin and end, with the same answers as by the patterns themselves (D-13). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { secretPatterns } from "../../../src/policy/files/secretPaths";
import { matchesGlob } from "../../../src/policy/matching/globPattern";
import { nameTest } from "../../../src/policy/matching/namePatterns";

const isMeant = (patterns: readonly string[], name: string) => patterns.some((one) => matchesGlob(one, name));

/** Parts of patterns, broken ones too: what cannot be read means every name. */
const part = fc.constantFrom(
  "a",
  "B",
  ".",
  "-",
  "*",
  "**",
  "?",
  "{a,b}",
  "{a",
  "}",
  ",",
  "[ab]",
  "[!a]",
  "[",
  "\\",
  "é",
);
const pattern = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
const name = fc.string({
  unit: fc.constantFrom("a", "b", "c", ".", "-", "é", "[", "{", "*"),
  minLength: 1,
  maxLength: 6,
});

describe("the test of a name (D-13)", () => {
  it("answers as the patterns do", () =>
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), name, (patterns, one) => {
        assert.equal(nameTest(patterns)(one), isMeant(patterns, one));
      }),
      { numRuns: 3000 },
    ));

  it("answers so for what is always secret, and for all that lies close to it", () => {
    const names = [
      ".env",
      ".env.local",
      "x.env",
      "key.pem",
      ".pem",
      "pem",
      "id_rsa",
      "id_rsa.pub",
      "id_",
      "secrets.yml",
    ];
    const others = [
      "service-account.json",
      "service-accountx.json",
      "service-account",
      ".bash_history",
      "_netrc",
      "a.tfvars.b",
    ];
    for (const one of [...names, ...others]) {
      const meant = secretPatterns.filter((each) => !each.includes("/")).filter((each) => matchesGlob(each, one));
      assert.equal(nameTest(secretPatterns)(one) || meant.length === 0, true, one);
      assert.equal(nameTest(secretPatterns.filter((each) => !each.includes("/")))(one), meant.length > 0, one);
    }
  });

  it("means every name by what cannot be read, or makes too much of it", () => {
    for (const one of ["a{b", "{a,b}".repeat(12), `a${"b".repeat(600)}`, "a[b", ".."])
      assert.equal(nameTest([one])("c"), true, one);
  });
});
