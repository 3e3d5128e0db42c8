/** The words of nanobot, exactly (section 20, column NB; every failure begins with `Error: `, IFC-11). */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { speaking } from "../support/speaking";

const start = (tree = {}, options = {}) => speaking("nanobot", tree, options);

describe("the nanobot dialect", () => {
  it("read_file: the whole file, absolute, relative or from home (RD-3, PTH-1)", async () => {
    const long = "line\r\n".repeat(3000);
    const { says, at } = await start({ "a.txt": "one\ntwo\n", "long.txt": long, "none.txt": "" });
    assert.equal(await says("read_file", { path: at("a.txt") }), "one\ntwo\n");
    assert.equal(await says("read_file", { path: "a.txt" }), "one\ntwo\n");
    assert.equal(await says("read_file", { path: "none.txt" }), "");
    assert.equal((await says("read_file", { path: "long.txt" })).split("\n").length, 3001);
  });

  it("read_file: 128,000 characters whole, one more is cut (RD-5, RD-6)", async () => {
    const { says } = await start({
      "fits.txt": "é".repeat(128_000),
      "long.txt": "é".repeat(128_001),
      "wide.txt": "😀".repeat(127_999),
      "lines.txt": "0123456789\n".repeat(12_000),
    });
    assert.equal(await says("read_file", { path: "fits.txt" }), "é".repeat(128_000));
    assert.equal(
      await says("read_file", { path: "long.txt" }),
      `${"é".repeat(128_000)}\n\n... (truncated — file is 128,001 chars, limit 128,000)`,
    );
    assert.equal(await says("read_file", { path: "wide.txt" }), "😀".repeat(127_999));
    const lines = await says("read_file", { path: "lines.txt" });
    assert.ok(lines.endsWith("\n\n... (truncated — file is 132,000 chars, limit 128,000)"));
    assert.equal(lines.slice(0, 128_000), "0123456789\n".repeat(12_000).slice(0, 128_000));
  });

  it("read_file: 512,000 bytes are read, one more is refused (RD-4, RD-6)", async () => {
    const { says, fails } = await start({
      "fits.txt": "x".repeat(512_000),
      "large.txt": "x".repeat(512_001),
      "larger.txt": "x".repeat(600_000),
    });
    assert.ok(
      (await says("read_file", { path: "fits.txt" })).endsWith("(truncated — file is 512,000 chars, limit 128,000)"),
    );
    const refused = (bytes: string) =>
      `Error: File too large (${bytes} bytes). Use exec tool with head/tail/grep to read portions.`;
    assert.equal(await fails("read_file", { path: "large.txt" }), refused("512,001"));
    assert.equal(await fails("read_file", { path: "larger.txt" }), refused("600,000"));
  });

  it("read_file: failures (RD-4, RD-6)", async () => {
    const { fails, root, outside, at } = await start({ "a.txt": "" });
    assert.equal(await fails("read_file", { path: "none" }), "Error: File not found: none");
    assert.equal(await fails("read_file", { path: at("none") }), `Error: File not found: ${at("none")}`);
    assert.equal(await fails("read_file", { path: root }), `Error: Not a file: ${root}`);
    writeFileSync(join(outside, "o.txt"), "");
    const away = join(outside, "o.txt");
    assert.equal(await fails("read_file", { path: away }), `Error: Path ${away} is outside allowed directory ${root}`);
    assert.equal(await fails("read_file", { path: "../x" }), `Error: Path ../x is outside allowed directory ${root}`);
    assert.equal(await fails("read_file", {}), 'Error: read_file needs the parameter "path", which is missing.');
  });

  it("allowed_dir unset for reading: a person is asked (C-04, D-5)", async () => {
    const { says, outside, asked } = await start({}, { settings: { readOutsideRoots: "ask" } });
    writeFileSync(join(outside, "o.txt"), "out");
    assert.equal(await says("read_file", { path: join(outside, "o.txt") }), "out");
    assert.equal(asked.length, 1);
  });

  it("write_file: with true bytes, parents and all (WR-3, C-13)", async () => {
    const { says, fails, root, at } = await start({ "a.txt": "unread" });
    assert.equal(
      await says("write_file", { path: "n/m/a.txt", content: "ü€" }),
      "Successfully wrote 5 bytes to n/m/a.txt",
    );
    assert.equal(readFileSync(at("n/m/a.txt"), "utf8"), "ü€");
    assert.equal(
      await says("write_file", { path: at("a.txt"), content: "x" }),
      `Successfully wrote 1 bytes to ${at("a.txt")}`,
    );
    assert.equal(
      await fails("write_file", { path: "/x/y", content: "" }),
      `Error: Path /x/y is outside allowed directory ${root}`,
    );
    assert.match(await fails("write_file", { path: "n", content: "" }), /^Error: n is a folder/);
    assert.equal(
      await fails("write_file", { path: "n" }),
      'Error: write_file needs the parameter "content", which is missing.',
    );
  });

  it("edit_file: exactly one place, literally, unread files too (ED-3, ED-13, D-10)", async () => {
    const { says, at } = await start({ "a.txt": "one\r\ntwo\r\n" });
    const edit = { path: "a.txt", old_text: "one\ntwo", new_text: "$1\n$&" };
    assert.equal(await says("edit_file", edit), "Successfully edited a.txt");
    assert.equal(readFileSync(at("a.txt"), "utf8"), "$1\r\n$&\r\n");
  });

  it("edit_file: not found, with the closest place as a diff (ED-4)", async () => {
    const { fails } = await start({ "a.py": "def one():\n    return 1\n\ndef two():\n    return 2\n" });
    const edit = (old_text: string) => fails("edit_file", { path: "a.py", old_text, new_text: "x" });
    assert.equal(
      await edit("def two():\n    return 3\n"),
      `Error: old_text not found in a.py.
Best match (95% similar) at line 4:
--- old_text (provided)
+++ a.py (actual, line 4)
@@ -1,2 +1,2 @@
 def two():
-    return 3
+    return 2`,
    );
    assert.equal(
      await edit("nothing at all like it"),
      "Error: old_text not found in a.py. No similar text found. Verify the file content.",
    );
    assert.match(
      await edit("def two():\n  return 2\n"),
      /^Error: old_text not found in a\.py\.\nBest match \(\d\d% similar\) at line 4:\n/,
    );
  });

  it("edit_file: other failures (C-19, C-21)", async () => {
    const { fails, root, at } = await start({ "a.txt": "x\nx\n", "sub/b.txt": "" });
    const edit = (changes: object) => fails("edit_file", { path: "a.txt", old_text: "x", new_text: "y", ...changes });
    assert.equal(await edit({}), "Warning: old_text appears 2 times. Please provide more context to make it unique.");
    assert.equal(await edit({ path: "none" }), "Error: File not found: none");
    assert.equal(await edit({ path: "none", old_text: "" }), "Error: File not found: none");
    assert.match(await edit({ old_text: "" }), /^Error: /);
    assert.equal(await edit({ path: "sub" }), "Error: Not a file: sub");
    assert.equal(await edit({ path: "/x" }), `Error: Path /x is outside allowed directory ${root}`);
    assert.match(await edit({ new_text: "x" }), /^Error: old_text and new_text are identical/);
    assert.equal(readFileSync(at("a.txt"), "utf8"), "x\nx\n");
  });

  it("list_dir: by code point, whatever it is, nothing left out (LS-3, C-22)", async () => {
    const { says, fails, root, outside, at } = await start({
      "b.txt": "",
      "a/c.txt": "",
      Z: "",
      "\u{1f600}": "",
      "\uff5e": "",
      "x.log": "",
      ".gitignore": "*.log\n",
      empty: undefined,
    });
    const all = "📄 .gitignore\n📄 Z\n📁 a\n📄 b.txt\n📁 empty\n📄 x.log\n📄 \uff5e\n📄 \u{1f600}";
    assert.equal(await says("list_dir", { path: root }), all);
    assert.equal(await says("list_dir", { path: "." }), all);
    assert.equal(await says("list_dir", { path: "empty" }), "Directory empty is empty");
    assert.equal(await fails("list_dir", { path: "none" }), "Error: Directory not found: none");
    assert.equal(await fails("list_dir", { path: at("Z") }), `Error: Not a directory: ${at("Z")}`);
    assert.equal(
      await fails("list_dir", { path: outside }),
      `Error: Path ${outside} is outside allowed directory ${root}`,
    );
  });

  it("exec: the output, errors apart, and a code that is not 0", async () => {
    const { says } = await start({ "a.txt": "one\n", "sub/b.txt": "two\n" });
    assert.equal(await says("exec", { command: "cat a.txt" }), "one\n");
    assert.equal(
      await says("exec", { command: "cat a.txt none" }),
      "one\n\nSTDERR:\ncat: none: No such file or directory\n\n\nExit code: 1",
    );
    assert.equal(await says("exec", { command: "true" }), "(no output)");
    assert.equal(await says("exec", { command: "cat b.txt", working_dir: "sub" }), "two\n");
    assert.equal(await says("exec", { cmd: "cat b.txt", workdir: "sub" }), "two\n");
  });

  it("exec: blocked, with the reason (PO-4)", async () => {
    const { fails } = await start();
    assert.match(
      await fails("exec", { command: "rm -rf /" }),
      /^Error: Command blocked by safety guard \(dangerous pattern detected\)\nIt was not run: [^\n]+\.$/,
    );
  });

  it("exec: stopped after 60 seconds, or sooner where the setting says so (C-34)", async () => {
    const { says, asked } = await start();
    await says("exec", { command: "touch a" });
    const [effect] = asked[0]?.plan.effects ?? [];
    assert.equal(effect?.kind === "exec" && effect.timeoutMs, 60_000);
    const { fails } = await start({}, { settings: { limits: { commandTimeoutMs: 1000 } } });
    const [first, ...rest] = (await fails("exec", { command: "echo begun; sleep 30" })).split("\n");
    assert.equal(first, "Error: Command timed out after 1 seconds");
    assert.deepEqual(rest.slice(0, 2), ["Output until then:", "begun"]);
  });

  it("exec: stopped at a limit, which is named at the end (HB-6)", async () => {
    const { fails } = await start({}, { settings: { limits: { processes: 20 } } });
    const command = "echo begun; for i in $(seq 1 40); do sleep 60 & done; wait";
    const [first, ...rest] = (await fails("exec", { command })).split("\n");
    assert.equal(first, "Error: Command was stopped at a limit");
    assert.deepEqual(rest.slice(0, 2), ["Output until then:", "begun"]);
    assert.match(rest.at(-1) ?? "", /^\[It was stopped because it ran more than 20 processes and threads at once/);
  });

  it("what is declined is told in the crib's words, as an error (IFC-11)", async () => {
    const { fails } = await start({}, { confirm: async () => ({ approved: false, by: "person", feedback: "no" }) });
    assert.match(
      await fails("write_file", { path: "a", content: "" }),
      /^Error: The person declined this: Create a\. /,
    );
  });

  it("unknown tools are errors like all others (IFC-11)", async () => {
    const { fails } = await start({});
    assert.match(await fails("frobnicate", {}), /^Error: There is no tool "frobnicate": /);
  });

  it("read_file counts lines from 1, list_dir and edit_file take their newer parameters", async () => {
    const { says, fails } = await start({ "a.txt": "one\ntwo\nthree\n", "b.txt": "x x\n" });
    assert.equal(
      await says("read_file", { path: "a.txt", offset: 2, limit: 1 }),
      "two\n\n(Showing lines 2-2 of 3. Use offset=3 to continue.)",
    );
    assert.equal(await says("read_file", { path: "a.txt", offset: 1 }), "one\ntwo\nthree\n");
    assert.equal(
      await fails("read_file", { path: "a.txt", offset: 4 }),
      "Error: offset 4 is past the end of a.txt, which has 3 lines: use a smaller offset.",
    );
    assert.equal(
      await says("list_dir", { path: ".", max_entries: 1 }),
      "📄 a.txt\n\n(truncated, showing first 1 of 2 entries)",
    );
    const edit = { path: "b.txt", old_text: "x", new_text: "y", replace_all: true };
    assert.equal(await says("edit_file", edit), "Successfully edited b.txt");
    assert.match(await says("exec", { command: "echo hi", timeout: 5 }), /^hi/);
  });
});
