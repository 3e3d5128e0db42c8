import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { FirstProcess } from "../../../src/node/processes/firstProcess";
import { groupIdOf, signalLeader } from "../../../src/node/processes/liveGroup";
import { needsBubblewrap } from "../sandbox/support/world";
import { runningWith } from "../support/processes";

const sandbox = "--unshare-user --unshare-pid --die-with-parent --ro-bind / / --dev /dev --proc /proc".split(" ");

/** Long enough for a machine that is busy. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo() && Date.now() < end; ) await delay(5);
}

describe("FirstProcess", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  it("tells that a sandbox has ended when nothing in it runs any more, whatever left its group", async () => {
    const seconds = `4741.${process.pid}`;
    // Before it becomes bubblewrap, the leader has a child of another name.
    const text = `sleep 0.1; exec bwrap ${sandbox.join(" ")} sh -c 'setsid sleep ${seconds} & sleep ${seconds}'`;
    const child = spawn("/bin/sh", ["-c", text], { detached: true, stdio: "ignore" });
    const leader = groupIdOf(child.pid);
    const first = new FirstProcess(leader, "bwrap");
    await until(() => first.hasEnded === false && runningWith(seconds).length >= 3);
    assert.equal(first.hasEnded, false);
    signalLeader(leader, "SIGKILL");
    await once(child, "exit");
    await until(() => first.hasEnded === true);
    assert.deepEqual([first.hasEnded, runningWith(seconds)], [true, []]);
  });

  it("knows nothing of a leader that has no such child", async () => {
    const child = spawn("/bin/sh", ["-c", "sleep 0.2; :"], { detached: true, stdio: "ignore" });
    const first = new FirstProcess(groupIdOf(child.pid), "bwrap");
    await once(child, "exit");
    first.stop();
    assert.equal(first.hasEnded, undefined);
  });
});
