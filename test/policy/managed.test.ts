/** What an administrator lays down, in whole calls with a person who always says yes (EN-1 to EN-5). */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Level } from "../../src/core/level";
import type { ManagedPolicy } from "../../src/core/managedPolicy";
import { denied } from "../support/probe";
import { type CribOptions, type RealCrib, realCrib } from "../support/realCrib";

type Written = Partial<ManagedPolicy> | string;

const open = (managed: Written, options: CribOptions = {}, tree = {}) =>
  realCrib(
    { "a.txt": "one\n", "secret/b.txt": "two\n", ...tree },
    { managed: typeof managed === "string" ? managed : JSON.stringify(managed), ...options },
  );

const touch = { command: "touch made" };
const made = ({ root }: RealCrib) => existsSync(join(root, "made"));
const commandsOff = { exec: { disabled: true } } as const;
/** What nobody may be told. */
const verdict = async (at: RealCrib, tool: string, input: object) => {
  const { text, isError } = await at.call(tool, input);
  return { text, isError, asked: at.asked.length };
};

describe("managed policy: commands (EN-1 to EN-5)", () => {
  it("EN-1: disables commands for everybody, those that only look too, and asks nobody", async () => {
    const at = await open(commandsOff);
    for (const command of ["touch made", "ls", "ls | wc", "", "$(("].filter(Boolean))
      assert.deepEqual(await verdict(at, "run_command", { command }), {
        text: denied(`Run ${command}`, "the managed policy allows no commands"),
        isError: true,
        asked: 0,
      });
    assert.equal(made(at), false);
    assert.equal(at.records[0]?.decision?.rule, "policy.managed");
    assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
  });

  for (const dialect of ["standard", "triggerfish", "nanobot", "flyto", "qwen"] as const)
    it(`EN-1: in the dialect ${dialect}, too`, async () => {
      const at = await open(commandsOff, { dialect });
      const tool = at.crib.dialect.tools.find(({ tool }) => tool.name === "run_command")?.name ?? "";
      const { isError, data } = await at.call(tool, { ...touch, description: "Touch" });
      assert.deepEqual([isError, (data as { error: string }).error, made(at)], [true, "denied", false]);
    });

  const disabled: [name: string, policy: Partial<ManagedPolicy>, reason: string | undefined][] = [
    [
      "the agent, in any case",
      { exec: { disabled: { agents: ["other", "Tester"] } } },
      "the managed policy allows the agent tester no commands",
    ],
    ["another agent", { exec: { disabled: { agents: ["other"] } } }, undefined],
    [
      "a role of the agent's",
      { roles: { interns: ["x", "tester"] }, exec: { disabled: { roles: ["interns"] } } },
      "the managed policy allows the role interns no commands",
    ],
    ["a role of others", { roles: { interns: ["x"] }, exec: { disabled: { roles: ["interns"] } } }, undefined],
  ];
  for (const [name, policy, reason] of disabled)
    it(`EN-1: disabled for ${name}`, async () => {
      const at = await open(policy);
      const { text } = await at.call("run_command", touch);
      assert.deepEqual(
        reason === undefined ? made(at) : text,
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
    ["./build", "the managed policy restricts runtimes, and what ./build runs is not known"],
    ["$RUN x", "the managed policy restricts runtimes, and"],
    ["if true", "the managed policy restricts runtimes, and this is not understood: it is not valid bash"],
  ];
  for (const [command, reason] of runtimes)
    it(`EN-2: only deno: ${command} ${reason === undefined ? "is judged as ever" : "is denied"}`, async () => {
      const { crib } = await open({ exec: { runtimes: ["deno"] } });
      const context = crib.context();
      const cwd = await context.resolve(".");
      const own = crib.rules.find(({ name }) => name === "policy");
      const decision = await own?.judge({ kind: "exec", command, cwd, timeoutMs: 1 }, context);
      assert.equal(decision?.kind, reason === undefined ? undefined : "deny");
      if (reason !== undefined) assert.ok(decision?.reason.startsWith(reason), decision?.reason);
    });

  it("EN-2: a runtime may be named by family or by program", async () => {
    const { crib } = await open({ exec: { runtimes: ["Python", "sh"] } });
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
    const { crib } = await open(
      { exec: { limits } },
      { settings: { "limits.memoryMegabytes": 0, "limits.fileMegabytes": 7 } },
    );
    const caller = { ...crib.context().caller, agent: "tester" };
    assert.deepEqual(crib.confinement(crib.context(caller)).limits, {
      cpuSeconds: 50,
      fileMegabytes: 7,
      processes: 2048,
      memoryMegabytes: 500,
    });
    assert.equal(crib.confinement(crib.context()).limits.cpuSeconds, 100);
  });

  it("EN-3: no call asks for more time than the lowest limit", async () => {
    const at = await open({ exec: { limits: { default: { commandTimeoutMs: 2000 } } } });
    assert.match(
      (await at.call("run_command", { command: "ls", timeout_ms: 3000 })).text,
      /more than the 2000 allowed/,
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
      const at = await open({ exec: { approvalAbove: "INTERNAL" } });
      at.session.taint.add({ time: 0, call: "c", level, source: "a", reason: "b" });
      await at.call("run_command", { command: "ls" });
      await at.call("run_command", { command: "ls" });
      assert.deepEqual(
        at.asked.map(({ decision: { always, reason } }) => [always, reason]),
        asks ? Array(2).fill([true, `this session has read what is ${level}, above INTERNAL`]) : [],
      );
    });

  it("EN-5: the denylist adds, and no exact allow of the user's takes a command out of it", async () => {
    const settings = { "commands.allow": ["touch made"], "commands.deny": [["chmod"]] };
    const at = await open({ exec: { denylist: [["touch"]] } }, { settings });
    assert.equal(
      (await at.call("run_command", touch)).text,
      denied("Run touch made", "touch is on the managed denylist"),
    );
    assert.equal((await at.call("run_command", { command: "ls; chmod 1 a" })).isError, true);
    assert.equal((await at.call("run_command", { command: "sudo ls" })).isError, true);
    assert.deepEqual([made(at), at.asked.length], [false, 0]);
  });

  it("EN-5: an expression that cannot be read denies all commands", async () => {
    const at = await open({ exec: { denylist: ["/(/"] } });
    assert.equal(
      (await at.call("run_command", { command: "ls" })).text,
      denied("Run ls", "/(/ is on the managed denylist"),
    );
  });
});

describe("managed policy: tools, dialects, hosts, rules and settings", () => {
  it("denies a tool by its own name in any dialect, before it looks at anything", async () => {
    for (const dialect of ["standard", "qwen"] as const) {
      const at = await open({ tools: { denied: ["WRITE_FILE"] } }, { dialect });
      const { text, isError } = await at.call("write_file", { path: "n", file_path: join(at.root, "n"), content: "x" });
      assert.ok(isError);
      assert.match(text, /the managed policy denies the tool write_file/);
      assert.deepEqual([existsSync(join(at.root, "n")), at.asked.length], [false, 0]);
    }
  });

  it("allows no tool but those named, not even one without effects", async () => {
    const at = await open({ tools: { allowed: ["read_file"] } });
    assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
    for (const [tool, input] of [
      ["job_output", { job: "x" }],
      ["list_directory", {}],
    ] as const)
      assert.match((await at.call(tool, input)).text, new RegExp(`the managed policy does not allow the tool ${tool}`));
  });

  it("allows no dialect but those named", async () => {
    const policy = { dialects: ["qwen"] };
    const input = (root: string) => ({
      path: "a.txt",
      absolute_path: join(root, "a.txt"),
      file_path: join(root, "a.txt"),
    });
    const standard = await open(policy);
    assert.match((await standard.call("read_file", input(standard.root))).text, /does not allow the dialect standard/);
    const qwen = await open(policy, { dialect: "qwen" });
    assert.equal((await qwen.call("read_file", { absolute_path: join(qwen.root, "a.txt") })).isError, false);
  });

  it("denies and restricts hosts, for requests and commands, whatever the user allows", async () => {
    const settings = { "web.allowedHosts": ["bad.example", "good.example", "other.example"] };
    const { crib } = await open(
      { hosts: { denied: ["bad.example"], allowed: ["good.example", "*.bad.example"] } },
      { settings },
    );
    const context = crib.context();
    const judge = async (url: string) => {
      const own = crib.rules.find(({ name }) => name === "policy");
      const cwd = await context.resolve(".");
      const fetched = await own?.judge({ kind: "fetch", url, method: "GET" }, context);
      const run = await own?.judge({ kind: "exec", command: `curl ${url}`, cwd, timeoutMs: 1 }, context);
      return [fetched?.kind, run?.kind, crib.confinement(context).reach.judge(url).refused];
    };
    const denies = "the managed policy denies this host";
    const omits = "the managed policy does not allow this host";
    assert.deepEqual(await judge("https://bad.example/x"), ["deny", "deny", denies]);
    assert.deepEqual(await judge("https://other.example/"), ["deny", "deny", omits]);
    assert.deepEqual(await judge("https://good.example/"), [undefined, undefined, undefined]);
    assert.deepEqual(await judge("https://good.example:444/"), ["deny", "deny", omits]);
  });

  it("denies what its rules deny, with their reason", async () => {
    const at = await open({
      rules: [
        { effect: ["read", "write"], match: "secret/**", decision: "deny", reason: "the secrets are not for agents." },
        { effect: "exec", match: ["touch"], decision: "deny" },
        { effect: "write", match: "*.md", decision: "ask" },
      ],
    });
    const reason = "the secrets are not for agents";
    assert.equal((await at.call("read_file", { path: "secret/b.txt" })).text, denied("Read secret/b.txt", reason));
    const { isError } = await at.call("write_file", { path: "secret/new.txt", content: "x" });
    assert.deepEqual([isError, existsSync(join(at.root, "secret/new.txt"))], [true, false]);
    assert.equal(
      (await at.call("run_command", touch)).text,
      denied("Run touch made", "the managed policy denies touch"),
    );
    assert.equal(at.asked.length, 0);
    await at.call("write_file", { path: "x.md", content: "x" });
    assert.deepEqual(
      at.asked.map(({ decision: { always, reason } }) => [always, reason]),
      [[true, "the managed policy asks about *.md"]],
    );
  });

  it("what it denies to be read is not listed, searched, or reached by a command", async () => {
    const at = await open({ rules: [{ effect: "read", match: "secret/**", decision: "deny" }] });
    assert.doesNotMatch((await at.call("list_directory", { path: "secret" })).text, /b\.txt/);
    assert.doesNotMatch((await at.call("search_text", { pattern: "two" })).text, /secret/);
    assert.equal((await at.call("run_command", { command: "cat secret/b.txt" })).isError, true);
    assert.equal((await at.call("run_command", { command: "mytool secret/b.txt" })).isError, true);
    assert.equal(at.asked.length, 0);
    assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
  });

  it("tightens settings, and keeps lists of the user's empty", async () => {
    const settings = {
      sandbox: "off",
      readOutsideRoots: "ask",
      "commands.allow": [["touch"]],
      "web.allowedHosts": ["x.example"],
    };
    const policy: Partial<ManagedPolicy> = {
      settings: {
        sandbox: "required",
        readOutsideRoots: "deny",
        "audit.strict": true,
        "commands.allow": [],
        "web.allowedHosts": [],
        protectedPaths: ["*.lock"],
      },
    };
    for (const dialect of ["standard", "triggerfish"] as const) {
      const at = await open(policy, { dialect, settings });
      writeFileSync(join(at.outside, "o.txt"), "out");
      const { settings: held } = at.crib.context();
      assert.deepEqual(
        [held.sandbox, held["audit.strict"], held["commands.allow"], held["web.allowedHosts"], held.protectedPaths],
        ["required", true, [], [], ["*.lock"]],
      );
      const { isError } = await at.call("read_file", {
        path: join(at.outside, "o.txt"),
        file_path: join(at.outside, "o.txt"),
      });
      assert.deepEqual([isError, at.asked.length], [true, 0], dialect);
    }
  });

  it("several files hold together", async () => {
    const more = join(dirname((await realCrib()).root), "more.json");
    writeFileSync(more, JSON.stringify({ tools: { denied: ["write_file"] } }));
    const at = await open(commandsOff, { settings: { managedPolicy: more } });
    assert.match((await at.call("write_file", { path: "x", content: "" })).text, /denies the tool write_file/);
    assert.match((await at.call("run_command", touch)).text, /allows no commands/);
  });
});

describe("managed policy: broken files fail closed", () => {
  const broken: [name: string, text: string, line: number, why: string][] = [
    ["half a file", '{\n  "exec": {', 2, "it is not JSON (CloseBraceExpected)"],
    ["no JSON", "exec: off", 1, "it is not JSON (InvalidSymbol)"],
    ["nothing", "", 1, "it is not JSON (ValueExpected)"],
    ["a list", "[]", 1, "Invalid input: expected object, received array"],
    ["an unknown key", '{\n  "exec": {\n    "disable": true\n  }\n}', 3, "exec.disable: there is no such key"],
    ["a wrong type", '{\n\n  "exec": { "disabled": "yes" }\n}', 3, "exec.disabled: Invalid input"],
    [
      "a loosening value",
      '{"settings": {"sandbox": "off"}}',
      1,
      'settings.sandbox: Invalid input: expected "required"',
    ],
    [
      "a loosening list",
      '{"settings": {"commands.allow": ["x"]}}',
      1,
      "settings.commands.allow: Too big: expected array to have <=0 items",
    ],
    [
      "a loosening rule",
      '{"rules": [{"effect": "exec", "match": "x", "decision": "allow"}]}',
      1,
      'rules[0].decision: Invalid option: expected one of "ask"|"deny"',
    ],
    ["a later version", '{"version": 2}', 1, "version: Invalid input: expected 1"],
    [
      "a role that is none",
      '{"exec": {"disabled": {"roles": ["x"]}}}',
      1,
      'exec.disabled.roles[0]: the role x is not in "roles"',
    ],
    [
      "a key twice",
      '{"exec": {"disabled": true},\n"exec": {}}',
      2,
      'the key "exec" may not stand here, or stands twice',
    ],
    ["a prototype", '{"__proto__": {"exec": {}}}', 1, 'the key "__proto__" may not stand here, or stands twice'],
  ];
  for (const [name, text, line, why] of broken)
    it(`${name}: only reading in the workspace is possible, and the reason names file and line`, async () => {
      const at = await open(text, { settings: { readOutsideRoots: "ask", "commands.allow": [["touch"]] } });
      const file = join(dirname(at.root), "managed.json");
      const reason = `the policy file cannot be used: ${file}:${line}: ${why}, so only reading in the workspace is possible`;
      assert.equal((await at.call("run_command", { command: "ls" })).text, denied("Run ls", reason));
      for (const [tool, input] of [
        ["run_command", touch],
        ["write_file", { path: "made", content: "x" }],
        ["read_file", { path: join(at.outside, "o.txt") }],
      ] as const)
        assert.equal((await at.call(tool, input)).isError, true, tool);
      assert.deepEqual([made(at), at.asked.length], [false, 0]);
      assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
      assert.equal((await at.call("search_text", { pattern: "one" })).isError, false);
    });

  it("a file named by the setting must be there", async () => {
    const at = await realCrib({}, { settings: { managedPolicy: "/nowhere/policy.json" } });
    assert.match(
      (await at.call("run_command", touch)).text,
      /\/nowhere\/policy\.json:1: it is not there, so only reading/,
    );
    assert.equal(made(at), false);
  });

  it("holds from the moment a file is there, and until it is repaired", async () => {
    const at = await realCrib();
    const file = join(dirname(at.root), "managed.json");
    const run = async () => (await at.call("run_command", { command: "ls" })).isError;
    assert.equal(await run(), false);
    writeFileSync(file, "{");
    assert.equal(await run(), true);
    writeFileSync(file, "{}");
    assert.equal(await run(), false);
    const [log = ""] = readdirSync(join(at.state, "audit")).filter((name) => name.endsWith(".jsonl"));
    const lines = readFileSync(join(at.state, "audit", log), "utf8").trim().split("\n");
    const events = lines.map((line) => JSON.parse(line)).flatMap(({ event, detail }) => (event ? [[event, detail]] : []));
    assert.deepEqual(events, [
      ["policy broken", `the policy file cannot be used: ${file}:1: it is not JSON (CloseBraceExpected)`],
      ["policy repaired", ""],
    ]);
  });

  it("no tool writes a policy, whoever says yes (D-7)", async () => {
    const inside = await realCrib({ "policy.json": "{}", ".toolcrib/policy.jsonc": "{}" });
    const at = await realCrib({}, { settings: { managedPolicy: join(inside.root, "policy.json") } });
    const crib = {
      ...inside.crib,
      context: (caller?: never) => ({ ...inside.crib.context(caller), policies: at.crib.context().policies }),
    };
    const own = crib.rules.find(({ name }) => name === "protectedPaths");
    const judge = async (path: string) => {
      const target = await crib.context().resolve(path);
      return (await own?.judge({ kind: "write", target, before: undefined, after: new Uint8Array() }, crib.context()))
        ?.reason;
    };
    assert.equal(await judge("policy.json"), "it is a managed policy, which no tool writes");
    for (const path of [".toolcrib/policy.jsonc", ".TOOLCRIB/x", ".toolcrib./x"])
      assert.equal(await judge(path), ".toolcrib holds Toolcrib's own policy, which no tool writes", path);
    for (const command of ["echo {} > .toolcrib/policy.jsonc", "rm .toolcrib/policy.jsonc", "cp x .toolcrib/y"])
      assert.equal((await inside.call("run_command", { command })).isError, true, command);
    assert.equal(readFileSync(join(inside.root, ".toolcrib/policy.jsonc"), "utf8"), "{}");
    assert.equal(inside.asked.length, 0);
  });
});
