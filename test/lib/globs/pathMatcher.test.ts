import assert from "node:assert/strict";
import fc from "fast-check";
import { pathMatcher } from "../../../src/lib/globs/pathMatcher";
import { rootedGlob } from "../../../src/lib/globs/searchGlobs";
import { failsWith } from "../../support/toolFailure";

const name = fc
  .array(fc.constantFrom("a", "b", "x", ".", "é", "-"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

/** A part of a glob, and the same as a regular expression. */
type Part = readonly [glob: string, expression: string];
const part = fc.constantFrom<Part>(
  ["a", "a"],
  ["b", "b"],
  [".", "\\."],
  ["é", "é"],
  ["*", "[^/]*"],
  ["?", "[^/]"],
  ["[ab]", "[ab]"],
  ["[!a]", "[^a/]"],
  ["[a-x]", "[a-x]"],
  ["{a,b}", "(?:a|b)"],
  ["{x,a.b,{-,é}}", "(?:x|a\\.b|-|é)"],
  ["\\*", "\\*"],
);
const globName = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts): Part => [parts.map(([glob]) => glob).join(""), parts.map(([, expression]) => expression).join("")])
  .filter(([glob]) => !/\*\*|\.\./.test(glob));
const glob = fc
  .array(fc.oneof(fc.constant<Part>(["**", ""]), globName), { minLength: 1, maxLength: 4 })
  .map((names) => ({
    text: names.map(([one]) => one).join("/"),
    expression: names
      .map(([one, expression], at) => {
        const last = at === names.length - 1;
        if (one === "**") return last ? ".+" : "(?:[^/]+/)*";
        return last ? expression : `${expression}/`;
      })
      .join(""),
  }))
  // More alternatives than a glob may have are refused.
  .filter(({ text }) => (text.match(/\{[ax]/g) ?? []).length <= 4);

describe("pathMatcher", () => {
  it("means what the regular expression of its parts means", () =>
    fc.assert(
      fc.property(glob, path, ({ text, expression }, other) => {
        assert.equal(
          pathMatcher(text, true)(other),
          new RegExp(`^(?:${expression})$`, "su").test(other),
          `${text} on ${other}`,
        );
      }),
      { numRuns: 3000 },
    ));

  const cases: [glob: string, matching: string[], others: string[]][] = [
    ["*.ts", ["a.ts", ".ts", "é.ts", "a b.ts", "new\nline.ts", "u\u2028.ts"], ["a.tsx", "d/a.ts", "ts"]],
    ["**/*.ts", ["a.ts", "d/a.ts", "d/.e/a.ts"], ["a.js"]],
    ["src/**", ["src/a", "src/a/b", "src/.x"], ["src", "srcx/a", "a/src/b"]],
    ["*/**", ["a/b"], ["a"]],
    ["**", ["a", "a/b"], []],
    ["src/**/a.ts", ["src/a.ts", "src/x/y/a.ts"], ["a.ts", "src/x/b.ts"]],
    ["**/a/**/b", ["a/b", "x/a/y/b", "a/a/b/b"], ["b", "a"]],
    ["a?c", ["abc", "a😀c", "a.c"], ["ac", "abbc", "a/c"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "Ax", "-x"]],
    ["[!a-c]x", ["dx", "-x"], ["ax", "x"]],
    ["[^a]", ["b"], ["a"]],
    ["[]]", ["]"], ["a"]],
    ["[!]]", ["a"], ["]"]],
    ["[-a]", ["-", "a"], ["b"]],
    ["[a-]", ["-", "a"], ["b"]],
    ["\\[id\\].ts", ["[id].ts"], ["i.ts", "\\[id].ts"]],
    ["\\*", ["*"], ["a"]],
    ["a\\", ["a\\"], ["a"]],
    ["*.{js,ts}", ["a.js", "a.ts"], ["a.jsts", "a."]],
    ["{a,b/{c,d}}/*", ["a/x", "b/c/x", "b/d/x"], ["b/x", "c/x"]],
    ["{a}", ["a"], ["{a}"]],
    ["\\{a,b\\}", ["{a,b}"], ["a"]],
    ["[{]a", ["{a"], ["a"]],
    ["app/(auth)/*.tsx", ["app/(auth)/page.tsx"], ["app/auth/page.tsx"]],
    ["!(a).ts", ["!(a).ts"], ["b.ts"]],
    ["a+(b)", ["a+(b)"], ["ab", "abb"]],
    ["a|b", ["a|b"], ["a", "b"]],
    ["a]", ["a]"], ["a"]],
    ["!a", ["!a"], ["b"]],
    ["#a $x ~", ["#a $x ~"], []],
  ];
  for (const [one, matching, others] of cases)
    it(`${one} means ${JSON.stringify(matching)}`, () => {
      const matches = pathMatcher(one, true);
      for (const path of matching) assert.equal(matches(path), true, path);
      for (const path of others) assert.equal(matches(path), false, path);
    });

  it("C-25 folds case when told to, in every script and in classes", () => {
    const matches = pathMatcher("É[a-c]*.TS", false);
    assert.deepEqual(["éB.ts", "ÉAx.Ts", "éd.ts"].map(matches), [true, true, false]);
    assert.equal(pathMatcher("a.ts", true)("A.ts"), false);
  });

  const refused: [glob: string, message: string][] = [
    ["", "The glob is empty: give one such as **/*.ts."],
    ["  ", "The glob is empty: give one such as **/*.ts."],
    ["a\0", "The glob contains a NUL character or is longer than 4,096: give a plain one such as **/*.ts."],
    ["a".repeat(4097), "The glob contains a NUL character or is longer than 4,096: give a plain one such as **/*.ts."],
    ["[", 'The glob [ is not valid ("[" is not closed): balance its brackets.'],
    ["a[!", 'The glob a[! is not valid ("[" is not closed): balance its brackets.'],
    ["[]", 'The glob [] is not valid ("[" is not closed): balance its brackets.'],
    ["{a,b", 'The glob {a,b is not valid ("{" is not closed): balance its brackets.'],
    ["a}", 'The glob a} is not valid ("}" has no matching opening bracket): balance its brackets.'],
    ["{a,{b}", 'The glob {a,{b} is not valid ("{" is not closed): balance its brackets.'],
    ["[z-a]", "The glob [z-a] is not valid (the range z-a is empty): balance its brackets."],
    ["../a", 'The glob ../a contains "..": name the folder in "path" and match below it.'],
    ["a/{b,..}/c", 'The glob a/{b,..}/c contains "..": name the folder in "path" and match below it.'],
    [
      "{a,b}".repeat(12),
      `The glob ${"{a,b}".repeat(12)} is not valid (more than 1000 alternatives): balance its brackets.`,
    ],
  ];
  for (const [one, message] of refused)
    it(`${JSON.stringify(one).slice(0, 40)} is refused`, () =>
      failsWith(() => pathMatcher(one, true), "invalid_pattern", message));

  it("names with two dots in them are no way up", () => assert.equal(pathMatcher("a..b/*..", true)("a..b/x.."), true));

  it("no glob and no name take more than a moment", function () {
    this.timeout(2000);
    const long = "a".repeat(255);
    const deep = Array(100).fill("a").join("/");
    for (const [one, path] of [
      [`${"*a".repeat(20)}b`, long],
      [`${"*".repeat(200)}b`, long],
      [`${"*?".repeat(100)}b`, long],
      [`${"**/".repeat(50)}b`, deep],
      [`${"**/a/".repeat(50)}b`, deep],
      [`${"**/*a*a*a*a/".repeat(20)}b`, Array(15).fill(long).join("/")],
      ["+(a|aa)+(a|aa)b", long],
    ] as const)
      for (let times = 0; times < 50; times++) assert.equal(pathMatcher(one, true)(path), false);
  });
});

describe("rootedGlob (C-27)", () => {
  it("a pattern without a slash is meant at any depth; a leading slash or dot is not needed", () =>
    assert.deepEqual(["*.ts", "a", "src/*", "/a", "./a", "/src/a", "**/a", "**", ".a", "../a"].map(rootedGlob), [
      "**/*.ts",
      "**/a",
      "src/*",
      "a",
      "a",
      "src/a",
      "**/a",
      "**/**",
      "**/.a",
      "../a",
    ]));
});
