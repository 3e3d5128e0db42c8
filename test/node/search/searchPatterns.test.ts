/** C-32, D-11: a pattern means the same on the disk and in text that is not on it, or is refused for both in the same words. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { SearchPort } from "../../../src/core/ports/search";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { failsWith } from "../../support/toolFailure";
import { engines, type Searched, searched } from "../support/searchTrees";

const texts = [
  ...["foo", "FOO bar", "a foo and foo", "bär €😀 foo", "", "nothing", "end$", "foo\tbar", "aaaa", "abab", "x1_2-3"],
  ...["\rx", "a\rb", "ſs K k ǅ ı İ ß ẞ", "Σσς", "(a)[b]{c}", "a.b*c+", "\u0345ι", "½٣", "{}", "a{2}", "\u200dx", "]^"],
  ...["éÉ", " ", "\u00a0", "\\n", "#~&|"],
];
const content = texts.map((text, index) => text + (index % 3 === 0 ? "\r\n" : "\n")).join("");

const pieces = fc.constantFrom(
  ...[
    "a",
    "b",
    "foo",
    "F",
    "o",
    "k",
    "ſ",
    "é",
    "😀",
    "Σ",
    ".",
    "^",
    "$",
    "\\b",
    "\\<",
    "\\>",
    "\\w",
    "\\W",
    "\\d",
    "\\D",
  ],
  ...[
    "\\s",
    "\\S",
    "[ab]",
    "[^a]",
    "[a-z]",
    "[^a-z]",
    "[^\\w]",
    "[\\W]",
    "[\\s\\S]",
    "[^\\d-]",
    "[-a]",
    "[]a]",
    "[^]a]",
  ],
  ...[
    "[[:alpha:]]",
    "[[:^alpha:]1]",
    "[[:upper:]]",
    "[[:punct:]]",
    "[[:space:]]",
    "\\pL",
    "\\p{Lu}",
    "\\P{Lu}",
    "\\p{Greek}",
  ],
  ...[
    "[\\P{Lu}]",
    "[^\\P{Lu}]",
    "\\x61",
    "\\x{1F600}",
    "\\u00e9",
    "\\.",
    "\\{",
    "}",
    "]",
    "{",
    "\\t",
    "(",
    "(?:",
    "(?<n>",
  ],
  ...[
    ")",
    "|",
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "{2}",
    "{0,2}",
    "{1,}",
    "{,2}",
    "{1,2}?",
    "(?i)",
    "(?s)",
    "(?-i)",
    "\\h",
  ],
  ...[
    "\\1",
    "\\Z",
    "\\n",
    "\\r",
    "[\\n]",
    "[\\na]",
    "[^\\r\\n]",
    "(?=a)",
    "[a&&b]",
    "[\\x00-\\x1f]",
    "[^k]",
    "[k-s]",
    "\\ ",
  ],
  ...[
    "#",
    "~",
    "&",
    "-",
    ",",
    " ",
    "[*+?]",
    "[\\]]",
    "\\\\",
    "(|a)",
    "(a|ab)",
    "(ab|a)(b|bb)",
    "\\U0000212A",
    "++",
    "{1, 2}",
  ],
);
const patterns = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));

type Outcome = { lines: unknown } | { refused: string };

async function outcomeOf(search: SearchPort, at: Searched, pattern: string, caseSensitive: boolean): Promise<Outcome> {
  try {
    const { lines } = await search.searchText(await at.scope({ caseSensitive }), pattern, 1000, 0);
    return { lines };
  } catch (error) {
    assert.ok(error instanceof ToolError && error.code === "invalid_pattern", String(error));
    return { refused: error.message };
  }
}

describe("patterns of a search (C-32)", () => {
  it("find the same lines and places on the disk and in text, or are refused for both", async function () {
    this.timeout(60_000);
    const at = await searched({ "t.txt": content });
    await fc.assert(
      fc.asyncProperty(patterns, fc.boolean(), async (pattern, caseSensitive) => {
        const wanted = await outcomeOf(at.rg, at, pattern, caseSensitive);
        assert.deepEqual(await outcomeOf(at.port, at, pattern, caseSensitive), wanted, pattern);
      }),
      { numRuns: 400 },
    );
  });

  const noLineEnd = (end: string) =>
    `the literal "${end}" matches nothing, because lines are searched one by one and without their ends. Set multiline, or search for a part of one line; $ is its end.`;
  const inItsWords = (...lines: string[]) =>
    [...lines, "Correct the pattern; special characters are escaped with a backslash."].join("\n");
  const refused: [pattern: string, message: string][] = [
    ["(?<=a)b", "look-around such as (?=…) is not supported. Match the surroundings as well."],
    ["a(?!b)", "look-around such as (?=…) is not supported. Match the surroundings as well."],
    ["a\nb", noLineEnd("\\n")],
    ["foo\\r?$", noLineEnd("\\r")],
    ["[\\r\\n]", noLineEnd("\\n")],
    ["(a)\\1", "back-references such as \\1 are not supported. Write out what is meant."],
    ["(", inItsWords("regex parse error:", "    (?:()", "    ^", "error: unclosed group")],
    ["\\hx", inItsWords("regex parse error:", "    (?:\\hx)", "       ^^", "error: unrecognized escape sequence")],
    ["\\w{100}{100}", inItsWords("compiled regex exceeds size limit of 104857600")],
  ];
  for (const [pattern, message] of refused)
    it(`refuses ${JSON.stringify(pattern)} on the disk and in text, even where there is none`, async () => {
      // Finding out that a pattern is too large takes ripgrep seconds, so that is not done for each file.
      const trees = [{ "a.txt": "" }, { "a.txt": "a\n" }].slice(0, message.includes("size limit") ? 1 : 2);
      for (const tree of trees) {
        const at = await searched(tree);
        for (const engine of engines)
          for (const look of ["searchText", "matchingFiles"] as const)
            await failsWith(
              async () => at[engine][look](await at.scope(), pattern, 10, 0),
              "invalid_pattern",
              `The search could not run: ${message}`,
            );
      }
    });

  it("takes no time that grows with repetitions in repetitions", async function () {
    this.timeout(5000);
    const at = await searched({ "a.txt": `${"a".repeat(5000)}\n${"a".repeat(60)}!\n` });
    for (const engine of engines) {
      const { lines } = await at[engine].searchText(await at.scope(), "(a+)+!", 10, 0);
      assert.deepEqual(
        lines.map(({ line }) => line),
        [2],
        engine,
      );
    }
  });

  const found: [pattern: string, lines: string[]][] = [
    ["\\pL+\\d", ["é1"]],
    ["^[[:alpha:]]+$", ["foo"]],
    ["(?i)FOO", ["foo", "Foo!"]],
    ["\\<oo", []],
    ["o\\>", ["foo", "Foo!"]],
    ["(?P<name>f)oo", ["foo"]],
    ["[^\\n]o!", ["Foo!"]],
    ["(?i:F)oo", ["foo", "Foo!"]],
    ["[a-z&&[^f]]!", ["Foo!"]],
    ["\\Afoo", ["foo"]],
  ];
  for (const [pattern, lines] of found)
    it(`${pattern} means what it means to ripgrep`, async () => {
      const at = await searched({ "a.txt": "foo\nFoo!\né1\n" });
      for (const engine of engines) {
        const outcome = await at[engine].searchText(await at.scope(), pattern, 10, 0);
        assert.deepEqual(
          outcome.lines.map(({ text }) => text),
          lines,
          engine,
        );
      }
    });
});
