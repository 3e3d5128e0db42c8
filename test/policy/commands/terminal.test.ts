import assert from "node:assert/strict";
import { offersFor } from "../../../src/core/calls/approvals/approvals";
import { judgeEffect } from "../../../src/core/rules/rule";
import type { ExecEffect } from "../../../src/core/vocabulary/effect";
import { rules } from "../../../src/policy";
import { approvalsOver } from "../../support/approvals";
import { type Fixture, makeFixture } from "../support/fixture";

describe("commands in a terminal (D-12)", () => {
  let at: Fixture;
  before(() => {
    at = makeFixture();
  });
  after(() => at.remove());

  const effect = async (command: string, more: Partial<ExecEffect> = {}): Promise<ExecEffect> => ({
    kind: "exec",
    command,
    cwd: await at.context().resolve("."),
    timeoutMs: 1000,
    tty: true,
    ...more,
  });
  const judge = async (wanted: ExecEffect, settings = {}) => judgeEffect(rules, wanted, at.context(settings));

  it("a person is asked even for what only reads or a rule of theirs allows", async () => {
    for (const [command, settings] of [
      ["cat file.txt", {}],
      ["make", { "commands.allow": ["make"] }],
    ] as const) {
      const { kind, always, rule, reason, parts } = await judge(await effect(command), settings);
      assert.deepEqual(
        [kind, always, rule, reason],
        ["ask", undefined, "commands.terminal", "it runs in a terminal that a person types into"],
      );
      assert.deepEqual(
        parts?.map(({ text, kind }) => [text, kind]),
        [[command, "allow"]],
      );
      assert.equal((await judge(await effect(command, { tty: false }), settings)).kind, "allow");
    }
  });

  it("what is denied or always asked about stays so", async () => {
    assert.equal((await judge(await effect("sudo ls"))).kind, "deny");
    const outside = await judge(await effect("cat file.txt", { outsideSandbox: true }));
    assert.deepEqual([outside.kind, outside.always, outside.rule], ["ask", true, "sandbox"]);
  });

  it("only the very command in a terminal can be allowed for good, and no prefix, which would not be enough", async () => {
    const wanted = await effect("npm run build");
    const decision = await judge(wanted);
    assert.equal(decision.rule, "commands.unknown");
    const { exact, prefixes } = offersFor([wanted], [decision]);
    assert.deepEqual([exact, prefixes], [["session", "workspace", "always"], []]);
    const plain = { ...wanted, tty: false };
    assert.notDeepEqual(offersFor([plain], [await judge(plain)]).prefixes, []);
  });

  it("a yes to the command in a terminal is none to it without, nor the other way round", async () => {
    const [wanted, plain] = [await effect("make"), await effect("make", { tty: false })];
    const ask = { kind: "ask", rule: "x", reason: "y" } as const;
    for (const [said, other] of [
      [wanted, plain],
      [plain, wanted],
    ] as const) {
      const approvals = approvalsOver();
      approvals.take("exact", "always", [said], [ask]);
      assert.deepEqual([approvals.cover([said], [ask]), approvals.cover([other], [ask])], [["always"], undefined]);
    }
  });
});
