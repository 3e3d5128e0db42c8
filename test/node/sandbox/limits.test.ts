import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../../support/bundled";
import { asOrdinaryProgram } from "../../support/unprivileged";
import { needsBubblewrap, World } from "./support/world";

const small = { cpuSeconds: 1, fileMegabytes: 1, processes: 64, memoryMegabytes: 400 };

for (const mode of ["auto", "off"] as const)
  describe(`limits of commands, sandbox ${mode} (HB-6, C-43)`, function () {
    this.timeout(40_000);
    let world: World;
    before(async function () {
      if (mode === "auto") await needsBubblewrap(this);
      world = new World({ "ws/a.txt": "" });
    });
    after(() => world?.remove());
    const run = (command: string, more: object = {}) =>
      world.run(command, { settings: { limits: { ...small, ...more }, sandbox: mode } });

    it("processor time", async () => {
      const { notes, limits, exitCode, signal } = await run("while :; do :; done");
      assert.ok(exitCode === 152 || signal === "SIGXCPU", `${exitCode} ${signal}`);
      assert.deepEqual(notes, [
        "[One of its processes was ended because it used more than 1 s of processor time (toolcrib.limits.cpuSeconds). Do less at once, or ask the person to raise the limit.]",
      ]);
      assert.deepEqual(limits, [{ name: "cpuSeconds", most: 1, effect: "refused" }]);
    });

    it("processor time of one process among others, also when the command itself did well", async () => {
      const { limits, exitCode } = await run("bash -c 'while :; do :; done'; sleep 2; echo the end");
      assert.equal(exitCode, 0);
      assert.deepEqual(limits, [{ name: "cpuSeconds", most: 1, effect: "refused" }]);
    });

    it("the size of a file", async () => {
      const { notes, stdout } = await run("head -c 3000000 /dev/zero > big; code=$?; stat -c %s big; exit $code");
      assert.equal(stdout, `${1024 * 1024}\n`);
      assert.deepEqual(notes, [
        "[One of its processes was prevented from writing more than 1 MiB to one file (toolcrib.limits.fileMegabytes). Do less at once, or ask the person to raise the limit.]",
      ]);
    });

    it("memory of a process; the setting 0 takes it off", async () => {
      const greedy = "node -e 'console.log(Buffer.alloc(900_000_000).length)'";
      const { notes, exitCode } = await run(greedy);
      assert.equal(exitCode, 1);
      assert.deepEqual(notes, [
        "[Apparently one of its processes was prevented from holding more than 400 MiB of memory (toolcrib.limits.memoryMegabytes). Do less at once, or ask the person to raise the limit.]",
      ]);
      assert.equal((await run(greedy, { memoryMegabytes: 0 })).stdout, "900000000\n");
    });

    it("cannot be lifted again by the command", async () => {
      assert.equal((await run("ulimit -f unlimited; ulimit -f")).stdout, "1024\n");
    });

    it("leave room by default for what developers run: node with WebAssembly, a compiler", async () => {
      const wasm = `node -e 'new WebAssembly.Memory({initial: 100, maximum: 65536}); console.log(process.version)'`;
      const { stdout, exitCode } = await world.run(`${wasm} && git --version`, { settings: { sandbox: mode } });
      assert.match(stdout, /^v\d+.*\ngit version/);
      assert.equal(exitCode, 0);
    });
  });

describe("fork bombs (HB-6)", function () {
  this.timeout(60_000);

  /** In a process of an ordinary user, whom the system holds to a number of processes as well. */
  const asOrdinaryUser = (wish: object) =>
    JSON.parse(
      execFileSync(
        "env",
        [
          ...asOrdinaryProgram,
          ...[process.execPath, bundled(join(__dirname, "support/runHeld.ts")), JSON.stringify(wish)],
        ],
        { encoding: "utf8", env: { ...process.env, HOME: "/nonexistent" }, stdio: ["ignore", "pipe", "ignore"] },
      ),
    ) as { endedBy: string; notes: string[]; sandbox: string };

  const running = (text: string) =>
    readdirSync("/proc").filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    });

  for (const sandbox of ["auto", "off"] as const)
    it(`are ended with everything that they started, and told, sandbox ${sandbox}`, async function () {
      if (sandbox === "auto") await needsBubblewrap(this);
      const name = `bomb-${randomUUID()}`;
      const command = `bash -c 'grow() { sleep 30 & grow & grow & wait; }; grow 2>/dev/null' ${name}`;
      const settings = { limits: { ...small, cpuSeconds: 60 }, sandbox };
      const bombed = asOrdinaryUser({ command, settings, timeoutMs: 30_000 });
      assert.equal(bombed.sandbox, sandbox === "auto" ? "bubblewrap" : "none");
      assert.equal(bombed.endedBy, "limit");
      assert.deepEqual(bombed.notes, [
        "[It was stopped because it ran more than 64 processes and threads at once (toolcrib.limits.processes). Do less at once, or ask the person to raise the limit.]",
      ]);
      assert.deepEqual(running(name), []);
    });
});
