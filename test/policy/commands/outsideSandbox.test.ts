import assert from "node:assert/strict";
import { judgeEffect, type RuleContext } from "../../../src/core/rules/rule";
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

describe("programs that the sandbox keeps from their work (D-15)", () => {
  let at: Fixture;
  before(() => {
    at = makeFixture();
  });
  after(() => at.remove());

  const held: Partial<RuleContext> = { isHeld: async (outside) => !outside, hasLayers: async () => true };
  async function judge(
    command: string,
    {
      settings = {},
      context = held,
      more = {},
    }: { settings?: Record<string, unknown>; context?: Partial<RuleContext>; more?: Partial<ExecEffect> } = {},
  ) {
    const cwd = await at.context().resolve(".");
    const effect: ExecEffect = { kind: "exec", command, cwd, timeoutMs: 1000, ...more };
    return judgeEffect(rules, effect, at.context(settings, context));
  }
  const why = "docker works through a service of this machine, which the sandbox does not reach";

  for (const command of ["docker ps", "docker run alpine true", "cat file.txt && docker images"])
    it(`asks for the way out, each time, whatever was allowed: ${command}`, async () => {
      for (const settings of [{}, { "commands.allow": [["docker"]] }]) {
        const { kind, always, rule, reason, leavesSandbox, prefixes, onLayer } = await judge(command, {
          settings,
        });
        assert.deepEqual(
          [kind, always, rule, reason, leavesSandbox, prefixes, onLayer],
          ["ask", true, "sandbox", `${why}, so it runs outside the sandbox`, true, undefined, undefined],
        );
      }
    });

  it("says the same where the model asked for it", async () => {
    const { kind, always, reason, leavesSandbox } = await judge("docker ps", {
      more: { outsideSandbox: true },
    });
    assert.deepEqual(
      [kind, always, reason, leavesSandbox],
      ["ask", true, `${why}, so it runs outside the sandbox`, undefined],
    );
  });

  it("leaves what is denied denied", async () => {
    const { kind, rule, leavesSandbox } = await judge("docker ps; sudo id");
    assert.deepEqual([kind, rule, leavesSandbox], ["deny", "commands.denylist", undefined]);
  });

  it("refuses at once, and without a question, where nobody can say yes", async () => {
    const required = await judge("docker ps", { settings: { sandbox: "required" } });
    assert.deepEqual(
      [required.kind, required.reason],
      ["deny", `${why}, and the setting toolcrib.sandbox requires the sandbox`],
    );
    const own = await judge("docker ps", { context: { ...held, inWorkspace: true } });
    assert.deepEqual(
      [own.kind, own.reason],
      ["deny", `${why}, and commands in the agent's own workspace cannot leave it; use run_command, which can ask to`],
    );
  });

  it("changes nothing where no sandbox holds commands, for a trial, and for what only tells about the program", async () => {
    const unheld = { isHeld: async () => false };
    for (const decision of [
      await judge("docker run x", { context: unheld }),
      await judge("docker run x", { settings: { sandbox: "off" }, context: unheld }),
      await judge("docker run x", { more: { onLayer: true } }),
      await judge("docker --version"),
      await judge("docker --help"),
    ])
      assert.deepEqual([decision.rule === "sandbox", decision.leavesSandbox], [false, undefined], decision.reason);
    assert.equal((await judge("docker --version")).kind, "allow");
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
