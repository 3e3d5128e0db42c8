import assert from "node:assert/strict";
import { LineIndex, LineIndexes } from "../../../../src/lib/edits/text/lineIndex";

const megabyte = 1024 * 1024;

describe("LineIndex", () => {
  it("knows the last place noted at or before a line", () => {
    const index = new LineIndex("utf8");
    assert.equal(index.isEmpty, true);
    assert.equal(index.before(1_000_000), undefined);
    index.note({ line: 10, byte: megabyte });
    index.note({ line: 20, byte: 2 * megabyte });
    assert.deepEqual(
      [9, 10, 19, 20, 1e9].map((line) => index.before(line)?.line),
      [undefined, 10, 10, 20, 20],
    );
  });

  it("keeps no two places close to each other, and none that it has passed", () => {
    const index = new LineIndex("utf8");
    index.note({ line: 1, byte: megabyte - 1 });
    assert.equal(index.isEmpty, true);
    index.note({ line: 2, byte: megabyte });
    index.note({ line: 3, byte: 2 * megabyte - 1 });
    index.note({ line: 1, byte: 10 });
    assert.deepEqual(index.before(1e9), { line: 2, byte: megabyte });
  });

  it("stays small and even, however large the file", () => {
    const index = new LineIndex("utf8");
    for (let at = 1; at <= 100_000; at++) index.note({ line: at, byte: at * megabyte });
    const places = new Set(Array.from({ length: 5000 }, (_, at) => index.before(at * 20)?.line));
    assert.ok(places.size > 2000 && places.size <= 4097, String(places.size));
    const gaps = [...places].map((line) => line ?? 0).map((line, at, all) => line - (all[at - 1] ?? 0));
    assert.ok(Math.max(...gaps) <= 64, String(Math.max(...gaps)));
  });
});

describe("LineIndexes", () => {
  it("gives the index of a file in one version, and of no other file or version", () => {
    const indexes = new LineIndexes();
    const index = new LineIndex("utf8");
    indexes.put("/a", "1", index);
    assert.equal(indexes.find("/a", "1"), index);
    assert.equal(indexes.find("/a", "2"), undefined);
    assert.equal(indexes.find("/b", "1"), undefined);
    indexes.forget("/a", "1");
    assert.equal(indexes.find("/a", "1"), undefined);
  });

  it("keeps the 32 that were used last", () => {
    const indexes = new LineIndexes();
    for (let at = 0; at < 32; at++) indexes.put(`/${at}`, "1", new LineIndex("utf8"));
    indexes.find("/0", "1");
    indexes.put("/new", "1", new LineIndex("utf8"));
    const kept = (name: string) => indexes.find(name, "1") !== undefined;
    assert.deepEqual([kept("/0"), kept("/1"), kept("/2"), kept("/new")], [true, false, true, true]);
  });
});
