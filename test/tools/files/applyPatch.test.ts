import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { structuredPatch } from "diff";
import fc from "fast-check";
import { encode } from "../../../src/lib/edits/text/encoding";
import { type CribOptions, realCrib } from "../../support/realCrib";
import { snapshot, type Tree, tempFolder } from "../../support/tempFolder";

const start = async (tree: Tree, options: CribOptions = {}) => {
  const at = await realCrib(tree, { settings: { requireRead: false }, ...options });
  return { ...at, patch: (...lines: string[]) => at.call("apply_patch", { patch: lines.join("\n") }) };
};

describe("apply_patch", () => {
  it("changes, adds, moves and deletes files as one change that can be taken back", async () => {
    const { patch, root, asked, crib } = await start({ a: "1\n2\n3\n", b: "x\ny\n", "sub/c": "gone\n", d: "stay\n" });
    chmodSync(join(root, "b"), 0o755);
    const before = snapshot(root);
    const { text, isError, data } = await patch(
      "*** Begin Patch",
      "*** Update File: a",
      " 1",
      "-2",
      "+two",
      "*** Update File: b",
      "*** Move to: deep/b2",
      " x",
      "+between",
      "*** Delete File: sub/c",
      "*** Add File: e",
      "+new",
      "*** End Patch",
    );
    assert.equal(text, "Updated a (line 1).\nMoved b to deep/b2 (line 1).\nDeleted sub/c.\nAdded e.");
    assert.equal(isError, false);
    assert.deepEqual((data as { files: object[] }).files[1], {
      kind: "update",
      path: join(root, "b"),
      shown: "b",
      lines: [1],
      movedTo: "deep/b2",
    });
    assert.deepEqual(snapshot(root), {
      a: "1\ntwo\n3\n",
      d: "stay\n",
      "deep/": "",
      "deep/b2": "x\nbetween\ny\n",
      e: "new\n",
      "sub/": "",
    });
    assert.equal(statSync(join(root, "deep/b2")).mode & 0o777, 0o755);
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      ["Patch a, b, sub/c and 1 more"],
    );
    await crib.journal.undo();
    assert.deepEqual(snapshot(root), before);
    assert.equal(statSync(join(root, "b")).mode & 0o777, 0o755);
  });

  it("changes nothing when one file cannot be changed, not even those before it", async () => {
    const { patch, root, asked } = await start({ a: "1\n", b: "2\n" });
    const { text, isError } = await patch("*** Update File: a", "-1", "+x", "*** Update File: b", "-3", "+y");
    assert.match(text, /^Hunk 1 \(line 5 of the patch\) was not found in b, nor anything like it/);
    assert.deepEqual([isError, snapshot(root), asked], [true, { a: "1\n", b: "2\n" }, []]);
  });

  it("takes back what it wrote when a later file changed in the meantime", async () => {
    const at: { root?: string } = {};
    const { patch, root } = await start(
      { a: "1\n", b: "2\n" },
      {
        confirm: async () => {
          writeFileSync(join(at.root as string, "b"), "theirs\n");
          return { approved: true, by: "person" };
        },
      },
    );
    at.root = root;
    const { text } = await patch("*** Update File: a", "-1", "+x", "*** Update File: b", "-2", "+y");
    assert.match(text, /^b was changed since it was planned/);
    assert.deepEqual(snapshot(root), { a: "1\n", b: "theirs\n" });
  });

  const twice = "def f():\n    a = 1\n    return a\n\ndef g():\n    a = 1\n    return a\n";
  const placed: [what: string, file: string, patch: string[], after: string][] = [
    [
      "behind its @@ line",
      twice,
      ["@@ def g():", "-    a = 1", "+    a = 2"],
      twice.replace(/a = 1(?=\n {4}return a\n$)/, "a = 2"),
    ],
    [
      "behind the first hunk",
      twice,
      ["-    a = 1", "+    a = 0", "     return a", " ", " def g():", "-    a = 1", "+    a = 2"],
      twice.replace("a = 1", "a = 0").replace("a = 1", "a = 2"),
    ],
    [
      "behind nested @@ lines",
      "class A:\n  def f():\n    x\nclass B:\n  def f():\n    x\n",
      ["@@ class B:", "@@   def f():", "-    x", "+    y"],
      "class A:\n  def f():\n    x\nclass B:\n  def f():\n    y\n",
    ],
    ["where it repeats its @@ line", "f() {\n  x\n}\n", ["@@ f() {", " f() {", "-  x", "+  y"], "f() {\n  y\n}\n"],
    ["at the end of the file", "x\ny\nx\n", ["-x", "+z", "*** End of File"], "x\ny\nz\n"],
    [
      "where contexts of two hunks overlap",
      "1\n2\n3\n4\n",
      [" 1", "-2", "+two", " 3", "@@", " 3", "-4", "+four"],
      "1\ntwo\n3\nfour\n",
    ],
    [
      "as lines that are only added, behind an @@ line",
      "f() {\n}\n",
      ["@@ f() {", "+  x", "+  y"],
      "f() {\n  x\n  y\n}\n",
    ],
    ["as lines that are only added at the end", "a", ["+b", "*** End of File"], "a\nb"],
    ["as the lines of an empty file", "", ["+a", "+b"], "a\nb\n"],
    ["as lines that are only removed", "a\nb\nc\n", [" a", "-b", " c"], "a\nc\n"],
    ["as all lines", "a\nb\n", ["-a", "-b"], ""],
    ["as the last line, which has no ending", "a\nb", ["-b"], "a\n"],
    ["where characters share half of their UTF-16 form", "a 😀😀 b\n", ["-a 😀😀 b", "+a 😁😀 b"], "a 😁😀 b\n"],
    [
      "where characters share the other half",
      "a \u{1f600} b\n",
      ["-a \u{1f600} b", "+a \u{1fa00} b"],
      "a \u{1fa00} b\n",
    ],
    ["in a CRLF file", "a\r\nb\r\nc\r\n", [" a", "-b", "+B", "+B2"], "a\r\nB\r\nB2\r\nc\r\n"],
    ["as one line of a CRLF file that is removed", "a\r\nb\r\n", ["-a"], "b\r\n"],
    ["with a blank line that lost its space", "a\n\nb\n", [" a", "", "-b", "+c"], "a\n\nc\n"],
    ["as lines that are only added, at the end of the file", "a\n", ["+b"], "a\nb\n"],
    [
      "in the function of the hunk before it, under the same @@ line",
      "def f():\n    a\n    b\n    c\n",
      ["@@ def f():", "-    a", "+    A", "@@ def f():", "-    c", "+    C"],
      "def f():\n    A\n    b\n    C\n",
    ],
    [
      "under an @@ line that stands before the hunk above it",
      "class A:\n  def f():\n    x\n  def g():\n    y\n",
      ["@@ def f():", "-    x", "+    X", "@@ class A:", "-    y", "+    Y"],
      "class A:\n  def f():\n    X\n  def g():\n    Y\n",
    ],
    ["with an empty @@ before another", "f\nx\n", ["@@", "", "@@ f", "-x", "+y"], "f\ny\n"],
    [
      "with context lines that have lost their leading space",
      "def f():\n    a\n    b\n",
      ["def f():", "    a", "-    b", "+    c"],
      "def f():\n    a\n    c\n",
    ],
    [
      "with indented context lines that have lost their leading space",
      "    a\n    b\n",
      ["    a", "-    b", "+    c"],
      "    a\n    c\n",
    ],
    ["with a blank line to stay at the end", "a\nb\n", ["-b", "+"], "a\n\n"],
  ];
  for (const [what, file, lines, after] of placed)
    it(`finds a hunk ${what}`, async () => {
      const { patch, root } = await start({ a: file });
      const { text, isError } = await patch("*** Update File: a", ...lines);
      assert.equal(isError, false, text);
      assert.equal(readFileSync(join(root, "a"), "utf8"), after);
    });

  it("C-17 says how hunks matched inexactly, and keeps the file's own text in their context", async () => {
    const { patch, root } = await start({ a: "\tsay “a”;  \n\tb;\n\tc;\n" });
    const { text } = await patch("*** Update File: a", "   b;", "-  c;", "+  d;");
    const note =
      "Matched inexactly in a: hunk 1: the indentation differed, and the new text was given the indentation of the file.";
    assert.equal(text, `Updated a (line 2).\n${note}`);
    assert.equal(readFileSync(join(root, "a"), "utf8"), "\tsay “a”;  \n\tb;\n\td;\n");
  });

  it("keeps the file's own quotes in context lines, and takes added lines as written", async () => {
    const { patch, root } = await start({ a: "# “a” – it’s b\nold – “x”\n# （c）\n" });
    const { text } = await patch(
      "*** Update File: a",
      `@@`,
      ` # "a" - it's b`,
      `-old - "x"`,
      `+print("new" - 'n')`,
      "@@",
      "-# (c)",
      "+# (c) d()",
    );
    assert.match(
      text,
      /^Updated a \(lines 1, 3\)\.\nMatched inexactly in a: hunk 1: quotes, .*\n.*hunk 2: full-width /,
    );
    assert.equal(readFileSync(join(root, "a"), "utf8"), `# “a” – it’s b\nprint("new" - 'n')\n# （c） d()\n`);
  });

  it("refuses a hunk that fits several times but for line endings", async () => {
    const { patch, root } = await start({ a: "a\nb\n-\r\na\r\nb\r\n" });
    const { text, isError } = await patch("*** Update File: a", " a", "-b", "+c");
    assert.match(text, /^Hunk 1 \(line 2 of the patch\) fits 2 times in a \(lines 1, 4\): add context lines/);
    assert.equal(isError, true);
    assert.match((await patch("*** Update File: a", " -", " a", "-b", "+c")).text, /^Updated a \(line 3\)\./);
    assert.equal(readFileSync(join(root, "a"), "utf8"), "a\nb\n-\r\na\r\nc\r\n");
  });

  it("D-9 patches text in an encoding from before Unicode", async () => {
    const { patch, root } = await start({ a: encode("表ソ\n表示\nコード\n", "shiftjis") });
    assert.equal((await patch("*** Update File: a", " 表ソ", "-表示", "+表\\示")).isError, false);
    assert.deepEqual(readFileSync(join(root, "a")), encode("表ソ\n表\\示\nコード\n", "shiftjis"));
    assert.match(
      (await patch("*** Update File: a", " 表ソ", "+😀")).text,
      /^a is stored as shiftjis, which has no "😀"/,
    );
  });

  it("takes the deletion and addition of one file for new contents, which an unread file does not get", async () => {
    const { patch, root } = await start({ a: "old\n", b: "x\n" });
    const rewrite = (name: string) => [`*** Delete File: ${name}`, `*** Add File: ${name}`, "+new"];
    const { text, isError } = await patch(...rewrite("a"));
    assert.deepEqual([text, isError], ["Updated a.", false]);
    assert.equal(readFileSync(join(root, "a"), "utf8"), "new\n");
    assert.equal((await patch(...rewrite("a"))).text, "The patch does not change a: nothing was written.");
    assert.match((await patch(...rewrite("none"))).text, /^none does not exist, so it cannot be deleted/);
    const reverse = await patch("*** Add File: b", "+new", "*** Delete File: b");
    assert.match(reverse.text, /^Lines 1 and 3 of the patch both change b:/);
    const unread = await realCrib({ c: "1\n" });
    const refused = await unread.call("apply_patch", { patch: rewrite("c").join("\n") });
    assert.equal(refused.isError, true);
    assert.equal(readFileSync(join(unread.root, "c"), "utf8"), "1\n");
  });

  it("D-9 deletes and adds a file with the bytes that write_file would write", async () => {
    const before = "one\r\ntwo\r\nmixed\nthree\r\n";
    for (const old of [before, before.replace("mixed\n", "mixed\r\n"), encode(before, "utf16le"), "one\n"]) {
      const { patch, call, root } = await start({ a: old, b: old });
      await patch("*** Delete File: a", "*** Add File: a", "+one", "+TWO", "+mixed", "+three");
      await call("write_file", { path: "b", content: "one\nTWO\nmixed\nthree\n" });
      assert.deepEqual(readFileSync(join(root, "a")), readFileSync(join(root, "b")));
    }
    const { patch, root } = await start({ a: "one\r\ntwo\r\n" });
    const same = await patch("*** Delete File: a", "*** Add File: a", "+one", "+two");
    assert.equal(same.text, "The patch does not change a: nothing was written.");
    await patch("*** Delete File: a", "*** Add File: a", "+one", "+TWO");
    assert.equal(readFileSync(join(root, "a"), "utf8"), "one\r\nTWO\r\n");
  });

  it("two sections of one file work one after the other", async () => {
    const { patch, root } = await start({ a: "1\n2\n" });
    const { text } = await patch("*** Update File: a", "-2", "+3", "*** Update File: a", "-1", "+2", " 3");
    assert.equal(text, "Updated a (lines 2, 1).");
    assert.equal(readFileSync(join(root, "a"), "utf8"), "2\n3\n");
  });

  const refusals: [what: string, patch: string[], message: string | RegExp][] = [
    [
      "a hunk that fits twice",
      ["*** Update File: a", "-x", "+y"],
      "Hunk 1 (line 2 of the patch) fits 2 times in a (lines 1, 3): add context lines, or an @@ line that names the function or class it is in.",
    ],
    [
      "hunks out of order",
      ["*** Update File: b", "-2", "+x", "@@", "-1", "+y"],
      "Hunk 2 (line 4 of the patch) comes before the hunk above it in b (line 1): give the hunks in the order of the file.",
    ],
    [
      "an @@ line that is not there",
      ["*** Update File: b", "@@ zebra crossing", "-1", "+x"],
      /^The @@ line of hunk 1 \(line 2 of the patch\) was not found in b, nor anything like it/,
    ],
    [
      "a hunk before its @@ line",
      ["*** Update File: b", "@@ 2", "-1", "+x"],
      /^Hunk 1 \(line 2 of the patch\), looked for behind its @@ line, was not found in b\. The closest match is line 1/,
    ],
    [
      "a second hunk under the same @@ line that fits in two functions",
      ["*** Update File: c", "@@ f", "-1", "+one", "@@ f", "-2", "+two"],
      "Hunk 2 (line 5 of the patch) fits 2 times in c (lines 3, 5): add context lines, or an @@ line that names the function or class it is in.",
    ],
    [
      "a hunk that fits with the leading space of its context lines and without",
      ["*** Update File: d", "  a", "-x", "+y"],
      "Hunk 1 (line 2 of the patch) fits d with the leading space of its context lines and without: begin each context line with one space before its own indentation.",
    ],
    [
      "a line without a sign that is nowhere in the file",
      ["*** Update File: b", "zebra", "-1", "+x"],
      "Line 2 of the patch is wrong: expected a line that begins with ' ', '-', '+' or '@@', but got \"zebra\".",
    ],
    [
      "a header that is misspelt among the lines",
      ["*** Update File: b", "-1", "+x", "*** Remove File: a"],
      "Line 4 of the patch is wrong: expected a line that begins with ' ', '-', '+' or '@@', but got \"*** Remove File: a\".",
    ],
    ["a change that is none", ["*** Update File: b", " 1"], "The patch does not change b: nothing was written."],
    [
      "a file that is not there",
      ["*** Update File: none", "-1"],
      "none does not exist, so it cannot be updated: check the name, or use *** Add File.",
    ],
    [
      "an added file that is there",
      ["*** Add File: b", "+1"],
      "b already exists: choose another name, or delete or edit that file first.",
    ],
    [
      "a deleted file that is not there",
      ["*** Delete File: none"],
      "none does not exist: check the path, or find it with find_files.",
    ],
    [
      "a move to a file that is there",
      ["*** Update File: a", "*** Move to: b"],
      "b already exists: choose another name, or delete or edit that file first.",
    ],
    [
      "a file that is deleted and updated",
      ["*** Delete File: b", "*** Update File: b", "-1"],
      "Lines 1 and 2 of the patch both change b: put all changes of a file into one section.",
    ],
    [
      "a file that is added and moved to",
      ["*** Add File: n", "+1", "*** Update File: b", "*** Move to: n"],
      "The patch contains n twice: put all changes of a file into one section.",
    ],
    ["a folder", ["*** Update File: sub", "-1"], "sub is a folder, not a file: give the path of a file in it."],
    ["a file outside", ["*** Add File: ../x", "+1"], /^Denied by policy: /],
    ["a binary file", ["*** Update File: bin", "-1"], "bin is a binary file: it cannot be changed as text."],
  ];
  for (const [what, lines, message] of refusals)
    it(`refuses ${what}`, async () => {
      const { patch, root, asked } = await start({
        a: "x\ny\nx\n",
        b: "1\n2\n",
        c: "f\n1\n2\nf\n2\n",
        d: " a\nx\n  a\nx\n",
        "sub/c": "",
        bin: Buffer.from([0, 1]),
      });
      const before = snapshot(root);
      const { text, isError } = await patch(...lines);
      if (typeof message === "string") assert.equal(text, message);
      else assert.match(text, message);
      assert.deepEqual([isError, snapshot(root), asked], [true, before, []]);
    });

  it("D-10 refuses unread files for updating and deleting", async () => {
    const { patch, root } = await start({ a: "1\n" }, { settings: {} });
    for (const lines of [["*** Update File: a", "-1"], ["*** Delete File: a"]])
      assert.match((await patch(...lines)).text, /^a exists and has not been read yet/);
    assert.deepEqual(snapshot(root), { a: "1\n" });
  });

  it("C-02 takes the names of other tool systems", async () => {
    for (const name of ["input", "patchText", "patch_text"]) {
      const { call, root } = await start({});
      await call("apply_patch", { [name]: "*** Add File: a\n+1" });
      assert.deepEqual(snapshot(root), { a: "1\n" }, name);
    }
  });
});

