/** The stages in which an edit's text is found (C-17): what each allows, what it puts in, and what it leaves alone. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { widthFold } from "../../../../src/lib/edits/matching/foldedText";
import { matchInText } from "../../../../src/lib/edits/matching/matchStages";
import { keepOwnCharacters } from "../../../../src/lib/edits/matching/ownCharacters";
import { findMatch, splice } from "../../../../src/lib/edits/matching/replace";
import { type Encoding, encode, textOf } from "../../../../src/lib/edits/text/encoding";

/** The edit as edit_file makes it. */
function edited(content: string, oldText: string, newText: string, inexact = true) {
  const bytes = Buffer.from(content);
  const { changes, inexact: how, lines } = findMatch(bytes, "utf8", oldText, newText, inexact);
  return { text: splice(bytes, changes).toString(), how, count: changes.length, lines };
}

const trailing = "white space at the ends of lines differed";
const indentation = "the indentation differed, and the new text was given the indentation of the file";
const unicode =
  "quotes, dashes, spaces or accents differ in the file, which kept its own characters wherever the new text repeats the old";
const fullWidth =
  "full-width characters matched their ASCII forms; the file kept its own wherever the new text repeats the old";
const escapes = "escape sequences (such as \\n) in both texts were taken for the characters they stand for";

type Case = [what: string, file: string, oldText: string, newText: string, after: string, how: string | undefined];

const found = (cases: readonly Case[]) => {
  for (const [what, file, oldText, newText, after, how] of cases)
    it(what, () => {
      const result = edited(file, oldText, newText);
      assert.deepEqual({ after: result.text, how: result.how, count: result.count }, { after, how, count: 1 });
    });
};

const refused = (cases: readonly [what: string, file: string, oldText: string][]) => {
  for (const [what, file, oldText] of cases)
    it(`is not found: ${what}`, () => assert.equal(edited(file, oldText, "new").count, 0));
};

describe("a line ending at the end that the file does not have", () => {
  const how = "the file's last line has no line ending, so the one at the end of the texts was left out";
  found([
    ["is left out of both texts", "one\ntwo", "two\n", "2\n", "one\n2", how],
    ["is left out of the old text alone", "one\ntwo", "one\ntwo\n", "2", "2", how],
    ["is left out with the line", "one\ntwo", "two\n", "", "one\n", how],
    ["is left out in a CRLF file", "one\r\ntwo", "one\ntwo\n", "1\n2\n3\n", "1\r\n2\r\n3", how],
  ]);
  refused([
    ["one more than the file has", "one\ntwo\n", "two\n\n"],
    ["the end of a line in the middle", "one two\ntwo three", "two\nthree\n"],
    ["nothing but a line ending", "one", "\n"],
  ]);
  it("has to be there where only exact text counts", () =>
    assert.equal(edited("one\ntwo", "two\n", "2\n", false).count, 0));
});

describe("white space at the ends of lines", () => {
  found([
    [
      "more of it in the file stays on lines that are repeated",
      "a  \nb\t\nc\n",
      "a\nb\nc",
      "a\nB\nc",
      "a  \nB\nc\n",
      trailing,
    ],
    ["less of it in the file", "a\nb\n", "a   \nb", "a   \nB", "a\nB\n", trailing],
    ["at the end of the given text it stands for the file's", "a\nb\t\nc\n", "a \nb ", "x", "x\nc\n", trailing],
    ["behind the match it is left alone", "a \nb\t\nc\n", "a\nb", "x\ny", "x\ny\t\nc\n", trailing],
    ["in CRLF lines", "a  \r\nb\r\nc\r\n", "a\nb", "a\nB\nB2", "a  \r\nB\r\nB2\r\nc\r\n", trailing],
    [
      "a match may begin and end within lines",
      "x = foo( \n  1);\n",
      "foo(\n  1)",
      "bar(\n  1)",
      "x = bar(\n  1);\n",
      trailing,
    ],
    ["of a line that is only white space", "a\n   \nb\n", "a\n\nb", "a\n\nc", "a\n   \nc\n", trailing],
  ]);
  refused([
    ["the given white space is in the middle of a line", "ab\n", "a b"],
    ["the text goes on where the given line ends in white space", "a\nbc\n", "a\nb "],
  ]);
});

