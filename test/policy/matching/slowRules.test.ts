/** What rules leave open whose expressions take for ever is decided strictly (D-13). */
import assert from "node:assert/strict";
import { readSettings } from "../../../src/core/settings/readSettings";
import { analyse } from "../../../src/lib/shell/analyse";
import { classifyCommand } from "../../../src/policy/confidentiality/classification";
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

  it("deny the command that they cannot tell, and judge the next one as ever", async () => {
    const settings = { "commands.deny": ["/(x+x+)+[y]/", ["vault"]] };
    const denied = await judgeCommand(fixture, `echo ${manyX}`, settings);
    assert.deepEqual(
      [kindOf(denied), denied.reason],
      ["deny", "the denying rule /(x+x+)+[y]/ takes too long to match"],
    );
    assert.equal((await judgeCommand(fixture, `vault ${manyX}`, settings)).reason, "a user rule denies it");
    assert.equal((await judgeCommand(fixture, "echo xxy", settings)).reason, "a user rule denies it");
    assert.equal(kindOf(await judgeCommand(fixture, "echo x", settings)), "allow");
  });

  it("allow nothing that they cannot tell", async () => {
    const settings = { "commands.allow": ["/touch (x+x+)+[y]/"] };
    assert.equal(kindOf(await judgeCommand(fixture, `touch ${manyX}`, settings)), "ask");
  });

  it("lower no level by what they cannot tell, and raise one", () => {
    const rule = (match: unknown, level: string, action: string) => ({ match: { command: match }, level, action });
    const levelOf = (text: string, rules: unknown[], raise: unknown[] = []) => {
      const { settings } = readSettings({ "classification.rules": rules, "classification.raise": raise });
      const [command] = analyse(text).commands;
      assert.ok(command);
      const { level, action } = classifyCommand(command, { settings });
      return [level, action];
    };
    const lenient = rule("/^vault (x+x+)+[y]/", "PUBLIC", "allow");
    const strict = rule(["vault"], "RESTRICTED", "block");
    assert.deepEqual(levelOf(`vault ${manyX}`, [lenient, strict]), ["RESTRICTED", "block"]);
    assert.deepEqual(levelOf("vault xxy", [lenient, strict]), ["PUBLIC", "allow"]);
    const slowStrict = rule("/^echo (x+x+)+[y]/", "RESTRICTED", "block");
    assert.deepEqual(levelOf(`echo ${manyX}`, [slowStrict]), ["RESTRICTED", "block"]);
    const raising = { match: { command: "/^echo (x+x+)+[y]/" }, level: "CONFIDENTIAL" };
    assert.deepEqual(levelOf(`echo ${manyX}`, [], [raising]), ["CONFIDENTIAL", "allow"]);
  });

  it("take out the text that they could not look through", () => {
    const rule = { match: { content: "/(x+x+)+[z]/" }, level: "RESTRICTED", action: "redact" } as const;
    const settings = readSettings({ "classification.rules": [rule] }).settings;
    assert.deepEqual(classifyText(`first\n${manyX}`, settings), {
      text: "first\n[redacted: classified text]",
      found: [],
    });
  });

  it("take it out also where a secret overlaps its beginning", () => {
    const key = ["ghp", "_aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pSuE9x"].join("");
    const rule = { match: { content: "/(x+x+)+[z]/" }, level: "RESTRICTED", action: "redact" } as const;
    const { settings } = readSettings({ "classification.rules": [rule], "classification.redactSecrets": true });
    assert.doesNotMatch(classifyText(`${key} ${manyX}\nlast`, settings).text, /x{5}|last|ghp/);
  });

  it("let no secret out that they could not look through", () => {
    const rule = { match: { content: "/(\\w+\\w+)+[!]/" }, level: "PUBLIC", action: "allow" } as const;
    const settings = readSettings({ "classification.rules": [rule], "classification.redactSecrets": true }).settings;
    const key = ["ghp", "_aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pSuE9x"].join("");
    const { text } = classifyText(`key ${key}`, settings);
    assert.ok(!text.includes(key), text);
  });
});
