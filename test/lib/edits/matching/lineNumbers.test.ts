/** Edits whose lines were copied with the numbers before them: made without these, or not at all. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { closestPlace } from "../../../../src/lib/edits/matching/closest";
import { withoutLineNumbers } from "../../../../src/lib/edits/matching/lineNumbers";
import { findMatch, splice } from "../../../../src/lib/edits/matching/replace";

const how = "the line numbers before the lines of both texts were left out";

function edited(content: string, oldText: string, newText: string, inexact = false) {
  const bytes = Buffer.from(content);
  const { changes, inexact: said, lines } = findMatch(bytes, "utf8", oldText, newText, inexact);
  return { text: splice(bytes, changes).toString(), how: said, count: changes.length, lines };
}

/** As `cat -n` shows lines from one on. */
const shown = (lines: readonly string[], first: number, sign = "\t") =>
  lines.map((line, at) => `${String(first + at).padStart(6)}${sign}${line}`).join("\n");

const file = "one\n\ttwo\n\nfour\n  five\n";

describe("line numbers before the lines of an edit", () => {
  for (const [what, content, oldText, newText, after] of [
    [
      "as cat -n shows them",
      file,
      "     2\t\ttwo\n     3\t\n     4\tfour",
      "     2\t\tTWO\n     3\t\n     4\tFOUR",
      "one\n\tTWO\n\nFOUR\n  five\n",
    ],
    ["with an arrow", file, "  4→four\n  5→  five", "  4→four\n  5→  FIVE", "one\n\ttwo\n\nfour\n  FIVE\n"],
    ["of one line", file, "4\tfour", "4\tFOUR", "one\n\ttwo\n\nFOUR\n  five\n"],
    ["with the last line's ending", file, "1\tone\n2\t\ttwo\n", "1\tONE\n", "ONE\n\nfour\n  five\n"],
    ["where lines are deleted", file, "1\tone\n2\t\ttwo\n", "", "\nfour\n  five\n"],
    [
      "where new lines are numbered on",
      file,
      "4\tfour",
      "4\tfour\n5\tfour and a half",
      "one\n\ttwo\n\nfour\nfour and a half\n  five\n",
    ],
    [
      "where the lines that stay keep their numbers",
      file,
      "3\t\n4\tfour\n5\t  five",
      "3\t\n5\t  five",
      "one\n\ttwo\n\n  five\n",
    ],
    [
      "that have moved since, if the lines are there but once",
      file,
      "14\tfour",
      "14\tFOUR",
      "one\n\ttwo\n\nFOUR\n  five\n",
    ],
    ["in a CRLF file", "a\r\nb\r\nc\r\n", "     2\tb\n     3\tc", "     2\tB\n     3\tc", "a\r\nB\r\nc\r\n"],
    ["given with CRLF", "a\nb\n", "1\ta\r\n2\tb", "1\tA\r\n2\tb", "A\nb\n"],
    ["of lines that begin with numbers of their own", "1\tx\n2\ty\n", "     2\t2\ty", "     2\t3\tz", "1\tx\n3\tz\n"],
  ] as const)
    it(`are left out: ${what}`, () => {
      const { text, how: said, count } = edited(content, oldText, newText);
      assert.deepEqual({ text, said, count }, { text: after, said: how, count: 1 });
    });

  for (const [what, content, oldText, newText] of [
    ["a line has none", file, "1\tone\n\ttwo", "1\tONE\n2\t\ttwo"],
    ["a line of the new text has none", file, "1\tone\n2\t\ttwo", "1\tONE\n\ttwo"],
    ["the new text has none", file, "4\tfour", "FOUR"],
    ["they do not follow each other", file, "1\tone\n3\t\ttwo", "1\tONE\n3\t\ttwo"],
    ["the new text's do not increase", file, "4\tfour", "4\ta\n4\tb"],
    ["the new text's are others", file, "4\tfour", "1\tFOUR"],
    ["the signs differ", file, "1\tone\n2→\ttwo", "1\tONE\n2→\ttwo"],
    ["the new text has another sign", file, "4\tfour", "4→FOUR"],
    ["another sign follows them", file, "4: four", "4: FOUR"],
    ["the line is only a part of one of the file", file, "2\ttwo", "2\tTWO"],
    ["the lines are others", file, "4\tFour", "4\tFOUR"],
    ["the first number is 0", "a\n", "0\ta", "0\tb"],
  ] as const)
    it(`are no reason to change anything where ${what}`, () =>
      assert.deepEqual(edited(content, oldText, newText), { text: content, how: undefined, count: 0, lines: [] }));

  it("never choose between places: all are told", () =>
    assert.deepEqual(edited("a\nb\na\n", "3\ta", "3\tA").lines, [1, 3]));

  it("stay where the text stands there with them", () =>
    assert.equal(edited("1\ta\na\n", "1\ta", "1\tb").text, "1\tb\na\n"));

  it("are named as what differs, where only the old text has them", () =>
    assert.equal(
      closestPlace(file, "     4\tfour\n     5\t  five")?.hint,
      "the numbers before its lines are not part of the file",
    ));

  const line = fc.oneof(
    fc.constantFrom("", "a", "\ta", "  b", "}", "1\ta", "     2\tb", "3→c", "12", "a\rb", "é"),
    fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "1", "2", "→", "$&"), maxLength: 6 }),
  );
  const edit = fc.record({
    before: fc.array(line, { maxLength: 5 }),
    old: fc.array(line, { minLength: 1, maxLength: 4 }),
    fresh: fc.array(line, { minLength: 1, maxLength: 4 }),
    after: fc.array(line, { maxLength: 5 }),
    sign: fc.constantFrom("\t", "→"),
    ending: fc.constantFrom("", "\n"),
    shift: fc.constantFrom(0, 0, 3),
    inexact: fc.boolean(),
  });

  it("give the same bytes as the edit without them, or no place, or several", () => {
    let made = 0;
    let tried = 0;
    fc.assert(
      fc.property(edit, ({ before, old, fresh, after, sign, ending, shift, inexact }) => {
        const content = `${[...before, ...old, ...after].join("\n")}\n`;
        const first = before.length + 1 + shift;
        const [oldText, newText] = [shown(old, first, sign) + ending, shown(fresh, first, sign) + ending];
        tried++;
        fc.pre(edited(content, oldText, newText, inexact).how === how);
        const numbered = edited(content, oldText, newText, inexact);
        const plain = edited(content, old.join("\n") + ending, fresh.join("\n") + ending);
        assert.deepEqual([numbered.text, numbered.lines], [plain.text, plain.lines]);
        if (numbered.count !== 1) return;
        made++;
        const wanted = old.join("\n");
        // A text that overlaps itself stands in two places and is counted once, with numbers and without.
        if (content.indexOf(wanted, content.indexOf(wanted) + 1) >= 0) return;
        assert.equal(numbered.text, `${[...before, ...fresh, ...after].join("\n")}\n`);
      }),
      { numRuns: 1500 },
    );
    assert.ok(made > tried / 4, `${made} of ${tried} edits were made`);
  });

  it("are found in no text but by the rules, whatever is given", () =>
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), fc.array(line, { maxLength: 4 }), (old, fresh) => {
        const plain = withoutLineNumbers({ oldText: old.join("\n"), newText: fresh.join("\n") });
        if (!plain) return;
        const numbers = old.map((one) => Number(/^ *(\d+)[\t→]/.exec(one)?.[1]));
        assert.ok(numbers.every((one, at) => one > 0 && one === (numbers[0] as number) + at));
        assert.equal(plain.oldText, old.map((one) => one.replace(/^ *\d+[\t→]/, "")).join("\n"));
      }),
    ));
});
