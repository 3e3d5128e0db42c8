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

  it("end, say that they took too long, and are not tried again", () => {
    const expression = new BoundedExpression(slow, "");
    assert.deepEqual([expression.test("xxy"), expression.isTooSlow], [true, false]);
    assert.deepEqual([expression.test(manyX), expression.isTooSlow], [false, true]);
    assert.equal(expression.test("xxy"), false);
  });

  for (const source of ["(a|aa)+$", "(?:a?){40}a{40}", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){20}", "a*a*a*a*a*a*b"])
    it(`ends for ${source}`, () => {
      const expression = new BoundedExpression(source, "");
      assert.equal(expression.test(`${"a".repeat(5000)}!`) && expression.isTooSlow, false);
    });

  it("give places line by line, without empty ones", () => {
    assert.deepEqual(new BoundedExpression("a*", "").places("baa\na\n\nxxxa", 3), [
      { start: 1, end: 3 },
      { start: 4, end: 5 },
    ]);
  });

  it("count what they could not look at in time as found", () => {
    const expression = new BoundedExpression(slow, "");
    const text = `axxy\n${manyX}\nlast`;
    const rest = { start: 5, end: text.length };
    assert.deepEqual([expression.places(text, 2000), expression.isTooSlow], [[{ start: 1, end: 4 }, rest], true]);
    assert.deepEqual(expression.places("abc", 2000), [{ start: 0, end: 3 }]);
  });

  it("end soon also where there are hundreds of them, and are then not even tried", () => {
    const script = `
      const { BoundedExpression } = require(${JSON.stringify(join(__dirname, "../../../src/lib/expressions/boundedExpression.ts"))});
      const began = performance.now();
      const slow = Array.from({ length: 2000 }, (_, at) => new BoundedExpression("(x+x+)+y" + at, ""));
      const found = slow.filter((one) => one.test("x".repeat(60)) || !one.isTooSlow).length;
      const others = [new BoundedExpression("a+b+", ""), new BoundedExpression("a+b", "")].map((one) => [one.test("aab"), one.isTooSlow]);
      console.log(JSON.stringify([found, others, performance.now() - began < 60_000]));`;
    const out = execFileSync(process.execPath, ["--import=tsx", "--require=tsx/cjs", "-e", script], {
      encoding: "utf8",
    });
    assert.deepEqual(JSON.parse(out), [
      0,
      [
        [false, true],
        [true, false],
      ],
      true,
    ]);
  });
});
