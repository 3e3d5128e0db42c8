/** What runs under a debugger is the command that was judged and asked about, and nothing that was slipped in beside it. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchCommand } from "../../../src/core/ports/editor/debugging";
import type { ExecEffect } from "../../../src/core/vocabulary/effect";
import { alteredFields, configurationOf } from "../../../src/features/debugging/launchConfiguration";
import { realCrib } from "../../support/realCrib";
import { debuggingCrib } from "./fakeDebugger";

const tree = { "src/a.js": "let a = 1;\na++;\n// no code\nconsole.log(a);\n", ".env": "TOKEN=secret-of-mine\n" };

/** What VS Code would put something else in the place of. */
const expanding = (name: string) => `$\{${name}}`;

const configured = (configuration: object) => ({
  ...tree,
  ".vscode/launch.json": JSON.stringify({ configurations: [{ name: "App", request: "launch", ...configuration }] }),
});

describe("debug_start", () => {
  it("asks about the very command, outside every sandbox, each time, and starts that", async () => {
    const { call, asked, fake, root } = await debuggingCrib(tree);
    const input = {
      program: "src/a.js",
      args: ["it's", "b c"],
      env: { A: "x y" },
      runtime_args: ["--no-warnings"],
      wait_ms: 0,
    };
    const { text, isError } = await call("debug_start", input);
    assert.equal(isError, false, text);
    const effect = asked[0]?.plan.effects[0] as ExecEffect;
    assert.equal(effect.command, `A='x y' node --no-warnings ${join(root, "src/a.js")} 'it'\\''s' 'b c'`);
    assert.deepEqual([effect.kind, effect.outsideSandbox, effect.background], ["exec", true, true]);
    assert.equal(asked[0]?.decision.always, true);
    assert.deepEqual(fake.launches[0]?.launch, {
      ...{ debugger: "node", runtime: "node", runtimeArgs: ["--no-warnings"], program: join(root, "src/a.js") },
      ...{ args: ["it's", "b c"], cwd: root, env: { A: "x y" }, stopOnEntry: false },
    });
    assert.match((await call("debug_start", input)).text, /is being debugged already: end it with debug_stop first/);
    await call("debug_stop", {});
    await call("debug_start", input);
    assert.equal(asked.length, 3);
  });

  it("starts nothing after a no, where a rule denies the command, while planning, or where the sandbox is required", async () => {
    const said = await debuggingCrib(tree, {}, { confirm: async () => ({ approved: false, by: "person" }) });
    assert.equal((await said.call("debug_start", { program: "src/a.js" })).isError, true);
    const denied = await debuggingCrib(tree, {}, { settings: { "toolcrib.commands.deny": ["node"] } });
    assert.match((await denied.call("debug_start", { program: "src/a.js" })).text, /^Denied/);
    const planning = await debuggingCrib(tree);
    planning.session.plan.enter();
    assert.equal((await planning.call("debug_start", { program: "src/a.js" })).isError, true);
    const required = await debuggingCrib(tree, {}, { settings: { "toolcrib.sandbox": "required" } });
    assert.match((await required.call("debug_start", { program: "src/a.js" })).text, /requires the sandbox/);
    for (const { fake } of [said, denied, planning, required]) assert.deepEqual(fake.launches, []);
  });

  it("runs a configuration as it was when it was asked about, without its tasks", async () => {
    const evil = JSON.stringify({
      configurations: [{ name: "App", type: "node", request: "launch", program: "/bin/evil.js" }],
    });
    const at = await debuggingCrib(
      configured({
        type: "node",
        program: `${expanding("workspaceFolder")}/src/a.js`,
        preLaunchTask: "steal",
        envFile: ".env",
      }),
      {},
      {
        async confirm() {
          writeFileSync(join(at.root, ".vscode/launch.json"), evil);
          return { approved: true, by: "person" };
        },
      },
    );
    const { text } = await at.call("debug_start", { configuration: "App", wait_ms: 0 });
    assert.match(text, /^Ignored in the configuration: preLaunchTask, envFile\./);
    const [started] = at.fake.launches;
    assert.equal(started?.launch.program, join(at.root, "src/a.js"));
    assert.deepEqual(Object.keys(started?.launch ?? {}).includes("preLaunchTask"), false);
    assert.ok(at.asked[0]?.plan.notes?.some((note) => note.includes("preLaunchTask")));
  });

  it("judges what a configuration runs, and refuses what VS Code would expand", async () => {
    const wild = await debuggingCrib(
      configured({ type: "node", runtimeExecutable: "sudo", runtimeArgs: ["node"], program: "src/a.js" }),
    );
    assert.match((await wild.call("debug_start", { configuration: "App" })).text, /^Denied/);
    const expanded = await debuggingCrib(configured({ type: "node", program: expanding("command:evil") }));
    assert.match(
      (await expanded.call("debug_start", { configuration: "App" })).text,
      /^The configuration "App" of \.vscode\/launch\.json cannot be started, because its program has the variable \$\{command:evil\}/,
    );
    const given = { program: "src/a.js", args: [expanding("command:evil")] };
    assert.match(
      (await expanded.call("debug_start", given)).text,
      /^VS Code would expand "\$\{" in "\$\{command:evil\}"/,
    );
    const named = { program: "src/a.js", env: { "A=1;B": "x" } };
    assert.match((await expanded.call("debug_start", named)).text, /is not a valid name of an environment variable/);
    for (const { fake, asked } of [wild, expanded]) assert.deepEqual([fake.launches, asked], [[], []]);
  });

  it("says what is wrong with bad input", async () => {
    const { call, fake } = await debuggingCrib(tree);
    const text = async (input: object) => (await call("debug_start", input)).text;
    assert.match(await text({}), /^Give program, or the name of a configuration/);
    assert.match(await text({ program: "src/b.js" }), /^src\/b\.js does not exist/);
    assert.match(await text({ program: "src/a.c" }), /neither JavaScript, TypeScript nor Python/);
    assert.match(await text({ program: "src/a.js", cwd: "src/a.js" }), /is not a folder/);
    assert.match(await text({ program: "src/a.js", configuration: "App" }), /exclude each other/);
    assert.match(await text({ configuration: "App", args: ["x"] }), /started as it stands/);
    assert.match(await text({ configuration: "App" }), /^There is no \.vscode\/launch\.json/);
    assert.match(
      await text({ program: "src/a.js", breakpoints: [{ path: "src/a.js", line: 9 }] }),
      /^src\/a\.js has 5 lines, so there is no line 9/,
    );
    assert.deepEqual(fake.launches, []);
  });

  it("asks about the code in breakpoints together with the command, and sets exactly them", async () => {
    const { call, asked, fake, root } = await debuggingCrib(tree);
    const breakpoints = [
      { path: "src/a.js", line: 2, condition: "a === 1" },
      { path: "src/a.js", line: 4, log: "a is {a}" },
    ];
    await call("debug_start", { program: "src/a.js", breakpoints, wait_ms: 0 });
    assert.deepEqual(asked[0]?.plan.effects.at(-1), {
      kind: "delegate",
      to: "program under the debugger",
      prompt: "a === 1\na is {a}",
    });
    const path = join(root, "src/a.js");
    assert.deepEqual(fake.breakpoints, [
      { path, line: 2, condition: "a === 1" },
      { path, line: 4, logMessage: "a is {a}" },
    ]);
  });

  it("is not there where no editor debugs programs", async () => {
    const bare = await realCrib(tree);
    const { text, isError } = await bare.call("debug_start", { program: "src/a.js" });
    assert.deepEqual([isError, bare.asked.length], [true, 0]);
    assert.match(text, /^No editor debugs programs here: run the program with run_command/);
  });
});

