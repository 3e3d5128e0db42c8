/** The exec tools, and the plain tools in an agent's own workspace (C-41, EX-1, EX-11). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { speaking } from "../../dialects/support/speaking";
import type { CribOptions } from "../../support/realCrib";
import { plant, snapshot, type Tree } from "../../support/tempFolder";

/** A crib whose agent has a workspace, with files in it. */
async function working(tree: Tree = {}, options: Omit<CribOptions, "dialect"> = {}) {
  const crib = await speaking("standard", { "a.txt": "the person's\n" }, options);
  const own = crib.own;
  plant(own, tree);
  return { ...crib, own, file: (name: string) => readFileSync(join(own, name), "utf8") };
}

describe("exec_write (C-41, EX-3)", () => {
  it("writes in the workspace, relative to it or absolute, and tells path and bytes without a question", async () => {
    const { says, own, file, asked, root } = await working();
    assert.equal(
      await says("exec_write", { path: "scratch/a.mjs", content: "ü\n" }),
      "Created scratch/a.mjs (3 bytes).",
    );
    const path = join(own, "scratch", "deep", "b.txt");
    assert.equal(await says("exec_write", { path, content: "" }), "Created scratch/deep/b.txt (0 bytes).");
    assert.equal(
      await says("exec_write", { path: "./scratch/../scratch/a.mjs", content: "x" }),
      "Overwrote scratch/a.mjs (1 bytes).",
    );
    assert.equal(
      await says("exec_write", { path: "scratch/a.mjs", content: "x" }),
      "scratch/a.mjs already has exactly this content; nothing was written.",
    );
    assert.deepEqual([file("scratch/a.mjs"), file("scratch/deep/b.txt")], ["x", ""]);
    assert.equal(existsSync(join(root, "scratch")), false);
    assert.deepEqual(asked, []);
  });

  it("refuses what lies outside of it, the person's folder among it (HB-1)", async () => {
    const { fails, root, own } = await working();
    for (const path of [join(root, "a.txt"), join(root, "new.txt"), "../other/x", "/etc/x"])
      assert.match(
        await fails("exec_write", { path, content: "x" }),
        /^Denied by policy: (writing outside the workspace is never allowed|it belongs to another agent)/,
        path,
      );
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "the person's\n");
    assert.equal(existsSync(join(own, "..", "other")), false);
  });

  it("changes a file that the agent has not read, or that changed since, only once it was read (D-10)", async () => {
    const { says, fails, own } = await working({ "scratch/a.txt": "one\n" });
    const write = { path: "scratch/a.txt", content: "two\n" };
    assert.equal(
      await fails("exec_write", write),
      "scratch/a.txt exists and has not been read yet: read it with exec_read first, then repeat this call.",
    );
    await says("exec_read", { path: "scratch/a.txt" });
    writeFileSync(join(own, "scratch/a.txt"), "three, longer\n");
    assert.equal(
      await fails("exec_write", write),
      "scratch/a.txt has changed since it was read: read it again with exec_read, then redo the change on its current content.",
    );
    await says("exec_read", { path: "scratch/a.txt" });
    assert.equal(await says("exec_write", write), "Overwrote scratch/a.txt (4 bytes).");
  });

  it("never throws and never writes outside, whatever the path (EX-1, HB-1)", async () => {
    const { call, root, outside, own } = await working();
    await call("exec_run", { command: "true" });
    const world = () => [snapshot(root), snapshot(outside), readdirSync(dirname(own))];
    const before = world();
    const part = fc.constantFrom(
      "..",
      ".",
      "scratch",
      "a",
      "~",
      "$HOME",
      "other",
      "ws",
      "con",
      " ",
      "\u202e",
      "ü",
      root,
      own,
    );
    const path = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join("/")),
    );
    await fc.assert(
      fc.asyncProperty(path, async (path) => {
        const { text } = await call("exec_write", { path, content: "x" });
        assert.ok(text.length > 0);
        assert.deepEqual(world(), before);
      }),
      { numRuns: 60 },
    );
  });

  it("refuses bad paths in a sentence", async () => {
    const { fails } = await working();
    assert.match(await fails("exec_write", { path: "scratch", content: "" }), /^scratch is a folder, not a file: /);
    assert.match(await fails("exec_write", { path: "a\0b", content: "" }), /^The path "a\\u0000b" /);
    assert.match(await fails("exec_write", { path: "", content: "" }), /^exec_write parameter "path" is wrong: /);
    assert.match(await fails("exec_write", { path: "scratch/x" }), /^exec_write needs the parameter "content"/);
  });
});

