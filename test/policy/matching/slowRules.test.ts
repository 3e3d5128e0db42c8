/** What rules leave open whose expressions take for ever is decided strictly (D-13). */
import assert from "node:assert/strict";
import { readSettings } from "../../../src/core/settings/readSettings";
import { classifyText } from "../../../src/policy/confidentiality/classifiedText";
import { type Fixture, makeFixture } from "../support/fixture";
import { judgeCommand, kindOf } from "../support/judge";

const manyX = "x".repeat(60);

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
