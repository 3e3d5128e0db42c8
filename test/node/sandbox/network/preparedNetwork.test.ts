import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandHold } from "../../../../src/core/ports/confinement";
import { systemProgram } from "../../../../src/node/processes/systemPrograms";
import { prepareNext } from "../../../../src/node/sandbox/bubblewrap/nextSandbox";
import { bundled } from "../../../support/bundled";
import { runningWith } from "../../support/processes";
import { nothingWaits } from "../support/nothingWaits";
import { type HeldOptions, needsLayer, World } from "../support/world";

const bubblewrap = systemProgram("bwrap") ?? "";

/** Folder of the network that this process has waiting, and the process that holds it. */
function waiting(): { folder: string; pid: number } {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "latin1").trim().split(" ");
  for (const pid of children) {
    const folder = /UNIX-CONNECT:(\S*)\/proxy/.exec(readFileSync(`/proc/${pid}/cmdline`, "latin1"))?.[1];
    if (folder !== undefined) return { folder, pid: Number(pid) };
  }
  throw new Error("None waits.");
}

/** Ends when none is left; the test's time limit is that for those that stay. */
async function noneWith(text: string): Promise<void> {
  while (runningWith(text).length > 0) await delay(20);
}

/** The first line of what the proxy answers. */
const proxied =
  "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT files.example.com:443 HTTP/1.1\\r\\n\\r\\n' >&3; head -1 <&3";

describe("a network that waits for the next command on a layer (HB-4)", function () {
  this.timeout(60_000);
  let world: World;
  before(async function () {
    await needsLayer(this);
  });
  beforeEach(async () => {
    world = new World({ "ws/a.txt": "a\n" });
    await nothingWaits();
  });
  afterEach(() => world.remove());

  async function run(command: string, options: HeldOptions = {}, onLayer: CommandHold["onLayer"] = "held") {
    const { request, output } = world.request(command, { onlyReads: true, ...options });
    const { layer, ...outcome } = await world.shell.run({ ...request, hold: { ...request.hold, onLayer } });
    await layer?.discard();
    return { ...outcome, stdout: output.stdout.shown().text, stderr: output.stderr.shown().text };
  }

  it("leads a command to the proxy that names the host, with no relay among what it sees", async () => {
    const look = `set -- /proc/[0-9]*; echo $#; ls -d /run/toolcrib; id -u; grep CapEff /proc/self/status; ${proxied}`;
    await prepareNext(bubblewrap);
    const { stdout, missed, stoppedLeftovers } = await run(look);
    // The sandbox's first process, the shell around the command, and the command.
    assert.equal(stdout, `3\n${process.getuid?.()}\nCapEff:\t0000000000000000\nHTTP/1.1 403 Refused\r\n`);
    assert.deepEqual([missed, stoppedLeftovers], [{ files: [], hosts: ["files.example.com"] }, false]);
  });

  it("is another one for each command, and never that of this machine", async () => {
    await prepareNext(bubblewrap);
    const first = run("readlink /proc/self/ns/net; sleep 3");
    await delay(500);
    await prepareNext(bubblewrap);
    const look = "readlink /proc/self/ns/net; sleep 1";
    const ended = await Promise.all([first, run(look), run(look)]);
    const networks = ended.map(({ stdout }) => stdout.trim());
    assert.equal(new Set([readlinkSync("/proc/self/ns/net"), ...networks]).size, 4);
  });

  it("ends with the command, with its folder and every process in it", async () => {
    await prepareNext(bubblewrap);
    const { folder } = waiting();
    assert.equal((await run(proxied)).stdout, "HTTP/1.1 403 Refused\r\n");
    await noneWith(folder);
    assert.equal(existsSync(folder), false);
  });

  it("is not used where its relay has ended: the sandbox makes its own", async () => {
    await prepareNext(bubblewrap);
    const { folder, pid } = waiting();
    process.kill(pid, "SIGKILL");
    await noneWith(folder);
    // So that this process has heard of it.
    await delay(50);
    const { stdout } = await run(`ls -d /run/toolcrib; ${proxied}`);
    assert.equal(stdout, "/run/toolcrib\nHTTP/1.1 403 Refused\r\n");
  });

  it("is not used where somebody else made its folder", async () => {
    await prepareNext(bubblewrap);
    const { folder } = waiting();
    mkdirSync(folder);
    try {
      assert.equal((await run(`ls -d /run/toolcrib; ${proxied}`)).stdout, "/run/toolcrib\nHTTP/1.1 403 Refused\r\n");
      assert.deepEqual(readdirSync(folder), []);
      await noneWith(folder);
    } finally {
      rmdirSync(folder);
    }
  });

  it("has no more processes than a command may have connections, however many it opens", async () => {
    await prepareNext(bubblewrap);
    const { folder } = waiting();
    const running = run("for i in {1..300}; do exec {fd}<>/dev/tcp/127.0.0.1/3128; done; echo open; sleep 3");
    let most = 0;
    const counting = setInterval(() => {
      most = Math.max(most, runningWith(folder).length);
    }, 100);
    const { stdout } = await running;
    clearInterval(counting);
    assert.equal(stdout, "open\n");
    // Bubblewrap twice, a shell and the listener.
    assert.ok(most > 200 && most <= 260, `${most}`);
  });

  it("leaves a command time to tidy up when it is asked to end", async () => {
    await prepareNext(bubblewrap);
    const { stdout, endedBy } = await run("trap 'echo tidy; exit 3' TERM; echo up; sleep 60 & wait", {
      timeoutMs: 1500,
    });
    assert.deepEqual([stdout, endedBy], ["up\ntidy\n", "timeout"]);
  });

  it("is one for several that come at once; the others make their own", async () => {
    await prepareNext(bubblewrap);
    const ended = await Promise.all([1, 2, 3].map(() => run(proxied)));
    assert.deepEqual(
      ended.map(({ stdout }) => stdout),
      Array(3).fill("HTTP/1.1 403 Refused\r\n"),
    );
  });

  it("ends with a program that is killed", async () => {
    const program = bundled(join(__dirname, "../support/prepareNext.ts"));
    const child = spawn(process.execPath, [program, bubblewrap], { stdio: ["ignore", "pipe", "inherit"] });
    const [told] = await once(child.stdout, "data");
    const folder = String(told).trim();
    assert.match(folder, /toolcrib-net-\w{12}$/);
    assert.ok(runningWith(folder).length > 0);
    child.kill("SIGKILL");
    await noneWith(folder);
  });
});
