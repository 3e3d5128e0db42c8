/** The words of Qwen Code's page, exactly (section 20, RD-13…15, WR-5, ED-8…11, LS-4, GL-3, GR-5, GR-6). */
import assert from "node:assert/strict";
import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { realCrib } from "../support/realCrib";

describe("the qwen dialect", () => {
  const start = async (tree: Record<string, string>) => {
    const { call, root } = await realCrib(tree, { dialect: "qwen" });
    const text = async (tool: string, input: object) => (await call(tool, input)).text;
    const at = (name: string) => join(root, name);
    return { call, text, at, root };
  };

  it("read_file: the content, or its beginning under the documented header (C-09)", async () => {
    const { text, at } = await start({ "a.txt": "one\ntwo\nthree\n", "long.txt": `${"x".repeat(2001)}\n` });
    assert.equal(await text("read_file", { path: at("a.txt") }), "one\ntwo\nthree\n");
    assert.equal(
      await text("read_file", { path: at("a.txt"), offset: 0, limit: 2 }),
      `[File content truncated: showing lines 1-2 of 3 total lines...]
IMPORTANT: The file content has been truncated.
Status: Showing lines 1-2 of 3 total lines.
Action: To read more of the file, you can use the 'offset' and 'limit' parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use offset: 2.

--- FILE CONTENT (truncated) ---
one
two`,
    );
    assert.match(await text("read_file", { path: at("long.txt") }), /\nx{2000}\.\.\. \[truncated\]$/);
  });

  it("read_file: failures", async () => {
    const { text, at, root } = await start({ "b.bin": "a\0b" });
    assert.equal(
      await text("read_file", { path: at("none") }),
      "Could not read file because no file was found at the specified path.",
    );
    assert.equal(
      await text("read_file", { path: root }),
      "Could not read file because the provided path is a directory, not a file.",
    );
    assert.equal(
      await text("read_file", { path: at("b.bin") }),
      `Cannot display content of binary file: ${at("b.bin")}`,
    );
    assert.match(await text("read_file", { path: "a.txt" }), /^File path must be absolute: a\.txt/);
  });

  it("write_file: created and overwritten (C-14)", async () => {
    const { text, at } = await start({ "a.txt": "old\n" });
    const fresh = { file_path: at("new/b.txt"), content: "hi" };
    assert.equal(await text("write_file", fresh), `Successfully created and wrote to new file: ${at("new/b.txt")}.`);
    await text("read_file", { path: at("a.txt") });
    assert.equal(
      await text("write_file", { file_path: at("a.txt"), content: "new" }),
      `Successfully overwrote file: ${at("a.txt")}.`,
    );
    assert.equal(readFileSync(at("a.txt"), "utf8"), "new");
  });

  it("edit: replaced, created, and every refusal (ED-11, C-18)", async () => {
    const { text, at } = await start({ "a.txt": "x\nx\n" });
    const edit = (input: object) => text("edit", { file_path: at("a.txt"), ...input });
    await text("read_file", { path: at("a.txt") });
    assert.equal(
      await edit({ old_string: "x", new_string: "y" }),
      `Failed to edit, expected 1 occurrences but found 2. Expected 1 occurrence but found 2 for old_string in file: ${at("a.txt")}`,
    );
    assert.equal(
      await edit({ old_string: "x", new_string: "y", expected_replacements: 3 }),
      `Failed to edit, expected 3 occurrences but found 2. Expected 3 occurrences but found 2 for old_string in file: ${at("a.txt")}`,
    );
    assert.match(
      await edit({ old_string: "z", new_string: "y" }),
      /^Failed to edit, 0 occurrences found for old_string in .*a\.txt\. No edits made\./,
    );
    assert.equal(
      await edit({ old_string: "x", new_string: "x" }),
      `No changes to apply. The old_string and new_string are identical in file: ${at("a.txt")}`,
    );
    assert.equal(await edit({ old_string: "", new_string: "x" }), `File already exists, cannot create: ${at("a.txt")}`);
    assert.equal(
      await text("edit", { file_path: at("none"), old_string: "a", new_string: "b" }),
      `File not found: ${at("none")}`,
    );
    assert.equal(
      await edit({ old_string: "x", new_string: "y", expected_replacements: 2 }),
      `Successfully modified file: ${at("a.txt")} (2 replacements).`,
    );
    const created = await text("edit", { file_path: at("c.txt"), old_string: "", new_string: "hi" });
    assert.equal(created, `Created new file: ${at("c.txt")} with provided content.`);
    assert.match(
      await text("edit", { file_path: "a.txt", old_string: "y", new_string: "z" }),
      /^File path must be absolute: a\.txt/,
    );
  });

  it("list_directory: folders first, ignored ones counted (LS-4, LS-5)", async () => {
    const { text, at, root } = await start({
      "b.txt": "",
      "a.txt": "",
      "sub/c": "",
      "x.log": "",
      ".gitignore": "*.log\n",
      "empty/.gitignore": "",
    });
    assert.equal(
      await text("list_directory", { path: root }),
      `Directory listing for ${root}:\n[DIR] empty\n[DIR] sub\n.gitignore\na.txt\nb.txt\n\n(1 git-ignored)`,
    );
    assert.match(
      await text("list_directory", { path: root, respect_git_ignore: false, ignore: ["*.txt"] }),
      /\n\.gitignore\nx\.log$/,
    );
    assert.equal(
      await text("list_directory", { path: at("empty"), ignore: [".gitignore"] }),
      `Directory ${at("empty")} is empty.`,
    );
    assert.match(await text("list_directory", { path: "sub" }), /^Path must be absolute: sub/);
  });

  it("glob: absolute paths, newest first, case-insensitive (GL-3, C-24)", async () => {
    const { text, at, root } = await start({ "src/old.TS": "", "src/new.ts": "", "a.js": "", "node_modules/m.ts": "" });
    utimesSync(at("src/old.TS"), 1000, 1000);
    assert.equal(
      await text("glob", { pattern: "*.ts" }),
      `Found 2 file(s) matching "*.ts" within ${root}, sorted by modification time (newest first):\n${at("src/new.ts")}\n${at("src/old.TS")}`,
    );
    assert.match(
      await text("glob", { pattern: "*.ts", path: "src" }),
      /^Found 2 file\(s\) matching "\*\.ts" within src, /,
    );
    assert.equal(
      await text("glob", { pattern: "*.py", path: "src" }),
      'No files found matching pattern "*.py" within src',
    );
  });

  it("search_file_content: blocks by file, and a warning when it was cut (GR-6, GR-7)", async () => {
    const { text } = await start({ "src/u.ts": "  Foo();\nbar\nfoo\n", "src/i.js": "foo\n" });
    assert.equal(
      await text("search_file_content", { pattern: "foo", path: "src", include: "*.ts" }),
      'Found 2 matches for pattern "foo" in path "src" (filter: "*.ts"):\n---\nFile: u.ts\nL1: Foo();\nL3: foo\n---',
    );
    assert.equal(
      await text("search_file_content", { pattern: "bar", maxResults: 1 }),
      'Found 1 match for pattern "bar" in the workspace directory:\n---\nFile: src/u.ts\nL2: bar\n---',
    );
    const cut = await text("search_file_content", { pattern: "foo", path: "src/u.ts", maxResults: 1 });
    assert.match(
      cut,
      /^Found 1 match for pattern "foo" in path "src\/u\.ts" \(showing first 1 of 1\+ total matches\):\n---\n/,
    );
    assert.ok(
      cut.endsWith(`---
WARNING: Results truncated to prevent context overflow. To see more results:
- Use a more specific pattern to reduce matches
- Add file filters with the 'include' parameter (e.g., "*.js", "src/**")
- Specify a narrower 'path' to search in a subdirectory
- Increase 'maxResults' parameter if you need more matches (current: 1)`),
    );
    assert.equal(
      await text("search_file_content", { pattern: "nope" }),
      'No matches found for pattern "nope" in the workspace directory.',
    );
    assert.match(
      await text("search_file_content", { pattern: "x", maxResults: 101 }),
      /^search_file_content parameter "maxResults" is wrong/,
    );
  });

  it("takes the names of the other dialects, and tells two that disagree (C-02)", async () => {
    const { text, at } = await start({ "a.txt": "one\n" });
    assert.equal(await text("read_file", { absolute_path: at("a.txt") }), "one\n");
    assert.equal(await text("read_file", { file_path: at("a.txt"), path: at("a.txt") }), "one\n");
    assert.equal(
      await text("read_file", { file_path: at("b.txt"), path: at("a.txt") }),
      'read_file was given "file_path" and "path", which mean the same, with different values: give only "path".',
    );
  });
});
