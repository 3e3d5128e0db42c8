import assert from "node:assert/strict";
import fc from "fast-check";
import { OutputBuffer } from "../../../src/core/jobs/outputBuffer";

const notice = /\n\[… (\d+) bytes left out …\]\n/;

/** All pieces in order through one buffer. */
function filled(room: number, pieces: readonly Uint8Array[]): OutputBuffer {
  const buffer = new OutputBuffer(room);
  for (const piece of pieces) buffer.append(piece);
  return buffer;
}

/** Cuts bytes at the given places. */
const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const sorted = [...places].map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...sorted, bytes.length].map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end));
};

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "€", "😀", "\0"), maxLength: 120 });

describe("OutputBuffer (SH-11: 80 % head, 20 % tail)", () => {
  it("gives back what fits, whole", () => {
    assert.equal(filled(10, [Buffer.from("12345"), Buffer.from("67890")]).shown().text, "1234567890");
    assert.equal(filled(10, []).shown().text, "");
  });

  it("keeps the first 80 % and the last 20 %, and says what is missing", () => {
    const buffer = filled(10, [Buffer.from("abcdefghijklmnopqrstuvwxyz")]);
    assert.equal(buffer.shown().text, "abcdefgh\n[… 16 bytes left out …]\nyz");
    assert.deepEqual([buffer.total, buffer.omitted], [26, 16]);
  });

  it("cuts no character, in the head or in the tail", () => {
    // Room for 8 bytes of head and 2 of tail: both ends fall inside a euro sign (3 bytes).
    assert.equal(filled(10, [Buffer.from("€".repeat(10))]).shown().text, "€€\n[… 24 bytes left out …]\n");
    assert.equal(filled(20, [Buffer.from("😀".repeat(10))]).shown().text, "😀😀😀😀\n[… 20 bytes left out …]\n😀");
  });

  it("head, tail and what is said to be left out add up to everything, however the stream is cut", () =>
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 5, max: 60 }),
        fc.array(fc.nat(500), { maxLength: 20 }),
        (whole, room, places) => {
          const bytes = Buffer.from(whole);
          const shown = filled(room, cut(bytes, places)).shown().text;
          assert.equal(shown, filled(room, [bytes]).shown().text, "the cuts must not matter");
          if (bytes.length <= room) return assert.equal(shown, whole);
          const [head = "", omitted = "", tail = ""] = shown.split(notice);
          assert.ok(whole.startsWith(head) && whole.endsWith(tail), JSON.stringify(shown));
          assert.ok(!shown.includes("\ufffd"), JSON.stringify(shown));
          const { cutAt = 0 } = filled(room, [bytes]).shown();
          assert.equal(cutAt + Number(omitted) + Buffer.byteLength(tail), bytes.length);
          // The line feed before the notice may be the head's own.
          assert.ok(cutAt - Buffer.byteLength(head) <= 1);
          assert.ok(cutAt >= Math.floor(room * 0.8) * 0.75 - 4);
          assert.ok(Buffer.byteLength(tail) >= (room - Math.floor(room * 0.8)) * 0.75 - 4);
        },
      ),
    ));

  it("ends and begins with whole lines where those are near, and says at which byte it was cut", () => {
    const buffer = filled(50, [Buffer.from("12345678\n".repeat(20))]);
    assert.deepEqual(buffer.shown(), {
      text: `${"12345678\n".repeat(4)}[… 135 bytes left out …]\n12345678\n`,
      cutAt: 36,
    });
  });

  it("keeps the end of one long line, where only whole lines are wanted too", () => {
    const buffer = new OutputBuffer(100, true);
    buffer.append(Buffer.from(`head\n${"x".repeat(500)}\n`));
    const { text } = buffer.shown();
    assert.match(text, /^head\n\[… 481 bytes left out …\]\nx{19}\n$/);
  });

  it("shows less than it keeps, whether it keeps all or not", () => {
    const whole = filled(26, [Buffer.from("abcdefghijklmnopqrstuvwxyz")]);
    const parts = filled(20, [Buffer.from("abcdefghijklmnopqrstuvwxyz")]);
    const shorter = { text: "abcdefgh\n[… 16 bytes left out …]\nyz", cutAt: 8 };
    assert.deepEqual(whole.shown(10), shorter);
    assert.deepEqual(parts.shown(10), shorter);
    assert.deepEqual(whole.shown(26), { text: "abcdefghijklmnopqrstuvwxyz", cutAt: undefined });
  });

  it("bytes that are no UTF-8 do no harm", () => {
    const buffer = filled(10, [Buffer.alloc(100, 0x80)]);
    assert.match(buffer.shown().text, /^\ufffd{8}\n\[… \d+ bytes left out …\]\n/);
  });

  it("copies what it keeps: a stream may use its buffer again", () => {
    const chunk = Buffer.from("aaaaaaaaaaaaaaaaaaaa");
    const buffer = filled(10, [chunk]);
    chunk.fill("z");
    assert.equal(buffer.shown().text, "aaaaaaaa\n[… 10 bytes left out …]\naa");
  });

  it("holds no more than its room, whatever flows through", function () {
    this.timeout(5000);
    const before = process.memoryUsage().arrayBuffers;
    const buffer = new OutputBuffer(100_000);
    for (let at = 0; at < 2000; at++) buffer.append(Buffer.alloc(500_000, 97));
    (globalThis as { gc?: () => void }).gc?.();
    assert.equal(buffer.total, 1_000_000_000);
    assert.equal(buffer.shown().text.length, 100_000 + "\n[… 999900000 bytes left out …]\n".length);
    assert.ok(process.memoryUsage().arrayBuffers - before < 200_000_000);
  });

  it("a million single bytes take bounded time", function () {
    this.timeout(30_000);
    const buffer = new OutputBuffer(1_000_000);
    const byte = Buffer.from("x");
    for (let at = 0; at < 2_000_000; at++) buffer.append(byte);
    assert.equal(buffer.omitted, 1_000_000);
  });
});
