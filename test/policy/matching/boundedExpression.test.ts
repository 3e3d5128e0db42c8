/** Expressions that others wrote end, and what they leave open is decided strictly (D-13). */
import assert from "node:assert/strict";
import { readSettings } from "../../../src/core/settings/readSettings";
import { classifyText } from "../../../src/policy/confidentiality/classifiedText";
import { BoundedExpression } from "../../../src/policy/matching/boundedExpression";
import { type Fixture, makeFixture } from "../support/fixture";
import { judgeCommand, kindOf } from "../support/judge";

const slow = "(x+x+)+y";
const manyX = "x".repeat(60);

describe("expressions that may take for ever", () => {
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

  it("match long texts as well as short ones", () => {
    const expression = new BoundedExpression("b$", "i");
    assert.deepEqual(
      ["ab", "a", `${"a".repeat(100_000)}B`, "a".repeat(100_000)].map((text) => expression.test(text)),
      [true, false, true, false],
    );
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
});

describe("rules with an expression that takes for ever (D-13, C-39)", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());

  it("ask about every command where they deny, and allow none", async () => {
    for (const command of [`echo ${manyX}`, "ls"]) {
      const denied = await judgeCommand(fixture, command, { "commands.deny": ["/(x+x+)+[y]/"] });
      assert.deepEqual(
        [kindOf(denied), denied.reason],
        ["ask", "the denying rule /(x+x+)+[y]/ takes too long to match"],
      );
      assert.equal(
        kindOf(await judgeCommand(fixture, command, { "commands.allow": ["/(?:e?c?h?o? ?x+x+)+[y]/"] })),
        "allow",
      );
    }
  });

  it("take out the text that they could not look through", () => {
    const rule = { match: { content: "/(x+x+)+[z]/" }, level: "RESTRICTED", action: "redact" } as const;
    const settings = readSettings({ "classification.rules": [rule] }).settings;
    assert.deepEqual(classifyText(`first\n${manyX}`, settings), {
      text: "first\n[redacted: classified text]",
      found: [],
    });
  });

  it("let no secret out that they could not look through", () => {
    const rule = { match: { content: "/(\\w+\\w+)+[!]/" }, level: "PUBLIC", action: "allow" } as const;
    const settings = readSettings({ "classification.rules": [rule], "classification.redactSecrets": true }).settings;
    const key = ["ghp", "_aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pSuE9x"].join("");
    const { text } = classifyText(`key ${key}`, settings);
    assert.ok(!text.includes(key), text);
  });
});
