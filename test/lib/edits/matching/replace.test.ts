import assert from "node:assert/strict";
import fc from "fast-check";
import { findMatch, splice } from "../../../../src/lib/edits/matching/replace";
import { bomLength, type Encoding, encode, encodePiece } from "../../../../src/lib/edits/text/encoding";
import { withLineEnding } from "../../../../src/lib/edits/text/lines";
import { encoding, encodings, file, needle, text } from "../arbitraries";

/** The edit as edit_file makes it where nothing may be inexact but line endings. */
function edited(content: Buffer, how: Encoding, oldText: string, newText: string) {
  const match = findMatch(content, how, oldText, newText, false);
  return { ...match, after: splice(content, match.changes) };
}

/** Places of an exact match in bytes. */
const exactPlaces = (content: Buffer, how: Encoding, oldText: string) => {
  const { changes, inexact } = findMatch(content, how, oldText, "new", false);
  return inexact === undefined ? changes.map(({ start, end }) => [start, end]) : [];
};

/** Where a text occurs in another, found the slow and obvious way, in UTF-16 units. */
function naivePlaces(content: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= content.length; ) {
    if (content.slice(at, at + wanted.length) === wanted) {
      places.push(at);
      at += wanted.length;
    } else at++;
  }
  return places;
}

describe("exact places (ED-15: left to right, without overlap)", () => {
  it("are what a search in the text finds, in every encoding", () =>
    fc.assert(
      fc.property(file, needle, ({ content, how, bytes }, wanted) => {
        fc.pre(!/[\r\n]/.test(wanted));
        const place = (unit: number) => bomLength(how) + encodePiece(content.slice(0, unit), how).length;
        assert.deepEqual(
          exactPlaces(bytes, how, wanted),
          naivePlaces(content, wanted).map((at) => [place(at), place(at + wanted.length)]),
        );
      }),
      { numRuns: 500 },
    ));

  it("an overlapping text is counted once", () =>
    assert.deepEqual(exactPlaces(Buffer.from("aaaaa"), "utf8", "aa"), [
      [0, 2],
      [2, 4],
    ]));

  it("nothing is found across the halves of two characters", () => {
    // U+6162 U+6361 holds the bytes of U+6261 in the middle.
    assert.deepEqual(exactPlaces(encode("\u6162\u6361", "utf16be"), "utf16be", "\u6263"), []);
    assert.deepEqual(exactPlaces(encode("\u6162\u6261", "utf16le"), "utf16le", "\u6162"), [[2, 4]]);
    // 表 ends with the byte of a backslash, ソ too.
    assert.deepEqual(exactPlaces(encode("表ソ\\", "shiftjis"), "shiftjis", "\\"), [[4, 5]]);
  });

  it("the mark is no part of the text", () => {
    assert.deepEqual(exactPlaces(encode("a", "utf8bom"), "utf8bom", "\ufeff"), []);
    assert.deepEqual(exactPlaces(encode("\ufeffa", "utf8bom"), "utf8bom", "\ufeff"), [[3, 6]]);
  });

  it("an empty text is nowhere", () => assert.deepEqual(exactPlaces(Buffer.from("abc"), "utf8", ""), []));
});

/** Whether the text occurs somewhere without beginning or ending in the middle of a CRLF. */
function occursWhole(content: string, wanted: string): boolean {
  for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const splits = (place: number) => content[place - 1] === "\r" && content[place] === "\n";
    if (!splits(at) && !splits(end)) return true;
  }
  return false;
}