describe("the command of a launch", () => {
  const launch = {
    ...{ debugger: "python" as const, runtime: "python3", runtimeArgs: [], module: "app", args: ["a b"], cwd: "/ws" },
    ...{ env: {}, stopOnEntry: false },
  };

  it("is written for the shell by which it is judged", () => {
    assert.equal(launchCommand(launch, "bash"), "python3 -m app 'a b'");
    assert.equal(
      launchCommand({ ...launch, runtime: "C:\\p y\\python.exe" }, "powershell"),
      "& 'C:\\p y\\python.exe' -m app 'a b'",
    );
    assert.throws(
      () => launchCommand({ ...launch, env: { A: "1" } }, "cmd"),
      /only be given where commands run in bash/,
    );
  });
});

describe("what VS Code is told of a launch", () => {
  const launch = {
    ...{ runtime: "/usr/bin/python3", runtimeArgs: ["-X", "dev"], program: "/ws/a.py", args: ["x"], cwd: "/ws" },
    ...{ env: { A: "1" }, stopOnEntry: false },
  };

  it("holds no variable in its name, which a repository may have given it", () => {
    const { name } = configurationOf({ ...launch, debugger: "node" }, `Toolcrib: ${expanding("command:evil")}`, []);
    assert.equal(name, "Toolcrib: $ {command:evil}");
  });

  it("leaves Python's extension nothing to read or to choose of what runs", () => {
    const asked = configurationOf({ ...launch, debugger: "python" }, "App", ["TOKEN"]);
    assert.deepEqual(
      [asked.python, asked.pythonArgs, asked.debugLauncherPython],
      ["/usr/bin/python3", ["-X", "dev"], "/usr/bin/python3"],
    );
    assert.deepEqual([asked.env, asked.envFile], [{ TOKEN: "", A: "1" }, ""]);
    // As the extension fills it in: what is no text becomes the workspace's .env, and env gets its own variables.
    const started = { ...asked, env: { ...(asked.env as object), PYTHONUNBUFFERED: "1" }, debugOptions: [] };
    assert.deepEqual(alteredFields(asked, started), []);
    assert.deepEqual(alteredFields(asked, { ...started, sudo: true, envFile: "/ws/.env" }), ["sudo", "envFile"]);
  });
});
