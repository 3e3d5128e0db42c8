import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "../../src/edits/encoding";
import { realCrib } from "../support/realCrib";
import type { Tree } from "../support/tempFolder";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join("\n");

describe("read_file", () => {
  const start = async (tree: Tree) => {
    const { call, root, session, host } = await realCrib(tree);
    const read = async (path: string, more: object = {}) => call("read_file", { path, ...more });
    const text = async (path: string, more: object = {}) => (await read(path, more)).text;
    return { call, root, read, text, session, host };
  };

  it("gives the whole of a small file, its last line break included, and what it is", async () => {
    const { read, root } = await start({ "a.txt": "one\ntwo\n" });
    assert.deepEqual(await read("a.txt"), {
      text: "one\ntwo\n",
      isError: false,
      data: {
        text: "one\ntwo",
        count: 2,
        lineCut: false,
        total: 2,
        binary: false,
        crlf: false,
        finalNewline: true,
        path: join(root, "a.txt"),
        size: 8,
        offset: 0,
      },
    });
  });

  it("shows text as it is stored in each encoding, without mark and CR", async () => {
    const { text } = await start({
      bom: encode("é\r\n€\r\n", "utf8bom"),
      le: encode("é\r\n😀", "utf16le"),
      be: encode("é\n", "utf16be"),
      latin: Buffer.from("caf\xe9\n", "latin1"),
    });
    assert.deepEqual(
      [await text("bom"), await text("le"), await text("be"), await text("latin")],
      ["é\n€\n", "é\n😀", "é\n", "caf\ufffd\n"],
    );
  });

  it("RD-11 says that a file is empty", async () => {
    const { text } = await start({ empty: "", bom: encode("", "utf8bom") });
    assert.deepEqual(
      [await text("empty"), await text("bom")],
      ["File exists but is empty", "File exists but is empty"],
    );
  });

  it("RD-9 says no more of a binary file than its size", async () => {
    const { text } = await start({ "a.png": Buffer.from([0x89, 0x50, 0, 0]) });
    assert.equal(await text("a.png"), "Cannot display content of binary file: a.png (4 bytes).");
  });

  it("RD-7 shows 2,000 lines at most and says how to go on; the windows put together are the file", async () => {
    const { text } = await start({ "long.txt": `${numbered(1, 4500)}\n` });
    assert.equal(
      await text("long.txt"),
      `${numbered(1, 2000)}\n[Showing lines 1-2000 of 4500. To read on, call again with offset 2000.]`,
    );
    assert.equal(
      await text("long.txt", { offset: 2000 }),
      `${numbered(2001, 4000)}\n[Showing lines 2001-4000 of 4500. To read on, call again with offset 4000.]`,
    );
    assert.equal(
      await text("long.txt", { offset: 4000 }),
      `${numbered(4001, 4500)}\n[Showing lines 4001-4500 of 4500.]`,
    );
    assert.equal(await text("long.txt", { offset: 4499, limit: 5 }), "line 4500\n[Showing lines 4500-4500 of 4500.]");
    assert.equal(
      await text("long.txt", { limit: 1 }),
      "line 1\n[Showing lines 1-1 of 4500. To read on, call again with offset 1.]",
    );
  });

  it("C-06 shows 128,000 characters at most, whole lines of them", async () => {
    const line = "x".repeat(999);
    const { text } = await start({ "wide.txt": `${Array(200).fill(line).join("\n")}\n` });
    assert.equal(
      await text("wide.txt"),
      `${Array(128).fill(line).join("\n")}\n[Showing lines 1-128 of 200. To read on, call again with offset 128.]`,
    );
  });

  it("an offset past the end is told with the number of lines, and does not count as having read", async () => {
    const { call, text } = await start({ "a.txt": "one\ntwo\n", empty: "" });
    assert.equal(
      await text("a.txt", { offset: 2 }),
      "offset 2 is past the end of a.txt, which has 2 lines: use a smaller one.",
    );
    assert.equal(
      await text("empty", { offset: 1 }),
      "offset 1 is past the end of empty, which has 0 lines: use a smaller one.",
    );
    const { text: refused } = await call("write_file", { path: "a.txt", content: "x" });
    assert.equal(refused, "a.txt exists and was not read yet: read it with read_file first, then repeat this call.");
  });

  it("D-10 what is read is known in that version, and no later one", async () => {
    const { call, root, text, session, host } = await start({ "a.txt": "one\n" });
    await text("a.txt");
    const target = await host.files.resolve("a.txt");
    const known = async () => {
      const stat = await host.files.stat(target);
      return stat && session.knows(target.real, stat);
    };
    assert.equal(await known(), "current");
    appendFileSync(join(root, "a.txt"), "two\n");
    assert.equal(await known(), "stale");
    assert.equal(
      (await call("write_file", { path: "a.txt", content: "x" })).text,
      "a.txt has changed since it was read: read it again with read_file, then repeat the change on what it holds now.",
    );
    await text("a.txt", { limit: 1 });
    assert.equal(await known(), "current");
  });

  it("a file that changes while it is read counts as changed", async () => {
    const { call, root, host, text } = await start({ "a.txt": "one\n" });
    const { stream } = host.files;
    host.files.stream = (target, signal) => {
      writeFileSync(join(root, "a.txt"), "changed\n");
      return stream.call(host.files, target, signal);
    };
    assert.equal(await text("a.txt"), "changed\n");
    assert.match(
      (await call("write_file", { path: "a.txt", content: "x" })).text,
      /^a\.txt has changed since it was read/,
    );
  });

  it("reads through links, and shows where they lead", async () => {
    const { text, call } = await start({
      "real/a.txt": "one\n",
      link: { link: "real/a.txt" },
      broken: { link: "none" },
      loop: { link: "loop" },
    });
    assert.equal(await text("link"), "one\n");
    assert.equal(await text("broken"), "none does not exist: check the name, or find it with find_files.");
    assert.match(await text("loop"), /cannot be examined \(ELOOP: .*\): name a path you may look at\.$/);
    // Read by one name, known by the other.
    assert.equal((await call("write_file", { path: "real/a.txt", content: "one\n" })).isError, false);
  });
});