describe("indentation", () => {
  found([
    [
      "the block is deeper in the file",
      "{\n    if (a) {\n      b();\n    }\n}\n",
      "if (a) {\n  b();\n}",
      "if (a) {\n  c();\n  d();\n}",
      "{\n    if (a) {\n      c();\n      d();\n    }\n}\n",
      indentation,
    ],
    [
      "the block is less deep in the file",
      "if (a) {\n  b();\n}\n",
      "    if (a) {\n      b();\n    }",
      "    if (a) {\n      c();\n    }",
      "if (a) {\n  c();\n}\n",
      indentation,
    ],
    [
      "tabs in the file, four spaces given",
      "\tif (a) {\n\t\tb();\n\t}\n",
      "if (a) {\n    b();\n}",
      "if (a) {\n    if (c) {\n        b();\n    }\n}",
      "\tif (a) {\n\t\tif (c) {\n\t\t\tb();\n\t\t}\n\t}\n",
      indentation,
    ],
    [
      "two spaces in the file, tabs given",
      "  if (a) {\n    b();\n  }\n",
      "\tif (a) {\n\t\tb();\n\t}\n",
      "\tif (a) {\n\t\tc();\n\t}\n",
      "  if (a) {\n    c();\n  }\n",
      indentation,
    ],
    [
      "one line of spaces for tabs tells what a tab is",
      "\t\tb();\n",
      "        b();",
      "        if (b)\n            c();",
      "\t\tif (b)\n\t\t\tc();\n",
      indentation,
    ],
    [
      "lines that are repeated keep their own white space",
      "\ta;  \n\tb;\n",
      "a;\nb;",
      "a;\nc;",
      "\ta;  \n\tc;\n",
      indentation,
    ],
    ["a blank line has none", "\ta;\n\n\tb;\n", "a;\n\nb;", "a;\n\nc;", "\ta;\n\n\tc;\n", indentation],
    ["in CRLF lines", "\ta;\r\n\tb;\r\n", "a;\nb;\n", "a;\nc;\n", "\ta;\r\n\tc;\r\n", indentation],
    [
      "a new line that is less deep than the block",
      "        a;\n        b;\n",
      "    a;\n    b;",
      "  a;\n    b;",
      "      a;\n        b;\n",
      indentation,
    ],
  ]);
  refused([
    ["lines stand otherwise to each other", "a:\n        b\n    c\n", "a:\n    b\n        c"],
    ["one line is indented and the other not", "a\n    b\n", "    a\n    b"],
    ["only a part of a line is given", "\tfoo(a);\n\tbar(b);\n", "foo(a);\n  bar("],
  ]);

  it("of many places, each gets its own", () => {
    const { text, count } = edited("\ta;\n\tb;\n  a;\n  b;\n", "a;\nb;\n", "c;\nd;\n");
    assert.deepEqual([text, count], ["\tc;\n\td;\n  c;\n  d;\n", 2]);
  });
});

describe("Unicode look-alikes", () => {
  found([
    [
      "curly quotes in the file stay where the new text repeats them",
      "say “hello” to ‘all’\n",
      `say "hello" to 'all'`,
      `say "goodbye" to 'all'`,
      "say “goodbye” to ‘all’\n",
      unicode,
    ],
    ["dashes and the minus sign", "1–2 — 3 − 4\n", "1-2 - 3 - 4", "1-2 - 3 - 5", "1–2 — 3 − 5\n", unicode],
    ["a no-break space", "10\u00a0km away\n", "10 km away", "10 km near", "10\u00a0km near\n", unicode],
    [
      "the file decomposed, the text composed",
      "cafe\u0301 au lait\n",
      "café au lait",
      "café noir",
      "cafe\u0301 noir\n",
      unicode,
    ],
    [
      "the file composed, the text decomposed",
      "café au lait\n",
      "cafe\u0301 au lait",
      "cafe\u0301 noir",
      "café noir\n",
      unicode,
    ],
    ["straight quotes in the file, curly given", `a "b" c\n`, "a “b” c", "a “b” d", `a "b" d\n`, unicode],
    ["Korean", "각 나\n", "각 나".normalize("NFD"), "각 다".normalize("NFD"), `각 ${"다".normalize("NFD")}\n`, unicode],
    ["over CRLF lines", "“a”\r\n“b”\r\n", `"a"\n"b"`, `"a"\n"c"`, "“a”\r\n“c”\r\n", unicode],
  ]);
  refused([["a letter without the mark it has in the file", "cafés\n", "cafe\u2019"]]);

  it("a match does not end within a character", () => {
    assert.equal(matchInText("“cafe\u0301”", { oldText: '"cafe', newText: "x" }, true).changes.length, 0);
    assert.equal(matchInText("“각”", { oldText: '"가', newText: "x" }, true).changes.length, 0);
  });
});

