import assert from "node:assert/strict";
import fc from "fast-check";
import { countLineFeeds } from "../../../../src/lib/edits/text/countLineFeeds";

const counted = (bytes: Uint8Array) => bytes.reduce((found, byte) => found + (byte === 0x0a ? 1 : 0), 0);

describe("countLineFeeds", () => {
  it("counts what a loop counts, wherever the bytes lie in their buffer", () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 100 }).map((bytes) => bytes.map((byte) => (byte % 3 === 0 ? 0x0a : byte))),
        fc.nat(40),
        (bytes, from) => assert.equal(countLineFeeds(bytes.subarray(from)), counted(bytes.subarray(from))),
      ),
    ));

  it("nothing of what was counted before is counted again", () => {
    assert.equal(countLineFeeds(Buffer.alloc(64, "\n")), 64);
    assert.equal(countLineFeeds(Buffer.from("a\n")), 1);
    assert.equal(countLineFeeds(new Uint8Array()), 0);
  });

  it("counts more bytes than its memory holds", () => {
    for (const length of [524_287, 524_288, 524_289, 1_600_000]) {
      const bytes = Buffer.alloc(length, "ab\n");
      assert.equal(countLineFeeds(bytes), counted(bytes), String(length));
    }
  });
});
