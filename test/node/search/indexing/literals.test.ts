/** What a match must hold: too much of it, and a search would not find what is there. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { candidateRules } from "../../../../src/node/search/indexing/candidateFile";
import { folded } from "../../../../src/node/search/indexing/grams";
import { foldedPath, nameLiteral } from "../../../../src/node/search/indexing/nameLiterals";
import { requiredLiterals } from "../../../../src/node/search/indexing/patternLiterals";
import { tempFolder } from "../../../support/tempFolder";
import { ripgrep } from "../../support/searchTrees";

const known: readonly (readonly [pattern: string, required: string[][]])[] = [
  ["quokka", [["quokka"]]],
  ["Quokka\\(", [["quokka("]]],
  ["foo|bar", [["foo"], ["bar"]]],
  ["foo.*bar", [["foo", "bar"]]],
  ["foob?ar", [["foo"]]],
  ["abcd+efgh", [["abcd", "efgh"]]],
  ["abc{2}def", [["abc", "def"]]],
  [
    "(?:one|two)three",
    [
      ["one", "three"],
      ["two", "three"],
    ],
  ],
  ["(?P<name>one)*three", [["three"]]],
  ["[a-z]three[^\\]]", [["three"]]],
  ["\\bword\\b", [["word"]]],
  ["^import\\s+type$", [["import", "type"]]],
  ["tab\\there", [["tab\there"]]],
  ["stra\u00dfe", [["stra"]]],
  ["(quokka){2}", [["quokka"]]],
];

/** Nothing is known of a match, or ripgrep is to say itself what is wrong. */
const unknown = [
  ...[
    "ab",
    ".*",
    "foo|b",
    "(foo)?",
    "foo{0}",
    "foo{0,2}|x",
    "fo*",
    "(?i)foo|",
    "(?x) f o o",
    "(?=foo)",
    "(foo",
    "foo)",
  ],
  ...[
    "[foo",
    "[a&&b]foo|x",
    "\\x41bcdef",
    "\\p{Lu}foo",
    "\\u{41}foo",
    "foo\\",
    "foo\nbar",
    "+foo",
    "foo**",
    "foo{x}",
    "",
  ],
  ...["[[:alpha:]]foo", "\\b{start}foo", "\\1foo"],
  ...["(".repeat(9000), `${"(".repeat(4000)}quokka${")".repeat(4000)}`],
];

describe("what a match of a pattern must hold", () => {
  for (const [pattern, required] of known)
    it(JSON.stringify(pattern), () => assert.deepEqual(requiredLiterals(pattern), required));
  for (const pattern of unknown)
    it(`is unknown for ${JSON.stringify(pattern)}`, () => assert.equal(requiredLiterals(pattern), undefined));

  it("is found in every line that ripgrep finds without case, whichever letters it takes for those", () => {
    for (const line of ["KIOSK", "\u212aio\u017f\u212a", "kio\u017fk"]) {
      const found = spawnSync(ripgrep(), ["--no-config", "-i", "kiosk"], { input: line, encoding: "utf8" });
      assert.equal(found.stdout.trim(), line);
      assert.equal(Buffer.from(folded(Buffer.from(line))).toString(), "kiosk");
    }
  });

  it("knows every character that ripgrep takes for an ASCII letter without case", () => {
    const characters = Array.from({ length: 0x2ffff - 0x80 }, (_, at) => at + 0x80)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const args = ["--no-config", "--text", "--ignore-case", "[a-z]"];
    const found = spawnSync(ripgrep(), args, { input: `${characters.join("\n")}\n`, encoding: "utf8" });
    assert.deepEqual(found.stdout.trim().split("\n").sort(), ["\u017f", "\u212a"]);
  });
});

describe("what a path must hold to match a glob", () => {
  const cases: readonly (readonly [glob: string, literal: string | undefined])[] = [
    ["*.ts", ".ts"],
    ["**/quokka*.ts", "/quokka"],
    ["src/*Panel.tsx", "panel.tsx"],
    ["**/.env", "/.env"],
    [".{bash,zsh}_history", "_history"],
    ["[!a]bcd", "bcd"],
    ["**", undefined],
    ["*.{ts,js}", undefined],
    ["a\\*bcd", undefined],
    ["{a,{b,c}}def", undefined],
    ["é.ts", ".ts"],
    ["src/[id]/page.tsx", "/page.tsx"],
    ["!page.tsx", undefined],
  ];
  for (const [glob, literal] of cases) it(glob, () => assert.equal(nameLiteral(glob), literal));

  it("is compared without case, for all of Unicode", () => {
    assert.equal(foldedPath("a/\u212aIO\u017f\u212a.ts"), "/a/kiosk.ts");
    assert.equal(foldedPath("M\u0131N\u0131.ts"), "/mini.ts");
  });
});

describe("an ignore file of candidates", () => {
  it("brings in a file of any name, and no other but by names that cannot be written", () => {
    const names = [
      "plain.ts",
      "sp ace/{a,b}.ts",
      "[x]/!y",
      "#z",
      "tr ",
      "tr\u3000",
      "new\nline",
      "a\\b",
      "ta\tb",
      "ü/é",
      "q?*",
    ];
    const root = tempFolder({ "other/file": "", "sp ace/a.ts": "", "[x]/z": "" });
    for (const name of names) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), "");
    }
    const rules = join(tempFolder(), "rules");
    writeFileSync(rules, candidateRules(names));
    const args = ["--no-config", "--files", "--null", "--hidden", "--no-ignore", "--ignore-file", rules];
    const { stdout } = spawnSync(ripgrep(), [...args, "./"], { cwd: root, encoding: "utf8" });
    const found = stdout
      .split("\0")
      .filter(Boolean)
      .map((path) => path.slice(2))
      .sort();
    assert.deepEqual(found, [...names].sort());
  });
});
