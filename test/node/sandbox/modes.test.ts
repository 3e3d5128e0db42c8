import assert from "node:assert/strict";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { previewOf } from "../../../src/features/preview/preview";
import { probeSandbox } from "../../../src/node/sandbox/probe";
import { cleanTempFolders, stateFolders } from "../../../src/node/sandbox/stateFolders";
import { realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";
import { needsBubblewrap, World } from "./support/world";

const outside = (text: string) => text.startsWith("It runs without a sandbox");

describe("toolcrib.sandbox (D-15)", function () {
  this.timeout(30_000);

  it("the person who is asked sees what will hold the command, and the result has it as a fact", async () => {
    const probe = await probeSandbox();
    const { call, asked } = await realCrib({ "a.txt": "" });
    const { data, text } = await call("run_command", { command: "touch b" });
    assert.equal((data as { sandbox: string }).sandbox, probe.name);
    assert.match(
      text,
      probe.name === "none" ? /^\[exit code: 0, .*, no sandbox\]$/m : /^\[exit code: 0, .*, in the sandbox\]$/m,
    );
    const preview = previewOf(asked[0]?.plan ?? { title: "", effects: [], run: () => Promise.reject() }, []);
    assert.match(preview, probe.name === "none" ? /runs without a sandbox/ : /runs in a sandbox \\\(bubblewrap\\\)/);
  });

  it("off: nothing holds it, and the person is told", async () => {
    const { call, asked } = await realCrib({}, { settings: { sandbox: "off" } });
    const { data, text } = await call("run_command", { command: "touch b" });
    assert.equal((data as { sandbox: string }).sandbox, "none");
    assert.match(text, /^\[exit code: 0, \d+ ms\]$/m);
    assert.deepEqual(asked[0]?.plan.notes, [
      "It runs without a sandbox, with your rights: the setting toolcrib.sandbox is off.",
    ]);
  });

  it("a model is told what the sandbox refused and how to ask, beside the output", async function () {
    await needsBubblewrap(this);
    const { call } = await realCrib({ "a.txt": "" });
    const { text, isError } = await call("run_command", { command: "touch .git/x" });
    assert.equal(isError, false);
    assert.match(
      text,
      /Read-only file system[\s\S]*\[exit code: 1, [\s\S]*\]\n\n\[The sandbox lets commands write in /,
    );
  });

  for (const [dialect, tool] of [
    ["triggerfish", "run_command"],
    ["nanobot", "exec"],
    ["flyto", "Bash"],
  ] as const)
    it(`${dialect}: the sandbox's hint is told once, and the parameter that it names is taken (C-02)`, async function () {
      await needsBubblewrap(this);
      const { call, asked } = await realCrib({ "a.txt": "" }, { dialect });
      const { text } = await call(tool, { command: "touch .git/x" });
      assert.equal(text.match(/call again with outside_sandbox set; a person is asked then\.\]/g)?.length, 1, text);
      assert.ok(!text.includes("[["), text);
      const { data } = await call(tool, { command: "touch b", outside_sandbox: true });
      assert.equal((data as { sandbox: string }).sandbox, "none");
      assert.deepEqual(asked.map(({ decision: { reason } }) => reason).slice(1), ["it runs outside the sandbox"]);
    });

  it("a command that a person lets out runs with their rights, under the limits", async () => {
    const world = new World();
    const { stdout, sandbox } = await world.run("echo x > ../outside/new && ulimit -t", {
      outsideSandbox: true,
      settings: { limits: { cpuSeconds: 77 } },
    });
    assert.deepEqual([stdout, sandbox, existsSync(world.path("outside/new"))], ["77\n", "none", true]);
    const confinement = { mode: "auto" } as Parameters<typeof world.shell.describeHold>[0];
    assert.ok(outside(await world.shell.describeHold(confinement, true)));
    world.remove();
  });

  it("run_command asks for it with outside_sandbox, every time", async () => {
    const { call, asked } = await realCrib({ "a.txt": "" });
    const { data, text } = await call("run_command", { command: "cat a.txt", outside_sandbox: true });
    assert.equal((data as { sandbox: string }).sandbox, "none");
    assert.match(text, /^\[exit code: 0, .*, no sandbox\]$/m);
    assert.deepEqual(
      asked.map(({ decision: { kind, always, reason } }) => [kind, always, reason]),
      [["ask", true, "it runs outside the sandbox"]],
    );
  });

  it("a program that the sandbox keeps from its work is asked about once, and runs outside after a yes alone", async function () {
    await needsBubblewrap(this);
    const reason =
      "docker works through a service of this machine, which the sandbox does not reach, so it runs outside the sandbox";
    // Whether it is installed or not.
    const command = "docker ps; cat ../outside/x";
    for (const more of [{}, { background: true }, { outside_sandbox: true }]) {
      const { call, asked, records } = await realCrib({});
      const { data } = await call("run_command", { command: "docker ps", ...more });
      assert.deepEqual(
        asked.map(({ decision, plan }) => [decision.always, decision.reason, plan.notes?.[0]]),
        [[true, reason, "It runs without a sandbox, with your rights: this command leaves it."]],
      );
      if (!("background" in more)) assert.equal((data as { sandbox: string }).sandbox, "none");
      assert.equal(records.length, 1);
    }
    const no = await realCrib({}, { confirm: async () => ({ approved: false, by: "person" }) });
    const { isError } = await no.call("run_command", { command: `touch made; ${command}` });
    assert.deepEqual([isError, existsSync(join(no.root, "made")), no.asked.length], [true, false, 1]);
  });

  it("what signs in is asked about once, for the way out, and what tells about itself is not", async function () {
    await needsBubblewrap(this);
    const { call, asked } = await realCrib({}, { confirm: async () => ({ approved: false, by: "person" }) });
    for (const command of ["ssh host.example ls", "gh pr list", "npm publish", "git clone git@host.example:a.git"])
      assert.equal((await call("run_command", { command })).isError, true, command);
    assert.deepEqual(
      asked.map(({ decision: { reason, always } }) => [/^[a-z ]+/.exec(reason)?.[0], always]),
      ["ssh", "gh", "npm", "git clone"].map((name) => [`${name} signs in with the person`, true]),
    );
    asked.length = 0;
    for (const command of ["ssh -V", "gh --version", "docker --version", "docker --help"])
      await call("run_command", { command });
    assert.deepEqual(asked, []);
  });

  it("required: what would run without is refused, with what to do", async () => {
    const world = new World();
    await assert.rejects(world.run("true", { outsideSandbox: true, settings: { sandbox: "required" } }), {
      code: "unavailable",
      message:
        'Commands are refused here, because the setting toolcrib.sandbox is "required" and no sandbox works (this command leaves it): ask the person to install bubblewrap or to set it to "auto".',
    });
    world.remove();
  });

  it("an agent's temporary folder is its own, and what is a week old in it goes", async () => {
    const state = tempFolder();
    const mine = await stateFolders(state, "me/../../you");
    const other = await stateFolders(state, "you");
    assert.notEqual(mine.temp, other.temp);
    assert.ok(mine.temp.startsWith(join(state, "sandbox", "temp")));
    assert.equal((await stateFolders(state, "you")).temp, other.temp);
    const now = Date.now();
    mkdirSync(join(mine.temp, "old"));
    writeFileSync(join(mine.temp, "old", "f"), "");
    writeFileSync(join(other.temp, "young"), "");
    utimesSync(join(mine.temp, "old"), 1, 1);
    await cleanTempFolders(state, now);
    assert.deepEqual([existsSync(join(mine.temp, "old")), existsSync(join(other.temp, "young"))], [true, true]);
    await cleanTempFolders(state, now + 7.1 * 24 * 3600 * 1000);
    assert.deepEqual([existsSync(join(mine.temp, "old")), existsSync(join(other.temp, "young"))], [false, false]);
    await cleanTempFolders(join(state, "none"), now);
  });
});
