import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { NodeShell } from "../../../src/node/commands/nodeShell";
import { type Starter, startHere } from "../../../src/node/processes/starter";
import { needsBubblewrap, World } from "./support/world";

describe("a sandbox whose places vanish while it is made (D-15)", function () {
  this.timeout(60_000);
  let world: World;
  const servers: Server[] = [];
  before(async function () {
    await needsBubblewrap(this);
    world = new World({ "ws/a.txt": "a\n" });
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  after(() => world?.remove());

  /** A socket of a program outside, which every sandbox hides. */
  const bind = () =>
    new Promise<void>((resolve) => {
      const server = createServer();
      servers.push(server);
      server.listen(world.path("home", "agent.sock"), resolve);
    });

  /** Runs a command; the socket is gone by the time at which each sandbox is made. */
  async function runWithout(command: string, vanishes: () => void) {
    const starts: string[] = [];
    const start: Starter = (program, args, options) => {
      starts.push(program);
      vanishes();
      return startHere(program, args, options);
    };
    const { request, output } = world.request(command);
    const outcome = await new NodeShell(world.path("state"), start).run(request);
    return { outcome, starts: starts.length, stdout: output.stdout.shown().text, stderr: output.stderr.shown().text };
  }

  const unbind = () => rmSync(world.path("home", "agent.sock"), { force: true });

  it("is made anew, and the command runs once with nothing else printed", async () => {
    await bind();
    const { outcome, starts, stdout, stderr } = await runWithout(
      "echo x >>count; cat count; echo e >&2; exit 3",
      unbind,
    );
    assert.deepEqual([stdout, stderr, outcome.exitCode, starts], ["x\n", "e\n", 3, 2]);
    assert.deepEqual(outcome.notes, []);
  });

  it("is given up after four tries, with bubblewrap's own words", async () => {
    const places = [".netrc", ".npmrc", ".pgpass", ".pypirc", ".vault-token"].map((name) => world.path("home", name));
    for (const place of places) writeFileSync(place, "");
    const { outcome, starts, stdout, stderr } = await runWithout("echo never", () => rmSync(places.shift() as string));
    assert.deepEqual([outcome.exitCode, starts, stdout], [1, 4, ""]);
    assert.match(stderr, /^bwrap: Can't create file at .*\/home\/\.pypirc: /);
  });

  it("does not take a command's own words for bubblewrap's", async () => {
    const { outcome, starts, stderr } = await runWithout(
      `echo "bwrap: Can't create file at ${world.path("home", "agent.sock")}: no" >&2; exit 1`,
      () => {},
    );
    assert.equal(starts, 1);
    assert.equal(outcome.exitCode, 1);
    assert.match(stderr, /^bwrap: Can't create file at .*agent\.sock: no\n$/);
  });
});
