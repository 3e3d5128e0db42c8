import assert from "node:assert/strict";
import { judgeEffect } from "../../../src/core/rules/rule";
import type { ExecEffect } from "../../../src/core/vocabulary/effect";
import { rules } from "../../../src/policy";
import { confinementOf } from "../../../src/policy/files/confinement";
import { approvalsOver } from "../../support/approvals";
import { type Fixture, makeFixture } from "../support/fixture";

describe("leaving the sandbox (D-15)", () => {
  let at: Fixture;
  before(() => {
    at = makeFixture();
  });
  after(() => at.remove());

  const effect = async (command: string, outsideSandbox?: boolean): Promise<ExecEffect> => ({
    kind: "exec",
    command,
    cwd: await at.context().resolve("."),
    timeoutMs: 1000,
    ...(outsideSandbox !== undefined && { outsideSandbox }),
  });
  const judge = async (command: string, outside: boolean | undefined, settings = {}) => {
    const { kind, always, rule, reason } = await judgeEffect(
      rules,
      await effect(command, outside),
      at.context(settings),
    );
    return [kind, always === true, rule, reason];
  };

  it("a person is asked each time, even for what only reads or a rule of theirs allows", async () => {
    const asks = ["ask", true, "sandbox", "it runs outside the sandbox"];
    assert.deepEqual(await judge("cat file.txt", true), asks);
    assert.deepEqual(await judge("make", true, { "commands.allow": ["make"] }), asks);
    assert.deepEqual((await judge("cat file.txt", false))[0], "allow");
    assert.deepEqual((await judge("cat file.txt", undefined))[0], "allow");
  });

  it("what is denied stays denied", async () => {
    assert.equal((await judge("sudo ls", true))[0], "deny");
  });

  it("where the sandbox is required nobody can say yes; where it is off there is none to leave", async () => {
    assert.deepEqual(await judge("cat file.txt", true, { sandbox: "required" }), [
      "deny",
      false,
      "sandbox",
      "it asks to run outside the sandbox, but the setting toolcrib.sandbox requires the sandbox",
    ]);
    assert.equal((await judge("cat file.txt", true, { sandbox: "off" }))[0], "allow");
  });

  it("a yes is not remembered, and a remembered yes to the command inside does not count", async () => {
    const approvals = approvalsOver();
    const ask = { kind: "ask", rule: "x", reason: "y" } as const;
    approvals.take("exact", "session", [await effect("make", true)], [ask]);
    assert.equal(approvals.size, 0);
    approvals.take("exact", "session", [await effect("make")], [ask]);
    assert.deepEqual(approvals.cover([await effect("make")], [ask]), ["session"]);
    assert.equal(approvals.cover([await effect("make", true)], [ask]), undefined);
  });
});

describe("what commands are held by (D-15)", () => {
  let at: Fixture;
  before(() => {
    at = makeFixture();
  });
  after(() => at.remove());

  it("follows the folders, the settings and the lists of protected and secret names", () => {
    const settings = { sandbox: "required", limits: { cpuSeconds: 5 }, protectedPaths: ["./db/x/", "*.lock"] };
    const held = confinementOf(at.context(settings));
    assert.deepEqual(
      [held.mode, held.roots, held.home, held.closed, held.limits.cpuSeconds, held.protectedPlaces],
      ["required", [at.root], at.home, [`${at.world}/.agents/b`], 5, ["db/x"]],
    );
    const isProtected = (name: string) => held.isProtected(at.root, `${at.root}/${name}`);
    for (const name of [".vscode", ".VSCODE", ".github/x", "sub/.mcp.json", "AGENTS.md", ".env", "db/x", "yarn.lock"])
      assert.equal(isProtected(name), true, name);
    for (const name of [
      "src",
      "node_modules",
      "node_modules/x",
      "packages/a/node_modules",
      "sub/.git",
      ".git",
      ".yarn/cache",
      "a.ts",
    ])
      assert.equal(isProtected(name), false, name);
    assert.deepEqual([held.isSecret(`${at.home}/.ssh`), held.isSecret(`${at.home}/.gitconfig`)], [true, false]);
  });

  it("reaches what the web tools may, and local servers by their ports", () => {
    const { reach } = confinementOf(
      at.context({
        "web.allowedHosts": ["*.example.org"],
        "web.allowLocal": ["localhost:3000", "127.0.0.1:5432", "10.0.0.5:80", "npm.corp.example:80"],
      }),
    );
    assert.deepEqual([reach.isEmpty, reach.localPorts], [false, [3000, 5432]]);
    assert.deepEqual(reach.judge("https://a.example.org/"), { isLocal: false });
    assert.deepEqual(reach.judge("http://10.0.0.5/"), { isLocal: true });
    assert.deepEqual(reach.judge("http://npm.corp.example/"), { isLocal: true });
    assert.deepEqual(reach.judge("https://example.org/"), {
      refused: "example.org is not on the list of allowed hosts (toolcrib.web.allowedHosts)",
      isLocal: false,
    });
    assert.deepEqual([reach.isPublic("10.0.0.5"), reach.isPublic("1.1.1.1")], [false, true]);
    assert.deepEqual([reach.isPrivate("10.0.0.5"), reach.isPrivate("169.254.169.254")], [true, false]);
    assert.equal(confinementOf(at.context()).reach.isEmpty, true);
  });
});