describe("what the model changed among look-alikes stands as written", () => {
  found([
    [
      "a text that is replaced wholly",
      "He said “yes” – I think.\n",
      'He said "yes" - I think.',
      'const x = "no" - 1;',
      'const x = "no" - 1;\n',
      unicode,
    ],
    ["an apostrophe where it becomes a quote", "// he’s here\n", "// he's here", "s = 'here'", "s = 'here'\n", unicode],
    ["quotes of another kind", "say “a”\n", 'say "a"', "say 'a'", "say 'a'\n", unicode],
    ["another dash", "a – b — c\n", "a - b - c", "a — b - c", "a — b — c\n", unicode],
    ["a new pair before the file's", "“a”\n", '"a"', '"b" "a"', '"b" “a”\n', unicode],
    ["a new pair behind the file's", "“a”\n", '"a"', '"a" "b"', '“a” "b"\n', unicode],
    ["a new pair between the file's", "(“a”,“c”)\n", '("a","c")', '("a","b","c")', '(“a”,"b",“c”)\n', unicode],
    ["a pair is left out", "(“a”,‟b‟,“c”)\n", '("a","b","c")', '("a","c")', "(“a”,“c”)\n", unicode],
    ["two quoted texts made one", "“a”, ‟b‟\n", '"a", "b"', '"a b"', '"a b"\n', unicode],
    ["words alone are replaced", "– 10–20 “a”\n", '- 10-20 "a"', '- 15-30 "b"', "– 15–30 “b”\n", unicode],
    ["a new possessive before quotes", "all ‘a’\n", "all 'a'", "dogs' all 'a'", "dogs' all ‘a’\n", unicode],
    ["an apostrophe that is a letter", "itʼs “x”\n", `it's "x"`, `it's "y" - z`, 'itʼs "y" - z\n', unicode],
    [
      "words that JavaScript objects inherit",
      "toString “a”\n",
      'toString "a"',
      'toString "b"',
      "toString “b”\n",
      unicode,
    ],
  ]);

  it("of a hunk, its context keeps the file's and its new lines their own", () =>
    assert.equal(
      edited(
        "# “a” – it’s b\nold – “x”\n# c’s\n",
        `# "a" - it's b\nold - "x"\n# c's`,
        `# "a" - it's b\nprint("new" - 'n')\n# c's`,
      ).text,
      `# “a” – it’s b\nprint("new" - 'n')\n# c’s\n`,
    ));
});

describe("full-width characters", () => {
  found([
    [
      "punctuation in the file, ASCII given",
      "调用（甲，乙）；\n",
      "调用(甲,乙);",
      "调用(甲,丙);",
      "调用（甲，丙）；\n",
      fullWidth,
    ],
    ["ASCII in the file, full-width given", "f(a, b)!\n", "f（a, b）！", "f（a, c）！", "f(a, c)!\n", fullWidth],
    [
      "letters, digits and the underscore",
      "ＡＢＣ＿１２３ end\n",
      "ABC_123 end",
      "ABC_123 fin",
      "ＡＢＣ＿１２３ fin\n",
      fullWidth,
    ],
    [
      "together with quotes and the ideographic space",
      "说（“甲”）\u3000完\n",
      '说("甲") 完',
      '说("乙") 完',
      "说（“乙”）\u3000完\n",
      fullWidth,
    ],
    ["new brackets stay together", "f（a）\n", "f(a)", "f(g(a))", "f（g(a)）\n", fullWidth],
    ["over CRLF lines", "甲：\r\n乙！\r\n", "甲:\n乙!", "甲:\n丙!\n丁!", "甲：\r\n丙!\r\n丁！\r\n", fullWidth],
  ]);
  refused([
    ["an ideographic full stop is another character", "完。\n", "完."],
    ["an ideographic comma is another character", "甲、乙\n", "甲,乙"],
    ["corner brackets are other characters", "「甲」\n", "[甲]"],
    ["a letter of another script that looks the same", "ＡB\n", "Аb"],
  ]);

  it("are not looked through where only exact text may match", () =>
    assert.equal(edited("（a）\n", "(a)", "x", false).count, 0));
  it("several places are all told", () => assert.deepEqual(edited("（a）\n(b)\n（a）\n", "(a)", "x").lines, [1, 3]));
  it("no place is one where another stage finds any", () =>
    assert.deepEqual(edited("（“a”）\n(“a”)\n", '("a")', "x").lines, [2]));
});

