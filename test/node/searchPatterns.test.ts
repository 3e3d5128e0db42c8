/** C-32, D-11: a pattern means the same to every engine, or is refused by all of them in the same words. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { SearchPort } from "../../src/core/host";
import { ToolError } from "../../src/core/toolError";
import { LineMatcher, matchingLines } from "../../src/node/search/lineMatcher";
import { Malformed } from "../../src/node/search/patternCursor";
import { readPattern } from "../../src/node/search/patternReader";
import { javaScriptOf, requiredText, type SearchPattern } from "../../src/node/search/patternTree";
import { failsWith } from "../support/toolFailure";
import { engines, type Searched, searched } from "./support/searchTrees";

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

/** An engine's own words end in another sentence than ours. */
const inOwnWords = (message: string) => message.includes("\nCorrect the pattern;");

describe("patterns of a search (C-32)", () => {
  it("find the same lines and places in every engine, or are refused by all", async function () {
    this.timeout(60_000);
    const at = await searched({ "t.txt": content });
    await fc.assert(
      fc.asyncProperty(patterns, fc.boolean(), async (pattern, caseSensitive) => {
        const wanted = await outcomeOf(at.rg, at, pattern, caseSensitive);
        const own = await outcomeOf(at.port, at, pattern, caseSensitive);
        if ("refused" in wanted && inOwnWords(wanted.refused)) {
          assert.ok("refused" in own && inOwnWords(own.refused), `${pattern}: ${JSON.stringify(own)}`);
        } else assert.deepEqual(own, wanted, pattern);
      }),
      { numRuns: 400 },
    );
  });

  const refused: [pattern: string, message: string][] = [
    ["(?<=a)b", 'look-around such as "(?<=" is not supported. Match the surroundings as well.'],
    ["a(?!b)", 'look-around such as "(?!" is not supported. Match the surroundings as well.'],
    [
      "a\nb",
      'the literal "\\n" matches nothing, because lines are searched one by one and without their ends. Search for a part of one line; $ is its end.',
    ],
    [
      "foo\\r?$",
      'the literal "\\r" matches nothing, because lines are searched one by one and without their ends. Search for a part of one line; $ is its end.',
    ],
    [
      "[\\r\\n]",
      'the literal "\\r" matches nothing, because lines are searched one by one and without their ends. Search for a part of one line; $ is its end.',
    ],
    ["(a)\\1", 'back-references and octal escapes such as "\\1" are not supported. Write out what is meant.'],
    ["\\07", 'back-references and octal escapes such as "\\0" are not supported. Write out what is meant.'],
    ["\\hx", 'the escape "\\h" is not known to all engines. Write out what is meant.'],
    ["foo\\Z", 'the escape "\\Z" is not known to all engines. Write out what is meant.'],
    ["\\Afoo", '"\\A" means nothing where lines are searched one by one. Use ^ or $.'],
    ["\\b{start}x", '"\\b{" is read differently by different engines. Use \\b, \\< or \\>.'],
    [
      "a{,3}",
      "a repetition such as {,5} or {1, 5} is read differently by different engines. Write both numbers without spaces, {0,5}.",
    ],
    [
      "a++",
      'a repetition right after another ("+") is read differently by different engines. Put the first one in a group.',
    ],
    [
      "(a*)*b",
      "repeating a group that can match nothing is read differently by different engines. Make the group match at least one character.",
    ],
    ["foo(?i)bar", "(?i) for a part of the pattern is not supported. Put it at the very beginning."],
    ["(?i:foo)", "(?i) for a part of the pattern is not supported. Put it at the very beginning."],
    ["(?x) foo", 'the group "(?x)" is not supported. Use ( ), (?: ) and a leading (?i) only.'],
    ["(?>a)", 'the group "(?>a" is not supported. Use ( ), (?: ) and a leading (?i) only.'],
    [
      "[a-z&&[^b]]",
      'classes in classes and the operators "&&", "--" and "~~" are read differently by different engines. Escape each such character in a class, as "\\[".',
    ],
    [
      "\\p{greek}",
      'the Unicode property "greek" is not known to all engines under this name. Use a name as Unicode writes it, such as \\p{L}, \\p{Lu} or \\p{Greek}.',
    ],
    ["\\w{1001}", "the pattern has more than 5000 elements when its repetitions are written out. Use smaller counts."],
    [
      "(a{100}){100}",
      "the pattern has more than 5000 elements when its repetitions are written out. Use smaller counts.",
    ],
  ];
  for (const [pattern, message] of refused)
    it(`refuses ${JSON.stringify(pattern)} in every engine with the same sentence`, async () => {
      const at = await searched({ "a.txt": "a\n" });
      for (const engine of engines)
        await failsWith(
          async () => at[engine].searchText(await at.scope(), pattern, 10, 0),
          "invalid_pattern",
          `The search could not run: ${message}`,
        );
    });

  const found: [pattern: string, lines: string[]][] = [
    ["\\pL+\\d", ["é1"]],
    ["^[[:alpha:]]+$", ["foo"]],
    ["(?i)FOO", ["foo", "Foo!"]],
    ["\\<oo", []],
    ["o\\>", ["foo", "Foo!"]],
    ["(?P<name>f)oo", ["foo"]],
    ["[^\\n]o!", ["Foo!"]],
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

  it("every match contains the text that is required of it", () => {
    const regexes = fc.tuple(patterns, fc.boolean()).map(([text, caseSensitive]) => {
      try {
        const read = readPattern(text, caseSensitive);
        return read instanceof Malformed ? undefined : read;
      } catch {
        return undefined;
      }
    });
    let compared = 0;
    fc.assert(
      fc.property(regexes, fc.constantFrom(...texts), (pattern, text) => {
        if (!pattern) return;
        const required = requiredText(pattern);
        const match = new RegExp(javaScriptOf(pattern.tree), pattern.caseSensitive ? "u" : "iu").exec(text)?.[0];
        if (match === undefined || required === "") return;
        compared++;
        const fold = (one: string) => (pattern.caseSensitive ? one : one.toLowerCase());
        assert.ok(fold(match).includes(fold(required)), `${required} in ${match}`);
      }),
      { numRuns: 20_000 },
    );
    assert.ok(compared > 100, `${compared}`);
  });
});

describe("LineMatcher (C-32)", () => {
  const pattern = readPattern("(a+)+!", true) as SearchPattern;
  const endless = `${"a".repeat(60)}\n`;

  it("ends a pattern that would take years, and everything else goes on meanwhile", async () => {
    const matcher = new LineMatcher(pattern, new AbortController().signal, 3000);
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    await failsWith(
      () => matcher.match(endless, 10, "a.txt"),
      "invalid_pattern",
      "The search could not run: matching a.txt took more than 3 seconds. Simplify the pattern: repetitions inside of repetitions, such as (a+)+, multiply the work.",
    );
    clearInterval(timer);
    assert.ok(turns > 2, `${turns}`);
    assert.deepEqual(await matcher.match("x\naa!\n", 10, "b.txt"), [[1, [0, 3]]]);
    await matcher.close();
  });

  it("ends it too when the search is cancelled", async () => {
    const stop = new AbortController();
    const matcher = new LineMatcher(pattern, stop.signal);
    const ended = failsWith(() => matcher.match(endless, 10, "a.txt"), "cancelled", "The search was cancelled.");
    setTimeout(() => stop.abort(), 50);
    await ended;
  });

  it("knows no more lines and places than it is asked for", () => {
    const ask = { source: "a", flags: "gu", text: "aaa\r\nb\naa", lines: 9, places: 2 };
    assert.deepEqual(matchingLines(ask), [
      [0, [0, 1, 1, 2]],
      [2, [0, 1, 1, 2]],
    ]);
    assert.deepEqual(matchingLines({ ...ask, lines: 1 }), [[0, [0, 1, 1, 2]]]);
  });
});