describe("an edit (ED-1, ED-15): no byte outside its matches changes", () => {
  it("whatever the text, the encoding and the mixture of line endings", () =>
    fc.assert(
      fc.property(file, needle, text, ({ bytes, how }, oldText, newText) => {
        const { changes, after } = edited(bytes, how, oldText, newText);
        let from = 0;
        let to = 0;
        for (const { start, end, bytes: put } of changes) {
          const kept = bytes.subarray(from, start);
          assert.deepEqual(after.subarray(to, to + kept.length), kept);
          assert.deepEqual(after.subarray(to + kept.length, to + kept.length + put.length), put);
          to += kept.length + put.length;
          from = end;
        }
        assert.deepEqual(after.subarray(to), bytes.subarray(from));
      }),
      { numRuns: 500 },
    ));

  it("what is matched is the given text, but for the style of its line breaks", () =>
    fc.assert(
      fc.property(file, needle, ({ bytes, how, content }, oldText) => {
        const { changes, inexact } = edited(bytes, how, oldText, "x");
        const plain = (one: string) => one.replaceAll("\r\n", "\n");
        for (const { start, end } of changes) {
          const matched = bytes.subarray(start, end);
          if (inexact === undefined) assert.deepEqual(matched, encodePiece(oldText, how));
          else
            assert.equal(
              plain(
                new TextDecoder(how.startsWith("utf16") ? (how === "utf16le" ? "utf-16le" : "utf-16be") : "utf-8", {
                  ignoreBOM: true,
                }).decode(matched),
              ),
              plain(oldText),
            );
        }
        if (changes.length === 0) assert.ok(!occursWhole(content, oldText));
        if (!/\n/.test(oldText)) assert.equal(inexact, undefined);
      }),
      { numRuns: 500 },
    ));

  it("never takes half of a line ending", () => {
    const { after, inexact } = edited(Buffer.from("bar\r\nfoo\r\n"), "utf8", "\nfoo", "foo");
    assert.deepEqual([after.toString(), inexact], ["barfoo\r\n", "the file's CRLF line endings were used"]);
    assert.deepEqual(edited(Buffer.from("a\r\nb"), "utf8", "a\r", "x").changes, []);
  });

  it("replacing and putting back is the file as it was", () =>
    fc.assert(
      fc.property(file, encoding, needle, ({ content, how, bytes }, _other, oldText) => {
        const fresh = "\u{1f980}never\u{1f980}";
        fc.pre(content.includes(oldText));
        // Among CRLF lines a new LF becomes CRLF, so there only texts of one line come back as they were.
        fc.pre(!(content.includes("\r\n") && /[\r\n]/.test(oldText)));
        const once = edited(bytes, how, oldText, fresh);
        assert.deepEqual(edited(once.after, how, fresh, oldText).after, bytes);
      }),
    ));
});

describe("an edit (ED-13): the new text is literal", () => {
  for (const pattern of ["$&", "$1", "$$", "$`", "$'", "$<name>", "\\1", "\\n", "%s", "$\u007bx}"])
    it(`${pattern} is put in as it is`, () =>
      assert.equal(edited(Buffer.from("a b a"), "utf8", "a", pattern).after.toString(), `${pattern} b ${pattern}`));

  for (const pattern of [".", "a+", "(", "[", "^", "$", "\\", "*", "?"])
    it(`${pattern} is found as it is`, () =>
      assert.equal(edited(Buffer.from(`xx${pattern}yy`), "utf8", pattern, "-").after.toString(), "xx-yy"));
});

const ending = fc.constantFrom("\n", "\r\n");

