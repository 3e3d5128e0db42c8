import assert from "node:assert/strict";
import { chmodSync, linkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { realCrib } from "../../support/realCrib";
import { snapshot, type Tree } from "../../support/tempFolder";

const start = async (tree: Tree) => {
  const at = await realCrib(tree);
  const remove = (path: string) => at.call("delete_file", { path });
  const readThenRemove = async (path: string) => {
    const stat = await at.host.files.stat(await at.host.files.resolve(path));
    at.session.noteSeen(join(at.root, path), stat?.version ?? "");
    return remove(path);
  };
  return { ...at, remove, readThenRemove };
};

describe("delete_file", () => {
  it("D-17: can be taken back with its bytes and mode", async () => {
    const bytes = Buffer.from([0, 255, 10]);
    const { readThenRemove, root, asked, crib } = await start({ "sub/a": bytes, b: "stays" });
    chmodSync(join(root, "sub/a"), 0o750);
    const before = snapshot(root);
    const result = await readThenRemove("sub/a");
    assert.deepEqual(result, {
      text: "Deleted sub/a (3 bytes).",
      isError: false,
      data: { path: join(root, "sub/a"), shown: "sub/a", bytes: 3 },
      undo: { id: result.undo?.id, description: "Undo: Delete sub/a", files: ["sub/a"] },
    });
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      ["Delete sub/a"],
    );
    assert.deepEqual(snapshot(root), { b: "stays", "sub/": "" });
    await crib.journal.undo(result.undo?.id);
    assert.deepEqual(snapshot(root), before);
    assert.equal(statSync(join(root, "sub/a")).mode & 0o777, 0o750);
  });

  it("D-10: a file that was not read, or changed since, stays", async () => {
    const { remove, readThenRemove, session, root } = await start({ a: "1", b: "1" });
    assert.match((await remove("a")).text, /^a exists and has not been read yet: read it with read_file first/);
    session.noteSeen(join(root, "b"), "earlier");
    assert.match((await remove("b")).text, /^b has changed since it was read: read it again/);
    assert.deepEqual(snapshot(root), { a: "1", b: "1" });
    assert.equal((await readThenRemove("b")).isError, false);
    writeFileSync(join(root, "b"), "someone else's");
    assert.match((await remove("b")).text, /^b has changed since it was read/);
  });

  it("says before the yes that a file has other names", async () => {
    const { readThenRemove, root, asked } = await start({ a: "1" });
    linkSync(join(root, "a"), join(root, "b"));
    await readThenRemove("a");
    assert.deepEqual(asked[0]?.plan.notes, ["This file has 2 hard links: its content stays under its other names."]);
    assert.deepEqual(snapshot(root), { b: "1" });
  });

  const refusals: [path: string, message: RegExp][] = [
    ["none", /^none does not exist: check the path, or find it with find_files\.$/],
    ["sub", /^sub is a folder, not a file: give the path of a file in it, or use run_command for the whole folder\.$/],
    ["link", /\/link is a symbolic link to a: give the path of the target, or remove the link with a command\.$/],
    ["dangling", /does not exist: check the path/],
    [".", /^Denied by policy: a workspace folder itself is not a file/],
    ["../outside/x", /^Denied by policy: writing outside the workspace is never allowed/],
  ];
  for (const [path, message] of refusals)
    it(`refuses ${path}`, async () => {
      const { remove, root, asked } = await start({
        a: "1",
        "sub/x": "",
        link: { link: "a" },
        dangling: { link: "gone" },
      });
      const before = snapshot(root);
      const { text, isError } = await remove(path);
      assert.match(text, message);
      assert.deepEqual([isError, snapshot(root), asked], [true, before, []]);
    });
});
