import assert from "node:assert/strict";
import { chmodSync, linkSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CodePort } from "../../../src/core/ports/editor/codeIntelligence";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { codeCrib } from "../../support/fakeCode";
import { type CribOptions, realCrib } from "../../support/realCrib";
import { snapshot, type Tree } from "../../support/tempFolder";

const start = async (tree: Tree, options: CribOptions = {}) => {
  const at = await realCrib(tree, options);
  return { ...at, move: (path: string, new_path: string) => at.call("move_file", { path, new_path }) };
};

describe("move_file", () => {
  it("D-9, D-17: keeps bytes and mode, makes folders, and can be taken back", async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 233]);
    const { move, root, asked, crib } = await start({ "sub/a.bin": bytes });
    chmodSync(join(root, "sub/a.bin"), 0o750);
    const before = snapshot(root);
    const result = await move("sub/a.bin", "x/y/b.bin");
    assert.deepEqual(result, {
      text: "Moved sub/a.bin to x/y/b.bin.",
      isError: false,
      data: {
        path: join(root, "sub/a.bin"),
        shown: "sub/a.bin",
        newPath: join(root, "x/y/b.bin"),
        newShown: "x/y/b.bin",
      },
      undo: {
        id: result.undo?.id,
        description: "Undo: Move sub/a.bin to x/y/b.bin",
        files: ["x/y/b.bin", "sub/a.bin"],
      },
    });
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      ["Move sub/a.bin to x/y/b.bin"],
    );
    assert.deepEqual(snapshot(root), { "sub/": "", "x/": "", "x/y/": "", "x/y/b.bin": bytes.toString("latin1") });
    assert.equal(statSync(join(root, "x/y/b.bin")).mode & 0o777, 0o750);
    await crib.journal.undo();
    assert.deepEqual(snapshot(root), before);
    assert.equal(statSync(join(root, "sub/a.bin")).mode & 0o777, 0o750);
  });

  it("D-10: the new file is known if the old one was, and only then", async () => {
    const { move, call, root } = await start({ a: "1\n", b: "1\n" });
    await call("read_file", { path: "a" });
    assert.equal((await move("a", "a2")).isError, false);
    assert.equal((await move("b", "b2")).isError, false);
    const edit = async (path: string) => (await call("edit_file", { path, old_string: "1", new_string: "2" })).text;
    assert.equal(await edit("a2"), "Edited a2: 1 replacement (line 1).");
    assert.equal(
      await edit("b2"),
      "b2 exists and has not been read yet: read it with read_file first, then repeat this call.",
    );
    assert.deepEqual(snapshot(root), { a2: "2\n", b2: "1\n" });
  });

  it("changes what the file's language names, leaves out what may not be written, and moves without an answer", async () => {
    const moved =
      (path: (name: string) => string): NonNullable<CodePort["moved"]> =>
      async () => ({
        files: ["a.ts", "b.ts", "../outside/c.ts"].map((name) => ({
          location: { path: path(name), address: "" },
          edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, text: "new" }],
        })),
      });
    const tree = { "a.ts": "old a", "b.ts": "old b" };
    const { call, root, crib } = await codeCrib(tree, (path) => ({ moved: moved(path) }));
    const before = snapshot(root);
    const { text } = await call("move_file", { path: "a.ts", new_path: "d.ts" });
    assert.match(
      text,
      /^Moved a\.ts to d\.ts\.\nUpdated paths in 2 files:\nd\.ts \(line 1\)\nb\.ts \(line 1\)\n\[Paths in \S*outside\/c\.ts are not updated: Denied by policy: writing outside the workspace is never allowed/,
    );
    assert.deepEqual([snapshot(root)["d.ts"], snapshot(root)["b.ts"]], ["new a", "new b"]);
    await crib.journal.undo();
    assert.deepEqual(snapshot(root), before);
    const late = new ToolError("timeout", "The language server did not answer within 1 s.");
    const slow = await codeCrib({ "a.ts": "old a" }, () => ({ moved: () => Promise.reject(late) }));
    assert.equal(
      (await slow.call("move_file", { path: "a.ts", new_path: "d.ts" })).text,
      "Moved a.ts to d.ts.\n[Paths are not updated: The language server did not answer within 1 s.]",
    );
  });

  it("says before the yes that a file has other names", async () => {
    const { move, root, asked } = await start({ a: "1" });
    linkSync(join(root, "a"), join(root, "b"));
    await move("a", "c");
    assert.deepEqual(asked[0]?.plan.notes, ["This file has 2 hard links: its other names stay where they are."]);
    assert.deepEqual(snapshot(root), { b: "1", c: "1" });
  });

  const refusals: [from: string, to: string, message: string | RegExp][] = [
    ["a", "b", "b already exists: choose another name, or delete or edit that file first."],
    ["a", "./a", "a has this path already, so nothing was moved."],
    ["a", "sub", "sub is a folder: give the whole path of a file that is to be in it."],
    ["none", "x", "none does not exist: check the path, or find it with find_files."],
    [
      "sub",
      "x",
      "sub is a folder, not a file: give the path of a file in it, or use run_command for the whole folder.",
    ],
    ["link", "x", /\/link is a symbolic link to b: give the path of the target, or remove the link with a command\.$/],
    ["folder/c", "../outside/c", /^Denied by policy: writing outside the workspace is never allowed/],
    ["../outside/x", "x", /^Denied by policy: /],
    ["a", "b/x", /a part of its path is a file/],
  ];
  for (const [from, to, message] of refusals)
    it(`refuses ${from} to ${to}, and leaves both`, async () => {
      const { move, root, asked } = await start({
        a: "1",
        b: "2",
        "sub/c": "3",
        link: { link: "b" },
        folder: { link: "sub" },
      });
      const before = snapshot(root);
      const { text, isError } = await move(from, to);
      if (typeof message === "string") assert.equal(text, message);
      else assert.match(text, message);
      assert.deepEqual([isError, snapshot(root)], [true, before]);
      if (to !== "b/x") assert.deepEqual(asked, []);
    });

  it("a file below a linked folder is that file", async () => {
    const { move, root } = await start({ "sub/c": "3", folder: { link: "sub" } });
    assert.equal((await move("folder/c", "d")).text, "Moved sub/c to d.");
    assert.equal(readFileSync(join(root, "d"), "utf8"), "3");
  });
});