describe("an edit (ED-7): line endings", () => {
  const cases: [what: string, file: string, oldText: string, newText: string, after: string, inexact?: string][] = [
    [
      "LF in a CRLF file",
      "a\r\nb\r\nc\r\n",
      "a\nb",
      "x\ny\nz",
      "x\r\ny\r\nz\r\nc\r\n",
      "the file's CRLF line endings were used",
    ],
    ["CRLF in an LF file", "a\nb\nc\n", "a\r\nb", "x\r\ny", "x\ny\nc\n", "the file's LF line endings were used"],
    ["an exact match wins over one that overlaps it", "a\r\na\na\n", "a\na", "x\ny", "a\r\nx\ny\n"],
    ["new lines into one line of a CRLF file", "a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"],
    ["new lines into one line of an LF file", "a\nb\n", "b", "x\ny", "a\nx\ny\n"],
    ["new lines into one line of a mixed file stay as given", "a\r\nb\nc\n", "b", "x\ny", "a\r\nx\ny\nc\n"],
    ["CRLF given for one line is taken as it is", "a\nb\n", "b", "x\r\ny", "a\nx\r\ny\n"],
    ["a lone CR is no line ending", "a\rb\rc", "a\rb", "x", "x\rc"],
    [
      "mixed endings in the old text match the file's CRLF",
      "a\r\nb\r\nc\r\n",
      "a\nb\r\nc",
      "x",
      "x\r\n",
      "the file's CRLF line endings were used",
    ],
  ];
  for (const [what, before, oldText, newText, after, inexact] of cases)
    it(what, () => {
      const result = edited(Buffer.from(before), "utf8", oldText, newText);
      assert.deepEqual([result.after.toString(), result.inexact], [after, inexact]);
    });

  it("equal texts with other line endings count as several, and each keeps its own endings", () => {
    const [file, mixed] = ["a\nb\n-\r\na\r\nb\r\n", "the file's mixed line endings were used"];
    const afterEdit = (oldText: string, newText: string) => {
      const { after, lines, inexact } = edited(Buffer.from(file), "utf8", oldText, newText);
      return [after.toString(), lines, inexact];
    };
    assert.deepEqual(afterEdit("a\nb", "x\ny"), ["x\ny\n-\r\nx\r\ny\r\n", [1, 4], mixed]);
    assert.deepEqual(afterEdit("a\r\nb", "x\r\ny"), ["x\ny\n-\r\nx\r\ny\r\n", [1, 4], mixed]);
    assert.deepEqual(afterEdit("b\n", ""), ["a\n-\r\na\r\n", [2, 5], mixed]);
    assert.deepEqual(afterEdit("-\n", "+\n"), ["a\nb\n+\r\na\r\nb\r\n", [3], "the file's CRLF line endings were used"]);
  });

  it("a text occurs as often as it does where every line ending is the same, in every encoding", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("a", "b", "xa", "", "c\r"), ending), { maxLength: 30 }),
        fc.array(ending, { minLength: 2, maxLength: 2 }),
        fc.constantFrom(["a", "b"], ["a", "b", ""], ["", "b"], ["b", ""]),
        encoding,
        (lines, endings, wanted, how) => {
          const content = lines.flat().join("");
          const oldText = wanted.map((line, at) => line + (at < wanted.length - 1 ? endings[at] : "")).join("");
          const expected = naivePlaces(withLineEnding(content, "\n"), withLineEnding(oldText, "\n"));
          assert.equal(edited(encode(content, how), how, oldText, "x").changes.length, expected.length);
        },
      ),
      { numRuns: 500 },
    ));

  it("text of line endings alone is found with either kind, in every encoding", () => {
    for (const how of encodings) {
      const { after, inexact } = edited(encode("a\r\n\r\nb\r\n", how), how, "\n\n", "\n");
      assert.deepEqual(after, encode("a\r\nb\r\n", how), how);
      assert.equal(inexact, "the file's CRLF line endings were used");
    }
  });

  it("all styles are turned into one", () => {
    assert.equal(withLineEnding("a\nb\r\nc\r", "\r\n"), "a\r\nb\r\nc\r");
    assert.equal(withLineEnding("a\nb\r\nc\r", "\n"), "a\nb\nc\r");
  });
});

describe("the lines of an edit (ED-6)", () => {
  it("are counted by line feeds before each match, in every encoding", () =>
    fc.assert(
      fc.property(file, needle, ({ content, how, bytes }, wanted) => {
        fc.pre(!/[\r\n]/.test(wanted));
        assert.deepEqual(
          findMatch(bytes, how, wanted, "x", false).lines,
          naivePlaces(content, wanted).map((at) => content.slice(0, at).split("\n").length),
        );
      }),
    ));
});
