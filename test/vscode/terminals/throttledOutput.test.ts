/** What a terminal draws of a command's output: all of a little, and the end of a flood. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { ThrottledOutput } from "../../../src/vscode/terminals/throttledOutput";

const maxDrawn = 64 * 1024;

function screen(every = 60_000) {
  const drawn: string[] = [];
  const output = new ThrottledOutput(
    {
      draw: (text) => drawn.push(text),
      skipped: (bytes) => `<${bytes}>`,
      worded: (text, stream) => (stream === "stderr" ? `(${text})` : text),
    },
    every,
  );
  return { output, drawn };
}

describe("output as a terminal draws it", () => {
  it("is drawn together, by stream and in its order", async () => {
    const { output, drawn } = screen(20);
    output.add("stdout", Buffer.from("one\n"));
    output.add("stderr", Buffer.from("two\n"));
    output.add("stdout", Buffer.from("three\n"));
    output.add("stdout", Buffer.alloc(0));
    assert.deepEqual(drawn, []);
    while (drawn.length === 0) await delay(5);
    assert.deepEqual(drawn, ["one\n(two\n)three\n"]);
    output.flush();
    assert.equal(drawn.length, 1);
  });

  it("is the same text, wherever characters were cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(40)), fc.boolean(), (text, cuts, flushes) => {
        const { output, drawn } = screen();
        const bytes = Buffer.from(text);
        let at = 0;
        for (const length of [...cuts, bytes.length]) {
          output.add("stdout", bytes.subarray(at, at + length));
          if (flushes) output.flush();
          at += length;
        }
        output.flush();
        assert.equal(drawn.join(""), text);
      }),
    );
  });

  it("is the end of a flood, whole characters of it, with how much is left out before it", () => {
    for (const size of [1, 1000, 64 * 1024, 200_000]) {
      const { output, drawn } = screen();
      const flood = Buffer.from("aé€😀".repeat(100_000));
      for (let at = 0; at < flood.length; at += size) output.add("stdout", flood.subarray(at, at + size));
      output.flush();
      const [, skipped, text = ""] = /^<(\d+)>(.*)$/s.exec(drawn.join("")) ?? [];
      assert.ok("aé€😀".repeat(100_000).endsWith(text) && !text.includes("\ufffd"), `in pieces of ${size}`);
      const left = flood.length - Buffer.byteLength(text) - Number(skipped);
      assert.ok(left >= 0 && left < 4, `${left} bytes of a cut character`);
      assert.ok(Buffer.byteLength(text) > maxDrawn - 4 && Buffer.byteLength(text) <= maxDrawn);
    }
  });

  it("goes on as before after a flood", () => {
    const { output, drawn } = screen();
    output.add("stdout", Buffer.alloc(2 * maxDrawn, "x"));
    output.flush();
    output.add("stdout", Buffer.from("on\n"));
    output.flush();
    assert.deepEqual([drawn.length, drawn[0]?.startsWith(`<${maxDrawn}>x`), drawn[1]], [2, true, "on\n"]);
  });
});
