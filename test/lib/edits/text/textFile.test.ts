import assert from "node:assert/strict";
import fc from "fast-check";
import { encode, textOf } from "../../../../src/lib/edits/text/encoding";
import { LineIndex } from "../../../../src/lib/edits/text/lineIndex";
import { bytesOf, openHead, piecesOf, readFirst, readFurther } from "../../../../src/lib/edits/text/textFile";
import { encodings } from "../arbitraries";

/** Pieces that are gone once the next is asked for, as from a disk. */
async function* lent(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

describe("openHead", () => {
  it("gives as many bytes as are asked for or there are, and then everything", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(40),
        async (bytes, size, wanted) => {
          const { head, pieces } = await openHead(lent(bytes, size), wanted);
          assert.ok(head.length >= Math.min(wanted, bytes.length));
          assert.deepEqual(head, Buffer.from(bytes.subarray(0, head.length)));
          assert.deepEqual(await bytesOf(pieces), Buffer.from(bytes));
        },
      ),
    ));

  it("closes what it opened", async () => {
    let closed = false;
    async function* stream() {
      try {
        yield Buffer.from("abc");
        yield Buffer.from("def");
      } finally {
        closed = true;
      }
    }
    const { head, pieces, close } = await openHead(stream(), 2);
    for await (const _ of pieces) break;
    await close();
    assert.deepEqual([head.toString(), closed], ["abc", true]);
  });
});

describe("a large file read again through its index", () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at} ${"é".repeat(at % 90)}`);
  const whole = lines.join("\r\n");

  for (const encoding of encodings) {
    it(`gives the same lines as from the start, and reads no more than it must: ${encoding}`, async () => {
      const bytes = encode(whole, encoding);
      const index = new LineIndex(encoding);
      const request = { offset: 50_000, lines: 3, characters: 1000 };
      const first = await readFirst(lent(bytes, 65_536), request, 1e9, index);
      const from = index.before(request.offset);
      assert.ok(from && from.byte > bytes.length / 2);
      let opened = -1;
      const openAt = (byte: number) => {
        opened = byte;
        return lent(bytes.subarray(byte), 65_536);
      };
      assert.deepEqual(await readFurther(openAt, from, request, index), first);
      assert.equal(first.text, lines.slice(50_000, 50_003).join("\n"));
      assert.equal(textOf(bytes.subarray(0, opened), encoding).split("\n").length - 1, from.line - 1);
    });
  }

  it("once its end was read the total is known to every later read", async () => {
    const bytes = Buffer.from(whole);
    const index = new LineIndex("utf8");
    await readFirst(lent(bytes, 65_536), { offset: 59_999, lines: 5, characters: 1000 }, 1e9, index);
    const request = { offset: 30_000, lines: 1, characters: 1000 };
    const from = index.before(request.offset);
    assert.ok(from);
    const again = await readFurther((byte) => lent(bytes.subarray(byte), 65_536), from, request, index);
    assert.deepEqual([again?.total, again?.more, again?.finalNewline], [60_000, true, false]);
  });

  it("an index that is not of this file is noticed", async () => {
    const index = new LineIndex("utf8");
    await readFirst(lent(Buffer.from(whole), 65_536), { offset: 50_000, lines: 1, characters: 9 }, 1e9, index);
    const from = index.before(50_000);
    assert.ok(from);
    const other = Buffer.from(`x${whole}`);
    const openAt = (byte: number) => piecesOf(other.subarray(byte));
    assert.equal(await readFurther(openAt, from, { offset: 50_000, lines: 1, characters: 9 }, index), undefined);
  });
});
