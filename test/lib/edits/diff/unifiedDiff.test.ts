import assert from "node:assert/strict";
import { applyPatch } from "diff";
import fc from "fast-check";
import { textDiff, unifiedDiff, wholeDiff } from "../../../../src/lib/edits/diff/unifiedDiff";
import { encode } from "../../../../src/lib/edits/text/encoding";

const unlimited = { lines: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY };
const lines = fc.array(fc.constantFrom("a", "b", "c", "", "@@ -1 +1 @@", "-x", "+y", "\\ No newline", " d"), {
  maxLength: 30,
});
const numbered = (what: string, count: number) => Array.from({ length: count }, (_, index) => `${what} ${index} ä`);
const joined = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");

describe("unifiedDiff", () => {
  it("applied to the old text gives the new one", () =>
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = textDiff(joined(before), joined(after), unlimited);
        if (diff === "") return assert.deepEqual(before, after);
        assert.equal(applyPatch(joined(before), `--- a\n+++ b\n${diff}\n`), joined(after), diff);
      }),
      { numRuns: 1000 },
    ));

  it("of bytes says the same as of texts, wherever in a file the change is", () =>
    fc.assert(
      fc.property(fc.nat(300), lines, lines, fc.nat(300), (above, before, after, below) => {
        const around = (middle: readonly string[]) =>
          joined([...numbered("above", above), ...middle, ...numbered("below", below)]);
        const [old, fresh] = [around(before), around(after)];
        assert.equal(unifiedDiff(Buffer.from(old), Buffer.from(fresh), unlimited), textDiff(old, fresh, unlimited));
      }),
      { numRuns: 1000 },
    ));

  it("applies to a change deep in a long text, with the right line numbers", () => {
    const before = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}`);
    const after = before.with(5000, "changed").toSpliced(7000, 0, "added");
    const diff = textDiff(joined(before), joined(after), unlimited);
    assert.equal(
      diff,
      `@@ -4998,7 +4998,7 @@
 line 4998
 line 4999
 line 5000
-line 5001
+changed
 line 5002
 line 5003
 line 5004
@@ -6998,6 +6998,7 @@
 line 6998
 line 6999
 line 7000
+added
 line 7001
 line 7002
 line 7003`,
    );
    assert.equal(applyPatch(joined(before), `--- a\n+++ b\n${diff}\n`), joined(after));
  });

  it("shows text in an encoding from before Unicode as what it says", () => {
    const stored = (text: string) => Buffer.from(text, "latin1");
    assert.equal(
      unifiedDiff(stored("Straße\nGrüße\n"), stored("Straße\nschöne Grüße\n"), unlimited, "windows1252"),
      "@@ -1,2 +1,2 @@\n Straße\n-Grüße\n+schöne Grüße",
    );
  });

  const cases: [what: string, before: string | undefined, after: string | undefined, diff: string][] = [
    ["a new file", undefined, "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b"],
    ["a deleted file", "a\nb\n", undefined, "@@ -1,2 +0,0 @@\n-a\n-b"],
    ["a file of one empty line", undefined, "\n", "@@ -0,0 +1,1 @@\n+"],
    ["nothing at all", "a\n", "a\n", ""],
    ["only the last line break", "a\nb", "a\nb\n", "(only the line break at the end of the file differs)"],
    ["a line ending is seen", "a\nb\n", "a\r\nb\n", "@@ -1,2 +1,2 @@\n-a\n+a␍\n b"],
  ];
  for (const [what, before, after, diff] of cases)
    it(what, () => {
      const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
      assert.equal(unifiedDiff(bytes(before), bytes(after)), diff);
    });

  it("reads each encoding", () => {
    for (const how of ["utf8", "utf8bom", "utf16le", "utf16be"] as const)
      assert.equal(unifiedDiff(encode("é\n", how), encode("€\n", how)), "@@ -1,1 +1,1 @@\n-é\n+€");
  });

  it("says no more of binary files than their sizes", () => {
    assert.equal(unifiedDiff(Uint8Array.of(0, 1), Buffer.from("text")), "(binary: 2 bytes before, 4 after)");
    assert.equal(unifiedDiff(undefined, Uint8Array.of(0)), "(binary: 0 bytes before, 1 after)");
  });

  it("tells the sizes of what is too much to show, and shows a small change in a large text", () => {
    const large = Buffer.alloc(8 * 1024 * 1024 + 1, "line\n");
    assert.equal(unifiedDiff(undefined, large), "(too large to show by lines: 0 bytes before, 8388609 after)");
    assert.equal(unifiedDiff(large, undefined), "(too large to show by lines: 8388609 bytes before, 0 after)");
    assert.match(
      unifiedDiff(undefined, large.subarray(1)),
      /^@@ -0,0 \+1,1677722 @@\n\+ine\n[\s\S]*\n… 1677663 more lines$/,
    );
    const changed = Buffer.from(large);
    changed.write("LINE", 0);
    assert.equal(unifiedDiff(large, changed), "@@ -1,4 +1,4 @@\n+LINE\n line\n line\n line\n-line");
  });

  it("cuts long lines and long diffs, and says so", () => {
    const many = Array.from({ length: 100 }, (_, index) => `${index}`);
    const diff = textDiff("", joined(many), { lines: 3, columns: 200 });
    assert.equal(diff, "@@ -0,0 +1,100 @@\n+0\n+1\n… 98 more lines");
    assert.equal(textDiff("", "abcdefghij\n", { lines: 9, columns: 5 }), "@@ -0…\n+abcd…");
  });

  it("a change with too much that differs is shown as all that goes and all that comes, within bounded time", function () {
    this.timeout(20_000);
    const many = (word: string) => joined(Array.from({ length: 60_000 }, (_, index) => `${word} ${index}`));
    const whole = textDiff(many("old"), many("new"), wholeDiff).split("\n");
    assert.deepEqual(
      [whole.length, whole[0], whole[60_000], whole[60_001], whole.at(-1)],
      [120_001, "@@ -1,60000 +1,60000 @@", "-old 59999", "+new 0", "+new 59999"],
    );
  });

  it("a new file of any length can be shown whole", () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index} ${"x".repeat(300)}`);
    assert.deepEqual(unifiedDiff(undefined, Buffer.from(joined(lines)), wholeDiff).split("\n"), [
      "@@ -0,0 +1,5000 @@",
      ...lines.map((line) => `+${line}`),
    ]);
  });

  it("a 5 MB line takes bounded time and room", function () {
    this.timeout(20_000);
    const diff = textDiff(`${"a".repeat(5_000_000)}\n`, `${"b".repeat(5_000_000)}\n`);
    assert.equal(diff, `@@ -1,1 +1,1 @@\n-${"a".repeat(199)}…\n+${"b".repeat(199)}…`);
  });
});