describe("escaped text", () => {
  found([
    [
      "a newline and quotes",
      'a("b");\n\tc();\n',
      'a(\\"b\\");\\n\\tc();',
      'd(\\"b\\");\\n\\tc();',
      'd("b");\n\tc();\n',
      escapes,
    ],
    ["a backslash is one backslash", "x = '\\d';\n", "x = \\'\\\\d\\';", "x = \\'\\\\w\\';", "x = '\\w';\n", escapes],
    ["in a CRLF file", "a\r\nb\r\n", "a\\nb", "c\\nd", "c\r\nd\r\n", escapes],
  ]);
  it("what stands there as it is given is not unescaped", () =>
    assert.equal(edited('print("a\\n")\n', '"a\\n"', '"b\\n"').text, 'print("b\\n")\n'));
});

describe("the stages together", () => {
  it("several places at one stage are all told, and no looser stage is tried", () => {
    const { count, lines } = edited("a  \nb\nx\na\t\nb\n  a\n  b\n", "a\nb", "new");
    assert.deepEqual([count, lines], [2, [1, 4]]);
  });

  it("an exact place wins over every other", () => {
    const { text, how } = edited("\ta\n“a”\na\n", "a\n", "b\n");
    assert.equal(how, undefined);
    assert.match(text, /b/);
  });

  it("C-17 none is tried where only exact text may match, but for line endings", () => {
    for (const [file, oldText] of [
      ["a  \nb\n", "a\nb"],
      ["\ta\n\tb\n", "a\nb"],
      ["“a”\n", '"a"'],
      ["a\tb\n", "a\\tb"],
    ] as const)
      assert.equal(edited(file, oldText, "new", false).count, 0, oldText);
    assert.equal(edited("a\r\nb\n c\r\n", "a\nb\n c", "x", false).how, "the file's mixed line endings were used");
  });

  it("text without a visible character is found exactly or not at all", () => {
    for (const oldText of [" \n", "\n \n", "\t", "\u00a0"])
      assert.equal(edited("a\n\nb\u2003c\n", oldText, "x").count, 0);
  });

  it("the file's mixed line endings stay on the lines that are repeated", () =>
    assert.equal(edited("a\r\nb\nc\r\nd\n", "a\nb\nc", "a\nB\nc").text, "a\r\nB\r\nc\r\nd\n"));
});

