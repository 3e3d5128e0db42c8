import assert from "node:assert/strict";
import fc from "fast-check";
import { encodePiece } from "../../../../src/lib/edits/text/encoding";
import { inUnits, lineFeedsOf } from "../../../../src/lib/edits/text/lineFeeds";
import { cuts, encoding } from "../arbitraries";

/** Characters whose code units hold 0x0A where it is no line feed. */
const text = fc
  .array(fc.constantFrom("a", "\n", "\u0a0a", "\u0a00", "\u000a", "\u010a", "\u0a0b", "😀"), { maxLength: 20 })
  .map((characters) => characters.join(""));

describe("lineFeedsOf", () => {
  it("finds the line feeds of the text in its bytes, from the front, from the back, and their number", () =>
    fc.assert(
      fc.property(text, encoding, (content, how) => {
        const feeds = lineFeedsOf(how);
        const bytes = encodePiece(content, how);
        const places = [...content.matchAll(/\n/g)].map(
          ({ index }) => encodePiece(content.slice(0, index + 1), how).length,
        );
        const found: number[] = [];
        for (let at = feeds.after(bytes, 0); at !== -1; at = feeds.after(bytes, at)) found.push(at);
        assert.deepEqual(found, places);
        assert.equal(feeds.count(bytes), places.length);
        assert.equal(feeds.afterLast(bytes), places.at(-1) ?? -1);
        assert.deepEqual(Buffer.from(feeds.bytes), encodePiece("\n", how));
      }),
    ));
});

describe("inUnits", () => {
  it("gives whole units, all of them, however the stream is cut", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 20 }).chain((bytes) => fc.tuple(fc.constant(bytes), cuts(bytes))),
        async ([bytes, pieces]) => {
          async function* stream() {
            // Each piece is gone once the next is asked for, as from a disk.
            for (const piece of pieces) {
              const lent = Uint8Array.from(piece);
              yield lent;
              lent.fill(0xee);
            }
          }
          const got: Buffer[] = [];
          for await (const piece of inUnits(stream(), 2)) {
            assert.equal(piece.length % 2, 0);
            got.push(Buffer.from(piece));
          }
          assert.deepEqual(Buffer.concat(got), Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))));
        },
      ),
    ));
});
