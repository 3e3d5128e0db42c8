/** What a command has of the process that starts it: no open files, no terminal, no credentials (SH-9, C-36). */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { NodeShell } from "../../../src/node/commands/nodeShell";
import { SpawnHelper } from "../../../src/node/processes/spawnHelper";
import { program, workplace } from "../../headless/support/program";
import { bundled } from "../../support/bundled";
import { realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";

const ways = ["from here", "through the helper"] as const;
const sandboxes = ["off", "auto"] as const;

describe("a command's descriptors and environment (SH-9)", () => {
  let helper: SpawnHelper;
  before(function () {
    if (process.platform !== "linux") this.skip();
    const file = bundled("src/node/processes/spawner.ts");
    helper = new SpawnHelper(file);
  });
  after(() => helper?.dispose());

  const runIn = async (way: (typeof ways)[number], sandbox: (typeof sandboxes)[number]) => {
    const shell = new NodeShell(tempFolder(), way === "from here" ? undefined : helper.start);
    const { call } = await realCrib({}, { host: { shell }, settings: { sandbox } });
    return async (command: string, more: object = {}) => {
      const { data } = await call("run_command", { command, ...more });
      return (data as { stdout: string }).stdout;
    };
  };

  for (const way of ways)
    for (const sandbox of sandboxes)
      it(`are the three standard ones alone, started ${way}, sandbox ${sandbox}`, async () => {
        const run = await runIn(way, sandbox);
        // The listing program's own is the fourth.
        const [numbers, input] = (await run("ls -v /proc/self/fd | xargs; readlink /proc/self/fd/0")).split("\n");
        assert.deepEqual([numbers, input], ["0 1 2 3", "/dev/null"]);
        assert.match(await run("readlink /proc/self/fd/0", { input: "given" }), /\/input \(deleted\)\n$/);
      });

  for (const sandbox of sandboxes)
    it(`hold nothing that the host had from its own parent, sandbox ${sandbox}`, async () => {
      const { root, state } = workplace();
      const settings = join(tempFolder({ s: JSON.stringify({ sandbox }) }), "s");
      const input = JSON.stringify({
        command: "ls -v /proc/self/fd | xargs; ls -l /proc/[0-9]*/fd | grep -c hostname",
      });
      const args = ["call", "run_command", input, "--root", root, "--state", state, "--settings", settings];
      const host = [process.execPath, program, ...args, "--approve", "all"];
      const { stdout } = await promisify(execFile)("/bin/bash", [
        "-c",
        'exec 12</etc/hostname 77</etc/hostname 251</etc/hostname; "$@"',
        "bash",
        ...host,
      ]);
      const { data } = JSON.parse(stdout);
      const [own, ofOthers] = data.stdout.split("\n");
      assert.equal(own, "0 1 2 3");
      if (sandbox === "auto") assert.equal(ofOthers, "0", "nor is there one to be had from the processes around it");
    });

  it("CI is passed on as it is, set or not", async () => {
    const run = await runIn("from here", "off");
    const given = process.env.CI;
    try {
      process.env.CI = "yes";
      assert.equal(await run("printenv CI || echo unset"), "yes\n");
      delete process.env.CI;
      assert.equal(await run("printenv CI || echo unset"), "unset\n");
    } finally {
      if (given !== undefined) process.env.CI = given;
    }
  });
});

describe("ending a command that does not want to (SH-10)", () => {
  for (const sandbox of sandboxes)
    it(`TERM to the process and its group, KILL not before five seconds, sandbox ${sandbox}`, async function () {
      if (process.platform !== "linux") this.skip();
      const { call, root } = await realCrib({}, { settings: { sandbox } });
      const stop = new AbortController();
      const command = "trap 'echo heard' TERM; : > ready; while :; do sleep 0.05; done";
      const calling = call("run_command", { command }, { signal: stop.signal });
      while (!existsSync(join(root, "ready"))) await delay(20);
      const asked = Date.now();
      stop.abort();
      const { text } = await calling;
      assert.match(text, /^heard\n[\s\S]*\[stopped by the person\]\n\[ended by SIGKILL, /);
      assert.ok(Date.now() - asked >= 5000, "it has the whole time to tidy up");
    });
});
