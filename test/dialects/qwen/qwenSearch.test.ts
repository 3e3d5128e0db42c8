/** What Qwen Code's searches print (GL-3, GL-4, GR-5 to GR-7). */
import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { speaking } from "../support/speaking";

const start = async (tree: Parameters<typeof speaking>[1], options: Parameters<typeof speaking>[2] = {}) => {
  const crib = await speaking("qwen", tree, options);
  return { ...crib, text: async (tool: string, input: object) => (await crib.call(tool, input)).text };
};

describe("the qwen dialect: glob and search_file_content", () => {
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

  it("search_file_content: names the files where the call asks for these in the standard's parameter", async () => {
    const { text } = await start({ "a.txt": "x\nx\n", "b.txt": "x\n", "c.txt": "y\n" });
    assert.equal(
      await text("search_file_content", { pattern: "x", output_mode: "files_with_matches" }),
      "2 files with matches:\na.txt\nb.txt",
    );
    assert.equal(
      await text("search_file_content", { pattern: "x", output_mode: "count" }),
      "3 matching lines in 2 files:\na.txt: 2\nb.txt: 1",
    );
  });

  it("glob: every folder of the workspace, and what git ignores is counted (GL-4, D-5)", async () => {
    const { says, root, at } = await start({
      "a.ts": "",
      "b.log": "",
      "c.log": "",
      ".gitignore": "*.log\n",
      "node_modules/d.log": "",
    });
    assert.equal(
      await says("glob", { pattern: "*.log" }),
      `No files found matching pattern "*.log" within ${root} (2 files were git-ignored)`,
    );
    assert.equal(
      await says("glob", { pattern: "*.{ts,log}" }),
      `Found 1 file(s) matching "*.{ts,log}" within ${root} (2 additional files were git-ignored), sorted by modification time (newest first):\n${at("a.ts")}`,
    );
    const several = await start({ "a.ts": "" }, { moreRoots: ["second"] });
    const second = join(dirname(several.root), "second");
    writeFileSync(join(second, "b.ts"), "");
    utimesSync(several.at("a.ts"), 1000, 1000);
    assert.equal(
      await several.says("glob", { pattern: "*.ts" }),
      `Found 2 file(s) matching "*.ts" across 2 workspace directories, sorted by modification time (newest first):\n${second}/b.ts\n${several.at("a.ts")}`,
    );
    assert.equal(
      await several.says("glob", { pattern: "*.py" }),
      'No files found matching pattern "*.py" within 2 workspace directories',
    );
  });

  it("search_file_content: every folder of the workspace (GR-7, D-5)", async () => {
    const { says, root } = await start({ "a.ts": "foo\n" }, { moreRoots: ["second"] });
    const second = join(dirname(root), "second");
    writeFileSync(join(second, "a.ts"), "FOO\n");
    assert.equal(
      await says("search_file_content", { pattern: "foo" }),
      'Found 2 matches for pattern "foo" across 2 workspace directories:\n---\nFile: ws/a.ts\nL1: foo\n---\nFile: second/a.ts\nL1: FOO\n---',
    );
    assert.equal(
      await says("search_file_content", { pattern: "bar" }),
      'No matches found for pattern "bar" across 2 workspace directories.',
    );
    assert.equal(
      await says("search_file_content", { pattern: "foo", path: second }),
      `Found 1 match for pattern "foo" in path "${second}":\n---\nFile: ${second}/a.ts\nL1: FOO\n---`,
    );
  });

  it("node_modules is left out also where git is not asked, unless it is named (GL-3)", async () => {
    const { says, at } = await start({
      "a.log": "needle\n",
      "b.js": "x\n",
      "node_modules/m.js": "needle\n",
      "src/node_modules/n.js": "",
      ".gitignore": "*.log\nnode_modules\n",
    });
    const found = await says("glob", { pattern: "*.{js,log}", respect_git_ignore: false });
    assert.deepEqual(found.split("\n").slice(1).sort(), [at("a.log"), at("b.js")]);
    const named = await says("glob", { pattern: "*.js", path: "node_modules", respect_git_ignore: false });
    assert.deepEqual(named.split("\n").slice(1), [at("node_modules/m.js")]);
  });

  it("search_file_content: an empty answer says why (D-11)", async () => {
    const { says } = await start({
      "a.log": "needle\n",
      "b.js": "x\n",
      "c.bin": "a\0needle\n",
      ".gitignore": "*.log\n",
    });
    const reason = async (input: object) =>
      (await says("search_file_content", { pattern: "needle", ...input })).split("\n").slice(1);
    assert.deepEqual(await reason({}), ["Ignored files do match: name one of them as path to search it."]);
    assert.match(await says("search_file_content", { pattern: "needle", path: "a.log" }), /^Found 1 match /);
    assert.deepEqual(await reason({ path: "c.bin" }), ["It is a binary file, and binary files are not searched."]);
    assert.deepEqual(await reason({ pattern: "no", include: "*.py" }), [
      'No file was searched, because include "*.py" matches none.',
    ]);
    assert.deepEqual(await reason({ path: "b.js", include: "*.py" }), [
      'It was not searched, because include "*.py" does not match it.',
    ]);
    assert.deepEqual(await reason({ pattern: "nowhere" }), []);
  });

  it("search_file_content: blocks by file, and a warning when it was cut (GR-6, GR-7)", async () => {
    const { text } = await start({ "src/u.ts": "  Foo();\nbar\nfoo\n", "src/i.js": "foo\n" });
    assert.equal(
      await text("search_file_content", { pattern: "foo", path: "src", include: "*.ts" }),
      'Found 2 matches for pattern "foo" in path "src" (filter: "*.ts"):\n---\nFile: src/u.ts\nL1: Foo();\nL3: foo\n---',
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
});
