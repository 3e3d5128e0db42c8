/** find_files and search_text, through the whole pipeline (D-11). */
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

const start = async (tree: Tree, settings: Record<string, unknown> = {}) => {
  const at = await realCrib(tree, { settings });
  const find = async (pattern: string, more: object = {}) => (await at.call("find_files", { pattern, ...more })).text;
  const search = async (pattern: string, more: object = {}) =>
    (await at.call("search_text", { pattern, ...more })).text;
  return { ...at, find, search };
};

describe("find_files", () => {
  it("GL-2 lists what matches with its size, newest first, as paths to use as they are", async () => {
    const { find, root } = await start({ "a.ts": "12", "src/b.ts": "", "src/c.js": "" });
    utimesSync(join(root, "a.ts"), 1000, 1000);
    assert.equal(
      await find("*.ts"),
      'Found 2 files matching "*.ts", newest first:\nsrc/b.ts (0 bytes)\na.ts (2 bytes)',
    );
    assert.equal(
      await find("*.ts", { path: "src" }),
      'Found 1 file matching "*.ts" in src, newest first:\nsrc/b.ts (0 bytes)',
    );
    assert.equal(
      await find("*.TS", { case_sensitive: false, path: "src" }),
      'Found 1 file matching "*.TS" in src, newest first:\nsrc/b.ts (0 bytes)',
    );
  });

  it("search_text says what \\| is where it finds nothing with it", async () => {
    const { search } = await start({ "a.ts": "one\ntwo\n" });
    assert.equal(
      await search("one\\|two"),
      'No matches for "one\\\\|two" (1 file searched).\n[In this syntax \\| is the character |: alternatives are written a|b, without a backslash.]',
    );
    assert.equal(await search("x\\\\|y"), 'No matches for "x\\\\\\\\|y" (1 file searched).');
  });

  it("says that there are more", async () => {
    const { find, root } = await start({ a: "", b: "", c: "" });
    for (const [at, name] of ["a", "b", "c"].entries()) utimesSync(join(root, name), 100 - at, 100 - at);
    assert.equal(
      await find("*", { limit: 2 }),
      'Found more than 2 files matching "*", newest first:\na (0 bytes)\nb (0 bytes)\n[There are more: narrow the pattern or raise limit.]',
    );
  });

  it("says what a pattern that finds nothing may have been meant to say", async () => {
    const { find, search } = await start({ "a.ts": "text", "b.js": "text" });
    assert.equal(
      await find("*.ts, *.js"),
      'No files match "*.ts, *.js", including ignored files: check the pattern and the folder.\n[Several patterns are written in braces: {*.ts,*.js}.]',
    );
    assert.match(await find("{*.ts,*.js}"), /^Found 2 files/);
    const outside =
      '[A pattern is relative to the folder that is searched, and so is "/etc/*": give another folder as path.]';
    assert.equal((await find("/etc/*")).split("\n")[1], outside);
    assert.equal((await search("text", { include: "/etc/*" })).split("\n")[1], outside);
  });

  it("says why nothing was found", async () => {
    const { find } = await start({ ".gitignore": "*.log\n", "x.log": "", "y.log": "", "node_modules/m.js": "" });
    assert.equal(
      await find("*.py"),
      'No files match "*.py", including ignored files: check the pattern and the folder.',
    );
    assert.equal(await find("*.py", { include_ignored: true }), 'No files match "*.py", including ignored files.');
    assert.equal(
      await find("*.log"),
      'No files match "*.log" among the files that are not ignored. 2 ignored files do: set include_ignored to see them.',
    );
    assert.equal(
      await find("m.js"),
      'No files match "m.js" among the files that are not ignored. 1 ignored file does: set include_ignored to see them.',
    );
    assert.match(await find("m.js", { include_ignored: true }), /\nnode_modules\/m\.js \(0 bytes\)$/);
    assert.match(await find("m.js", { path: "node_modules" }), /1 ignored file does: set include_ignored/);
  });

  it("finds names with parentheses and brackets as they are written", async () => {
    const { find } = await start({ "app/(auth)/page.tsx": "", "app/[id]/page.tsx": "" });
    assert.match(await find("app/(auth)/*.tsx"), /^Found 1 file .*\napp\/\(auth\)\/page\.tsx/);
    assert.match(await find("app/\\[id\\]/*.tsx"), /^Found 1 file .*\napp\/\[id\]\/page\.tsx/);
  });
});

