/** Folders that nobody had the time to look through (D-7). */
import assert from "node:assert/strict";
import { join } from "node:path";
import { rootPlaces } from "../../../../src/node/sandbox/places/rootPlaces";
import { unsearchedNotes } from "../../../../src/node/sandbox/places/unsearched";
import { World } from "../support/world";

describe("folders that were not looked through for protected names", () => {
  let world: World;
  before(() => {
    world = new World({ "ws/a/.vscode/x": "", "ws/b/c/x": "" });
  });
  after(() => world.remove());

  const entry = (...names: string[]) => ({
    path: join(world.root, ...names),
    name: names.at(-1) as string,
    isFolder: true,
    isSocket: false,
  });

  it("cannot be changed, and a model is told", async () => {
    const { confinement, closedFiles } = world.request("touch a/x b/x").request.hold;
    const unsearched = [join(world.root, "b")];
    const known = new Map([[world.root, { entries: [entry("a", ".vscode")], unsearched }]]);
    const mounts = await rootPlaces(confinement, closedFiles, known);
    const kindsOf = (path: string) => mounts.filter((mount) => mount.path === path).map(({ kind }) => kind);
    assert.deepEqual(
      [kindsOf(world.root), kindsOf(join(world.root, "a")), kindsOf(join(world.root, "b"))],
      [["writable"], ["writable"], ["readOnly"]],
    );
    assert.deepEqual(unsearchedNotes(known, confinement), [
      "[The command could change nothing in b: there are too many folders to be looked through in 10 seconds for protected names. Tell the person, who can remove or move away what is not needed.]",
    ]);
  });

  it("are mostly none, of which nothing is said", () => {
    const { confinement } = world.request("true").request.hold;
    assert.deepEqual(unsearchedNotes(new Map([[world.root, { entries: [], unsearched: [] }]]), confinement), []);
    assert.deepEqual(unsearchedNotes(undefined, confinement), []);
  });
});
