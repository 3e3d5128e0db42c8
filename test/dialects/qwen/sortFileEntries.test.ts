/** The order of Qwen Code's source, for suites that test it (C-23). */
import assert from "node:assert/strict";
import { sortFileEntries } from "../../../src/dialects/qwen/sortFileEntries";

const day = 24 * 60 * 60 * 1000;
const now = 100 * day;
const entry = (path: string, age: number | undefined) => ({
  fullpath: () => path,
  ...(age !== undefined && { mtimeMs: now - age }),
});
const sorted = (...entries: ReturnType<typeof entry>[]) =>
  sortFileEntries(entries, now, day).map((file) => file.fullpath());

describe("sortFileEntries (C-23)", () => {
  it("puts the last day's files first, newest first, and older ones after them by path", () =>
    assert.deepEqual(sorted(entry("/c", 2 * day), entry("/b", 5), entry("/a", 9 * day), entry("/d", 1)), [
      "/d",
      "/b",
      "/a",
      "/c",
    ]));

  it("a file exactly a day old is old; one without a time too", () =>
    assert.deepEqual(sorted(entry("/b", day), entry("/a", undefined), entry("/z", day - 1)), ["/z", "/a", "/b"]));

  it("leaves what it is given as it was", () => {
    const given = [entry("/a", 2), entry("/b", 1)];
    sortFileEntries(given, now, day);
    assert.deepEqual(
      given.map((file) => file.fullpath()),
      ["/a", "/b"],
    );
  });
});