describe("exec_read (RD-2, EX-2)", () => {
  it("returns the contents, complete and unchanged", async () => {
    const { says, own } = await working({ "scratch/a.txt": "one\n\ttwo" });
    assert.equal(await says("exec_read", { path: "scratch/a.txt" }), "one\n\ttwo");
    assert.equal(await says("exec_read", { path: join(own, "scratch", "a.txt") }), "one\n\ttwo");
  });

  it("reads on by offset where that is more than one call returns, losing nothing", async () => {
    const lines = Array.from({ length: 4500 }, (_, index) => `line ${index}`);
    const { says } = await working({ "scratch/long.txt": `${lines.join("\n")}\n` });
    const found: string[] = [];
    for (let offset = 0; offset < lines.length; ) {
      const text = await says("exec_read", { path: "scratch/long.txt", offset });
      const shown = text.split("\n").filter((line) => line.startsWith("line "));
      found.push(...shown);
      offset += shown.length;
      if (offset < lines.length)
        assert.ok(text.endsWith(`To continue, call again with offset ${offset}.]`), text.slice(-90));
    }
    assert.deepEqual(found, lines);
  });

  it("says what is missing in the names of the exec tools", async () => {
    const { fails } = await working();
    assert.equal(
      await fails("exec_read", { path: "scratch/none" }),
      "scratch/none does not exist: check the path, or find it with exec_ls.",
    );
    assert.equal(
      await fails("exec_read", { path: "scratch" }),
      "scratch is a folder, not a file: list it with exec_ls.",
    );
  });

  it("does not read the person's folder, which run in the workspace is outside (EX-1)", async () => {
    const { fails, root } = await working();
    assert.match(
      await fails("exec_read", { path: join(root, "a.txt") }),
      /^Denied by policy: .* is outside the workspace/,
    );
  });
});

