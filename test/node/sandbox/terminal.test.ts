import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NodeShell } from "../../../src/node/commands/nodeShell";
import { SpawnHelper } from "../../../src/node/processes/spawnHelper";
import { startHere } from "../../../src/node/processes/starter";
import { bundled } from "../../support/bundled";
import { runningWith, survivors } from "../support/processes";
import { TypedTerminal } from "../support/typedTerminal";
import { type HeldOptions, needsBubblewrap, World } from "./support/world";

/** Seconds that no other run of these tests sleeps. */
const own = (seconds: number) => `${seconds}.${process.pid}`;

/** Types Ctrl+C. */
const interrupt = "\x03";

for (const [how, outsideSandbox] of [
  ["in the sandbox", false],
  ["outside it", true],
] as const)
  describe(`a command in a terminal, ${how} (D-15, SH-10)`, function () {
    this.timeout(60_000);
    let world: World;
    before(async function () {
      await needsBubblewrap(this);
      world = new World({ "ws/a.txt": "", "home/.bashrc": "echo started up\n" });
    });
    after(() => world?.remove());

    const run = (command: string, terminal = new TypedTerminal(), options: HeldOptions = {}) =>
      world.run(command, { outsideSandbox, terminal, onOutput: terminal.onOutput, ...options });

    it("has a terminal on all three streams, of the size that is shown", async () => {
      const { stdout, stderr, exitCode, sandbox } = await run(
        "test -t 0 && test -t 1 && test -t 2 && : </dev/tty && stty size; echo $TERM >&2; exit 7",
      );
      assert.deepEqual(
        [stdout, stderr, exitCode, sandbox],
        ["33 99\r\nxterm-256color\r\n", "", 7, outsideSandbox ? "none" : "bubblewrap"],
      );
    });

    it("reads what is typed, echoed and corrected by the terminal, and what is typed unseen", async () => {
      const terminal = new TypedTerminal()
        .when("Name? ", () => terminal.type("Adx\x7fa\r"))
        .when("Secret? ", () => terminal.type("s3\r"));
      const { stdout, exitCode } = await run(
        `read -p 'Name? ' n; read -s -p 'Secret? ' s </dev/tty; echo; echo "hello $n $s"`,
        terminal,
      );
      assert.equal(stdout, "Name? Adx\b \ba\r\nSecret? \r\nhello Ada s3\r\n");
      assert.equal(exitCode, 0);
      assert.equal(terminal.isConnected, false);
    });

    it("hears Ctrl+C and Ctrl+D as in any terminal", async () => {
      const one = new TypedTerminal().when("up", () => one.type(interrupt));
      const stopped = await run(`echo up; sleep ${own(4720)}`, one);
      assert.deepEqual([stopped.exitCode, stopped.endedBy, stopped.stdout], [130, "itself", "up\r\n^C"]);
      assert.deepEqual(await survivors(runningWith(own(4720))), []);
      const other = new TypedTerminal().when("up", () => other.type("line\r\x04"));
      assert.match((await run("echo up; cat; echo ended", other)).stdout, /line\r\nline\r\nended\r\n$/);
    });

    it("is told when the terminal changes its size", async () => {
      const terminal = new TypedTerminal().when("up", () => terminal.resize({ rows: 11, columns: 44 }));
      const { stdout } = await run(
        "trap 'stty size | grep -x \"11 44\" && exit' WINCH; echo up; while :; do sleep 0.02; done",
        terminal,
      );
      assert.equal(stdout, "up\r\n11 44\r\n");
    });

    it("ends at its timeout with everything in it, whatever that minds", async () => {
      const stubborn = `trap '' TERM HUP; (setsid sleep ${own(4721)} &); sleep ${own(4721)} & sleep ${own(4721)}`;
      const { endedBy, exitCode, signal } = await run(stubborn, undefined, { timeoutMs: 700 });
      assert.deepEqual([endedBy, exitCode], ["timeout", undefined]);
      assert.match(signal ?? "", /^SIG(?:TERM|KILL)$/);
      assert.deepEqual(await survivors(runningWith(own(4721))), []);
    });

    it("ends when it is cancelled", async () => {
      const stop = new AbortController();
      const terminal = new TypedTerminal().when("up", () => stop.abort());
      const { endedBy, stdout, stderr } = await run(`echo up; sleep ${own(4722)}`, terminal, { signal: stop.signal });
      assert.deepEqual([endedBy, stdout, stderr], ["cancellation", "up\r\n", ""]);
      assert.deepEqual(await survivors(runningWith(own(4722))), []);
    });

    it("leaves nothing running, and says so", async () => {
      const { stoppedLeftovers, exitCode } = await run(
        `(trap '' HUP TERM; setsid nohup sleep ${own(4723)} >/dev/null 2>&1 &); sleep 0.2`,
      );
      assert.deepEqual([stoppedLeftovers, exitCode], [true, 0]);
      assert.deepEqual(await survivors(runningWith(own(4723))), []);
      assert.equal((await run("echo tidy")).stoppedLeftovers, false);
    });

    it("loses nothing of a flood", async () => {
      const { stdout } = await run("for i in $(seq 60000); do echo line $i; done");
      assert.equal(stdout.split("\r\n").length, 60_001);
      assert.ok(stdout.endsWith("line 60000\r\n"));
    });

    it("passes what the shell would take apart", async () => {
      const command = `printf '%s|' "it's" '$HOME "\\'; printf 'a\\nb'\n# end`;
      assert.equal((await run(command)).stdout, `it's|$HOME "\\|a\r\nb`);
    });

    it("runs nothing of the person's at its start", async () => {
      const before = process.env.HOME;
      process.env.HOME = world.path("home");
      try {
        assert.equal((await run("echo alone")).stdout, "alone\r\n");
      } finally {
        process.env.HOME = before;
      }
    });
  });

