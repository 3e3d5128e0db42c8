/** What an administrator lays down for commands, in whole calls with a person who always says yes (EN-1 to EN-5). */
import assert from "node:assert/strict";
import type { ManagedPolicy } from "../../src/core/settings/managedPolicy";
import type { Level } from "../../src/core/vocabulary/level";
import { denied } from "../support/probe";
import type { RealCrib } from "../support/realCrib";
import { commandsOff, isMade, openManaged, touch } from "./support/managed";

const verdict = async (at: RealCrib, tool: string, input: object) => {
  const { text, isError } = await at.call(tool, input);
  return { text, isError, asked: at.asked.length };
};

describe("managed policy: commands (EN-1 to EN-5)", () => {
  it("EN-1: disables commands for everybody, those that only look too, and asks nobody", async () => {
    const at = await openManaged(commandsOff);
    for (const command of ["touch made", "ls", "ls | wc", "", "$(("].filter(Boolean))
      assert.deepEqual(await verdict(at, "run_command", { command }), {
        text: denied(`Run ${command}`, "the managed policy does not allow commands"),
        isError: true,
        asked: 0,
      });
    assert.equal(isMade(at), false);
    assert.equal(at.records[0]?.decision?.rule, "policy.managed");
    assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
  });

  for (const dialect of ["standard", "triggerfish", "nanobot", "flyto", "qwen"] as const)
    it(`EN-1: in the dialect ${dialect}, too`, async () => {
      const at = await openManaged(commandsOff, { dialect });
      const tool = at.crib.dialect.tools.find(({ tool }) => tool.name === "run_command")?.name ?? "";
      const { isError, data } = await at.call(tool, { ...touch, description: "Touch" });
      assert.deepEqual([isError, (data as { error: string }).error, isMade(at)], [true, "denied", false]);
    });

  const disabled: [name: string, policy: Partial<ManagedPolicy>, reason: string | undefined][] = [
    [
      "the agent, in any case",
      { exec: { disabled: { agents: ["other", "Tester"] } } },
      "the managed policy does not allow the agent tester to run commands",
    ],
    ["another agent", { exec: { disabled: { agents: ["other"] } } }, undefined],
    [
      "a role of the agent's",
      { roles: { interns: ["x", "tester"] }, exec: { disabled: { roles: ["interns"] } } },
      "the managed policy does not allow the role interns to run commands",
    ],
    ["a role of others", { roles: { interns: ["x"] }, exec: { disabled: { roles: ["interns"] } } }, undefined],
  ];
  for (const [name, policy, reason] of disabled)
    it(`EN-1: disabled for ${name}`, async () => {
      const at = await openManaged(policy);
      const { text } = await at.call("run_command", touch);
      assert.deepEqual(
        reason === undefined ? isMade(at) : text,
        reason === undefined ? true : denied("Run touch made", reason),
      );
    });

  const runtimes: [command: string, reason: string | undefined][] = [
    ["deno run x.ts", undefined],
    ["git status", undefined],
    ["python3 -c 1", "the managed policy does not allow the runtime python3"],
    ["/usr/bin/python3.12 -c 1", "the managed policy does not allow the runtime python3.12"],
    ["echo x | sh", "the managed policy does not allow the runtime sh"],
    ["bash -c 'ls'", "the managed policy does not allow the runtime bash"],
    ["env FOO=1 timeout 3 node x.js", "the managed policy does not allow the runtime node"],
    ["npx tsc", "the managed policy does not allow the runtime npx"],
    ["ls && (cd src; pip3 install x)", "the managed policy does not allow the runtime pip3"],
    [". ./x.sh", "the managed policy does not allow the runtime ."],
    ["./build", "the managed policy restricts runtimes, and Toolcrib cannot tell what ./build runs"],
    ["$RUN x", "the managed policy restricts runtimes, and"],
    ["if true", "the managed policy restricts runtimes, and the command cannot be analysed: it is not valid bash"],
  ];
  for (const [command, reason] of runtimes)
    it(`EN-2: only deno: ${command} ${reason === undefined ? "is judged as ever" : "is denied"}`, async () => {
      const { crib } = await openManaged({ exec: { runtimes: ["deno"] } });
      const context = crib.context();
      const cwd = await context.resolve(".");
      const own = crib.rules.find(({ name }) => name === "policy");
      const decision = await own?.judge({ kind: "exec", command, cwd, timeoutMs: 1 }, context);
      assert.equal(decision?.kind, reason === undefined ? undefined : "deny");
      if (reason !== undefined) assert.ok(decision?.reason.startsWith(reason), decision?.reason);
    });

  it("EN-2: a runtime may be named by family or by program", async () => {
    const { crib } = await openManaged({ exec: { runtimes: ["Python", "sh"] } });
    const context = crib.context();
    const cwd = await context.resolve(".");
    const own = crib.rules.find(({ name }) => name === "policy");
    const kinds = ["pip install x", "sh x", "bash x"].map(
      async (command) => (await own?.judge({ kind: "exec", command, cwd, timeoutMs: 1 }, context))?.kind,
    );
    assert.deepEqual(await Promise.all(kinds), [undefined, undefined, "deny"]);
  });

  it("EN-3: limits are the lowest of the setting, everybody's and the agent's", async () => {
    const limits = {
      default: { cpuSeconds: 100, memoryMegabytes: 500 },
      agents: { TESTER: { cpuSeconds: 50 }, x: { processes: 16 } },
    };
    const { crib } = await openManaged(
      { exec: { limits } },
      { settings: { limits: { memoryMegabytes: 0, fileMegabytes: 7 } } },
    );
    const caller = { ...crib.context().caller, agent: "tester" };
    assert.deepEqual(crib.context(caller).confinement().limits, {
      cpuSeconds: 50,
      runCpuSeconds: 28_800,
      fileMegabytes: 7,
      processes: 2048,
      memoryMegabytes: 500,
      runMemoryMegabytes: 16_384,
    });
    assert.equal(crib.context().confinement().limits.cpuSeconds, 100);
  });

  it("EN-3: no call asks for more time than the lowest limit", async () => {
    const at = await openManaged({ exec: { limits: { default: { commandTimeoutMs: 2000 } } } });
    assert.match(
      (await at.call("run_command", { command: "ls", timeout_ms: 3000 })).text,
      /exceeds the maximum of 2000/,
    );
  });

  it("PO-9: agents may read no more than the lowest ceiling, and what is strict stays so", async () => {
    const { crib } = await openManaged(
      {
        ceilings: { TESTER: "INTERNAL", other: "PUBLIC" },
        settings: {
          "classification.ceiling": "CONFIDENTIAL",
          "classification.outflow": "deny",
          "classification.redactSecrets": true,
          "classification.raise": [{ match: { path: "hr/**" }, level: "CONFIDENTIAL" }],
        },
      },
      { settings: { "classification.raise": [{ match: { path: "a" }, level: "RESTRICTED" }] } },
    );
    const settings = (agent: string) => crib.context({ ...crib.context().caller, agent }).settings;
    assert.deepEqual(
      ["tester", "other", "x"].map((agent) => settings(agent)["classification.ceiling"]),
      ["INTERNAL", "PUBLIC", "CONFIDENTIAL"],
    );
    const { "classification.outflow": outflow, "classification.redactSecrets": redacts } = settings("x");
    assert.deepEqual([outflow, redacts], ["deny", true]);
    assert.deepEqual(
      settings("x")["classification.raise"].map(({ level }) => level),
      ["RESTRICTED", "CONFIDENTIAL"],
    );
  });

  const taints: [taint: Level, asks: boolean][] = [
    ["PUBLIC", false],
    ["INTERNAL", false],
    ["CONFIDENTIAL", true],
    ["RESTRICTED", true],
  ];
  for (const [level, asks] of taints)
    it(`EN-4: approval above INTERNAL: a session at ${level} ${asks ? "asks before every command" : "goes on"}`, async () => {
      const at = await openManaged({ exec: { approvalAbove: "INTERNAL" } });
      at.session.taint.add({ time: 0, call: "c", level, source: "a", reason: "b" });
      await at.call("run_command", { command: "ls" });
      await at.call("run_command", { command: "ls" });
      assert.deepEqual(
        at.asked.map(({ decision: { always, reason } }) => [always, reason]),
        asks ? Array(2).fill([true, `this session has read ${level} data, which is above INTERNAL`]) : [],
      );
    });

  it("EN-5: the denylist adds, and no exact allow of the user's takes a command out of it", async () => {
    const settings = { "commands.allow": ["touch made"], "commands.deny": [["chmod"]] };
    const at = await openManaged({ exec: { denylist: [["touch"]] } }, { settings });
    assert.equal(
      (await at.call("run_command", touch)).text,
      denied("Run touch made", "touch is on the managed denylist"),
    );
    assert.equal((await at.call("run_command", { command: "ls; chmod 1 a" })).isError, true);
    assert.equal((await at.call("run_command", { command: "sudo ls" })).isError, true);
    assert.deepEqual([isMade(at), at.asked.length], [false, 0]);
  });

  it("EN-5: an expression that cannot be read denies all commands", async () => {
    const at = await openManaged({ exec: { denylist: ["/(/"] } });
    assert.equal(
      (await at.call("run_command", { command: "ls" })).text,
      denied("Run ls", "/(/ is on the managed denylist"),
    );
  });
});