describe("the file's own characters (keepOwnCharacters)", () => {
  const quoted = fc
    .tuple(
      fc.constantFrom("“”", '""', "‘’", "''", "（）"),
      fc.array(fc.constantFrom("甲", "word", "it’s", "1–2", " "), { maxLength: 3 }),
    )
    .map(([[open, close] = "", inner]) => `${open}${inner.join("")}${close}`);
  const token = fc.oneof(quoted, fc.constantFrom("a", "bé", "–", "-", ", ", " ", "，", "\n", "’", "'", '"'));
  const prose = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(""));
  const plain = widthFold.line;

  it("change nothing but the form of characters, whatever the texts", () =>
    fc.assert(
      fc.property(prose, prose, (actual, fresh) => {
        assert.equal(plain(keepOwnCharacters(plain(actual), actual, fresh, plain)), plain(fresh));
      }),
      { numRuns: 1000 },
    ));

  it("stay where nothing changed, and are the model's where the file has what was given", () =>
    fc.assert(
      fc.property(prose, prose, (actual, fresh) => {
        assert.equal(keepOwnCharacters(plain(actual), actual, plain(actual), plain), actual);
        assert.equal(keepOwnCharacters(actual, actual, fresh, plain), fresh);
      }),
      { numRuns: 1000 },
    ));

  it("stay around whole quoted texts that are put in or left out anywhere", () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom("alpha", "beta", "gamma", "delta", "甲", "乙"), { minLength: 2, maxLength: 6 }),
        fc.constantFrom(",", ", ", " ", " - "),
        fc.nat(),
        (names, separator, place) => {
          const at = place % names.length;
          const others = names.toSpliced(at, 1);
          const list = (all: readonly string[], open: string, close: string) =>
            `[${all.map((name) => `${open}${name}${close}`).join(separator)}]`;
          const straight = (all: readonly string[]) => list(all, '"', '"');
          const curly = (all: readonly string[]) => list(all, "“", "”");
          const leftOut = keepOwnCharacters(straight(names), curly(names), straight(others), plain);
          const putIn = keepOwnCharacters(straight(others), curly(others), straight(names), plain);
          assert.equal(leftOut, curly(others));
          assert.equal(putIn, curly(names).replace(`“${names[at]}”`, `"${names[at]}"`));
        },
      ),
      { numRuns: 500 },
    ));

  it("never stand opposite the model's in a pair", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"a"', '"b"', '"c d"', "x", "y", "-"), { maxLength: 6 }),
        fc.array(fc.constantFrom('"a"', '"b"', '"c d"', "x", "y", "-"), { maxLength: 6 }),
        fc.constantFrom("", " ", ","),
        (old, fresh, separator) => {
          const given = old.join(separator);
          const actual = given.replace(/"([^"]*)"/g, "“$1”");
          const result = keepOwnCharacters(given, actual, fresh.join(separator), plain);
          assert.equal(result.replace(/“[^“”"]*”|"[^“”"]*"/g, "").search(/[“”"]/), -1, result);
        },
      ),
      { numRuns: 2000 },
    ));
});

describe("marks of the model's that stand for plain ones", () => {
  const becomes = (file: string, oldText: string, newText: string, after: string) =>
    assert.equal(edited(file, oldText, newText).text, after);

  it("are plain in what the model changed, too", () => {
    becomes('say("a");\n', "say(“a”);", "say(“a”);\ntell(“b”, “c”);", 'say("a");\ntell("b", "c");\n');
    becomes("x - y\n", "x – y", "x – z – y", "x - z - y\n");
    becomes("f(a)\n", "f（a）", "f（a）（b）", "f(a)(b)\n");
    becomes('say("a");\n', "say(“a”);", "say(“it’s”);", 'say("it\'s");\n');
  });

  it("stay where the file has others of their kind there, or the old text has none", () => {
    becomes('say("a", “b”);\n', "say(“a”, “b”);", "say(“a”, “b”, “d”);", 'say("a", “b”, “d”);\n');
    becomes("it's – x\n", "it’s – x", "it’s – y – z", "it's – y – z\n");
    becomes('say("a");\n', 'say("a");', "say(“a”);", "say(“a”);\n");
  });
});

/** Ways to write a text that a stage must see through. */
const word = fc.constantFrom(
  "alpha",
  "beta",
  "“quoted”",
  "it’s",
  "1–2",
  "café",
  "x\u00a0y",
  "{",
  "}",
  "表示",
  "😀",
  "（甲，Ｂ）",
);
const indent = fc.constantFrom("", "\t", "  ", "    ");
const line = fc
  .tuple(indent, fc.array(word, { minLength: 1, maxLength: 3 }))
  .map(([space, words]) => space + words.join(" "));
const document = fc.array(line, { minLength: 3, maxLength: 12 });
const ending = fc.constantFrom("\n", "\r\n");
const plainly = (text: string) =>
  text
    .normalize("NFC")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/–/g, "-")
    .replace(/\u00a0/g, " ");
const narrow = (text: string) =>
  plainly(text).replace(/[！-～]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0));
