import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { realCrib } from "../support/realCrib";
import type { Tree } from "../support/tempFolder";

describe("list_directory", () => {
  const start = async (tree: Tree) => {
    const at = await realCrib(tree);
    const list = async (input: object = {}) => (await at.call("list_directory", input)).text;
    return { ...at, list };
  };

  it("C-22 folders first, then by name, with a slash or a size", async () => {
    const { list } = await start({
      "b.txt": "12",
      "a.txt": "",
      "Z.txt": "é",
      "sub/x": "",
      "Abc/x": "",
      ".hidden": "1",
    });
    assert.equal(await list(), "Abc/\nsub/\n.hidden (1 bytes)\nZ.txt (2 bytes)\na.txt (0 bytes)\nb.txt (2 bytes)");
    assert.equal(await list({ path: "./sub/" }), "x (0 bytes)");
  });

  it("says what links lead to, and what is no file", async () => {
    const { list, root } = await start({
      "d/x": "",
      "f.txt": "12",
      toD: { link: "d" },
      toF: { link: "f.txt" },
      broken: { link: "none" },
    });
    spawnSync("mkfifo", [join(root, "pipe")]);
    assert.equal(
      await list(),
      "d/\ntoD/ (link)\nbroken (broken link)\nf.txt (2 bytes)\npipe (not a file)\ntoF (2 bytes, link)",
    );
  });

  it("gives the entries as facts too", async () => {
    const { call, root } = await start({ "a.txt": "12" });
    const { data } = await call("list_directory", {});
    const { mtimeMs } = statSync(join(root, "a.txt"));
    assert.deepEqual(data, {
      path: root,
      entries: [{ name: "a.txt", link: false, kind: "file", size: 2, mtimeMs }],
      ignored: 0,
    });
  });

  it("leaves out what is ignored or named, and says how many were ignored", async () => {
    const { list } = await start({ ".gitignore": "*.log\nout/\n", "a.log": "", "out/x": "", "b.txt": "", "c.md": "" });
    assert.equal(
      await list(),
      ".gitignore (11 bytes)\nb.txt (0 bytes)\nc.md (0 bytes)\n[2 ignored; set include_ignored to see them.]",
    );
    assert.equal(
      await list({ ignore: ["*.md", ".git*"] }),
      "b.txt (0 bytes)\n[2 ignored; set include_ignored to see them.]",
    );
    assert.equal(await list({ include_ignored: true, ignore: ["[.bc]*"] }), "out/\na.log (0 bytes)");
  });

  it("an empty folder is said to be one, or to hold only what is ignored", async () => {
    const { list } = await start({ empty: undefined, ".gitignore": "*.log\n", "logs/a.log": "" });
    assert.equal(await list({ path: "empty" }), "empty is empty.");
    assert.equal(await list({ path: "logs" }), "logs is empty.\n[1 ignored; set include_ignored to see them.]");
  });

  it("shows 2,000 entries at most", async () => {
    const { list } = await start(
      Object.fromEntries(Array.from({ length: 2005 }, (_, at) => [`f${String(at).padStart(4, "0")}`, ""])),
    );
    const lines = (await list()).split("\n");
    assert.deepEqual(
      [lines.length, lines[1999], lines[2000]],
      [2001, "f1999 (0 bytes)", "[5 more entries: use find_files with a pattern.]"],
    );
  });
});
