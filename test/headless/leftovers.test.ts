/** What a killed process left in the workspace is gone at the next start, whatever that start is for. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { askedBefore, program, run, workplace } from "./support/program";

describe("after a killed process", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  it("the next one removes the stand-ins for protected names, with a state folder of its own too", async () => {
    const { root, state } = workplace();
    mkdirSync(join(root, ".idea"));
    const input = JSON.stringify({ command: "touch up; sleep 60" });
    const options = ["--root", root, "--approve", "all", ...askedBefore(root)];
    const killed = spawn(process.execPath, [program, "call", "run_command", input, ...options, "--state", state]);
    while (!existsSync(join(root, "up"))) await delay(20);
    killed.kill("SIGKILL");
    await once(killed, "exit");
    assert.ok(existsSync(join(root, ".git")));
    const { out } = await run(["call", "list_directory", '{"path":"."}', ...options, "--state", `${state}-2`]);
    assert.equal(JSON.parse(out).isError, false);
    assert.deepEqual(readdirSync(root).sort(), [".idea", "a.txt", "up"]);
  });
});
