import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { canBecomeAnother } from "../../support/unprivileged";
import { needsBubblewrap, World } from "./support/world";

const small = {
  "limits.cpuSeconds": 1,
  "limits.fileMegabytes": 1,
  "limits.processes": 64,
  "limits.memoryMegabytes": 400,
} as const;

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
      world.run(command, { settings: { ...small, sandbox: mode, ...more } });

    it("processor time", async () => {
      const { notes, exitCode, signal } = await run("while :; do :; done");
      assert.ok(exitCode === 152 || signal === "SIGXCPU", `${exitCode} ${signal}`);
      assert.deepEqual(notes, [
        "[It reached a limit: seconds of processor time of one process (toolcrib.limits.cpuSeconds = 1). Do less at once, or ask the person to raise it.]",
      ]);
    });

    it("the size of a file", async () => {
      const { notes, stdout } = await run("head -c 3000000 /dev/zero > big; code=$?; stat -c %s big; exit $code");
      assert.equal(stdout, `${1024 * 1024}\n`);
      assert.deepEqual(notes, [
        "[It reached a limit: mebibytes of one file (toolcrib.limits.fileMegabytes = 1). Do less at once, or ask the person to raise it.]",
      ]);
    });

    it("memory of a process; the setting 0 takes it off", async () => {
      const greedy = "node -e 'console.log(Buffer.alloc(900_000_000).length)'";
      const { notes, exitCode } = await run(greedy);
      assert.equal(exitCode, 1);
      assert.deepEqual(notes, [
        "[It reached a limit: mebibytes of memory of one process (toolcrib.limits.memoryMegabytes = 400). Do less at once, or ask the person to raise it.]",
      ]);
      assert.equal((await run(greedy, { "limits.memoryMegabytes": 0 })).stdout, "900000000\n");
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

  /** In a process of an ordinary user, whom the system holds to a number of processes. */
  const asAnother = (wish: object) =>
    JSON.parse(
      execFileSync(
        "setpriv",
        [
          "--reuid=65534",
          "--regid=65534",
          "--clear-groups",
          process.execPath,
          "--import",
          "tsx",
          join(__dirname, "support/runHeld.ts"),
          JSON.stringify(wish),
        ],
        { encoding: "utf8", env: { ...process.env, HOME: "/nonexistent" }, stdio: ["ignore", "pipe", "ignore"] },
      ),
    ) as { exitCode?: number; stdout: string; stderr: string; endedBy: string; notes: string[]; sandbox: string };

  for (const sandbox of ["auto", "off"] as const)
    it(`stop growing for an ordinary user and are ended at the timeout, sandbox ${sandbox}`, async function () {
      if (!canBecomeAnother) this.skip();
      if (sandbox === "auto") await needsBubblewrap(this);
      const bomb = "grow() { grow & grow & wait; }; grow 2>/dev/null & sleep 1; ls -d /proc/[0-9]* | wc -l; exit 0";
      const settings = { ...small, "limits.cpuSeconds": 60, sandbox };
      const bombed = asAnother({ command: bomb, settings, timeoutMs: 4000 });
      assert.equal(bombed.sandbox, sandbox === "auto" ? "bubblewrap" : "none");
      assert.ok(Number(bombed.stdout || "0") < 4000, bombed.stdout);
      const after = asAnother({ command: "echo alive", settings, timeoutMs: 10_000 });
      assert.equal(after.stdout, "alive\n");
    });

  it("are told as the limit that they met", async function () {
    if (!canBecomeAnother) this.skip();
    const command = "for i in $(seq 1 4000); do sleep 3 & done; exit 1";
    const settings = { "limits.processes": 16, sandbox: "off" };
    const { notes } = asAnother({ command, settings, timeoutMs: 15_000 });
    assert.deepEqual(notes, [
      "[It reached a limit: processes and threads (toolcrib.limits.processes = 16). Do less at once, or ask the person to raise it.]",
    ]);
  });
});