describe("a command in a terminal, held", function () {
  this.timeout(60_000);
  let world: World;
  before(async function () {
    await needsBubblewrap(this);
    world = new World({ "ws/a.txt": "" });
  });
  after(() => world?.remove());

  it("writes nothing outside the workspace", async () => {
    const outside = world.path("outside", "x");
    const terminal = new TypedTerminal();
    const { exitCode, stdout, notes } = await world.run(`echo x > ${outside}`, { terminal });
    assert.equal(exitCode, 1);
    assert.match(stdout, /Read-only file system/);
    assert.match(notes.join(), /The sandbox lets commands write in the workspace folders and \/tmp only/);
    assert.equal(existsSync(outside), false);
  });

  it("finds no terminal but its own, and puts keys into none after its end", async () => {
    const inject = `
import fcntl, termios, glob, os
print(sorted(glob.glob('/dev/pts/[0-9]*')))
for c in 'touch injected\\n': fcntl.ioctl(0, termios.TIOCSTI, c.encode())
`;
    writeFileSync(join(world.root, "inject.py"), inject);
    const terminal = new TypedTerminal();
    const { stdout } = await world.run("/usr/bin/env python3 inject.py", { terminal });
    assert.match(stdout, /\['\/dev\/pts\/0'\]/);
    assert.equal(
      (await world.run("sleep 0.2; ls", { terminal: new TypedTerminal() })).stdout.includes("injected"),
      false,
    );
  });

  it("is held to its limits", async () => {
    const settings = { limits: { fileMegabytes: 1 } };
    const terminal = new TypedTerminal();
    const { notes } = await world.run("head -c 2000000 /dev/zero > big", { terminal, settings });
    assert.match(notes.join(), /more than 1 MiB to one file/);
  });

  it("is started by the helper with the same terminal", async () => {
    const file = bundled("src/node/processes/spawner.ts");
    const helper = new SpawnHelper(file);
    const viaHelper = new World({});
    try {
      Object.assign(viaHelper, { shell: new NodeShell(viaHelper.path("state"), helper.start) });
      const terminal = new TypedTerminal()
        .when("Name? ", () => terminal.type("Ada\r"))
        .when("up", () => terminal.resize({ rows: 5, columns: 6 }));
      const { stdout } = await viaHelper.run(
        "trap 'stty size | grep -x \"5 6\" && exit' WINCH; read -p 'Name? ' n; echo $n up; while :; do sleep 0.02; done",
        { terminal, onOutput: terminal.onOutput },
      );
      assert.equal(stdout, "Name? Ada\r\nAda up\r\n5 6\r\n");
    } finally {
      helper.dispose();
      viaHelper.remove();
    }
  });

  it("is refused where nobody can type", async () => {
    const request = {
      command: "true",
      cwd: { path: world.root, real: world.root, shown: "." },
      timeoutMs: 1000,
      signal: new AbortController().signal,
      hiddenVariables: [],
      unasked: false,
      agent: "a",
      tty: true,
      onOutput: () => undefined,
    };
    await assert.rejects(new NodeShell(world.path("state"), startHere).run(request), {
      code: "unavailable",
      message:
        "There is no terminal here for a person to type into: leave tty out, and give what the command asks for with input or its options.",
    });
  });
});
