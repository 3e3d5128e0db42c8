/** What a model is told to do after a denial: it has to fit what was refused. */
import assert from "node:assert/strict";
import { deniedText } from "../../src/core/rules/denial";
import { judgeEffect, type RuleContext } from "../../src/core/rules/rule";
import { noPolicies } from "../../src/core/settings/policies";
import type { Decision } from "../../src/core/vocabulary/decision";
import type { Effect } from "../../src/core/vocabulary/effect";
import { rules } from "../../src/policy/index";
import { type Fixture, makeFixture } from "./support/fixture";
import { judgeCommand } from "./support/judge";

const usual = "do not retry it another way: go on without it, or tell the person what you need";
const inside = "do not try another way: choose a file inside the workspace, or tell the person what you need";
const temporary = "write temporary files to $TMPDIR and everything else inside the workspace";
const otherAddress = "do not retry with another name or spelling; use another source, or tell the person what you need";
const held: Partial<RuleContext> = { isHeld: async (outsideSandbox) => !outsideSandbox };

const advised = (decision: Decision): string => {
  assert.equal(decision.kind, "deny", decision.reason);
  const text = deniedText("it", decision.reason, decision.instead);
  const start = `Denied by policy: ${decision.reason}. "it" was not done; `;
  assert.ok(text.startsWith(start) && text.endsWith("."), text);
  return text.slice(start.length, -1);
};

describe("the advice of a denial", () => {
  let fixture: Fixture;
  before(() => (fixture = makeFixture()));
  after(() => fixture.remove());

  const judged = (effect: Effect, settings: Record<string, unknown> = {}, changes: Partial<RuleContext> = {}) =>
    judgeEffect(rules, effect, fixture.context(settings, changes));

  const commands: readonly (readonly [command: string, rule: string, advice: string])[] = [
    ["sudo id", "commands.denylist", usual],
    ["rm -rf /", "commands.denylist", usual],
    ["mkfs.ext4 image", "commands.denylist", usual],
    ["shutdown now", "commands.denylist", usual],
    ["history -c", "commands.denylist", usual],
    ["f() { f | f & }; f", "commands.denylist", usual],
    ["nsenter -t 1 sh", "commands.denylist", usual],
    ["forbidden x", "commands.user", usual],
    ["echo a\0b", "commands.parse", "leave the NUL character out"],
    ["cat /w/.agents/b/secret", "commands.path", usual],
    ["echo x > .toolcrib/policy.json", "commands.path", usual],
    ["echo x > /etc/crib", "commands.path", inside],
    ["curl http://169.254.169.254/", "commands.network", otherAddress],
    [
      "cat < /dev/tcp/example.com/80",
      "commands.redirect",
      "use a tool or program that is given the address to connect to, or tell the person what you need",
    ],
  ];
  for (const [command, rule, advice] of commands)
    it(`fits ${JSON.stringify(command)}`, async () => {
      const decision = await judgeCommand(fixture, command, { "commands.deny": ["forbidden"] });
      assert.deepEqual([decision.rule, advised(decision)], [rule, advice]);
    });

  const macPlaces = ["/private/tmp/x", "/var/folders/zz/T/x", "/private/var/folders/T/x"];
  for (const path of ["/tmp/x", "/var/tmp/a/x", ...macPlaces])
    it(`names $TMPDIR for ${path} where a sandbox gives commands a folder of their own`, async () => {
      if (macPlaces.includes(path)) {
        const decision = await judgeCommand(fixture, `echo x > ${path}`, {}, held);
        assert.deepEqual([decision.rule, advised(decision)], ["commands.path", temporary]);
        assert.equal(decision.reason, `writing outside the workspace is never allowed, and ${path} is outside`);
      }
      const target = await fixture.context().resolve(path);
      const written = await judged({ kind: "write", target, before: undefined, after: Buffer.from("x") }, {}, held);
      assert.deepEqual([written.rule, advised(written)], ["scope", temporary]);
    });

  it("names $TMPDIR in an agent's own workspace, which sets it without a sandbox too", async () => {
    const decision = await judgeCommand(fixture, "echo x > /tmp/x", {}, { inWorkspace: true });
    assert.equal(advised(decision), temporary);
  });

  it("does not name $TMPDIR without a sandbox, outside of it, or for other places", async () => {
    const none = { isHeld: async () => false };
    assert.equal(advised(await judgeCommand(fixture, "echo x > /tmp/x")), inside);
    assert.equal(advised(await judgeCommand(fixture, "echo x > /tmp/x", {}, none)), inside);
    assert.equal(advised(await judgeCommand(fixture, "echo x > /etc/tmp/x", {}, held)), inside);
    assert.equal(advised(await judgeCommand(fixture, "echo x > /tmpx", {}, held)), inside);
    const context = fixture.context();
    const command: Effect = {
      kind: "exec",
      command: "echo x > /tmp/x",
      cwd: await context.resolve("."),
      timeoutMs: 1000,
      outsideSandbox: true,
    };
    assert.equal(advised(await judged(command, {}, held)), inside);
  });

  it("fits what is read, written and fetched", async () => {
    const { resolve } = fixture.context();
    const read = async (path: string): Promise<Effect> => ({ kind: "read", target: await resolve(path) });
    const write = async (path: string): Promise<Effect> => ({
      kind: "write",
      target: await resolve(path),
      before: undefined,
      after: Buffer.from("x"),
    });
    const fetching = (url: string): Effect => ({ kind: "fetch", url, method: "GET" });
    const { root } = fixture;
    assert.equal(advised(await judged(await read("/etc/passwd"))), inside);
    assert.equal(advised(await judged(await read(fixture.map("/w/.agents/b/secret")))), usual);
    assert.equal(advised(await judged(await write(".toolcrib/policy.json"))), usual);
    assert.equal(advised(await judged(await write(root))), inside);
    assert.equal(advised(await judged(fetching("http://169.254.169.254/"))), otherAddress);
    const untrusted = await judged(await write("src/a.ts"), {}, { trusted: false });
    assert.equal(advised(untrusted), "continue with read-only work, or ask the person to trust the workspace");
    const unusable = { policies: { ...noPolicies, unusable: "policy.json is unreadable" } };
    assert.equal(
      advised(await judged(await write("src/a.ts"), {}, unusable)),
      "continue with read-only work in the workspace, or tell the person that the policy needs fixing",
    );
  });

  it("fits a command that asks to leave a sandbox that is required", async () => {
    const cwd = await fixture.context().resolve(".");
    const effect: Effect = { kind: "exec", command: "ls", cwd, timeoutMs: 1000, outsideSandbox: true };
    assert.equal(
      advised(await judged(effect, { sandbox: "required" })),
      "run it in the sandbox (without outside_sandbox), or tell the person what you need",
    );
  });
});
