import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { needsLayer, World } from "../support/world";

describe("another file system in a workspace folder (D-15)", function () {
  this.timeout(60_000);
  let world: World;
  before(async function () {
    await needsLayer(this);
    world = new World({ "ws/a.txt": "a\n", "ws/data dir/under.txt": "under\n" });
  });
  after(() => world?.remove());

  it("keeps commands from a layer, which the system would not make, for as long as it is there", async () => {
    const { request } = world.request("echo b >a.txt");
    const why = () => world.shell.whyNoLayer(request.hold.confinement);
    const mounted = join(world.root, "data dir");
    assert.equal(await why(), undefined);
    execFileSync("mount", ["-t", "tmpfs", "none", mounted]);
    try {
      assert.equal(await why(), `another file system is mounted in the workspace folder, at ${mounted}`);
      const onLayer = world.shell.run({ ...request, hold: { ...request.hold, onLayer: "held" } });
      await assert.rejects(onLayer, {
        message: `Commands cannot be tried here, because another file system is mounted in the workspace folder, at ${mounted}.`,
      });
      assert.equal((await world.shell.run(request)).exitCode, 0);
    } finally {
      execFileSync("umount", [mounted]);
    }
    assert.equal(await why(), undefined);
  });
});
