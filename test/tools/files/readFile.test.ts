import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withinTokens } from "../../../src/core/text/estimatedTokens";
import { encode } from "../../../src/lib/edits/text/encoding";
import { realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

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
        path: join(root, "a.txt"),
        size: 8,
        content: "text",
        mimeType: "text/plain",
        encoding: "utf8",
        text: "one\ntwo",
        offset: 0,
        count: 2,
        total: 2,
        more: false,
        lineCut: false,
        cutLines: [],
        crlf: false,
        finalNewline: true,
      },
    });
  });

  describe("a path to nothing", () => {
    const missing = (path: string) => `${path} does not exist: check the path, or find it with find_files.`;
    const meant: [what: string, tree: Tree, path: string, alike: string][] = [
      [
        "the same name elsewhere",
        { "a/config.ts": "", "b/c/config.ts": "" },
        "config.ts",
        "a/config.ts or b/c/config.ts",
      ],
      ["the same name, from a folder that is not there", { "src/a.ts": "" }, "lib/a.ts", "src/a.ts"],
      ["one edit away in its folder", { "src/util.ts": "", "other/utils.tsx": "" }, "src/utils.ts", "src/util.ts"],
      ["two letters that changed places", { "src/form.ts": "" }, "src/from.ts", "src/form.ts"],
      ["another case", { "docs/README.md": "" }, "docs/Readme.md", "docs/README.md"],
    ];
    for (const [what, tree, path, alike] of meant)
      it(`says which file may be meant: ${what}`, async () => {
        const { text } = await start(tree);
        assert.equal(await text(path), `${missing(path)} Did you mean ${alike}?`);
      });

    const silent: [what: string, tree: Tree, path: string][] = [
      ["more than three", { "a/x.ts": "", "b/x.ts": "", "c/x.ts": "", "d/x.ts": "" }, "x.ts"],
      ["one edit away, where that is the whole name", { "a.txt": "", "v2.py": "" }, "b.txt"],
      ["one edit away in another folder", { "a/util.ts": "" }, "utils.ts"],
      ["an ignored one", { ".gitignore": "out/\n*.log\n", "out/x.ts": "", "b/x.log": "" }, "x.ts"],
      ["an ignored one beside it", { ".gitignore": "out/\n", "out/in/x.ts": "" }, "out/in/y.ts"],
      ["one in node_modules or .git", { "node_modules/a/x.ts": "", ".git/x.ts": "" }, "x.ts"],
      ["one beside it in node_modules", { "node_modules/a/x.ts": "" }, "node_modules/a/y.ts"],
      ["a closed one", { ".toolcribignore": "shut/\n", "shut/x.ts": "" }, "x.ts"],
      ["a secret", { id_rsa: "" }, "id_rsb"],
      ["a folder, or a link", { "a/x.ts/y": "", "b/x.ts": { link: "../c" }, c: "" }, "x.ts"],
    ];
    for (const [what, tree, path] of silent)
      it(`names none: ${what}`, async () => {
        const { text } = await start(tree);
        assert.equal(await text(path), missing(path));
      });

    it("names a file beside one that is closed, and counts only what it may name", async () => {
      const tree = { ".toolcribignore": "shut/\n", "a/x.ts": "", "b/x.ts": "", "c/x.ts": "", "shut/x.ts": "" };
      const { text } = await start(tree);
      assert.equal(await text("x.ts"), `${missing("x.ts")} Did you mean a/x.ts or b/x.ts or c/x.ts?`);
    });

    it("looks at 5,000 entries at most", async () => {
      const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`a/${at}`, ""]));
      const { text } = await start({ ...many, "b/c/x.ts": "" });
      assert.equal(await text("x.ts"), missing("x.ts"));
    });
  });

  it("shows text as it is stored in each encoding, without mark and CR", async () => {
    const { text } = await start({
      bom: encode("é\r\n€\r\n", "utf8bom"),
      le: encode("é\r\n😀", "utf16le"),
      be: encode("é\n", "utf16be"),
    });
    assert.deepEqual([await text("bom"), await text("le"), await text("be")], ["é\n€\n", "é\n😀", "é\n"]);
  });

  it("D-9 text from before Unicode is shown as what is configured for it, else as what it looks like, and told", async () => {
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0a]);
    const { text, host } = await start({ "a.txt": japanese, "b.txt": Buffer.from("un caf\xe9\n", "latin1") });
    host.files.encodingOf = async (target) => (target.shown === "a.txt" ? "shiftjis" : undefined);
    assert.equal(await text("a.txt"), "日本語\n[The file's encoding is shiftjis.]");
    assert.match(await text("b.txt"), /^un café\n\[The file's encoding is \w+\.\]$/);
  });

  it("bytes that mean nothing are shown as U+FFFD, and told", async () => {
    const { text } = await start({
      "a.txt": Buffer.concat([Buffer.from(`${"é".repeat(3000)}\nb`), Buffer.from([0xff]), Buffer.from("\n")]),
    });
    assert.equal(
      await text("a.txt", { offset: 1 }),
      "b\ufffd\n[Showing lines 2-2 of 2.]\n[\ufffd marks bytes that are invalid in the file's encoding.]",
    );
    assert.equal(
      await text("a.txt", { limit: 1 }),
      `${"é".repeat(3000)}\n[Showing lines 1-1 of 2. To continue, call again with offset 1.]`,
    );
  });

  it("RD-11 says that a file is empty", async () => {
    const { text } = await start({ empty: "", bom: encode("", "utf8bom") });
    assert.deepEqual(
      [await text("empty"), await text("bom")],
      ["File exists but is empty", "File exists but is empty"],
    );
  });

  it("RD-9 says of a binary file what it is, whatever its name", async () => {
    const { read, root } = await start({
      "a.txt": Buffer.from("\x7fELF\x02\x01\0\0", "latin1"),
      "b.png": Uint8Array.of(1, 0),
    });
    assert.deepEqual(await read("a.txt"), {
      text: "Cannot display content of binary file: a.txt (ELF program, 8 bytes).",
      isError: false,
      data: {
        path: join(root, "a.txt"),
        size: 8,
        content: "binary",
        mimeType: "application/x-elf",
        text: "",
        offset: 0,
        count: 0,
        total: undefined,
        more: false,
        lineCut: false,
        cutLines: [],
        crlf: false,
        finalNewline: false,
      },
    });
    assert.equal((await read("b.png")).text, "Cannot display content of binary file: b.png (unknown kind, 2 bytes).");
  });

  it("RD-7 shows 2,000 lines at most and says how to go on; the windows put together are the file", async () => {
    const { text } = await start({ "long.txt": `${numbered(1, 4500)}\n` });
    assert.equal(
      await text("long.txt"),
      `${numbered(1, 2000)}\n[Showing lines 1-2000 of 4500. To continue, call again with offset 2000.]`,
    );
    assert.equal(
      await text("long.txt", { offset: 2000 }),
      `${numbered(2001, 4000)}\n[Showing lines 2001-4000 of 4500. To continue, call again with offset 4000.]`,
    );
    assert.equal(
      await text("long.txt", { offset: 4000 }),
      `${numbered(4001, 4500)}\n[Showing lines 4001-4500 of 4500.]`,
    );
    assert.equal(await text("long.txt", { offset: 4499, limit: 5 }), "line 4500\n[Showing lines 4500-4500 of 4500.]");
    assert.equal(
      await text("long.txt", { limit: 1 }),
      "line 1\n[Showing lines 1-1 of 4500. To continue, call again with offset 1.]",
    );
  });

  it("C-06 shows 100,000 characters at most, whole lines of them", async () => {
    const line = "x".repeat(999);
    const { text } = await start({ "wide.txt": `${Array(200).fill(line).join("\n")}\n` });
    assert.equal(
      await text("wide.txt"),
      `${Array(100).fill(line).join("\n")}\n[Showing lines 1-100 of 200. To continue, call again with offset 100.]`,
    );
  });

  it("C-06 shows about 25,000 tokens at most, whole lines of them, and every line can be reached", async () => {
    const line = (at: number) => `${at}: {"id": [1, 2, 3], "x": "{}", "y": null},`;
    const lines = Array.from({ length: 2000 }, (_, at) => line(at));
    const { text } = await start({ "a.json": `${lines.join("\n")}\n` });
    const seen: string[] = [];
    for (let offset = 0; offset < 2000; ) {
      const said = (await text("a.json", { offset })).split("\n");
      const [, from, to] = /^\[Showing lines (\d+)-(\d+) of 2000\./.exec(said.at(-1) ?? "") ?? [];
      assert.equal(Number(from), offset + 1);
      seen.push(...said.slice(0, -1));
      offset = Number(to);
      assert.ok(withinTokens(said.join("\n"), 1e9).tokens < 25_100);
    }
    assert.deepEqual(seen, lines);
    assert.ok(seen.join("\n").length > 80_000);
  });

  it("C-06 cuts a line that is longer than all that is shown, and says how to go on in it and behind it", async () => {
    const { text } = await start({ "a.txt": `${"x".repeat(200_000)}\nnext\n`, "b.txt": "字".repeat(60_000) });
    assert.equal(
      await text("a.txt"),
      `${"x".repeat(100_000)}\n[Line 1 is too long: only its first 100000 characters are shown. A command such as sed -n 1p FILE | cut -b 100001- shows the rest, and search_text searches it. To continue, call again with offset 1.]`,
    );
    assert.equal(
      await text("b.txt"),
      `${"字".repeat(25_000)}\n[Line 1 is too long: only its first 25000 characters are shown. A command such as sed -n 1p FILE | cut -b 75001- shows the rest, and search_text searches it.]`,
    );
  });

  it("RD-7 a file too large to be counted is read as far as it must be; what was learned of it is kept", async () => {
    const line = (at: number) => `line ${at} ${"x".repeat(at % 80)}`;
    const lines = Array.from({ length: 500_000 }, (_, at) => line(at));
    const { text, read, host } = await start({ "log.txt": `${lines.join("\n")}\n` });
    const { stream } = host.files;
    const from: number[] = [];
    let bytes = 0;
    host.files.stream = async function* (target, signal, byte = 0) {
      from.push(byte);
      for await (const piece of stream.call(host.files, target, signal, byte)) {
        bytes += piece.length;
        yield piece;
      }
    };
    assert.equal(
      await text("log.txt", { limit: 1 }),
      "line 0 \n[Showing lines 1-1 of more than 1. To continue, call again with offset 1.]",
    );
    assert.deepEqual([from, bytes], [[0], 131_072]);
    bytes = 0;
    assert.match(await text("log.txt"), /\[Showing lines 1-\d+ of more than \d+\. To continue/);
    // As many characters as are shown are in it, and no further piece is waited for.
    assert.equal(bytes, 131_072);
    assert.equal((await read("log.txt", { offset: 400_000, limit: 2 })).text.split("\n")[0], line(400_000));
    bytes = 0;
    assert.equal(
      await text("log.txt", { offset: 400_000, limit: 2 }),
      `${line(400_000)}\n${line(400_001)}\n[Showing lines 400001-400002 of more than 400002. To continue, call again with offset 400002.]`,
    );
    assert.ok(bytes <= 3 * 524_288, String(bytes));
    assert.equal(
      await text("log.txt", { offset: 600_000 }),
      "offset 600000 is past the end of log.txt, which has 500000 lines: use a smaller offset.",
    );
    assert.equal(
      await text("log.txt", { limit: 1 }),
      "line 0 \n[Showing lines 1-1 of 500000. To continue, call again with offset 1.]",
    );
  });

  it("C-06, RD-14 follows the limits of the dialect: lines, columns, bytes", async () => {
    const wide = `${"x".repeat(2001)}\n${numbered(2, 2500)}\n`;
    const inDialect = async (dialect: "qwen" | "nanobot", tree: Tree) => {
      const { call, root } = await realCrib(tree, { dialect });
      return call("read_file", { path: join(root, "a.txt") });
    };
    const { data } = await inDialect("qwen", { "a.txt": wide });
    const { text, ...facts } = data as { text: string };
    assert.equal(text, `${"x".repeat(2000)}\n${numbered(2, 2000)}`);
    const { count, total, more, cutLines, lineCut } = facts as Record<string, unknown>;
    assert.deepEqual(
      { count, total, more, cutLines, lineCut },
      { count: 2000, total: 2500, more: true, cutLines: [0], lineCut: false },
    );
    const whole = (await inDialect("nanobot", { "a.txt": wide })).data as { text: string; more: boolean };
    assert.deepEqual([whole.text, whole.more], [wide.trimEnd(), false]);
    assert.equal((await inDialect("nanobot", { "a.txt": "x".repeat(512_001) })).isError, true);
    assert.equal((await inDialect("nanobot", { "a.txt": "x".repeat(512_000) })).isError, false);
  });

  it("refuses what is no file, or may not be read", async () => {
    const { text, root } = await start({ "folder/a": "", "a.txt": "x" });
    assert.equal(await text("folder"), "folder is a folder, not a file: list it with list_directory.");
    assert.equal(await text("none"), "none does not exist: check the path, or find it with find_files.");
    assert.equal(await text("a\0b"), 'The path "a\\u0000b" contains a NUL character: no file has such a name.');
    execFileSync("mkfifo", [join(root, "pipe")]);
    assert.equal(await text("pipe"), "pipe is a device, pipe or socket, not a file: it cannot be read.");
  });

  it("leaves no file open, however much of it was read", async () => {
    const { read, host } = await start({
      "log.txt": "a line\n".repeat(4_000_000),
      "a.txt": "a\n",
      "b.bin": Uint8Array.of(0),
      "c.ipynb": '{"cells": []}',
    });
    const { stream } = host.files;
    let open = 0;
    host.files.stream = async function* (...args) {
      open++;
      try {
        yield* stream.apply(host.files, args);
      } finally {
        open--;
      }
    };
    for (const path of ["log.txt", "a.txt", "b.bin", "c.ipynb"]) await read(path);
    await read("log.txt", { offset: 3_000_000, limit: 1 });
    await read("log.txt", { offset: 3_000_000, limit: 1 });
    await read("log.txt", { offset: 9_000_000 });
    assert.equal(open, 0);
  });

  it("a large file that changed is read anew", async () => {
    const { read, root } = await start({ "log.txt": "old\n".repeat(1_000_000) });
    assert.match((await read("log.txt", { offset: 900_000, limit: 1 })).text, /^old\n/);
    writeFileSync(join(root, "log.txt"), "newer\n".repeat(1_000_000));
    assert.match((await read("log.txt", { offset: 900_000, limit: 1 })).text, /^newer\n/);
  });

  it("an offset past the end is told with the number of lines, and does not count as having read", async () => {
    const { call, text } = await start({ "a.txt": "one\ntwo\n", empty: "" });
    assert.equal(
      await text("a.txt", { offset: 2 }),
      "offset 2 is past the end of a.txt, which has 2 lines: use a smaller offset.",
    );
    assert.equal(
      await text("empty", { offset: 1 }),
      "offset 1 is past the end of empty, which has 0 lines: use a smaller offset.",
    );
    const { text: refused } = await call("write_file", { path: "a.txt", content: "x" });
    assert.equal(
      refused,
      "a.txt exists and has not been read yet: read it with read_file first, then repeat this call.",
    );
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
      "a.txt has changed since it was read: read it again with read_file, then redo the change on its current content.",
    );
    await text("a.txt", { limit: 1 });
    assert.equal(await known(), "current");
  });

  it("a file that changed while it was read counts as changed", async () => {
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
    assert.equal(await text("broken"), "none does not exist: check the path, or find it with find_files.");
    assert.match(await text("loop"), /cannot be examined \(ELOOP: .*\): name a path you may look at\.$/);
    // Read by one name, known by the other.
    assert.equal((await call("write_file", { path: "real/a.txt", content: "one\n" })).isError, false);
  });
});
