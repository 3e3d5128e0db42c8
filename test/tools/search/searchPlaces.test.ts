/** Where find_files and search_text look, and in which forms they answer (D-5, GL-4, GR-3, C-26). */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

/** Two workspace folders, `ws` and `lib`. */
async function twoFolders(tree: Tree, second: Record<string, string>) {
  const at = await realCrib(tree, { moreRoots: ["lib"] });
  const lib = join(dirname(at.root), "lib");
  for (const [name, text] of Object.entries(second)) {
    mkdirSync(dirname(join(lib, name)), { recursive: true });
    writeFileSync(join(lib, name), text);
  }
  return { ...at, lib };
}

const text = async (at: Pick<Awaited<ReturnType<typeof realCrib>>, "call">, tool: string, input: object) =>
  (await at.call(tool, input)).text;

describe("a workspace of several folders (D-5)", () => {
  it("find_files looks into each, newest first over all, and names the folder", async () => {
    const at = await twoFolders({ "a.ts": "", "old.ts": "" }, { "src/b.ts": "1" });
    utimesSync(join(at.root, "old.ts"), 100, 100);
    utimesSync(join(at.lib, "src/b.ts"), 200, 200);
    const result = await at.call("find_files", { pattern: "*.ts" });
    assert.equal(
      result.text,
      'Found 3 files matching "*.ts" in the workspace folders ws, lib, newest first:\nws/a.ts (0 bytes)\nlib/src/b.ts (1 bytes)\nws/old.ts (0 bytes)',
    );
    const { files, searched } = result.data as { files: { absolute: string }[]; searched: unknown };
    assert.deepEqual(
      files.map(({ absolute }) => absolute),
      [join(at.root, "a.ts"), join(at.lib, "src/b.ts"), join(at.root, "old.ts")],
    );
    assert.deepEqual(searched, [
      { directory: at.root, shown: "ws" },
      { directory: at.lib, shown: "lib" },
    ]);
  });

  it("find_files takes a pattern that begins with the path of one", async () => {
    const at = await twoFolders({ "src/a.ts": "" }, { "src/b.ts": "1", "c.ts": "" });
    const found = await text(at, "find_files", { pattern: `${at.lib}/src/*.ts` });
    assert.match(found, /^Found 1 file matching .* in lib[^\n]*:\n(?:lib\/)?src\/b\.ts \(1 bytes\)$/);
    assert.match(await text(at, "find_files", { pattern: "/c.ts" }), /c\.ts/);
  });

  it("find_files keeps its limit over all", async () => {
    const at = await twoFolders({ "a.ts": "" }, { "b.ts": "", "c.ts": "" });
    const found = await text(at, "find_files", { pattern: "*.ts", limit: 2 });
    assert.match(
      found,
      /^Found more than 2 files .*:\n.*\n.*\n\[There are more: narrow the pattern or raise limit\.\]$/,
    );
  });

  it("search_text looks into each, and its paths can be read as they are", async () => {
    const at = await twoFolders({ "a.txt": "foo\n" }, { "a.txt": "foo lib\n" });
    const found = await text(at, "search_text", { pattern: "foo" });
    assert.equal(found, "2 matching lines in 2 files:\nws/a.txt:1: foo\nlib/a.txt:1: foo lib");
    assert.match(await text(at, "read_file", { path: "lib/a.txt" }), /foo lib/);
    assert.equal(
      await text(at, "search_text", { pattern: "foo", path: "lib" }),
      "1 matching line in 1 file:\nlib/a.txt:1: foo lib",
    );
    assert.equal(
      await text(at, "search_text", { pattern: "foo", path: "." }),
      "1 matching line in 1 file:\nws/a.txt:1: foo",
    );
  });

  it("search_text keeps its limit over all", async () => {
    const at = await twoFolders({ "a.txt": "foo\nfoo\n" }, { "b.txt": "foo\nfoo\n" });
    for (const [limit, lines, isMore] of [
      [1, 1, true],
      [2, 2, true],
      [3, 3, true],
      [4, 4, false],
    ] as const) {
      const { data } = await at.call("search_text", { pattern: "foo", limit });
      const { matches, truncated } = data as { matches: number; truncated: boolean };
      assert.deepEqual([matches, truncated], [lines, isMore]);
    }
  });

  it("says of all of them that nothing was found", async () => {
    const at = await twoFolders({ "a.txt": "x\n" }, { "b.txt": "y\n", ".ignore": "z.txt\n", "z.txt": "only here\n" });
    assert.equal(
      await text(at, "search_text", { pattern: "nope" }),
      'No matches for "nope" in the workspace folders ws, lib (3 files searched).',
    );
    assert.equal(
      await text(at, "search_text", { pattern: "only here" }),
      'No matches for "only here" in the workspace folders ws, lib among the files that are not ignored; ignored files do match: set include_ignored to search them.',
    );
    assert.equal(
      await text(at, "find_files", { pattern: "z.*" }),
      'No files match "z.*" in the workspace folders ws, lib among the files that are not ignored. 1 ignored file does: set include_ignored to see them.',
    );
  });

  it("a folder that is gone does not fail the search of the others, and is named", async () => {
    const at = await twoFolders({ "a.txt": "foo\n" }, {});
    rmSync(at.lib, { recursive: true });
    const note = `[The workspace folder ${at.lib} no longer exists, so it was not searched.]`;
    assert.equal(
      await text(at, "search_text", { pattern: "foo" }),
      `1 matching line in 1 file:\nws/a.txt:1: foo\n${note}`,
    );
    const found = await text(at, "find_files", { pattern: "a.txt" });
    assert.match(found, /^Found 1 file .*\nws\/a\.txt/);
    assert.equal(found.split("\n").at(-1), note);
    const missing = await text(at, "find_files", { pattern: "a.txt", path: "ws/nowhere" });
    assert.equal(missing, "ws/nowhere does not exist: give a folder to search.");
  });

  it("the only folder that is gone is said to be", async () => {
    const at = await realCrib({ "a.txt": "foo\n" });
    rmSync(at.root, { recursive: true });
    const gone = `The workspace folder ${at.root} no longer exists: tell the person, or give a`;
    assert.equal(await text(at, "search_text", { pattern: "foo" }), `${gone} file or folder to search.`);
    assert.equal(await text(at, "find_files", { pattern: "*" }), `${gone} folder to search.`);
  });
});

