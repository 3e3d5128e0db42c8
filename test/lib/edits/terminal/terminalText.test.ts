import assert from "node:assert/strict";
import fc from "fast-check";
import { OutputFold, plainOutput } from "../../../../src/lib/edits/terminal/terminalText";

describe("plainOutput", () => {
  const cases: [what: string, output: string, shown: string][] = [
    ["plain text is left as it is", "a\n  b\t c\n\n", "a\n  b\t c\n\n"],
    ["colours", "\u001b[1;31mred\u001b[0m \u001b[38;5;196mmore\u001b[m", "red more"],
    ["cursor movements and modes", "\u001b[2K\u001b[1Ga\u001b[?25l\u001b[?2004hb\u001b[10;20H", "ab"],
    ["a title ended by BEL", "\u001b]0;title\u0007text", "text"],
    ["a title ended by ST", "\u001b]0;title\u001b\\text", "text"],
    ["a link", "\u001b]8;;http://x.test\u001b\\name\u001b]8;;\u001b\\", "name"],
    ["an unended title swallows its own line only", "\u001b]0;title\nnext line\n", "\nnext line\n"],
    ["character sets and two-character escapes", "\u001b(Ba\u001b7b\u001b8c\u001bMd", "abcd"],
    ["a progress line shows its last state", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
    ["a line ended by CR keeps what stands", "50%\r100%\r\n", "100%\n"],
    ["CRLF is a line break", "a\r\nb\r\n", "a\nb\n"],
    ["CR CR LF is one too", "a\r\r\nb", "a\nb"],
    ["an escape cut off at the end", "text\u001b[3", "text\u001b[3"],
    ["what was typed and taken back", "Name? Adx\b \ba", "Name? Ada"],
    ["what was taken back at the end", "Name? Adax\b \b\n", "Name? Ada\n"],
    ["what was taken back by clearing the rest", "é€\b\u001b[Kx\b\u001b[K", "é"],
    ["letters struck twice, as manuals are", "N\bNA\bA _\bf", "NA f"],
    ["more taken back than there is", "a\b\b\bxy", "xy"],
    ["a blank that stands", "a \bb c\b", "ab c"],
    ["nothing", "", ""],
  ];
  for (const [what, output, shown] of cases) it(what, () => assert.equal(plainOutput(output), shown));

  it("keeps every line", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "\u001b[1m", "\u001b]0;", "\u0007", "\r", "\n", "é", "\u001b"), {
          maxLength: 30,
        }),
        (pieces) => {
          const output = pieces.join("");
          assert.equal(plainOutput(output).split("\n").length, output.split("\n").length, JSON.stringify(output));
        },
      ),
      { numRuns: 1000 },
    ));

  it("takes bounded time for hostile output", function () {
    this.timeout(3000);
    for (const hostile of ["\u001b[", "\u001b]", "\u001b[0;", "\u001b(", "\r", "\u001b]0;\u001b"])
      plainOutput(hostile.repeat(300_000));
    plainOutput(`\u001b[${"0".repeat(1_000_000)}`);
    plainOutput(`\u001b]${"0".repeat(1_000_000)}`);
  });
});

describe("OutputFold: the same for a stream of bytes", () => {
  const folded = (pieces: readonly Uint8Array[]) => {
    const fold = new OutputFold();
    // Copied at once, because a stream may use its buffer again.
    const ready = pieces.map((piece) => Buffer.concat(fold.push(piece)));
    return Buffer.concat([...ready, ...fold.end()]).toString("utf8");
  };

  it("is what plainOutput makes of the whole, wherever it is cut", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "\u001b[1m", "\u001b[2K", "\r", "\n", "é", "😀", "\r\n", "\b"), {
          maxLength: 40,
        }),
        fc.array(fc.nat(80), { maxLength: 10 }),
        (parts, places) => {
          const whole = Buffer.from(parts.join(""));
          const cuts = [...places.map((place) => Math.min(place, whole.length)).sort((a, b) => a - b), whole.length];
          const pieces = cuts.map((end, index) => whole.subarray(cuts[index - 1] ?? 0, end));
          assert.equal(folded(pieces), plainOutput(whole.toString("utf8")), JSON.stringify(parts));
        },
      ),
      { numRuns: 2000 },
    ));

  it("a progress bar of megabytes without a line break takes the room of its last state", () => {
    const states = Array.from({ length: 100_000 }, (_, at) => Buffer.from(`\rdone ${at} of 100000 [=====>     ]`));
    assert.equal(folded([Buffer.from("begun\n"), ...states]), "begun\ndone 99999 of 100000 [=====>     ]");
    const trailing = Array.from({ length: 10_000 }, (_, at) => Buffer.from(`done ${at} of 10000 [=====>]\r`));
    assert.equal(folded([...trailing, Buffer.from("\nafter\n")]), "done 9999 of 10000 [=====>]\nafter\n");
  });

  it("a line too long to hold back comes out whole", () => {
    const line = "x".repeat(1_000_000);
    assert.equal(folded([Buffer.from(line), Buffer.from("y\nz")]), `${line}y\nz`);
    const fold = new OutputFold();
    assert.equal(Buffer.concat(fold.push(Buffer.from(line))).length, 1_000_000);
  });

  it("copies what it contains back: a stream may use its buffer again", () => {
    const fold = new OutputFold();
    const chunk = Buffer.from("held");
    fold.push(chunk);
    chunk.fill("z");
    assert.equal(Buffer.concat(fold.end()).toString(), "held");
  });

  it("lines with nothing to fold are handed on as they are, and not copied", () => {
    const fold = new OutputFold();
    const chunk = Buffer.from("one\ntwo\nrest");
    const [ready, ...more] = fold.push(chunk);
    assert.deepEqual([more, ready?.buffer === chunk.buffer, ready?.byteOffset], [[], true, chunk.byteOffset]);
    assert.equal(
      Buffer.concat([ready as Uint8Array, ...fold.push(Buffer.from(" of it\n"))]).toString(),
      "one\ntwo\nrest of it\n",
    );
  });

  it("a million single bytes take bounded time", function () {
    this.timeout(30_000);
    const fold = new OutputFold();
    const byte = Buffer.from("x");
    for (let at = 0; at < 1_000_000; at++) fold.push(byte);
  });
});
