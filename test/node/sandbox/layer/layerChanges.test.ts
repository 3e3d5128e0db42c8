import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { changesOf } from "../../../../src/node/sandbox/layer/layerChanges";
import { plant, type Tree, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";
import { needsLayer, World } from "../support/world";

const kept = "was changed by another program while the command ran";

/** Times of files lag behind the clock by up to 10 milliseconds. */
const tick = () => setTimeout(30);

describe("what other programs do while a layer is looked at (D-15)", () => {
  /**
   * @param meanwhile after the command has begun, and before the layer is put together.
   * @param merged names in shared folders there; `later` happens right after they were listed.
   */
  async function changes(
    tree: Tree,
    meanwhile: (root: string) => void,
    merged: Readonly<Record<string, readonly string[]>>,
    later: (root: string) => void = () => {},
  ): Promise<string[]> {
    const folder = tempFolder({ root: undefined, upper: undefined, ...tree });
    const root = join(folder, "root");
    await tick();
    const began = Date.now();
    await tick();
    meanwhile(root);
    const found = await changesOf({ root, upper: join(folder, "upper"), began }, async (folders) => {
      later(root);
      return new Map(folders.map((name) => [name, new Set(merged[name])]));
    });
    return found.map(
      ({ path, before, after, other, whole }) =>
        `${relative(root, path)} ${other ?? [before, after].map((side) => side?.kind ?? "nothing").join(" > ")}${whole ? " whole" : ""}`,
    );
  }

  it("is no change of the command: a file that comes after the layer was listed", async () => {
    const tree = { "root/out/old.txt": "", "upper/out/mine.txt": "" };
    const add = (root: string) => writeFileSync(join(root, "out/theirs.txt"), "");
    assert.deepEqual(await changes(tree, () => {}, { out: ["old.txt", "mine.txt"] }, add), [
      "out/mine.txt nothing > file",
    ]);
  });

  it("is no change of the command: a folder of the name that it made", async () => {
    const make = (root: string) => plant(root, { "out/theirs.txt": "", "out/.theirs.txt.0123456789ab.tmp": "" });
    assert.deepEqual(await changes({ "upper/out/mine.txt": "" }, make, { out: ["mine.txt"] }), [
      "out/mine.txt nothing > file",
    ]);
  });

  it("keeps the files of a folder that was moved to the name that it made", async () => {
    const tree = { "root/staged/theirs.txt": "", "upper/out/mine.txt": "" };
    const move = (root: string) => renameSync(join(root, "staged"), join(root, "out"));
    const expected = ["out/mine.txt nothing > file", `out ${kept}`];
    assert.deepEqual(await changes(tree, move, { out: ["mine.txt"] }), expected.sort());
  });

  it("keeps such a folder where it has more files than are looked at one by one", async () => {
    const files = Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`root/staged/${at}.txt`, ""]));
    const move = (root: string) => renameSync(join(root, "staged"), join(root, "out"));
    const tree = { ...files, "upper/out/mine.txt": "" };
    assert.deepEqual(await changes(tree, move, { out: ["mine.txt"] }), [`out ${kept}`, "out/mine.txt nothing > file"]);
  });

  it("removes what a folder had that was removed and made again while nobody else changed it", async () => {
    const tree = { "root/out/old.txt": "", "root/out/.old.txt.0123456789ab.tmp": "", "upper/out/mine.txt": "" };
    assert.deepEqual(await changes(tree, () => {}, { out: ["mine.txt"] }), [
      "out/old.txt file > nothing",
      "out/.old.txt.0123456789ab.tmp file > nothing",
      "out/mine.txt nothing > file",
    ]);
  });
});

describe("a file that a person saves after it was looked at (D-15)", () => {
  it("is not read as what the command changed", async () => {
    const folder = tempFolder({ "root/a.txt": "a\n", "root/b.txt": "b\n", "upper/a.txt": "A\n", "upper/b.txt": "B\n" });
    const root = join(folder, "root");
    await tick();
    const found = await changesOf({ root, upper: join(folder, "upper"), began: Date.now() }, async () => new Map());
    await tick();
    writeFileSync(join(root, "a.txt"), "z\n");
    const [a, b] = ["a.txt", "b.txt"].map((name) => found.find(({ path }) => path === join(root, name))?.before);
    await failsWith(() => a?.read() ?? Promise.resolve(), "stale", `${join(root, "a.txt")} ${kept}.`);
    assert.equal(String(Buffer.from((await b?.read()) ?? [])), "b\n");
  });
});

describe("several commands on layers over one folder (D-15)", function () {
  this.timeout(60_000);
  let world: World;
  before(async function () {
    await needsLayer(this);
  });
  beforeEach(() => {
    world = new World({ "ws/old/1.txt": "1\n", "ws/staged/2.txt": "2\n" });
  });
  afterEach(() => world.remove());

  /** @param meanwhile once the command has printed. */
  async function changes(command: string, meanwhile: () => void): Promise<string[]> {
    const { request } = world.request(`${command}; echo up`, { onOutput: meanwhile });
    const { layer } = await world.shell.run({ ...request, hold: { ...request.hold, onLayer: "held" } });
    assert.ok(layer);
    const found = await layer.changes();
    await layer.discard();
    return found.map(({ path, other }) => `${relative(world.root, path)}${other ? ` ${other}` : ""}`);
  }

  it("change the files that they wrote, and are told of no others", async () => {
    const found = await changes("mkdir -p out; echo 1 >out/f1", () => {
      mkdirSync(world.path("ws/out"), { recursive: true });
      for (const name of ["f2", ".f3.0123456789ab.tmp"]) writeFileSync(world.path("ws/out", name), "");
    });
    assert.deepEqual(found, ["out/f1"]);
  });

  it("do not remove a folder that was moved to the name of one that they removed", async () => {
    const found = await changes("rm -r old", () => {
      renameSync(world.path("ws/old"), world.path("ws/older"));
      renameSync(world.path("ws/staged"), world.path("ws/old"));
    });
    assert.deepEqual(found, [`old ${kept}`]);
  });
});
