import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ListData } from "../../../src/tools/files/listDirectory";
import { realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";
import { asOrdinaryUser } from "../../support/unprivileged";

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
    assert.equal(await list(), "d/\ntoD/ (link)\nbroken (broken link)\nf.txt (2 bytes)\npipe (not a file)\ntoF (link)");
  });

  it("gives the entries as facts too", async () => {
    const { call, root } = await start({ "a.txt": "12", "d/x": "", to: { link: "a.txt" } });
    const { data } = await call("list_directory", {});
    const facts = (name: string) => {
      const { size, mtimeMs } = lstatSync(join(root, name));
      return { size, mtimeMs };
    };
    assert.deepEqual(data, {
      path: root,
      shown: ".",
      entries: [
        { name: "d", link: false, kind: "directory" },
        { name: "a.txt", link: false, kind: "file" },
        { name: "to", link: true, kind: "file" },
      ],
      prefix: "",
      left: 0,
      facts: [facts("d"), facts("a.txt"), facts("to")],
      ignored: 0,
      leftOut: 0,
      omitted: 0,
      truncated: false,
      otherRoots: [],
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
    assert.equal(
      await list({ path: "logs", ignore: ["*"] }),
      "Nothing that is in logs is listed.\n[1 omitted by ignore.]",
    );
  });

  it("a name that is missing or no folder is said to be so", async () => {
    const { list } = await start({ "a.txt": "" });
    assert.equal(await list({ path: "none" }), "none does not exist: check the path, or find it with find_files.");
    assert.equal(await list({ path: "a.txt" }), "a.txt is a file, not a folder: read it with read_file.");
  });

  describe("recursive (LS-2, C-22)", () => {
    it("lists each folder's entries after it, by their paths, with sizes", async () => {
      const { list } = await start({ "a/b/c.txt": "1", "a/z.txt": "12", "b.txt": "", e: undefined, "a/B/x": "" });
      assert.equal(
        await list({ recursive: true }),
        "a/\na/B/\na/B/x (0 bytes)\na/b/\na/b/c.txt (1 bytes)\na/z.txt (2 bytes)\ne/\nb.txt (0 bytes)",
      );
      assert.equal(await list({ recursive: true, path: "a/b" }), "a/b/c.txt (1 bytes)");
      assert.equal(await list({ recursive: true, path: "e" }), "e is empty.");
    });

    it("names what other tools leave out and does not look into it, nor through links", async () => {
      const { list, call } = await start({
        ".gitignore": "*.log\n/out/\n",
        "out/x": "",
        "s/a.log": "",
        "s/.gitignore": "b\n",
        "s/b": "",
        "s/c": "",
        "node_modules/m/x": "",
        ".git/HEAD": "",
        up: { link: "." },
      });
      assert.equal(
        await list({ recursive: true }),
        ".git/\nnode_modules/\ns/\ns/.gitignore (2 bytes)\ns/c (0 bytes)\nup/ (link)\n.gitignore (12 bytes)\n[3 ignored; set include_ignored to see them.]",
      );
      const { entries } = (await call("list_directory", { recursive: true })).data as ListData;
      assert.ok(!entries.some(({ unreadable }) => unreadable), "a link was followed");
      const all = (await list({ recursive: true, include_ignored: true })).split("\n");
      assert.deepEqual(all.slice(0, 4), [".git/", "node_modules/", "node_modules/m/", "node_modules/m/x (0 bytes)"]);
      assert.ok(all.includes("out/x (0 bytes)") && all.includes("s/a.log (0 bytes)") && !all.includes(".git/HEAD"));
    });

    it("leaves out by name at every depth", async () => {
      const { list } = await start({ "a/x.log": "", "a/y": "", "skip/z": "" });
      assert.equal(await list({ recursive: true, ignore: ["*.log", "skip"] }), "a/\na/y (0 bytes)");
    });

    it("stops at the level on which there are too many, and says so", async () => {
      const many = Array.from({ length: 2001 }, (_, at) => [`a/f${String(at).padStart(4, "0")}`, ""]);
      const { list } = await start({ ...Object.fromEntries(many), "a/deep/er": "", "b/x": "" });
      const lines = (await list({ recursive: true })).split("\n");
      assert.deepEqual(
        [lines.length, lines[0], lines[1], lines[1111], lines[1112], lines[1113]],
        [
          1114,
          "a/",
          "a/deep/",
          "a/f1109 (0 bytes)",
          "[893 more entries: use find_files with a pattern, or list a subfolder.]",
          "[Deeper folders were not listed: list them by path.]",
        ],
      );
    });

    it("one folder that cannot be read does not fail the rest (LS-5)", async () => {
      const { list, root } = await start({ "a/x": "", "b/y": "", "c/z": "" });
      chmodSync(dirname(root), 0o755);
      chmodSync(join(root, "b"), 0);
      assert.equal(
        await asOrdinaryUser(() => list({ recursive: true })),
        "a/\na/x (0 bytes)\nb/ (cannot be read)\nc/\nc/z (0 bytes)",
      );
    });
  });

  it("D-5 says which other folders the workspace has, when none was named", async () => {
    const at = await realCrib({ "a.txt": "" }, { moreRoots: ["second", "third"] });
    const list = async (input: object) => (await at.call("list_directory", input)).text;
    assert.equal(
      await list({}),
      "a.txt (0 bytes)\n[The workspace has more folders; list them by name: second, third.]",
    );
    assert.equal(await list({ path: "second" }), "second is empty.");
  });

  it("leaves out what .toolcribignore closes, at every depth, and refuses to list it", async () => {
    const { list } = await start({
      ".toolcribignore": "secret/\n*.key\n",
      "secret/x": "",
      "a/secret/y": "",
      "a/b.key": "",
      "a/c": "",
    });
    assert.equal(await list({}), "a/\n.toolcribignore (14 bytes)");
    assert.equal(await list({ recursive: true }), "a/\na/c (0 bytes)\n.toolcribignore (14 bytes)");
    assert.equal(
      await list({ recursive: true, include_ignored: true }),
      "a/\na/c (0 bytes)\n.toolcribignore (14 bytes)",
    );
    assert.equal(
      await list({ path: "a/secret" }),
      'Denied by policy: .toolcribignore lists it (line 1). "List a/secret" was not done; do not retry it another way: go on without it, or tell the person what you need.',
    );
  });

  it("shows as many entries as fit into 20,000 characters, and says how to go on", async () => {
    const { list } = await start(
      Object.fromEntries(Array.from({ length: 2005 }, (_, at) => [`f${String(at).padStart(4, "0")}`, ""])),
    );
    const lines = (await list()).split("\n");
    assert.deepEqual(
      [lines.length, lines[1249], lines[1250]],
      [1251, "f1249 (0 bytes)", "[755 more entries: use find_files with a pattern, or list a subfolder.]"],
    );
  });
});
