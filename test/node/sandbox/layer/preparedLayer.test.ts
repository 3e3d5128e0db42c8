import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemProgram } from "../../../../src/node/processes/systemPrograms";
import { endNext, prepareNext, takeNext } from "../../../../src/node/sandbox/bubblewrap/nextSandbox";
import { probeLayer } from "../../../../src/node/sandbox/layer/layerProbe";
import type { LayerWish } from "../../../../src/node/sandbox/layer/preparedLayer";
import { bundled } from "../../../support/bundled";
import { nothingWaits } from "../support/nothingWaits";
import { type HeldOptions, needsLayer, World } from "../support/world";

const bubblewrap = systemProgram("bwrap") ?? "";

describe("a layer that is mounted before its command is known", function () {
  this.timeout(60_000);
  let world: World;
  let wish: LayerWish;
  before(async function () {
    await needsLayer(this);
  });
  beforeEach(async () => {
    world = new World({ "ws/a.txt": "a\n", "ws/gone.txt": "", "ws/src/b.txt": "b\n", "ws/old/1.txt": "1\n" });
    const probe = await probeLayer(world.path("state"));
    assert.ok(!("reason" in probe));
    wish = { ...probe, roots: [world.root] };
    await nothingWaits();
  });
  afterEach(async () => {
    await nothingWaits();
    world.remove();
  });

  const layers = () => readdirSync(wish.place);

  /** Runs a command and tells what it changed, and whether it had the one layer that was there. */
  async function run(command: string, options: HeldOptions = {}) {
    const [waiting] = layers();
    const { request, output } = world.request(command, { onlyReads: true, ...options });
    let during: string[] = [];
    const { layer, exitCode } = await world.shell.run({
      ...request,
      hold: { ...request.hold, onLayer: "held" },
      onStarted: () => {
        during = layers();
      },
    });
    const changes = (await layer?.changes())?.map(({ path }) => path.slice(world.root.length + 1));
    await layer?.discard();
    const wasTaken = during.length === 1 && during[0] === waiting;
    return { exitCode, changes, wasTaken, stdout: output.stdout.shown().text, stderr: output.stderr.shown().text };
  }

  /** In a program of its own: what lies there then. @param mount absent: the program that mounts. */
  function prepareApart(...mount: string[]): string {
    const args = [bundled(join(__dirname, "../support/prepareLayer.ts")), world.path("state"), world.root, ...mount];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
    return stdout;
  }

  it("gives the same changes as one that is mounted for the command", async () => {
    const command =
      "echo b >>src/b.txt; rm a.txt; mv old new; rm -r src; mkdir src; touch src/c; id -u; grep CapEff /proc/self/status";
    const fresh = await run(command);
    await prepareNext(bubblewrap, wish);
    const prepared = await run(command);
    assert.deepEqual([fresh.wasTaken, prepared.wasTaken], [false, true]);
    assert.deepEqual({ ...prepared, wasTaken: false }, fresh);
    assert.equal(prepared.stdout, `${process.getuid?.()}\nCapEff:\t0000000000000000\n`);
  });

  it("shows what was created, changed, removed and replaced in the folders since", async () => {
    await prepareNext(bubblewrap, wish);
    writeFileSync(join(world.root, "a.txt"), "changed\n");
    rmSync(join(world.root, "gone.txt"));
    renameSync(join(world.root, "old"), join(world.root, "moved"));
    mkdirSync(join(world.root, "made"));
    writeFileSync(join(world.root, "made", "2.txt"), "2\n");
    writeFileSync(join(world.root, "src", "new"), "3\n");
    renameSync(join(world.root, "src", "new"), join(world.root, "src", "b.txt"));
    const { stdout, wasTaken, changes } = await run("find . -type f | sort | xargs tail -n +1; echo x >>src/b.txt");
    const files = ["a.txt", "made/2.txt", "moved/1.txt", "src/b.txt"];
    const texts = ["changed\n", "2\n", "1\n", "3\n"];
    assert.equal(stdout, files.map((name, at) => `==> ./${name} <==\n${texts[at]}`).join("\n"));
    assert.deepEqual([wasTaken, changes], [true, ["src/b.txt"]]);
  });

  it("is made after a command for the next one", async () => {
    await run("true");
    await prepareNext(bubblewrap);
    const [waiting = ""] = layers();
    assert.notEqual(waiting, "");
    const { wasTaken } = await run("true");
    assert.equal(wasTaken, true);
  });

  it("is no second command's: that gets its own", async () => {
    await prepareNext(bubblewrap, wish);
    const both = await Promise.all(["one", "two"].map((name) => run(`echo ${name} >${name}; ls`)));
    assert.deepEqual(
      both.map(({ stdout, changes }) => [stdout, changes]),
      ["one", "two"].map((name) => [["a.txt", "gone.txt", "old", name, "src"].sort().join("\n").concat("\n"), [name]]),
    );
  });

  const different: Record<string, () => void> = {
    "the folder was replaced": () => {
      renameSync(world.root, world.path("before"));
      mkdirSync(world.root);
      writeFileSync(join(world.root, "b.txt"), "");
    },
    "its permissions changed": () => chmodSync(world.root, 0o700),
  };
  for (const [what, change] of Object.entries(different))
    it(`is not used, and removed, where ${what}`, async () => {
      chmodSync(world.root, 0o755);
      await prepareNext(bubblewrap, wish);
      const [waiting = ""] = layers();
      change();
      const { wasTaken, stdout } = await run("stat -c %a .; ls");
      const mode = what === "its permissions changed" ? "700" : "755";
      const names = what === "the folder was replaced" ? "b.txt" : "a.txt\ngone.txt\nold\nsrc";
      assert.deepEqual([wasTaken, stdout], [false, `${mode}\n${names}\n`]);
      assert.equal(existsSync(join(wish.place, waiting)), false);
    });

  it("is not used for other folders", async () => {
    mkdirSync(world.path("second"));
    writeFileSync(world.path("second", "mine"), "");
    await prepareNext(bubblewrap, { ...wish, roots: [world.path("second")] });
    assert.deepEqual([(await run("ls")).stdout, layers().length <= 1], ["a.txt\ngone.txt\nold\nsrc\n", true]);
  });

  it("is gone with its mounts when nobody takes it", async () => {
    await prepareNext(bubblewrap, wish);
    const next = takeNext();
    const namespace = next?.layer?.namespace ?? "";
    assert.ok(existsSync(namespace));
    if (next) endNext(next);
    assert.deepEqual([existsSync(namespace), layers()], [false, []]);
  });

  it("is gone when the program ends", () => {
    const told = prepareApart();
    assert.match(told, /^\w+-\S+\n$/);
    assert.deepEqual(layers(), []);
  });

  it("is not made where it cannot be mounted", () => {
    assert.equal(prepareApart("/bin/false"), "\n");
  });
});
