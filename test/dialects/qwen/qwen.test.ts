/** The words of Qwen Code's page, exactly (section 20, RD-13…15, WR-5, ED-8…11, LS-4, GL-3, GR-5, GR-6). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sample } from "../../lib/media/samples";
import { speaking } from "../support/speaking";

describe("the qwen dialect", () => {
  const start = async (tree: Parameters<typeof speaking>[1], options: Parameters<typeof speaking>[2] = {}) => {
    const crib = await speaking("qwen", tree, options);
    const text = async (tool: string, input: object) => (await crib.call(tool, input)).text;
    return { ...crib, text };
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
  });

  it("read_file: 20 MB are read, one byte more is refused (RD-16)", async () => {
    const most = 20 * 1024 * 1024;
    const line = `${"x".repeat(1023)}\n`;
    const { fails, says, at } = await start({
      "fits.txt": line.repeat(most / 1024),
      "large.bin": new Uint8Array(most + 1),
    });
    assert.match(
      await says("read_file", { path: at("fits.txt") }),
      /^\[File content truncated: showing lines 1-2000 of 20480 /,
    );
    assert.equal(await fails("read_file", { path: at("large.bin") }), "File size exceeds the 20MB limit.");
  });

  it("read_file: 2000 lines of 2000 characters each, whole (RD-13, RD-14)", async () => {
    const lines = Array.from({ length: 2000 }, (_, line) => String(line).padEnd(2000, "y"));
    const { says, at } = await start({ "a.txt": lines.join("\n"), "b.txt": `${lines.join("\n")}\nmore` });
    assert.equal(await says("read_file", { path: at("a.txt") }), lines.join("\n"));
    const cut = await says("read_file", { path: at("b.txt") });
    assert.match(cut, /^\[File content truncated: showing lines 1-2000 of 2001 total lines\.\.\.\]\n/);
    assert.ok(cut.endsWith(`--- FILE CONTENT (truncated) ---\n${lines.join("\n")}`));
  });

  it("read_file: pictures and PDFs are their bytes (RD-15, C-10)", async () => {
    const { call, at } = await start({ "a.png": sample("plain.png"), "b.pdf": sample("text.pdf") });
    const parts = async (name: string) =>
      (await call("read_file", { path: at(name) })).parts?.map((part) => ({ ...part, bytes: Buffer.from(part.bytes) }));
    assert.deepEqual(await parts("a.png"), [{ kind: "image", mimeType: "image/png", bytes: sample("plain.png") }]);
    assert.deepEqual(await parts("b.pdf"), [{ kind: "file", mimeType: "application/pdf", bytes: sample("text.pdf") }]);
  });

  it("read_file: what follows a cut is said as it is (C-09)", async () => {
    const { says, at } = await start({ "a.txt": "1\n2\n3\n", "long.txt": `${"x".repeat(2001)}\n` });
    const action = async (input: object) => /^Action: (.*)$/m.exec(await says("read_file", input))?.[1];
    assert.equal(
      await action({ path: at("a.txt"), offset: 1, limit: 1 }),
      "To read more of the file, you can use the 'offset' and 'limit' parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use offset: 2.",
    );
    assert.equal(
      await action({ path: at("a.txt"), offset: 1 }),
      "This is the end of the file. To read what comes before, use a smaller offset.",
    );
    assert.equal(
      await action({ path: at("long.txt") }),
      "Lines of more than 2000 characters were cut. To find what is in them, use search_file_content.",
    );
  });

  it("read_file: an empty file is an empty text (C-11)", async () => {
    const { says, at } = await start({ "none.txt": "" });
    assert.equal(await says("read_file", { path: at("none.txt") }), "");
  });

  it("outside the workspace, each in its own words (C-04, PTH-3, section 20)", async () => {
    const { fails, root, outside } = await start({}, { moreRoots: ["second"] });
    const roots = `${root}, ${join(dirname(root), "second")}`;
    const away = join(outside, "x");
    const file = `File path must be within one of the workspace directories: ${roots}`;
    assert.equal(await fails("read_file", { path: away }), file);
    assert.equal(await fails("write_file", { file_path: away, content: "" }), file);
    assert.equal(await fails("edit", { file_path: away, old_string: "", new_string: "x" }), file);
    assert.equal(
      await fails("list_directory", { path: outside }),
      `Path must be within one of the workspace directories: ${roots}`,
    );
    const search = `Search path ("${outside}") resolves outside the allowed workspace directories: ${roots}`;
    assert.equal(await fails("glob", { pattern: "*", path: outside }), search);
    assert.equal(await fails("search_file_content", { pattern: "x", path: outside }), search);
    assert.equal(
      await fails("glob", { pattern: "*", path: "../outside" }),
      `Search path ("../outside") resolves outside the allowed workspace directories: ${roots}`,
    );
  });

  it("what is refused for another reason is told in the crib's words", async () => {
    const { fails, at, root } = await start(
      { "a.txt": "x" },
      { confirm: async () => ({ approved: false, by: "person" }) },
    );
    assert.match(
      await fails("write_file", { file_path: at("b.txt"), content: "" }),
      /^The person declined this: Create b\.txt\./,
    );
    assert.match(
      await fails("write_file", { file_path: root, content: "" }),
      /^Denied by policy: a workspace folder itself/,
    );
    assert.equal(
      await fails("write_file", { file_path: at("a.txt"), content: "" }),
      "a.txt exists and has not been read yet: read it with read_file first, then repeat this call.",
    );
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
      `Failed to edit, expected 1 occurrences but found 2. Expected 1 occurrence but found 2 for old_string in file: ${at("a.txt")} (on lines 1, 2)`,
    );
    assert.equal(
      await edit({ old_string: "x", new_string: "y", expected_replacements: 3 }),
      `Failed to edit, expected 3 occurrences but found 2. Expected 3 occurrences but found 2 for old_string in file: ${at("a.txt")} (on lines 1, 2)`,
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
    const older = { path: root, file_filtering_options: { respect_git_ignore: false } };
    assert.match(await text("list_directory", older), /\nx\.log$/);
  });

  it("resolves relative paths against the root, and judges where they lead (PTH-3)", async () => {
    const { says, fails, at, root, asked } = await start({ "sub/a.txt": "one\n" });
    assert.equal(await says("read_file", { path: "sub/a.txt" }), "one\n");
    assert.equal(
      await says("edit", { file_path: "./sub/a.txt", old_string: "one", new_string: "two" }),
      `Successfully modified file: ${at("sub/a.txt")} (1 replacements).`,
    );
    assert.equal(
      await says("write_file", { file_path: "sub/../b.txt", content: "b" }),
      `Successfully created and wrote to new file: ${at("b.txt")}.`,
    );
    assert.equal(await says("list_directory", { path: "sub" }), `Directory listing for ${at("sub")}:\na.txt`);
    const outside = `File path must be within one of the workspace directories: ${root}`;
    assert.equal(await fails("read_file", { path: "sub/../../outside/x" }), outside);
    assert.equal(await fails("write_file", { file_path: "../outside/x", content: "" }), outside);
    await says("write_file", { file_path: ".vscode/tasks.json", content: "{}" });
    assert.equal(asked.at(-1)?.decision.always, true);
  });

  it("edit: says where old_string may have been meant (ED-10)", async () => {
    const { says, fails, at } = await start({ "a.txt": "zero\nconst first = 1;\nlast\n" });
    await says("read_file", { path: "a.txt" });
    const told = await fails("edit", { file_path: at("a.txt"), old_string: "const frist = 2;", new_string: "x" });
    assert.match(
      told,
      /^Failed to edit, 0 occurrences found for old_string in .* Use read_file tool to verify\.\nThe closest match is line 2 \(\d\d% similar\)\. From old_string \(-\) to the file \(\+\):\n(?:.*\n)*-const frist = 2;\n\+const first = 1;/,
    );
  });

  it("list_directory: by name without regard to case (LS-4)", async () => {
    const { says, root } = await start({ "b.txt": "", "A.txt": "", "a.md": "", "Zoo/x": "", "art/x": "", Émile: "" });
    assert.equal(
      await says("list_directory", { path: root }),
      `Directory listing for ${root}:\n[DIR] art\n[DIR] Zoo\na.md\nA.txt\nb.txt\nÉmile`,
    );
  });

  it("says what is wrong with an argument in its source's words", async () => {
    const { fails, at } = await start({ "a.txt": "one\n", "sub/b": "" });
    const cases: [string, object, string][] = [
      ["read_file", {}, "params must have required property 'path'"],
      ["read_file", { path: 5 }, "params/path must be string"],
      ["read_file", { path: "" }, "The 'path' parameter must be non-empty."],
      ["read_file", { path: at("a.txt"), offset: -1 }, "Offset must be a non-negative number"],
      ["read_file", { path: at("a.txt"), limit: 0 }, "Limit must be a positive number"],
      ["read_file", { path: at("a.txt"), limit: "x" }, "params/limit must be number"],
      ["write_file", { file_path: "", content: "" }, 'Missing or empty "file_path"'],
      ["write_file", { file_path: at("sub"), content: "" }, `Path is a directory, not a file: ${at("sub")}`],
      ["edit", { file_path: "", old_string: "a", new_string: "b" }, "The 'file_path' parameter must be non-empty."],
      ["edit", { file_path: at("a.txt"), old_string: "a" }, "params must have required property 'new_string'"],
      ["list_directory", { path: at("none") }, `Error: Directory not found or inaccessible: ${at("none")}`],
      ["list_directory", { path: at("a.txt") }, `Error: Path is not a directory: ${at("a.txt")}`],
      ["list_directory", { path: at("sub"), ignore: "x" }, "params/ignore must be array"],
      ["glob", { pattern: "" }, "The 'pattern' parameter cannot be empty."],
      ["glob", { pattern: "*", path: "none" }, `Search path does not exist ${at("none")}`],
      ["glob", { pattern: "*", path: "a.txt" }, `Search path is not a directory: ${at("a.txt")}`],
      ["search_file_content", { pattern: "x", path: "none" }, `Path does not exist: ${at("none")}`],
      ["run_shell_command", { command: "" }, "Command cannot be empty."],
      ["run_shell_command", { command: "  " }, "Command cannot be empty."],
      [
        "run_shell_command",
        { command: "ls", directory: "../outside" },
        "Directory '../outside' is not within any of the registered workspace directories.",
      ],
    ];
    for (const [tool, input, told] of cases) assert.equal(await fails(tool, input), told);
    assert.match(
      await fails("search_file_content", { pattern: "(" }),
      /^Invalid regular expression pattern provided: \(\. Error: ./,
    );
  });

  it("run_shell_command: takes directory and is_background", async () => {
    const { says, call } = await start({ "sub/a": "" });
    assert.match(
      await says("run_shell_command", { command: "pwd", directory: "sub", is_background: false }),
      /\/sub\n/,
    );
    const started = await call("run_shell_command", { command: "echo late", is_background: true, description: "Wait" });
    assert.match(started.text, /^Started (\S+) in the background: job_output reads its output/);
    assert.match(await says("job_output", { id: (started.data as { job: string }).job, wait_ms: 5000 }), /late/);
  });

  describe(".qwenignore (RD-16)", () => {
    const tree = {
      ".qwenignore": "# private\nfoo.*\nkept/hidden/\n/top\n!foo.keep\n",
      "foo.txt": "needle\n",
      "foo.keep": "needle\n",
      "kept/hidden/a.txt": "needle\n",
      "kept/top": "needle\n",
      "top/a.txt": "needle\n",
      "b.txt": "needle\n",
    };
    const shown = ["b.txt", "foo.keep", "kept/top"];

    it("is honoured by reads, listings and searches, whatever git ignores", async () => {
      const { says, fails, at, root } = await start(tree);
      for (const path of ["foo.txt", at("kept/hidden/a.txt"), "top/a.txt"])
        assert.equal(await fails("read_file", { path }), `File path '${path}' is ignored by .qwenignore pattern(s).`);
      assert.equal(await says("read_file", { path: "foo.keep" }), "needle\n");
      assert.equal(
        await says("list_directory", { path: root, respect_git_ignore: false }),
        `Directory listing for ${root}:\n[DIR] kept\n.qwenignore\nb.txt\nfoo.keep\n\n(2 qwen-ignored)`,
      );
      for (const respect_git_ignore of [true, false]) {
        const found = await says("glob", { pattern: "**/*", respect_git_ignore });
        assert.deepEqual(found.split("\n").slice(1).sort(), [at(".qwenignore"), ...shown.map(at)]);
      }
      const matches = await says("search_file_content", { pattern: "needle" });
      assert.deepEqual([...matches.matchAll(/^File: (.*)$/gm)].map(([, name]) => name).sort(), shown);
      assert.match(
        await says("search_file_content", { pattern: "needle", path: "foo.txt" }),
        /^No matches found for pattern "needle" in path "foo\.txt"\.\nNo file was searched\.$/,
      );
    });

    it("does not count as a link, nor in the other dialects", async () => {
      const linked = await start({ ...tree, ".qwenignore": { link: "rules" }, rules: "foo.*\n" });
      assert.equal(await linked.says("read_file", { path: "foo.txt" }), "needle\n");
      const standard = await speaking("standard", tree);
      assert.equal(await standard.says("read_file", { path: "foo.txt" }), "needle\n");
    });
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
