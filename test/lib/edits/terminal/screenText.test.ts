import assert from "node:assert/strict";
import fc from "fast-check";
import { fullScreenNote, ScreenText } from "../../../../src/lib/edits/terminal/screenText";

const read = (pieces: readonly Uint8Array[]) => {
  const screen = new ScreenText();
  const ready = pieces.map((piece) => Buffer.from(screen.push(piece)));
  return Buffer.concat([...ready, screen.end()]).toString("utf8");
};

describe("ScreenText: what is drawn on a terminal, in lines", () => {
  const cases: [what: string, drawn: string, text: string][] = [
    ["plain text and colours stay", "a\r\n\u001b[1mé\u001b[0m", "a\r\n\u001b[1mé\u001b[0m"],
    [
      "a full-screen program is named, not copied",
      "a\u001b[?1049h~\r\n~\u001b[2;3Hx\u001b[?1049lb",
      `a${fullScreenNote}b`,
    ],
    [
      "so is one in the ways of older terminals",
      "\u001b[?47hx\u001b[?47l\u001b[?1047hy\u001b[?1047l",
      `${fullScreenNote}${fullScreenNote}`,
    ],
    ["one that never ended hides the rest", "a\u001b[?1049hx\r\ny\u001b[?10", `a${fullScreenNote}`],
    ["what is drawn elsewhere begins a line", "\u001b[Hone\u001b[2;1Htwo\u001b[3fthree", "\r\none\r\ntwo\r\nthree"],
    ["a gap stays one", "a\u001b[3Cb\u001b[Cc", "a   b c"],
    ["a gap has bounds", "a\u001b[9999999Cb", "a\u001b[9999999Cb"],
    ["an escape cut off at the end comes out", "a\u001b[1", "a\u001b[1"],
  ];
  for (const [what, drawn, text] of cases) it(what, () => assert.equal(read([Buffer.from(drawn)]), text));

  it("is the same wherever the stream is cut", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("a", "é", "\r\n", "\u001b[?1049h", "\u001b[?1049l", "\u001b[2;3H", "\u001b[4C", "\u001b[1m"),
          {
            maxLength: 20,
          },
        ),
        fc.array(fc.nat(80), { maxLength: 10 }),
        (parts, places) => {
          const whole = Buffer.from(parts.join(""));
          const cuts = [...places.map((place) => Math.min(place, whole.length)).sort((a, b) => a - b), whole.length];
          const pieces = cuts.map((end, index) => whole.subarray(cuts[index - 1] ?? 0, end));
          assert.equal(read(pieces), read([whole]), JSON.stringify(parts));
        },
      ),
      { numRuns: 2000 },
    ));

  it("takes bounded time and room for hostile output", function () {
    this.timeout(3000);
    for (const hostile of ["\u001b[", "\u001b[?1049", "\u001b[0;", "\u001b[?1049h\u001b[?1049l"])
      read([Buffer.from(hostile.repeat(100_000))]);
    assert.equal(new ScreenText().push(Buffer.from(`\u001b[${"0".repeat(1000)}`)).length, 1002);
  });
});
