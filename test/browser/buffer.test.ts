/** Bytes in a browser do what they do in Node. */
import assert from "node:assert/strict";
import { isAscii as isNodeAscii, isUtf8 as isNodeUtf8, Buffer as NodeBuffer } from "node:buffer";
import { createHash as nodeHash } from "node:crypto";
import fc from "fast-check";
import { Buffer as BrowserBuffer, isAscii, isUtf8 } from "../../src/browser/node/buffer";
import { createHash } from "../../src/browser/node/crypto";

const encodings = ["utf8", "latin1", "hex", "base64", "base64url", "utf16le", "ascii"] as const;

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => new Uint8Array(NodeBuffer.from(text))),
);

describe("bytes in a browser", () => {
  it("are decoded as Node decodes them, valid or not", () => {
    assert.notEqual(BrowserBuffer, NodeBuffer);
    fc.assert(
      fc.property(bytes, fc.nat(10), fc.nat(50), (some, start, end) => {
        for (const encoding of encodings) {
          const [node, browser] = [NodeBuffer.from(some), BrowserBuffer.from(some)];
          assert.equal(browser.toString(encoding), node.toString(encoding), encoding);
          assert.equal(browser.toString(encoding, start, end), node.toString(encoding, start, end), encoding);
        }
        assert.equal(isUtf8(some), isNodeUtf8(some));
        assert.equal(isAscii(some), isNodeAscii(some));
      }),
    );
  });

  it("are compared with plain arrays of bytes, and found in each other", () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(10), (some, others, from) => {
        const [node, browser] = [NodeBuffer.from(some), BrowserBuffer.from(some)];
        assert.equal(browser.equals(some), true);
        assert.equal(browser.equals(others), node.equals(others));
        assert.equal(browser.compare(others), node.compare(others));
        const piece = (others.length > 0 ? others.subarray(0, 2) : new Uint8Array([1])) as Uint8Array & string;
        assert.equal(browser.indexOf(piece, from), node.indexOf(piece, from));
        assert.equal(browser.includes(piece), node.includes(piece));
        const [inNode, inBrowser] = [new Uint8Array(9), new Uint8Array(9)];
        assert.equal(browser.copy(inBrowser, 3), node.copy(inNode, 3));
        assert.deepEqual(inBrowser, inNode);
        assert.equal(createHash("sha256").update(some).digest("hex"), nodeHash("sha256").update(some).digest("hex"));
      }),
    );
  });
});
