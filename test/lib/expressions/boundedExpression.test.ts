/** Expressions that others wrote end. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { BoundedExpression } from "../../../src/lib/expressions/boundedExpression";

const slow = "(x+x+)+y";
const manyX = "x".repeat(60);

describe("expressions that may take for ever", () => {
  it("match long texts as well as short ones", () => {
    const expression = new BoundedExpression("b$", "i");
    assert.deepEqual(
      ["ab", "a", `${"a".repeat(100_000)}B`, "a".repeat(100_000)].map((text) => expression.test(text)),
      [true, false, true, false],
    );
  });

  it("say that they ran out of time, of that text alone", () => {
    const expression = new BoundedExpression(slow, "");
    assert.deepEqual(
      ["xxy", manyX, "xxy", "x"].map((text) => expression.test(text)),
      [true, undefined, true, false],
    );
  });

  for (const source of [
    ...["(a|aa)+$", "(?:a?){40}a{40}b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){20}b", "a*a*a*a*a*a*b", "(?:a|a)*b"],
    ...["(?:a|a){24}b", `${"(?:a|a)".repeat(30)}b`, "(?:.|.|.|.|.|.)*!"],
  ])
    it(`ends for ${source.slice(0, 30)}`, () => {
      assert.notEqual(new BoundedExpression(source, "").test(`${"a".repeat(5000)}-`), true);
    });

  it("give places line by line, without empty ones", () => {
    assert.deepEqual(new BoundedExpression("a*", "").places("baa\na\n\nxxxa", 3), {
      places: [
        { start: 1, end: 3 },
        { start: 4, end: 5 },
      ],
      isWhole: true,
    });
  });

  it("give all that they could not look at in time as one place", () => {
    const text = `axxy\n${manyX}\nlast`;
    assert.deepEqual(new BoundedExpression(slow, "").places(text, 2000), {
      places: [
        { start: 1, end: 4 },
        { start: 5, end: text.length },
      ],
      isWhole: false,
    });
  });

  it("take little time also where there are thousands of them, and others still match", () => {
    const script = `
      const { BoundedExpression } = require(${JSON.stringify(join(__dirname, "../../../src/lib/expressions/boundedExpression.ts"))});
      const slow = Array.from({ length: 1000 }, (_, at) => new BoundedExpression("(x+x+)+y" + at, ""));
      const found = slow.filter((one) => one.test("x".repeat(60)) !== undefined).length;
      const others = ["a+b+", "a+b"].map((source) => new BoundedExpression(source, "").test("aab"));
      console.log(JSON.stringify([found, others]));`;
    const out = execFileSync(process.execPath, ["--import=tsx", "--require=tsx/cjs", "-e", script], {
      encoding: "utf8",
    });
    assert.deepEqual(JSON.parse(out), [0, [true, true]]);
  });
});
