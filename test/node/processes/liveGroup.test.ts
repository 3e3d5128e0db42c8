import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { groupIdOf, isGroupRunning, signalGroup, signalLeader } from "../../../src/node/processes/liveGroup";
import { isRunning, survivors } from "../support/processes";

describe("liveGroup: nothing but the group is signalled (SH-8)", () => {
  const sleeper = () => spawn("/bin/sleep", ["100"], { detached: true, stdio: "ignore" });

  it("a process that has the number of an ended one is let live", async function () {
    if (process.platform !== "linux") this.skip();
    const child = sleeper();
    const pid = child.pid as number;
    const group = groupIdOf(pid);
    // As if the number had been given out again: another beginning.
    const former = { pid, begun: `${Number(group.begun) - 1}` };
    assert.deepEqual(
      [signalGroup(former, "SIGKILL"), signalLeader(former, "SIGKILL"), await isGroupRunning(former)],
      [false, false, false],
    );
    assert.ok(isRunning(pid));
    assert.deepEqual([await isGroupRunning(group), signalGroup(group, "SIGKILL")], [true, true]);
    await once(child, "exit");
    assert.deepEqual(await survivors([pid]), []);
    assert.equal(await isGroupRunning(group), false);
  });

  it("the group of a leader that has ended is still reached by its number", async () => {
    const child = spawn("/bin/sh", ["-c", "sleep 100 & echo $!"], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const group = groupIdOf(child.pid);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    if (child.exitCode === null) await once(child, "exit");
    assert.ok(await isGroupRunning(group));
    assert.ok(signalGroup(group, "SIGKILL"));
    assert.deepEqual(await survivors([Number(line.toString())]), []);
  });

  it("one that could not be started is nobody", () => {
    const group = groupIdOf(undefined);
    assert.deepEqual([signalGroup(group, 0), signalLeader(group, "SIGTERM")], [false, false]);
  });
});