describe("search_text", () => {
  it("GR-2 gives path, line and text, by path", async () => {
    const { search } = await start({ "b.txt": "x foo\n", "a.txt": "\n  foo\n", "src/c.txt": "foo\n" });
    assert.equal(await search("foo"), "3 matching lines in 3 files:\na.txt:2:   foo\nb.txt:1: x foo\nsrc/c.txt:1: foo");
    assert.equal(await search("foo", { path: "src" }), "1 matching line in 1 file:\nsrc/c.txt:1: foo");
    assert.equal(await search("x", { path: "b.txt" }), "1 matching line in 1 file:\nb.txt:1: x foo");
    assert.equal(
      await search("FOO", { case_sensitive: false, include: "a.*" }),
      "1 matching line in 1 file:\na.txt:2:   foo",
    );
  });

  it("GR-3 shows the lines around, groups apart", async () => {
    const { search } = await start({ "a.txt": "1\nfoo\n3\n4\n5\n6\nfoo\nfoo\n" });
    assert.equal(
      await search("foo", { context: 1 }),
      "3 matching lines in 1 file:\na.txt-1- 1\na.txt:2: foo\na.txt-3- 3\n--\na.txt-6- 6\na.txt:7: foo\na.txt:8: foo",
    );
  });

  it("says that there are more", async () => {
    const { search } = await start({ "a.txt": "foo\nfoo\nfoo\n" });
    assert.equal(
      await search("foo", { limit: 2 }),
      "2 matching lines shown, from 1 file; more files may match:\na.txt:1: foo\na.txt:2: foo\n[There are more: narrow the pattern, path or include, or raise limit.]",
    );
  });

  it("finds what spans lines with multiline, and says so where nothing is found without", async () => {
    const { search } = await start({ "a.ts": "foo() {\n  return 1;\n}\nbar\n" });
    for (const pattern of ["foo[\\s\\S]*?return", "foo\\(\\) \\{\\s+return", "(?s)foo.*return"]) {
      assert.equal(
        await search(pattern),
        `No matches for ${JSON.stringify(pattern)} (1 file searched).\n[Lines are searched one by one, and the pattern matches across lines: set multiline.]`,
      );
      assert.equal(
        await search(pattern, { multiline: true }),
        "2 matching lines in 1 file:\na.ts:1: foo() {\na.ts:2:   return 1;",
      );
    }
    assert.equal(await search("foo\\s+bar"), 'No matches for "foo\\\\s+bar" (1 file searched).');
    assert.match(await search("foo\\nbar"), /without their ends\. Set multiline, or search for a part of one line/);
    assert.equal(
      await search("return|foo", { multiline: true, output_mode: "count" }),
      "2 matches in 1 file:\na.ts: 2",
    );
  });

  it("GR-4 cuts a long line around what was found", async () => {
    const { search } = await start({ "a.txt": `${"a".repeat(5000)}foo${"b".repeat(5000)}\n` });
    assert.equal(await search("foo"), `1 matching line in 1 file:\na.txt:1: …${"a".repeat(125)}foo${"b".repeat(372)}…`);
    assert.match(await search("$", { path: "a.txt" }), /^1 matching line in 1 file:/);
  });

  it("says why nothing was found", async () => {
    const { search } = await start({
      ".gitignore": "*.log\n",
      "x.log": "only here\n",
      "a.txt": "text\n",
      "b.bin": Buffer.from("bin\0"),
    });
    assert.equal(await search("nope"), 'No matches for "nope" (3 files searched).');
    assert.equal(await search("nope", { path: "a.txt" }), 'No matches for "nope" in a.txt.');
    assert.equal(
      await search("only here"),
      'No matches for "only here" among the files that are not ignored; ignored files do match: set include_ignored to search them.',
    );
    assert.equal(
      await search("text", { include: "*.py" }),
      'No matches for "text": no file was searched, because include "*.py" matches none.',
    );
    assert.equal(await search('a"b'), 'No matches for "a\\"b" (3 files searched).');
  });

  it("says that all files of a folder are ignored, and how to search them", async () => {
    const { search } = await start({
      ".gitignore": "out/\n",
      "a.txt": "a\n",
      "out/b.js": "b\n",
      "out/c.txt": "c\n",
      "node_modules/m.js": "m\n",
    });
    const advice = "ignored: set include_ignored to search them.";
    assert.equal(
      await search("nope", { path: "out" }),
      `No matches for "nope" in out: no file was searched, because all 2 files are ${advice}`,
    );
    assert.equal(
      await search("nope", { path: "out", include: "*.js" }),
      `No matches for "nope" in out: no file was searched, because the only file that include "*.js" matches is ${advice}`,
    );
    assert.equal(
      await search("nope", { path: "node_modules" }),
      `No matches for "nope" in node_modules: no file was searched, because the only file is ${advice}`,
    );
    assert.equal(
      await search("nope", { path: "out", include_ignored: true }),
      'No matches for "nope" in out (2 files searched).',
    );
  });

  it("says what another way of writing a pattern finds", async () => {
    const { search, find } = await start({ "src/app.ts": "text\n", "src/lib/x.ts": "x\n" });
    const hint = async (pattern: string, more: object = {}) => (await find(pattern, more)).split("\n").at(-1);
    assert.equal(
      await hint("src/**/*.ts", { path: "src" }),
      '[The pattern is relative to path: "**/*.ts" finds files in src.]',
    );
    assert.equal(await hint("App.ts"), "[Without regard to case it matches src/app.ts.]");
    assert.equal(await hint("app"), '[A pattern stands for whole names: "*app*" matches names such as src/app.ts.]');
    assert.equal(
      await hint("nope"),
      'No files match "nope", including ignored files: check the pattern and the folder.',
    );
    assert.equal(
      await search("text", { include: "src/lib" }),
      'No matches for "text": no file was searched, because include "src/lib" matches none.\n[To search a folder, give it as path, or as the glob src/lib/**.]',
    );
    assert.equal(
      await search("text", { path: "src/*.ts" }),
      "src/*.ts does not exist: path is a file or folder, and a glob goes into include.",
    );
    assert.equal(
      await find("*.ts", { path: "src/*" }),
      "src/* does not exist: path is a folder, and a glob goes into pattern.",
    );
  });

  it("says that include begins where path ends, and that a name is a folder's", async () => {
    const { search, find } = await start({ "src/a.txt": "text\n", "src/deep/b.txt": "b\n" });
    assert.equal(
      await search("text", { path: "src", include: "src/*.txt" }),
      'No matches for "text" in src: no file was searched, because include "src/*.txt" matches none. include is relative to path.',
    );
    for (const pattern of ["src", "src/deep/"])
      assert.equal(
        await find(pattern),
        `No files match "${pattern}", including ignored files: check the pattern and the folder.\n${pattern} is a folder: ${pattern.replace(/\/$/, "")}/** finds what is in it.`,
      );
  });

  it("D-13 secrets are not searched, not by their folder's name and not by their own without a yes", async () => {
    const { search, find, asked, call } = await start(
      { ".env": "KEY=1\n", ".aws/credentials": "KEY=2\n", "own/secret.txt": "KEY=3\n", "a.txt": "KEY=4\n" },
      { secretPaths: ["own/secret.txt"] },
    );
    assert.equal(
      await search("KEY", { include_ignored: true }),
      [
        "1 matching line in 1 file:",
        "a.txt:1: KEY=4",
        "[Not searched: 3 files that may contain secrets, such as .env (rule secretPaths). Reading such a file by its path needs a person's approval.]",
      ].join("\n"),
    );
    for (const path of [".aws", "own"])
      assert.doesNotMatch(await search("KEY", { path, include_ignored: true }), /KEY=\d/);
    assert.deepEqual(
      asked.splice(0).map(({ plan }) => plan.title),
      ["Read .aws"],
    );
    assert.equal(
      (await call("search_text", { pattern: "KEY", path: ".env" })).text,
      "1 matching line in 1 file:\n.env:1: KEY=1",
    );
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      ["Read .env"],
    );
    assert.doesNotMatch(await find("*", { path: ".aws" }), /KEY/);
  });

  it("D-13 says how many secret files were not searched, of those that the search was about", async () => {
    const tree = {
      ".toolcribignore": "/closed/\n",
      ".gitignore": "ignored.pem\n",
      "a.txt": "x\n",
      "sub/.env": "x\n",
      "sub/b.txt": "x\n",
      "key.pem": "x\n",
      "ignored.pem": "x\n",
      "closed/1.txt": "x\n",
      "closed/2/3.txt": "x\n",
      "closed/.env": "x\n",
    };
    const { search } = await start(tree);
    const said = async (input: object) =>
      (await search("x", input)).split("\n").filter((line) => line.startsWith("[Not"));
    const secret = (files: string) =>
      `[Not searched: ${files} that may contain secrets, such as .env (rule secretPaths). Reading such a file by its path needs a person's approval.]`;
    for (const output_mode of ["content", "files_with_matches", "count"])
      assert.deepEqual(await said({ output_mode }), [secret("3 files")]);
    assert.deepEqual(await said({ include_ignored: true }), [secret("3 files")]);
    assert.deepEqual(await said({ path: "sub" }), [secret("1 file")]);
    assert.deepEqual(await said({ include: "*.txt" }), []);
    assert.deepEqual(await said({ include: "*.md" }), []);
    assert.deepEqual(await said({ path: "a.txt" }), []);
    assert.match(await search("nothing like it"), /^No matches for "nothing like it".*\n\[Not searched: 3 files /);
  });

  for (const [dialect, tool, input] of [
    ["triggerfish", "search_files", { path: ".", pattern: "KEY", content_search: true }],
    ["flyto", "Grep", { pattern: "KEY", output_mode: "content" }],
    ["qwen", "search_file_content", { pattern: "KEY" }],
    ["qwen", "search_file_content", { pattern: "NONE" }],
  ] as const)
    it(`D-13 ${dialect}'s ${tool} for ${input.pattern} says that a secret was not searched`, async () => {
      const { call } = await realCrib({ ".env": "KEY=1\n", "a.txt": "KEY=2\n" }, { dialect });
      const { text } = await call(tool, input);
      assert.match(text, /\[Not searched: 1 file that may contain secrets, such as \.env \(rule secretPaths\)\./);
      assert.doesNotMatch(text, /KEY=1/);
    });

  const refused: [input: object, message: RegExp][] = [
    [{ pattern: "a\0b" }, /^The pattern contains a NUL character: remove it, because binary files are not searched\.$/],
    [
      { pattern: "x".repeat(200_000) },
      /^The pattern is 200000 characters long; the limit is 10,000: search for part of it\.$/,
    ],
    [{ pattern: "x", include: "a\0" }, /^The glob contains a NUL character/],
    [{ pattern: "x", include: "x".repeat(5000) }, /^The glob contains a NUL character or is longer than 4,096/],
    [{ pattern: "x", include: "../*" }, /^The glob \.\.\/\* contains "\.\."/],
    [{ pattern: "(?<=a)b" }, /^The search could not run: .*look-around/s],
    [{ pattern: "a\nb" }, /^The search could not run: .*"\\n"/s],
    [{ pattern: "(a{1000}){1000}{1000}" }, /^The search could not run: /],
  ];
  for (const [input, message] of refused)
    it(`refuses ${JSON.stringify(input).slice(0, 50)}`, async () => {
      const { call } = await start({ "a.txt": "x\n" });
      const { text, isError } = await call("search_text", input);
      assert.match(text, message);
      assert.equal(isError, true);
      assert.ok(text.length < 2000, `${text.length}`);
    });

  it("patterns that would run something or look elsewhere only search", async () => {
    const { search, root } = await start({ "a.txt": "--pre=touch x\n-f/etc/passwd\n" });
    assert.equal(await search("--pre=touch x"), "1 matching line in 1 file:\na.txt:1: --pre=touch x");
    assert.equal(await search("-f/etc/passwd"), "1 matching line in 1 file:\na.txt:2: -f/etc/passwd");
    assert.match(await search("x", { include: "--pre=sh" }), /^No matches/);
    assert.ok(root);
  });
});
