import assert from "node:assert/strict";
import fc from "fast-check";
import { keepLineEndings } from "../../../../src/lib/edits/text/lineEndings";
import { text } from "../arbitraries";

const plain = (one: string) => one.replaceAll("\r\n", "\n");
const count = (one: string, what: RegExp) => (one.match(what) ?? []).length;
const words = fc.array(fc.constantFrom("a\n", "b\n", "a\r\n", "b\r\n", "c\r\n", "\n", "\r\n"), { maxLength: 12 });
const mixed = fc.tuple(words, fc.constantFrom("", "end")).map(([lines, end]) => lines.join("") + end);

describe("keepLineEndings (D-9, WR-9)", () => {
  const cases: [what: string, before: string, after: string, kept: string][] = [
    ["a CRLF file stays one", "a\r\nb\r\n", "a\nx\nb\n", "a\r\nx\r\nb\r\n"],
    ["an LF file stays one", "a\nb\n", "a\nx\n", "a\nx\n"],
    ["CRLF of its own is taken as it is", "a\r\nb\r\n", "x\r\ny\n", "x\r\ny\n"],
    ["an LF file may become CRLF when that is what is given", "a\nb\n", "a\r\nb\r\n", "a\r\nb\r\n"],
    [
      "unchanged lines of a mixed file keep theirs, new ones take the more frequent",
      "a\r\nb\nc\r\n",
      "a\nx\nb\nc\n",
      "a\r\nx\r\nb\nc\r\n",
    ],
    ["and LF where that is the more frequent", "a\nb\r\nc\nd\n", "a\nx\nb\nc\nd\n", "a\nx\nb\r\nc\nd\n"],
    ["the missing last line break stays missing", "a\r\nb", "a\nb", "a\r\nb"],
    ["a last line break that is new is the usual one", "a\r\nb", "a\nb\n", "a\r\nb\r\n"],
    ["a removed last line break stays removed", "a\r\nb\r\n", "a\nb", "a\r\nb"],
    ["nothing from nothing", "", "", ""],
    ["an emptied file", "a\r\n", "", ""],
    ["a filled file", "", "a\nb\n", "a\nb\n"],
    ["a lone CR is text", "a\rb\r\n", "a\rb\nc\n", "a\rb\r\nc\r\n"],
    ["a file of line breaks", "\r\n\r\n", "\n\n\n", "\r\n\r\n\r\n"],
  ];
  for (const [what, before, after, kept] of cases) it(what, () => assert.equal(keepLineEndings(before, after), kept));

  it("changes nothing but line breaks", () =>
    fc.assert(
      fc.property(text, text, (before, after) => assert.equal(plain(keepLineEndings(before, after)), plain(after))),
    ));

  it("writing back what was read, with LF, is the file as it was", () =>
    fc.assert(
      fc.property(mixed, (before) => assert.equal(keepLineEndings(before, plain(before)), before)),
      {
        numRuns: 500,
      },
    ));

  it("doing it twice is doing it once", () =>
    fc.assert(
      fc.property(mixed, mixed, (before, after) => {
        const once = keepLineEndings(before, after);
        assert.equal(keepLineEndings(before, once), once);
      }),
    ));

  it("a line added at the end changes no ending before it", () =>
    fc.assert(
      fc.property(mixed, (start) => {
        const before = start === "" || start.endsWith("\n") ? start : `${start}\n`;
        const after = keepLineEndings(before, `${plain(before)}new\n`);
        assert.ok(after.startsWith(before), JSON.stringify(after));
      }),
      { numRuns: 500 },
    ));

  it("keeps every line of a large mixed file whose every second line changes, in bounded time", function () {
    this.timeout(5000);
    const lines = Array.from({ length: 8000 }, (_, index) => `line ${index}${index % 3 === 0 ? "\n" : "\r\n"}`);
    const changed = lines.map((line, index) => (index % 2 === 0 ? plain(line) : `changed ${index}\n`));
    const kept = keepLineEndings(lines.join(""), changed.join(""));
    const wanted = lines.map((line, index) => (index % 2 === 0 ? line : `changed ${index}\r\n`)).join("");
    assert.equal(kept, wanted);
  });

  it("a large mixed file that is wholly rewritten takes bounded time", function () {
    this.timeout(8000);
    const before = Array.from({ length: 60_000 }, (_, index) => `old ${index}${index % 3 === 0 ? "\n" : "\r\n"}`).join(
      "",
    );
    const after = Array.from({ length: 60_000 }, (_, index) => `new ${index}\n`).join("");
    const kept = keepLineEndings(before, after);
    assert.deepEqual([count(kept, /\r\n/g), plain(kept) === after], [60_000, true]);
  });
});
