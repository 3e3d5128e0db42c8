/** The names and patterns behind protected and secret files (D-6, D-7). */
import assert from "node:assert/strict";
import { foldName, foldPath, oddName } from "../../../src/policy/matching/fileNames";
import { matchesGlob } from "../../../src/policy/matching/globPattern";

describe("glob patterns", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["*.ts", "a.ts", true],
    ["*.ts", "x/y/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["*.ts", "a.TS", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/*.ts", "x/src/a.ts", false],
    ["src/**", "src/b/a.ts", true],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/b/c/a.ts", true],
    ["**/a", "a", true],
    ["**/a", "x/a/b", true],
    ["**/a", "xa", false],
    ["build", "build/x/y", true],
    ["build/", "x/build/y", true],
    ["./build", "build", true],
    ["/build", "x/build", true],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["[ab].ts", "a.ts", true],
    ["[!ab].ts", "a.ts", false],
    ["[!ab].ts", "c.ts", true],
    ["{a,b/c}.ts", "b/c.ts", true],
    ["{a,b}.ts", "c.ts", false],
    ["a{b,{c,d}}", "ad", true],
    ["a.b+c(d)", "a.b+c(d)", true],
    ["a.b", "axb", false],
    ["[z-a]", "anything", true],
    ["[", "[", true],
    ["x".repeat(600), "anything", true],
    ["a{b", "anything", true],
    ["../x", "anything", true],
    ["/", "any/thing", true],
    ["[A-C]x", "bX", true],
    ["config/**.key", "config/a.key", true],
    ["config/**.key", "config/a/b/c.key", true],
    ["config/**.key", "x/config/a.key", false],
    ["config/prod**", "config/prod-eu/a", true],
    ["config/prod**/x", "config/prod-eu/a/x", true],
    ["src/**", "src", false],
  ];
  for (const [pattern, path, expected] of cases)
    it(`${pattern.slice(0, 20)} ${expected ? "matches" : "does not match"} ${path}`, () =>
      assert.equal(matchesGlob(pattern, path), expected));
});

describe("names (D-6)", () => {
  it("folds a name as the laxest file system would", () => {
    const folded = [
      ".GIT",
      ".g\u0131t",
      ".g\u0130T",
      ".g\u200cit",
      ".git. .",
      "\uff0e\uff47it",
      "a:b",
      ".\u0433it",
      "caf\u00e9",
      "STRASSE",
      ".",
      "..",
      "\u017fsh",
    ];
    assert.deepEqual(folded.map(foldName), [
      ".git",
      ".git",
      ".git",
      ".git",
      ".git",
      ".git",
      "a",
      ".rit",
      "cafe",
      "strasse",
      ".",
      "..",
      "ssh",
    ]);
  });

  it("folds a path as it folds each of its names", () => {
    const paths = [
      "src/A.ts",
      "a./B",
      "a/.",
      "../.Git/x",
      "a.b.c/d..",
      ".git/",
      "x:y/z",
      "\uff0egit/HEAD",
      "a b/C",
      "",
    ];
    for (const path of paths) assert.equal(foldPath(path), path.split("/").map(foldName).join("/"));
    assert.equal(foldPath("a./.Env."), "a/.env");
  });

  it("finds names that pretend", () => {
    const odd = [
      "a\nb",
      "a\u202eb",
      "a\u200bb",
      "a.ts::$DATA",
      "a.",
      "a ",
      "GIT~1",
      "PROGRA~1.TXT",
      "CON",
      "nul.txt",
      "COM1",
      "a\\b",
      "cafe\u0301",
    ];
    assert.deepEqual(
      odd.filter((name) => oddName(name) === undefined),
      [],
    );
    const plain = [
      "a.ts",
      ".git",
      "..",
      ".",
      "console",
      "com10",
      "caf\u00e9",
      "a~b",
      "2026-01-01T10:00:00.log",
      "日本語",
      "a b",
    ];
    assert.deepEqual(
      plain.filter((name) => oddName(name) !== undefined),
      [],
    );
  });
});