/** Random files with many equal lines, and an edit of each. */
const lineText = fc.constantFrom("", "a", "b", "  c", "{", "}", "*** x", "@@ y", "+z", "-w", "日本", "“q”");
const twoVersions = fc
  .array(lineText, { maxLength: 25 })
  .chain((before) =>
    fc.tuple(
      fc.constant(before),
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: fc.constant("keep") },
          fc.constant("drop"),
          lineText.map((line) => `+${line}`),
        ),
        {
          minLength: before.length,
          maxLength: before.length + 3,
        },
      ),
    ),
  )
  .map(([before, ops]) => {
    const after = ops.flatMap((op, at) => {
      const line = before[at];
      const kept = line === undefined || op === "drop" ? [] : [line];
      return op.startsWith("+") ? [op.slice(1), ...kept] : kept;
    });
    const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
    return { before: text(before), after: text(after) };
  });

const hunksOf = (before: string, after: string, context: number) =>
  structuredPatch("a", "a", before, after, "", "", { context }).hunks;

describe("apply_patch against other ways", () => {
  it("gives the file the patch was made from, or refuses; with the whole file as context it always does", () =>
    fc.assert(
      fc.asyncProperty(twoVersions, fc.constantFrom(1, 3, 1000), async ({ before, after }, context) => {
        fc.pre(before !== after && before.trim() !== "");
        const { patch, root } = await start({ a: before });
        const lines = hunksOf(before, after, context).flatMap((hunk) => ["@@", ...hunk.lines]);
        const { text, isError } = await patch("*** Begin Patch", "*** Update File: a", ...lines, "*** End Patch");
        const now = readFileSync(join(root, "a"), "utf8");
        if (isError) {
          assert.equal(now, before);
          assert.notEqual(context, 1000, text);
        } else if (context === 1000) assert.equal(now, after);
      }),
      { numRuns: 150 },
    ));

  it("does what GNU patch does with the same hunks, where every hunk fits at one place", function () {
    if (spawnSync("patch", ["--version"]).status !== 0) this.skip();
    return fc.assert(
      fc.asyncProperty(twoVersions, async ({ before, after }) => {
        const unique = (text: string) =>
          text
            .split("\n")
            .map((line, at, all) => (line === "" && at === all.length - 1 ? "" : `${line} #${[...line].length}${at}`))
            .join("\n");
        const old = unique(before);
        const fresh =
          old === ""
            ? ""
            : after
                .split("\n")
                .map((line, at) =>
                  line === "" && at === after.split("\n").length - 1
                    ? ""
                    : (old.split("\n").find((one) => one.startsWith(`${line} #`)) ?? line),
                )
                .join("\n");
        fc.pre(old !== fresh && old !== "");
        const folder = tempFolder({ a: old, b: fresh });
        const unified = spawnSync("diff", ["-u", "a", "b"], { cwd: folder, encoding: "utf8" }).stdout;
        spawnSync("patch", ["-s", "a"], { cwd: folder, input: unified });
        const { patch, root } = await start({ a: old });
        const lines = unified
          .split("\n")
          .slice(2, -1)
          .map((line) => (line.startsWith("@@") ? "@@" : line));
        const { text, isError } = await patch("*** Update File: a", ...lines);
        assert.equal(isError, false, text);
        assert.equal(readFileSync(join(root, "a"), "utf8"), readFileSync(join(folder, "a"), "utf8"));
      }),
      { numRuns: 60 },
    );
  });

  it("any text whatsoever is an answer and half-writes nothing", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              "*** Begin Patch",
              "*** Update File: a",
              "*** Add File: b",
              "*** Delete File: a",
              "*** Move to: c",
              "*** End of File",
              "@@",
              "@@ x",
              " x",
              "-x",
              "+y",
              "",
              "*** End Patch",
            ),
          ),
          { maxLength: 12 },
        ),
        async (lines) => {
          const { patch, root } = await start({ a: "x\ny\n" });
          const before = snapshot(root);
          const { text, isError } = await patch(...lines, "");
          assert.doesNotMatch(text, /failed unexpectedly/);
          if (isError) assert.deepEqual(snapshot(root), before);
        },
      ),
      { numRuns: 150 },
    ));
});
