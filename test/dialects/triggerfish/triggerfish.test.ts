/** The words of Triggerfish, exactly (section 20, column TF). */
import assert from "node:assert/strict";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { speaking } from "../support/speaking";

const start = (tree = {}, options = {}) => speaking("triggerfish", tree, options);

describe("the triggerfish dialect", () => {
  it("read_file: the whole text, however many lines it has (RD-1, C-06)", async () => {
    const long = "line\n".repeat(5000);
    const { says, at } = await start({ "a.txt": long, "none.txt": "", "end.txt": "no newline" });
    assert.equal(await says("read_file", { path: at("a.txt") }), long);
    assert.equal(await says("read_file", { path: "a.txt" }), long);
    assert.equal(await says("read_file", { path: at("none.txt") }), "");
    assert.equal(await says("read_file", { path: at("end.txt") }), "no newline");
  });

  it("read_file: past the cap it says how to read on, and does (C-06)", async () => {
    const line = `${"x".repeat(99)}\n`;
    const { says, at } = await start({ "big.txt": line.repeat(12_000) });
    const first = await says("read_file", { path: at("big.txt") });
    const notice = /\n\[Showing lines 1-(\d+) of 12000\. To continue, call again with offset (\d+)\.\]$/.exec(first);
    assert.ok(notice, first.slice(-200));
    assert.equal(notice[1], notice[2]);
    assert.ok(Number(notice[1]) > 10_000);
    const second = await says("read_file", { path: at("big.txt"), offset: Number(notice[2]) });
    assert.ok(second.endsWith(`\n[Showing lines ${Number(notice[2]) + 1}-12000 of 12000.]`), second.slice(-200));
  });

  it("read_file: a single line past the cap is cut, and says so (C-06)", async () => {
    const { says } = await start({ "a.txt": "x".repeat(1_048_577) });
    const text = await says("read_file", { path: "a.txt" });
    assert.equal(text, `${"x".repeat(1_048_576)}\n[Line 1 of 1 is too long and was cut.]`);
  });

  it("read_file: failures", async () => {
    const { fails, root, at } = await start({ "a.txt": "" });
    assert.equal(
      await fails("read_file", { path: "none" }),
      "Error reading file: none does not exist: check the path, or find it with search_files.",
    );
    assert.equal(
      await fails("read_file", { path: root }),
      "Error reading file: . is a folder, not a file: list it with list_directory.",
    );
    assert.equal(await fails("read_file", {}), "Error: read_file requires a 'path' argument (string).");
    assert.equal(await fails("read_file", { path: 5 }), "Error: read_file requires a 'path' argument (string).");
    assert.equal(await fails("read_file", { path: "" }), "Error: read_file requires a 'path' argument (string).");
    assert.match(
      await fails("read_file", { path: at("a.txt"), offset: "x" }),
      /^Error reading file: read_file parameter "offset"/,
    );
  });

  it("read_file: outside the workspace after a person's yes, and not without (C-04)", async () => {
    const yes = await start();
    writeFileSync(join(yes.outside, "o.txt"), "out\n");
    assert.equal(await yes.says("read_file", { path: join(yes.outside, "o.txt") }), "out\n");
    assert.equal(yes.asked.length, 1);
    const no = await start({}, { confirm: async () => ({ approved: false, by: "person" }) });
    writeFileSync(join(no.outside, "o.txt"), "out\n");
    assert.match(await no.fails("read_file", { path: join(no.outside, "o.txt") }), /^The person declined this: Read /);
  });

  it("write_file: relative or absolute inside, with true bytes (WR-2, C-03, C-13)", async () => {
    const { says, at, root } = await start({ "a.txt": "old" });
    assert.equal(await says("write_file", { path: "n/ü.txt", content: "ü€\n" }), "Wrote 6 bytes to n/ü.txt");
    assert.equal(
      await says("write_file", { path: at("a.txt"), content: "" }),
      `Wrote 0 bytes to ${join(root, "a.txt")}`,
    );
    assert.equal(readFileSync(at("n/ü.txt"), "utf8"), "ü€\n");
  });

  it("write_file: failures (PTH-6, HB-1)", async () => {
    const { fails, outside } = await start();
    const away = join(outside, "x.txt");
    assert.equal(
      await fails("write_file", { path: away, content: "" }),
      `Error: Path "${away}" escapes the workspace directory`,
    );
    assert.equal(
      await fails("write_file", { path: "../x", content: "" }),
      'Error: Path "../x" escapes the workspace directory',
    );
    assert.equal(await fails("write_file", { path: "x" }), "Error: write_file requires a 'content' argument (string).");
    assert.equal(await fails("write_file", { content: "x" }), "Error: write_file requires a 'path' argument (string).");
    assert.match(
      await fails("write_file", { path: ".", content: "x" }),
      /^Denied by policy: a workspace folder itself/,
    );
  });

  it("edit_file: exactly one place, unread files too (ED-1, D-10)", async () => {
    const { says, at } = await start({ "a.txt": "one\ntwo\n" });
    const edit = { path: at("a.txt"), old_text: "two", new_text: "$& zwei" };
    assert.equal(await says("edit_file", edit), `Edited ${at("a.txt")} (12 bytes written)\none\n$& zwei\n`);
    assert.equal(readFileSync(at("a.txt"), "utf8"), "one\n$& zwei\n");
  });

  it("edit_file: a text that makes the file binary is written and no error", async () => {
    const { says, at } = await start({ "a.txt": "one\n" });
    const edit = { path: at("a.txt"), old_text: "one", new_text: "o\0e" };
    assert.equal(await says("edit_file", edit), `Edited ${at("a.txt")} (4 bytes written)\no\0e\n`);
    assert.equal(readFileSync(at("a.txt"), "utf8"), "o\0e\n");
  });

  it("edit_file: of a longer file the lines around the change, with their numbers (C-20)", async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `line ${at + 1}`);
    const { says, at } = await start({ "a.txt": lines.join("\n") });
    const said = await says("edit_file", { path: at("a.txt"), old_text: "line 1500\n", new_text: "changed\n" });
    const shown = said.split("\n").slice(1);
    assert.equal(shown[0], "[Lines 1480-1520 of 3000, with their numbers:]");
    assert.deepEqual([shown[1], shown[21], shown.length], ["1480\tline 1480", "1500\tchanged", 42]);
  });

  it("edit_file: failures", async () => {
    const { fails, at, outside } = await start({ "a.txt": "x\nx\nCase\n" });
    const edit = (old_text: unknown, path = at("a.txt")) => fails("edit_file", { path, old_text, new_text: "y" });
    assert.equal(await edit("nowhere"), "Error: old_text not found in file.");
    assert.equal(await edit("case"), "Error: old_text not found in file.");
    assert.equal(await edit("Case  "), "Error: old_text not found in file.");
    assert.equal(
      await edit("x"),
      "Error: old_text appears 2 times (must be exactly 1). Provide a larger unique snippet.",
    );
    assert.equal(await edit(""), "Error: edit_file requires a non-empty 'old_text' argument (string).");
    assert.equal(await edit(undefined), "Error: edit_file requires a non-empty 'old_text' argument (string).");
    assert.equal(
      await edit("a", "none.txt"),
      "Error editing file: none.txt does not exist: check the path, or create it with write_file.",
    );
    assert.equal(
      await fails("edit_file", { path: "a.txt", old_text: "x" }),
      "Error: edit_file requires a 'new_text' argument (string).",
    );
    const away = join(outside, "x.txt");
    assert.equal(await edit("a", away), `Error: Path "${away}" escapes the workspace directory`);
    assert.match(await edit("y"), /^Error editing file: old_text and new_text are identical/);
  });

  it("list_directory: by name, folders with a slash, nothing left out (LS-1, LS-2, LS-6, C-22)", async () => {
    const { says, fails, root, at } = await start({
      "b.txt": "",
      "a/c.txt": "",
      Z: "",
      "x.log": "",
      ".gitignore": "*.log\n",
      empty: undefined,
    });
    assert.equal(await says("list_directory", { path: root }), ".gitignore\nZ\na/\nb.txt\nempty/\nx.log");
    assert.equal(await says("list_directory", { path: at("empty") }), "(empty directory)");
    assert.equal(
      await says("list_directory", { path: root, recursive: true }),
      ".gitignore\nZ\na/\na/c.txt\nb.txt\nempty/\nx.log",
    );
    assert.match(await fails("list_directory", { path: "none" }), /^Error listing directory: none does not exist/);
    assert.match(await fails("list_directory", { path: "b.txt" }), /^Error listing directory: b\.txt is a file/);
    assert.equal(await fails("list_directory", {}), "Error: list_directory requires a 'path' argument (string).");
  });

  it("list_directory: what is too much is told (LS-2)", async () => {
    const { says } = await start(Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`${at}/a`, ""])));
    const text = await says("list_directory", { path: ".", recursive: true });
    assert.ok(text.endsWith("\n[There is more: list the folders further down themselves.]"), text.slice(-100));
  });

  it("search_files: names by default, a bare one at any depth (GL-1, C-27)", async () => {
    const { says, fails, root, at } = await start({ "src/a.ts": "", "src/deep/b.ts": "", "c.js": "" });
    utimesSync(at("src/a.ts"), 1000, 1000);
    assert.equal(
      await says("search_files", { path: root, pattern: "*.ts" }),
      `${at("src/deep/b.ts")}\n${at("src/a.ts")}`,
    );
    assert.equal(await says("search_files", { path: "src", pattern: "*.ts" }), "src/deep/b.ts\nsrc/a.ts");
    assert.equal(await says("search_files", { path: "src/", pattern: "deep/*.ts" }), "src/deep/b.ts");
    assert.equal(await says("search_files", { path: root, pattern: "*.py" }), "No files found matching pattern.");
    assert.equal(await says("search_files", { path: root, pattern: "A.TS" }), "No files found matching pattern.");
    assert.match(await fails("search_files", { path: "none", pattern: "*" }), /^Error searching: none does not exist/);
    assert.equal(
      await fails("search_files", { pattern: "*" }),
      "Error: search_files requires a 'path' argument (string).",
    );
    assert.equal(
      await fails("search_files", { path: "." }),
      "Error: search_files requires a 'pattern' argument (string).",
    );
  });

  it("search_files: contents as path:line:text when asked (GR-1, GR-2, C-29, C-30)", async () => {
    const { says, fails, root, at } = await start({ "src/a.ts": "let Foo;\nfoo()\n", "b.ts": "foo\n" });
    const search = { pattern: "foo", content_search: true };
    assert.equal(
      await says("search_files", { path: root, ...search }),
      `${at("b.ts")}:1:foo\n${at("src/a.ts")}:2:foo()`,
    );
    assert.equal(await says("search_files", { path: "src", ...search }), "src/a.ts:2:foo()");
    assert.equal(await says("search_files", { path: "src/a.ts", ...search }), "src/a.ts:2:foo()");
    assert.equal(await says("search_files", { path: root, ...search, pattern: "nope" }), "No matches found.");
    assert.equal(await says("search_files", { path: "src", ...search, content_search: "true" }), "src/a.ts:2:foo()");
    assert.match(await fails("search_files", { path: root, ...search, pattern: "(" }), /^Error searching: /);
    assert.match(
      await fails("search_files", { path: root, ...search, content_search: 3 }),
      /^Error searching: search_files parameter "content_search"/,
    );
  });

  it("search_files: what is too much is cut at a line, and says so (C-28)", async () => {
    const { says, root } = await start({ "a.txt": `${"y".repeat(1000)}\n`.repeat(200) });
    const text = await says("search_files", { path: root, pattern: "y", content_search: true });
    assert.ok(text.length <= 128_100, String(text.length));
    assert.ok(text.endsWith("\n[There is more: narrow the pattern or the path.]"));
    assert.ok(text.split("\n").length > 100);
  });

  it("run_command: stdout, stderr, exit code and duration (SH-1, SH-15)", async () => {
    const { says } = await start({ "a.txt": "one\n" });
    const timeless = (text: string) => text.replace(/\d+ms\]$/, "Nms]");
    const run = async (command: string) => timeless(await says("run_command", { command }));
    assert.equal(await run("cat a.txt"), "one\n[exit code: 0, Nms]");
    assert.equal(
      await run("cat a.txt none"),
      "one\n[stderr] cat: none: No such file or directory\n[exit code: 1, Nms]",
    );
    assert.equal(await run("true"), "[exit code: 0, Nms]");
  });

  it("run_command: denied, and missing (SH-14, PO-4)", async () => {
    const { fails } = await start();
    const denied = await fails("run_command", { command: "sudo id" });
    assert.match(denied, /^Command denied by policy: "sudo id"\nIt was not run: [^\n]+\.$/);
    assert.equal(await fails("run_command", {}), "Error: run_command requires a 'command' argument (string).");
    assert.equal(await fails("run_command", { cmd: "" }), "Error: run_command requires a 'command' argument (string).");
  });
});