const disguises: Readonly<Record<string, (lines: readonly string[]) => string>> = {
  exact: (lines) => lines.join("\n"),
  trailing: (lines) => lines.map((one) => `${one} \t`).join("\n"),
  deeper: (lines) => lines.map((one) => `    ${one}`).join("\n"),
  plain: (lines) => plainly(lines.join("\n")),
  narrow: (lines) => narrow(lines.join("\n")),
  decomposed: (lines) => lines.join("\n").normalize("NFD"),
  escaped: (lines) => lines.join("\\n").replaceAll("\t", "\\t"),
};
const utf: readonly Encoding[] = ["utf8", "utf8bom", "utf16le", "utf16be", "gb18030"];

describe("ED-15 whatever the stage, the encoding and the line endings", () => {
  it("no byte outside a match changes, and a unique disguised text is found", () =>
    fc.assert(
      fc.property(
        document,
        fc.array(ending, { minLength: 13, maxLength: 13 }),
        fc.constantFrom(...utf),
        fc.constantFrom(...Object.keys(disguises)),
        fc.nat(),
        fc.nat(),
        (lines, endings, encoding, disguise, from, count) => {
          const marked = lines.map((one, at) => `${one} n${at}n`);
          const start = from % marked.length;
          const wanted = marked.slice(start, start + 1 + (count % 3));
          const bytes = encode(marked.map((one, at) => one + endings[at]).join(""), encoding);
          const { changes } = findMatch(
            bytes,
            encoding,
            (disguises[disguise] as (lines: readonly string[]) => string)(wanted),
            "NEW",
            true,
          );
          assert.equal(changes.length, 1, disguise);
          const after = splice(bytes, changes);
          const [change] = changes;
          assert.ok(change);
          assert.deepEqual(after.subarray(0, change.start), bytes.subarray(0, change.start));
          assert.deepEqual(after.subarray(change.start + change.bytes.length), bytes.subarray(change.end));
          const matched = textOf(
            Buffer.concat([encode("", encoding), bytes.subarray(change.start, change.end)]),
            encoding,
          );
          const bare = (text: string) => narrow(text.replaceAll("\r\n", "\n")).replace(/^[ \t]+|[ \t]+$/gm, "");
          assert.equal(bare(matched), bare(wanted.join("\n")));
          assert.equal(textOf(after, encoding).includes("NEW"), true);
        },
      ),
      { numRuns: 600 },
    ));
});

describe("hostile texts take time by their length and no more", () => {
  it("in texts that repeat one character, new and old", () => {
    for (const [one, quote] of [
      ["-", "“"],
      ['"', "–"],
      ["(", "“"],
      ["'a", "–"],
    ] as const) {
      const given = widthFold.line(quote) + one.repeat(50_000);
      const fresh = `${one.repeat(20_000)}x${one.repeat(30_100)}`;
      const result = keepOwnCharacters(given, quote + one.repeat(50_000), fresh, widthFold.line);
      assert.equal(widthFold.line(result), fresh);
    }
  }).timeout(30_000);

  const cases: [what: string, file: string, wanted: string][] = [
    ["a text that nearly matches everywhere", "a".repeat(3_000_000), `${"a".repeat(50_000)}b${"a".repeat(50_000)}`],
    ["a line of white space", `${" ".repeat(3_000_000)}x`, `${" ".repeat(1000)}\ny`],
    ["lines of white space", " \t\n".repeat(500_000), "a \n b"],
    ["marks without end", `e${"\u0301".repeat(1_000_000)}“`, '"x'],
    ["parts of Korean syllables without end", `“${"\u1100".repeat(1_000_000)}`, '"\u1161'],
    ["backslashes without end", "\\".repeat(2_000_000), `${"\\".repeat(1001)}n`],
    ["punctuation without end that a new text moves", `“${"-".repeat(100_000)}`, `"${"-".repeat(100_000)}`],
    ["brackets without end", `“${"(".repeat(500_000)}`, `"${"(".repeat(300_000)}`],
    ["full-width characters without end", "（".repeat(1_000_000), `${"(".repeat(50_000)}x`],
    ["many look-alikes on one line", "“ ".repeat(500_000), '"'],
  ];
  for (const [what, file, wanted] of cases)
    it(what, () => assert.ok(matchInText(file, { oldText: wanted, newText: "new" }, true).changes.length >= 0)).timeout(
      30_000,
    );
});
