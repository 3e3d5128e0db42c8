import assert from "node:assert/strict";
import fc from "fast-check";
import { countsText, lineCounts, sumOfCounts } from "../../../src/features/preview/lineCounts";

const bytes = (text: string) => Buffer.from(text);

describe("lineCounts", () => {
  it("counts a changed line as one added and one removed", () =>
    assert.deepEqual(lineCounts(bytes("a\nb\nc\n"), bytes("a\nB\nc\nd\n")), { added: 2, removed: 1 }));

  it("counts every line of a created and of a deleted file, with or without a last line break", () => {
    assert.deepEqual(lineCounts(undefined, bytes("a\nb\n")), { added: 2, removed: 0 });
    assert.deepEqual(lineCounts(undefined, bytes("a\nb")), { added: 2, removed: 0 });
    assert.deepEqual(lineCounts(bytes("a\n"), undefined), { added: 0, removed: 1 });
    assert.deepEqual(lineCounts(undefined, bytes("")), { added: 0, removed: 0 });
    assert.deepEqual(lineCounts(undefined, bytes("x\n".repeat(9000))), { added: 9000, removed: 0 });
  });

  it("counts lines and not bytes in UTF-16", () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("ä\nö\n", "utf16le")]);
    assert.deepEqual(lineCounts(undefined, wide), { added: 2, removed: 0 });
  });

  it("says nothing of binary contents", () => {
    assert.equal(lineCounts(Buffer.from([0, 1]), Buffer.from([0, 2])), undefined);
    assert.equal(lineCounts(undefined, Buffer.from([0, 2])), undefined);
  });

  it("counts texts that are too different to compare as replaced", () => {
    const many = (mark: string) => bytes(Array.from({ length: 5000 }, (_, line) => `${mark}${line}\n`).join(""));
    assert.deepEqual(lineCounts(many("a"), many("b")), { added: 5000, removed: 5000 });
  });

  it("adds up to what the file gains in lines", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "+", "-", "")),
        fc.array(fc.constantFrom("a", "b", "+", "-", "")),
        (old, fresh) => {
          const text = (lines: string[]) => bytes(lines.map((line) => `${line}\n`).join(""));
          const { added = 0, removed = 0 } = lineCounts(text(old), text(fresh)) ?? {};
          assert.equal(added - removed, fresh.length - old.length);
        },
      ),
    ));

  it("is summed over files, those without counts as none", () => {
    const sum = sumOfCounts([{ added: 1, removed: 2 }, undefined, { added: 3, removed: 4 }]);
    assert.deepEqual(sum, { added: 4, removed: 6 });
    assert.equal(countsText(sum), "+4 −6");
  });
});