describe("output_mode (GR-3, GR-4)", () => {
  const tree = { "b.txt": "foo\nx\nfoo\n", "a.txt": "foo foo\n", "c.txt": "x\n" };

  it("files_with_matches gives paths alone", async () => {
    const at = await realCrib(tree);
    const input = { pattern: "foo", output_mode: "files_with_matches" };
    assert.equal(await text(at, "search_text", input), "2 files with matches:\na.txt\nb.txt");
    const { data } = await at.call("search_text", input);
    assert.deepEqual((data as { files: unknown }).files, [
      { path: "a.txt", lines: 1, absolute: join(at.root, "a.txt"), shown: "a.txt" },
      { path: "b.txt", lines: 2, absolute: join(at.root, "b.txt"), shown: "b.txt" },
    ]);
  });

  it("count gives the number of matching lines by file", async () => {
    const at = await realCrib(tree);
    const input = { pattern: "foo", output_mode: "count" };
    assert.equal(await text(at, "search_text", input), "3 matching lines in 2 files:\na.txt: 1\nb.txt: 2");
    assert.equal(await text(at, "search_text", { ...input, path: "b.txt" }), "2 matching lines in 1 file:\nb.txt: 2");
    assert.equal(
      await text(at, "search_text", { ...input, limit: 1 }),
      "3 matching lines in 2 files, 1 to 1:\na.txt: 1\n[There are more: call again with offset 1.]",
    );
    assert.equal(
      await text(at, "search_text", { ...input, offset: 1 }),
      "3 matching lines in 2 files, 2 to 2:\nb.txt: 2",
    );
    assert.equal(
      await text(at, "search_text", { ...input, offset: 2 }),
      "offset 2 is past the last of 2 files with matches: use a smaller offset.",
    );
    assert.match(
      await text(at, "search_text", { pattern: "foo", offset: 2 }),
      /^offset 2 counts files and output_mode is content: raise the limit, /,
    );
    assert.equal(
      await text(at, "search_text", { pattern: "foo", path: "b.txt", limit: 1 }),
      "The first 1 matching line:\nb.txt:1: foo\n[There are more: narrow the pattern, path or include, or raise limit.]",
    );
    assert.equal(await text(at, "search_text", { ...input, pattern: "no" }), 'No matches for "no" (3 files searched).');
  });

  it("gives the same files each time, by path, and goes on where it was cut", async () => {
    const names = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(2, "0")}.txt`);
    const at = await realCrib(Object.fromEntries(names.map((name) => [name, "needle\n".repeat(2)])));
    const input = { pattern: "needle", output_mode: "files_with_matches", limit: 25 };
    const first = "60 files with matches, 1 to 25:";
    for (let times = 0; times < 3; times++)
      assert.equal(
        await text(at, "search_text", input),
        [first, ...names.slice(0, 25), "[There are more: call again with offset 25.]"].join("\n"),
      );
    assert.equal(
      await text(at, "search_text", { ...input, offset: 50 }),
      ["60 files with matches, 51 to 60:", ...names.slice(50)].join("\n"),
    );
    assert.match(
      await text(at, "search_text", { pattern: "needle", limit: 20 }),
      /^20 matching lines shown, from \d+ files; more files may match:\n/,
    );
  });

  it("content counts by file too, as facts", async () => {
    const at = await realCrib(tree);
    const { data } = await at.call("search_text", { pattern: "foo", context: 1 });
    const { files, matches } = data as { files: { path: string; lines: number }[]; matches: number };
    assert.deepEqual(
      [files.map(({ path, lines }) => [path, lines]), matches],
      [
        [
          ["a.txt", 1],
          ["b.txt", 2],
        ],
        3,
      ],
    );
  });
});

describe("where searches look", () => {
  it("GL-4 a pattern that names a file means that file", async () => {
    const at = await realCrib({ "src/[id].ts": "", "src/i.ts": "", "{a,b}.txt": "", "a.txt": "" });
    const files = async (pattern: string, path = ".") =>
      ((await at.call("find_files", { pattern, path })).data as { files: { path: string }[] }).files.map(
        (file) => file.path,
      );
    assert.deepEqual(await files("src/[id].ts"), ["src/[id].ts"]);
    assert.deepEqual(await files("[id].ts", "src"), ["[id].ts"]);
    assert.deepEqual(await files("{a,b}.txt"), ["{a,b}.txt"]);
    assert.deepEqual(await files("src/[ix].ts"), ["src/i.ts"]);
  });

  it("brackets in a glob are a name as well as a set of characters", async () => {
    const at = await realCrib({
      ...{ "src/[id]/page.tsx": "foo\n", "src/[...slug]/a.tsx": "foo\n", "app/[[lang]]/[user-id]/b.tsx": "foo\n" },
      ...{ "src/i/page.tsx": "foo\n", "src/x/page.tsx": "foo\n", "[id].md": "foo\n" },
    });
    const files = async (pattern: string) =>
      ((await at.call("find_files", { pattern })).data as { files: { path: string }[] }).files
        .map((file) => file.path)
        .sort();
    assert.deepEqual(await files("src/[id]/*.tsx"), ["src/[id]/page.tsx", "src/i/page.tsx"]);
    assert.deepEqual(await files("**/[id]/*"), ["src/[id]/page.tsx", "src/i/page.tsx"]);
    assert.deepEqual(await files("src/[...slug]/*"), ["src/[...slug]/a.tsx"]);
    assert.deepEqual(await files("**/[[lang]]/[user-id]/*.{ts,tsx}"), ["app/[[lang]]/[user-id]/b.tsx"]);
    assert.deepEqual(await files("src/[[]id]/*"), ["src/[id]/page.tsx"]);
    assert.deepEqual(await files("src/[!i]/*"), ["src/x/page.tsx"]);
    assert.equal(
      await text(at, "search_text", {
        pattern: "foo",
        include: "src/[id]/page.tsx",
        output_mode: "files_with_matches",
      }),
      "2 files with matches:\nsrc/[id]/page.tsx\nsrc/i/page.tsx",
    );
  });

  it("a leading ! leaves out what follows, folders with what is in them", async () => {
    const at = await realCrib({ "a.ts": "foo\n", "a.test.ts": "foo\n", "sub/dist/b.ts": "foo\n", "!c.md": "" });
    const files = async (pattern: string) =>
      ((await at.call("find_files", { pattern })).data as { files: { path: string }[] }).files
        .map((file) => file.path)
        .sort();
    assert.deepEqual(await files("!*.ts"), ["!c.md"]);
    assert.deepEqual(await files("!dist"), ["!c.md", "a.test.ts", "a.ts"]);
    assert.deepEqual(await files("!c.md"), ["!c.md"]);
    for (const include of ["!*.test.ts", "!**/*.test.ts", "!/a.test.ts"])
      assert.equal(
        await text(at, "search_text", { pattern: "foo", include, output_mode: "files_with_matches" }),
        "2 files with matches:\na.ts\nsub/dist/b.ts",
      );
    assert.equal(
      await text(at, "search_text", { pattern: "foo", include: "!sub/dist", output_mode: "files_with_matches" }),
      "2 files with matches:\na.test.ts\na.ts",
    );
  });

  it("C-26 the dialect says what is left out unless ignored files are asked for", async () => {
    const at = await realCrib({ "node_modules/m.js": "foo\n", "__pycache__/p.js": "foo\n", "vendor/v.js": "foo\n" });
    assert.equal(await text(at, "search_text", { pattern: "foo" }), "1 matching line in 1 file:\nvendor/v.js:1: foo");
    const all = await text(at, "search_text", { pattern: "foo", include_ignored: true });
    assert.match(all, /^3 matching lines in 3 files:/);
  });

  it("a folder outside of the workspace gives paths that can be used", async () => {
    const at = await realCrib({}, { settings: { readOutsideRoots: "ask" } });
    writeFileSync(join(at.outside, "a.txt"), "foo\n");
    assert.equal(
      await text(at, "search_text", { pattern: "foo", path: at.outside }),
      `1 matching line in 1 file:\n${at.outside}/a.txt:1: foo`,
    );
  });

  it("a binary file is said to be one", async () => {
    const at = await realCrib({ "a.bin": Buffer.from("foo\0"), "b.txt": "x\n" });
    assert.equal(
      await text(at, "search_text", { pattern: "foo", path: "a.bin" }),
      'No matches for "foo" in a.bin: it is a binary file, and binary files are not searched.',
    );
    assert.equal(
      await text(at, "search_text", { pattern: "foo", path: "b.txt", include: "*.md" }),
      'No matches for "foo" in b.txt: it was not searched, because include "*.md" does not match it.',
    );
  });

  it("says what does not exist, or is no folder", async () => {
    const at = await realCrib({ "a.txt": "" });
    assert.equal(
      await text(at, "find_files", { pattern: "*", path: "no" }),
      "no does not exist: give a folder to search.",
    );
    assert.equal(
      await text(at, "find_files", { pattern: "*", path: "a.txt" }),
      "a.txt is a file, not a folder: give the folder to search.",
    );
    assert.equal(
      await text(at, "search_text", { pattern: "x", path: "no" }),
      "no does not exist: give a file or folder to search.",
    );
  });

  it("what .toolcribignore closes is in no search", async () => {
    const at = await realCrib({ ".toolcribignore": "closed/\n", "closed/a.txt": "foo\n", "b.txt": "foo\n" });
    assert.equal(
      await text(at, "search_text", { pattern: "foo", include_ignored: true }),
      "1 matching line in 1 file:\nb.txt:1: foo",
    );
    assert.match(await text(at, "find_files", { pattern: "*.txt", include_ignored: true }), /^Found 1 file /);
  });
});