describe("exec_ls (LS-2, C-22)", () => {
  it("lists with sizes, recursively if wanted, and says where the workspace is", async () => {
    const { says, own } = await working({ "scratch/a.txt": "12345", "integrations/x/index.js": "1" });
    const place = `[Your workspace is ${own}: other tools can reach it by this path.]`;
    assert.equal(await says("exec_ls", {}), `integrations/\nscratch/\n${place}`);
    assert.equal(
      await says("exec_ls", { path: own, recursive: true, ignore: [".exec_history"] }),
      `integrations/\nintegrations/x/\nintegrations/x/index.js (1 bytes)\nscratch/\nscratch/a.txt (5 bytes)\n${place}`,
    );
    assert.equal(await says("exec_ls", { path: "scratch" }), "a.txt (5 bytes)");
  });

  it("does not look into what programs keep for themselves, unless it is named or wanted", async () => {
    const kept = { ".cache/npm/x": "1", ".tmp/y": "2", "integrations/p/.venv/lib/z": "3" };
    const { says } = await working(kept);
    const listed = await says("exec_ls", { recursive: true });
    assert.match(listed, /^\.cache\/\n\.tmp\/\nintegrations\/\nintegrations\/p\/\nintegrations\/p\/\.venv\/\n/);
    assert.equal(await says("exec_ls", { path: ".cache", recursive: true }), ".cache/npm/\n.cache/npm/x (1 bytes)");
    assert.match(await says("exec_ls", { recursive: true, include_ignored: true }), /^\.cache\/npm\/x \(1 bytes\)$/m);
  });

  it("creates the workspace where it is the first call (EX-3)", async () => {
    const { says, own } = await working();
    mkdirSync(dirname(own), { recursive: true });
    assert.match(await says("exec_ls", {}), /^integrations\/\nscratch\/\nskills\/\n\[Your workspace is /);
  });

  it("says what is missing in the names of the exec tools", async () => {
    const { fails } = await working();
    assert.equal(
      await fails("exec_ls", { path: "none" }),
      "none does not exist: check the path, or find it with exec_ls.",
    );
  });
});

describe("the plain tools in the workspace, by absolute path (EX-11)", () => {
  it("edit, write, move, delete and patch there without a question, once the workspace is there", async () => {
    const { says, own, file, asked } = await working({ "scratch/a.txt": "one\ntwo\n" });
    const path = join(own, "scratch", "a.txt");
    await says("exec_read", { path: "scratch/a.txt" });
    // What exec_read has read, edit_file knows (D-10).
    assert.equal(
      await says("edit_file", { path, old_string: "two", new_string: "zwei" }),
      `Edited ${path}: 1 replacement (line 2).`,
    );
    assert.equal(file("scratch/a.txt"), "one\nzwei\n");
    assert.equal(await says("read_file", { path }), "one\nzwei\n");
    const fresh = join(own, "scratch", "b.txt");
    assert.equal(await says("write_file", { path: fresh, content: "b" }), `Created ${fresh} (1 bytes).`);
    await says("move_file", { path: fresh, new_path: join(own, "scratch", "c.txt") });
    await says("delete_file", { path: join(own, "scratch", "c.txt") });
    assert.equal(existsSync(join(own, "scratch", "c.txt")), false);
    assert.deepEqual(asked, []);
  });

  it("find names and lines with their places (GR-2)", async () => {
    const { says, own, asked } = await working({ "scratch/a.mjs": "const x = 1;\nthrow x;\n" });
    await says("exec_ls", {});
    const found = await says("find_files", { pattern: "**/*.mjs", path: own });
    assert.match(found, /scratch\/a\.mjs/);
    assert.match(await says("search_text", { pattern: "throw", path: own }), /scratch\/a\.mjs:2: throw x;$/);
    assert.deepEqual(asked, []);
  });

  it("ask in the person's folder as ever, and take relative paths from there", async () => {
    const { says, asked, root, own } = await working();
    await says("exec_write", { path: "scratch/x.txt", content: "x" });
    await says("write_file", { path: "scratch/x.txt", content: "y" });
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      ["Create scratch/x.txt"],
    );
    assert.equal(readFileSync(join(root, "scratch/x.txt"), "utf8"), "y");
    assert.equal(readFileSync(join(own, "scratch/x.txt"), "utf8"), "x");
  });

  it("do not reach it before it was made, as it is outside then", async () => {
    const { fails, own } = await working();
    assert.match(
      await fails("write_file", { path: join(own, "scratch", "x.txt"), content: "x" }),
      /^Denied by policy: writing outside the workspace is never allowed/,
    );
    assert.equal(existsSync(own), false);
  });
});

describe("a path of the other room (EX-3)", () => {
  it("is named with where it is, by the tools of both rooms, and as far as the call may look", async () => {
    const { fails, own, root } = await working({ "scratch/mine.txt": "x", "integrations/a/b.txt": "x" });
    assert.equal(
      await fails("read_file", { path: "scratch/mine.txt" }),
      `scratch/mine.txt does not exist: check the path, or find it with find_files. scratch/mine.txt is in your own workspace, and this call works in the person's folder: use an exec tool, or the path ${join(own, "scratch/mine.txt")}.`,
    );
    assert.match(
      await fails("list_directory", { path: "integrations/a" }),
      / integrations\/a is in your own workspace/,
    );
    assert.match(
      await fails("exec_read", { path: "a.txt" }),
      new RegExp(
        `exec_ls\\. a\\.txt is in the person's folder, and this call works in your own workspace: .*${join(root, "a.txt")}\\.$`,
      ),
    );
    assert.doesNotMatch(await fails("read_file", { path: "none.txt" }), / is in your own/);
    assert.doesNotMatch(await fails("read_file", { path: ".exec_history" }), / is in your own/);
    assert.doesNotMatch(await fails("read_file", { path: join(root, "scratch/mine.txt") }), / is in your own/);
  });
});
