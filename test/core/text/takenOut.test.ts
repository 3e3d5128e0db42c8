import assert from "node:assert/strict";
import fc from "fast-check";
import { TakenOut, withoutTexts } from "../../../src/core/text/takenOut";

const inPieces = (texts: readonly string[], pieces: readonly Uint8Array[]): Buffer => {
  const left = new TakenOut(texts);
  return Buffer.concat([...pieces.map((piece) => left.push(piece)), left.finish()]);
};

describe("texts that are taken out of a stream", () => {
  it("are gone wherever the stream is cut", () => {
    const text = Buffer.from("a s3cret-value, s3cret-valu and s3cret-values3cret-value\n");
    const whole = "a [redacted], s3cret-valu and [redacted][redacted]\n";
    for (let cut = 0; cut <= text.length; cut++)
      assert.equal(inPieces(["s3cret-value"], [text.subarray(0, cut), text.subarray(cut)]).toString(), whole);
    const bytes = [...text].map((byte) => Buffer.from([byte]));
    assert.equal(inPieces(["s3cret-value"], bytes).toString(), whole);
  });

  it("count as the longest that stands there, also where its end comes later", () => {
    const texts = ["secret", "secretive", "tive!"];
    assert.equal(withoutTexts("secret, secretive, secreti", texts), "[redacted], [redacted], [redacted]i");
    assert.equal(inPieces(texts, [Buffer.from("secret"), Buffer.from("ive!")]).toString(), "[redacted]!");
  });

  it("keep back nothing but what may become one, and give that at the end", () => {
    const left = new TakenOut(["secret"]);
    assert.equal(Buffer.from(left.push(Buffer.from("Password: "))).toString(), "Password: ");
    assert.equal(Buffer.from(left.push(Buffer.from("its sec"))).toString(), "its ");
    assert.equal(Buffer.from(left.push(Buffer.from("ond"))).toString(), "second");
    assert.equal(Buffer.from(left.push(Buffer.from("s"))).length, 0);
    assert.equal(Buffer.from(left.finish()).toString(), "s");
  });

  it("leave every other byte as it is, however it is cut", () => {
    const alphabet = fc.constantFrom("a", "b", "é", "\0", "\n");
    const texts = fc.array(fc.string({ unit: alphabet, minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, fc.string({ unit: alphabet, maxLength: 60 }), fc.array(fc.nat(60)), (given, text, cuts) => {
        const bytes = Buffer.from(text);
        const at = [0, ...cuts.filter((cut) => cut <= bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        const result = inPieces(given, pieces);
        assert.deepEqual(result, inPieces(given, [bytes]));
        const longest = [...given].sort((a, b) => Buffer.byteLength(b) - Buffer.byteLength(a));
        const pattern = new RegExp(longest.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "gu");
        assert.equal(result.toString(), text.replace(pattern, "[redacted]"));
      }),
    );
  });
});
