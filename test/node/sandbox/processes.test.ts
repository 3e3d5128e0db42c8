import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { bundled } from "../../support/bundled";
import { tempFolder } from "../../support/tempFolder";
import { isRunning, runningWith, survivors } from "../support/processes";
import { needsBubblewrap, World } from "./support/world";

/** Seconds that no other run of these tests sleeps. */
const own = (seconds: number) => `${seconds}.${process.pid}`;

/** Every way in which a process is known to outlive the one that started it. */
const leaving = (seconds: string) =>
  [
    `setsid sleep ${seconds} &`,
    `nohup sleep ${seconds} >/dev/null 2>&1 &`,
    `(setsid bash -c '(sleep ${seconds} &) ' &)`,
    `bash -c 'trap "" TERM HUP INT; exec -a x sleep ${seconds}' &`,
    `perl -MPOSIX -e 'exit if fork; setsid(); exit if fork; close STDIN; close STDOUT; close STDERR; sleep ${seconds}' &`,
  ].join("\n");

describe("processes of a sandboxed command (SH-10, D-15)", function () {
  this.timeout(40_000);
  let world: World;
  before(async function () {
    await needsBubblewrap(this);
    world = new World({ "ws/a.txt": "" });
  });
  after(() => world?.remove());

  it("none survives its end, however it left, and the result says so", async () => {
    const outcome = await world.run(`${leaving(own(4711))}\nsleep 0.3; echo done`);
    assert.deepEqual(
      [outcome.exitCode, outcome.stdout, outcome.stoppedLeftovers, outcome.endedBy],
      [0, "done\n", true, "itself"],
    );
    assert.deepEqual(await survivors(runningWith(own(4711))), []);
  });

  it("none survives its timeout", async () => {
    const outcome = await world.run(`${leaving(own(4712))}\nsleep ${own(4712)}`, { timeoutMs: 700 });
    assert.deepEqual([outcome.endedBy, outcome.exitCode], ["timeout", undefined]);
    assert.match(outcome.signal ?? "", /^SIG(?:TERM|KILL)$/);
    assert.deepEqual(await survivors(runningWith(own(4712))), []);
  });

  it("one that is asked to end has time to tidy up", async () => {
    const outcome = await world.run("trap 'sleep 0.3; echo tidied; exit 5' TERM; echo up; sleep 30 & wait", {
      timeoutMs: 700,
    });
    assert.deepEqual([outcome.stdout, outcome.endedBy, outcome.exitCode], ["up\ntidied\n", "timeout", 5]);
    assert.ok(outcome.durationMs < 6000, `${outcome.durationMs}`);
  });

  it("one that ends by the signal is told as ended by it", async () => {
    const { signal, exitCode, endedBy } = await world.run("sleep 30", { timeoutMs: 500 });
    assert.deepEqual([signal, exitCode, endedBy], ["SIGTERM", undefined, "timeout"]);
  });

  it("a call that was cancelled before, or while the sandbox is made, is ended soon", async () => {
    const { endedBy, durationMs } = await world.run("sleep 30", { signal: AbortSignal.abort() });
    assert.equal(endedBy, "cancellation");
    assert.ok(durationMs < 4000, `${durationMs}`);
  });

  it("what ends by itself a moment later is waited for, and its output kept", async () => {
    const { stdout, stoppedLeftovers } = await world.run("(sleep 0.1; echo late) & echo first");
    assert.deepEqual([stdout, stoppedLeftovers], ["first\nlate\n", false]);
  });

  it("codes and streams are the command's own", async () => {
    const { exitCode, signal, stdout, stderr } = await world.run("echo out; echo err >&2; no-such-program; exit 143");
    assert.deepEqual([exitCode, signal, stdout], [143, undefined, "out\n"]);
    assert.match(stderr, /^err\n\S*bash: line 1: no-such-program: command not found\n$/);
    assert.equal((await world.run("kill -KILL $$")).exitCode, 137);
  });

  it("a flood into nowhere and into the output is ended at its timeout, with all that feeds it", async () => {
    const command = `(exec -a flood-${own(4716)} yes) | cat & exec -a flood-${own(4716)} yes >/dev/null`;
    const { endedBy, exitCode, stdout } = await world.run(command, { timeoutMs: 700 });
    assert.deepEqual([endedBy, exitCode, stdout.slice(0, 4)], ["timeout", undefined, "y\ny\n"]);
    assert.deepEqual(await survivors(runningWith(own(4716))), []);
  });

  it("50 commands at once each have their own streams, code and leftovers, and nothing remains of any", async function () {
    this.timeout(180_000);
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    const leaving = (number: number) => (number % 2 === 0 ? `setsid sleep ${own(4717)} & ` : "");
    const outcomes = await Promise.all(
      numbers.map((number) =>
        world.run(`${leaving(number)}sleep 0.2; echo out ${number}; echo err ${number} >&2; exit ${number}`, {
          timeoutMs: 120_000,
        }),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ stdout, stderr, exitCode, endedBy, stoppedLeftovers }) => [
        [stdout, stderr, exitCode, endedBy],
        stoppedLeftovers,
      ]),
      numbers.map((number) => [[`out ${number}\n`, `err ${number}\n`, number, "itself"], number % 2 === 0]),
    );
    assert.deepEqual(await survivors(runningWith(own(4717))), []);
    assert.deepEqual(readdirSync(world.root), ["a.txt"]);
    assert.deepEqual(readdirSync(world.path("state", "sandbox", "temp")).length, 1);
  });

  it("outside ones are neither seen, signalled nor traced", async () => {
    const victim = spawn("sleep", [own(4713)], { stdio: "ignore" });
    try {
      const { stdout, stderr } = await world.run(
        `kill -9 ${victim.pid}; cat /proc/${victim.pid}/cmdline; ls -d /proc/[0-9]* | wc -l; pgrep -f "sleep 471[3]"; echo end`,
      );
      assert.match(stdout, /^\d\nend\n$/);
      assert.match(stderr, /No such process/);
      await delay(50);
      assert.ok(isRunning(victim.pid as number));
    } finally {
      victim.kill("SIGKILL");
    }
  });

  it("its own first one does not tell where the sandbox has its files", async () => {
    const { stdout } = await world.run("tr '\\0' '\\n' </proc/1/cmdline");
    assert.deepEqual(stdout.split("\n").slice(1, 4), ["--args", "3", "--"]);
    for (const place of [world.top, "--bind", "sandbox/nothing"]) assert.ok(!stdout.includes(place), place);
  });

  it("it ends with the program that started it", async () => {
    const wish = JSON.stringify({
      folder: tempFolder(),
      command: `setsid sleep ${own(4714)} & sleep 0.3; echo up; sleep ${own(4714)}`,
    });
    const child = spawn(process.execPath, [bundled(join(__dirname, "support/runHeld.ts")), wish], {
      stdio: ["ignore", "inherit", "pipe"],
    });
    await new Promise((resolve) => child.stderr.once("data", resolve));
    const pids = runningWith(own(4714));
    assert.ok(pids.length > 0);
    child.kill("SIGKILL");
    assert.deepEqual(await survivors(pids), []);
  });
});
