import assert from "node:assert/strict";
import { runningWith, survivors } from "../support/processes";
import { World } from "./support/world";

/** A number of seconds that no other run of these tests has. */
const own = (seconds: number) => `${seconds}.${process.pid}`;

const ways = (seconds: string): string[] => [
  `setsid sleep ${seconds} &`,
  `(setsid bash -c '(sleep ${seconds} &) ' &)`,
  `(trap '' TERM HUP; setsid nohup sleep ${seconds} >/dev/null 2>&1 &)`,
];

describe("processes of a command that no sandbox holds (SH-10)", function () {
  this.timeout(60_000);
  let world: World;
  before(function () {
    if (process.platform !== "linux") this.skip();
    world = new World();
  });
  after(() => world?.remove());

  const settings = { sandbox: "off" };
  const left = (seconds: string) => survivors(runningWith(`sleep\0${seconds}`));

  for (const [at, way] of ways(own(4801)).entries()) {
    it(`none that began a session of its own survives its end (${at + 1}), and the result says so`, async () => {
      const { exitCode, sandbox, stoppedLeftovers } = await world.run(`${way}\nsleep 0.1; exit 3`, { settings });
      assert.deepEqual([exitCode, sandbox, stoppedLeftovers], [3, "none", true]);
      assert.deepEqual(await left(own(4801)), []);
    });

    it(`nor its time limit (${at + 1})`, async () => {
      const command = `${way}\nsleep ${own(4801)}`;
      const { endedBy } = await world.run(command, { settings, timeoutMs: 700 });
      assert.equal(endedBy, "timeout");
      assert.deepEqual(await left(own(4801)), []);
    });

    it(`nor being stopped (${at + 1})`, async () => {
      const stop = new AbortController();
      const command = `${way}\necho up; sleep ${own(4801)}`;
      const onOutput = () => stop.abort();
      const { endedBy } = await world.run(command, { settings, signal: stop.signal, onOutput });
      assert.equal(endedBy, "cancellation");
      assert.deepEqual(await left(own(4801)), []);
    });
  }

  it("one that left nothing is not said to have", async () => {
    const { stoppedLeftovers, stdout } = await world.run("setsid -w echo hi", { settings });
    assert.deepEqual([stoppedLeftovers, stdout], [false, "hi\n"]);
  });

  it("SH-10 one that dropped its environment is not found: the limit that docs/sandbox.md tells", async () => {
    const command = `env -i setsid sleep ${own(4802)} >/dev/null 2>&1 & sleep 0.1`;
    assert.equal((await world.run(command, { settings })).stoppedLeftovers, false);
    const found = runningWith(`sleep\0${own(4802)}`);
    assert.equal(found.length, 1);
    for (const pid of found) process.kill(pid, "SIGKILL");
  });
});
