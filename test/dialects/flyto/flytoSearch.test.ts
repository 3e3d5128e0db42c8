/** What Flyto's searches print (GL-2, GR-3, GR-4, C-31). */
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { speaking } from "../support/speaking";

/** Results by what stands below the root, which every path in them starts with. */
const start = async (tree = {}, options = {}) => {
  const crib = await speaking("flyto", tree, options);
  const says = async (tool: string, input: object) => (await crib.says(tool, input)).replaceAll(`${crib.root}/`, "");
  return { ...crib, says };
};

describe("the flyto dialect: Glob and Grep", () => {
  it("Glob: newest first with sizes, build output left out (GL-2, C-25, C-26)", async () => {
    const names = [
      "src/a.ts",
      "b.ts",
      "dist/c.ts",
      "vendor/d.ts",
      "build/e.ts",
      "node_modules/f.ts",
      "__pycache__/g.ts",
      "h.TS",
    ];
    const { says, at } = await start({
      ...Object.fromEntries(names.map((name) => [name, "12345"])),
      "k.pyc": "",
      ".DS_Store": "",
      "ignored.ts": "",
      ".gitignore": "ignored.ts\n",
    });
    for (const [age, name] of [...names, "ignored.ts"].entries()) utimesSync(at(name), 10_000 - age, 10_000 - age);
    assert.equal(
      await says("Glob", { pattern: "**/*.ts" }),
      'Found 2 files matching "**/*.ts", newest first:\nsrc/a.ts (5 bytes)\nb.ts (5 bytes)',
    );
    assert.match(
      await says("Glob", { pattern: "*", path: at("src") }),
      /^Found 1 file matching "\*" in src, newest first:\n/,
    );
    assert.match(await says("Glob", { pattern: "*.pyc" }), /^No files match "\*\.pyc"/);
    assert.match(await says("Glob", { pattern: ".DS_Store" }), /^No files match "\.DS_Store"/);
    const forced = await says("Glob", { pattern: "*.ts", include_ignored: true });
    assert.deepEqual(
      forced
        .split("\n")
        .slice(1)
        .map((line) => line.split(" ")[0])
        .sort(),
      [...names.filter((name) => name !== "h.TS"), "ignored.ts"].sort(),
    );
  });

  it("Grep: matches marked, in their lines (GR-3, GR-4, C-29)", async () => {
    const { says, at } = await start({ "src/a.ts": "let foo = foo;\nFoo\n", "b.js": "foo\n", "c.bin": "foo\0" });
    assert.equal(await says("Grep", { pattern: "foo" }), "b.js:1:>>foo<<\nsrc/a.ts:1:let >>foo<< = >>foo<<;");
    assert.equal(await says("Grep", { pattern: "foo", path: "src" }), "src/a.ts:1:let >>foo<< = >>foo<<;");
    assert.equal(await says("Grep", { pattern: "foo", path: at("src/a.ts") }), "src/a.ts:1:let >>foo<< = >>foo<<;");
    assert.equal(await says("Grep", { pattern: "foo", glob: "*.{js,jsx}" }), "b.js:1:>>foo<<");
    assert.equal(
      await says("Grep", { pattern: "^foo$", case_insensitive: true }),
      "b.js:1:>>foo<<\nsrc/a.ts:2:>>Foo<<",
    );
    assert.match(await says("Grep", { pattern: "nowhere" }), /^No matches for "nowhere"/);
  });

  it("Grep: context, groups apart, separators counted (C-31)", async () => {
    const { says } = await start({ "a.txt": "1\nx\n3\n4\n5\n6\nx\n8\n" });
    const lines = ["a.txt-1-1", "a.txt:2:>>x<<", "a.txt-3-3", "--", "a.txt-6-6", "a.txt:7:>>x<<", "a.txt-8-8"];
    assert.equal(await says("Grep", { pattern: "x", context: 1 }), lines.join("\n"));
    assert.equal(
      await says("Grep", { pattern: "x", context: 1, head_limit: 5 }),
      [...lines.slice(0, 5), "[Cut at 5 lines: narrow the search or raise head_limit.]"].join("\n"),
    );
  });

  it("Grep: 250 lines unless told otherwise (GR-3, C-28)", async () => {
    const { says } = await start({ "a.txt": "x\n".repeat(251), "b.txt": "y\n".repeat(250) });
    const cut = (await says("Grep", { pattern: "x" })).split("\n");
    assert.deepEqual(
      [cut.length, cut[249], cut[250]],
      [251, "a.txt:250:>>x<<", "[Cut at 250 lines: narrow the search or raise head_limit.]"],
    );
    assert.equal((await says("Grep", { pattern: "y" })).split("\n").length, 250);
    assert.equal((await says("Grep", { pattern: "x", head_limit: 251 })).split("\n").length, 251);
  });

  it("Grep: long lines are cut around the match (GR-4)", async () => {
    const { says } = await start({
      "a.txt": `${"a".repeat(600)}x${"b".repeat(600)}\n`,
      "b.txt": `${"c".repeat(500)}\n`,
    });
    const [line = ""] = (await says("Grep", { pattern: "x" })).split("\n");
    assert.equal(line.length, "a.txt:1:".length + 500 + "…>><<…".length);
    assert.match(line, /^a\.txt:1:…a+>>x<<b+…$/);
    assert.equal(await says("Grep", { pattern: "c+" }), `b.txt:1:>>${"c".repeat(500)}<<`);
  });

  it("Grep: only the files, or a count of each (GR-3, GR-4)", async () => {
    const { says, root } = await start({ "src/a.ts": "x\nx x\n", "b.ts": "x\n", "c.ts": "" });
    assert.equal(await says("Grep", { pattern: "x", output_mode: "files_with_matches" }), "b.ts\nsrc/a.ts");
    assert.equal(await says("Grep", { pattern: "x", output_mode: "count" }), "b.ts:1\nsrc/a.ts:3");
    const cut = await says("Grep", { pattern: "x", path: root, output_mode: "files_with_matches", head_limit: 1 });
    // Which of them comes first is known only when all are looked into.
    assert.match(cut, /^(b|src\/a)\.ts\n\[Cut at 1 lines: narrow the search or raise head_limit\.\]$/);
  });
});
