import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, linkSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "../../../src/lib/edits/text/encoding";
import { type CribOptions, realCrib } from "../../support/realCrib";
import { snapshot, type Tree } from "../../support/tempFolder";

describe("write_file", () => {
  const start = async (tree: Tree = {}, options: CribOptions = {}) => {
    const at = await realCrib(tree, options);
    const write = (path: string, content: string) => at.call("write_file", { path, content });
    const readThenWrite = async (path: string, content: string) => {
      await at.call("read_file", { path });
      return write(path, content);
    };
    return { ...at, write, readThenWrite };
  };

  it("WR-4 creates a file with its folders, as it is given", async () => {
    const { write, root, asked } = await start();
    const result = await write("a/b/c.txt", "é\r\n\n");
    assert.deepEqual(result, {
      text: "Created a/b/c.txt (5 bytes).",
      isError: false,
      data: { path: join(root, "a/b/c.txt"), shown: "a/b/c.txt", bytes: 5, created: true, changed: true },
      undo: { id: result.undo?.id, description: "Undo: Create a/b/c.txt", files: ["a/b/c.txt"] },
    });
    assert.equal(readFileSync(join(root, "a/b/c.txt"), "utf8"), "é\r\n\n");
    assert.deepEqual(
      asked.map(({ plan }) => [plan.title, plan.notes]),
      [["Create a/b/c.txt", []]],
    );
  });

  it("D-9 keeps encoding, mark, line endings and mode of a file it overwrites", async () => {
    const { readThenWrite, root } = await start({
      bom: encode("a\r\nb\r\n", "utf8bom"),
      le: encode("a\n", "utf16le"),
      be: encode("a\n", "utf16be"),
      mixed: "a\r\nb\nc\r\n",
    });
    chmodSync(join(root, "bom"), 0o755);
    for (const name of ["bom", "le", "be", "mixed"])
      assert.equal((await readThenWrite(name, "a\nnew €\nb\nc\n")).isError, false);
    const bytes = (name: string) => readFileSync(join(root, name));
    assert.deepEqual(bytes("bom"), encode("a\r\nnew €\r\nb\r\nc\r\n", "utf8bom"));
    assert.deepEqual(bytes("le"), encode("a\nnew €\nb\nc\n", "utf16le"));
    assert.deepEqual(bytes("be"), encode("a\nnew €\nb\nc\n", "utf16be"));
    assert.equal(bytes("mixed").toString(), "a\r\nnew €\r\nb\nc\r\n");
    assert.equal(statSync(join(root, "bom")).mode & 0o777, 0o755);
  });

  it("D-9 keeps an encoding from before Unicode, and refuses text it cannot hold", async () => {
    const { write, root } = await start(
      { a: encode("// Größe der Datei überprüfen\r\n", "windows1252") },
      { settings: { requireRead: false } },
    );
    assert.equal((await write("a", "// Maß für Größe\n")).text, "Overwrote a (18 bytes).");
    const stored = encode("// Maß für Größe\r\n", "windows1252");
    assert.deepEqual(readFileSync(join(root, "a")), stored);
    assert.match((await write("a", "→")).text, /^a is stored as windows1252, which has no "→" \(U\+2192\)/);
    assert.deepEqual(readFileSync(join(root, "a")), stored);
  });

  it("C-13 counts bytes, not characters", async () => {
    const { readThenWrite } = await start({ a: encode("x", "utf16le") });
    assert.equal((await readThenWrite("a", "😀")).text, "Overwrote a (6 bytes).");
  });

  it("what is there already is not written, and nobody is asked", async () => {
    const { readThenWrite, asked, crib, root } = await start({ a: "same\r\n" });
    const before = statSync(join(root, "a"), { bigint: true });
    assert.equal((await readThenWrite("a", "same\n")).text, "a already has exactly this content; nothing was written.");
    assert.deepEqual([asked, await crib.journal.undoable()], [[], []]);
    assert.equal(statSync(join(root, "a"), { bigint: true }).mtimeNs, before.mtimeNs);
  });

  it("may be repeated and followed up without reading again", async () => {
    const { write } = await start();
    assert.equal((await write("a", "1")).text, "Created a (1 bytes).");
    assert.equal((await write("a", "2")).text, "Overwrote a (1 bytes).");
    assert.equal((await write("a", "2")).text, "a already has exactly this content; nothing was written.");
  });

  it("D-17 every write can be taken back, to the byte", async () => {
    const { write, readThenWrite, crib, root } = await start({ a: encode("old\r\n", "utf16le") });
    const before = snapshot(root);
    await readThenWrite("a", "new\n");
    await write("x/y/z", "made");
    await crib.journal.undo();
    await crib.journal.undo();
    assert.deepEqual(snapshot(root), before);
  });

  it("D-10 an unread file is overwritten when the setting says so", async () => {
    const { write, root } = await start({ a: "old" }, { settings: { requireRead: false } });
    assert.equal((await write("a", "new")).isError, false);
    assert.equal(readFileSync(join(root, "a"), "utf8"), "new");
  });

  it("writes through a link to the file it leads to, and says which", async () => {
    const { readThenWrite, root, asked } = await start({ "real/a": "old", link: { link: "real/a" } });
    assert.equal((await readThenWrite("link", "new")).text, "Overwrote real/a (3 bytes).");
    assert.equal(asked[0]?.plan.title, "Overwrite real/a");
    assert.deepEqual(snapshot(root), { link: "-> real/a", "real/": "", "real/a": "new" });
  });

  it("says before the yes that a file has other names", async () => {
    const { readThenWrite, root, asked } = await start({ a: "old" });
    linkSync(join(root, "a"), join(root, "b"));
    await readThenWrite("a", "new");
    assert.deepEqual(asked[0]?.plan.notes, ["This file has 2 hard links: the change appears under all of its names."]);
    assert.deepEqual(snapshot(root), { a: "new", b: "new" });
  });

  const refusals: [what: string, tree: Tree, message: RegExp][] = [
    ["a binary file", { a: Buffer.from([1, 0, 2]) }, /^a is a binary file: it cannot be changed as text\.$/],
    [
      "a file in an unknown encoding",
      { a: Buffer.from([0xe9, 0x02]) },
      /^a is not valid UTF-8 text, nor text in a recognisable encoding: it is left alone because changing it would damage it\.$/,
    ],
    ["a folder", { "a/x": "" }, /^a is a folder, not a file: give the path of a file in it\.$/],
    ["a loop of links", { a: { link: "a" } }, /cannot be examined \(ELOOP: .*\): name a path you may look at\.$/],
  ];
  for (const [what, tree, message] of refusals)
    it(`refuses ${what}, and leaves it`, async () => {
      const { readThenWrite, root, asked } = await start(tree);
      const before = snapshot(root);
      const { text, isError } = await readThenWrite("a", "new");
      assert.match(text, message);
      assert.deepEqual([isError, snapshot(root), asked], [true, before, []]);
    });

  it("refuses a pipe at once, without sending the model to read it first", async () => {
    const { write, root } = await start();
    if (spawnSync("mkfifo", [join(root, "pipe")]).status !== 0) return;
    assert.equal(
      (await write("pipe", "x")).text,
      "pipe is a device, pipe or socket, not a file: it cannot be changed.",
    );
  });

  it("a read-only file stays as it is", async () => {
    const { readThenWrite, root } = await start({ a: "old" });
    chmodSync(join(root, "a"), 0o444);
    assert.equal(
      (await readThenWrite("a", "new")).text,
      "a is read-only (mode 444): ask the person to make it writable.",
    );
    assert.equal(readFileSync(join(root, "a"), "utf8"), "old");
  });

  it("a file that someone else creates or changes while the question is open is left to them", async () => {
    const at = await start(
      { changed: "old" },
      {
        confirm: async ({ plan }) => {
          const [effect] = plan.effects;
          if (effect?.kind === "write") writeFileSync(effect.target.real, "theirs");
          return { approved: true, by: "person" };
        },
      },
    );
    assert.match(
      (await at.readThenWrite("changed", "mine")).text,
      /^changed was changed since it was planned, so nothing was written/,
    );
    assert.match((await at.write("created", "mine")).text, /^created was created by someone else since it was planned/);
    assert.deepEqual(snapshot(at.root), { changed: "theirs", created: "theirs" });
    assert.deepEqual(await at.crib.journal.undoable(), []);
  });

  it("a folder swapped for a link to outside while the question is open leads nowhere", async () => {
    const at = await start(
      { "sub/a": "" },
      {
        confirm: async () => {
          spawnSync("sh", ["-c", 'mv sub gone && ln -s "$0" sub', at.outside], { cwd: at.root });
          return { approved: true, by: "person" };
        },
      },
    );
    assert.equal(
      (await at.write("sub/new", "x")).text,
      "sub/new resolved to another file than the one that was checked: call the tool again.",
    );
    assert.deepEqual(snapshot(at.outside), {});
  });

  it("PTH-8 nothing is written in an untrusted workspace", async () => {
    const { write, root, asked } = await start({}, { trusted: false });
    assert.match((await write("a", "x")).text, /^Denied by policy: the workspace is not trusted/);
    assert.deepEqual([snapshot(root), asked], [{}, []]);
  });
});
