import assert from "node:assert/strict";
import type { FileEntry } from "../../../../src/core/vocabulary/changes/fileEntry";
import { isTorn } from "../../../../src/core/vocabulary/changes/tornFile";

const bytes = (text: string) => Buffer.from(text, "latin1");
const file = (text: string, mode?: number): FileEntry => ({
  kind: "file",
  bytes: bytes(text),
  ...(mode !== undefined && { mode }),
});

/** What a file of some bytes holds at every moment in which others are written over it and it is cut to their length. */
function moments(under: string, over: string): string[] {
  const written = Array.from({ length: over.length + 1 }, (_, count) => over.slice(0, count) + under.slice(count));
  return [...written, over];
}

describe("isTorn (D-9): a file of which a part was written", () => {
  const sides = [
    ["aaaaaaaa", "bbbbbbbb"],
    ["aaaaaaaa", "bbb"],
    ["aaa", "bbbbbbbb"],
    ["first\nsecond\nthird\n", "first\ninserted\nsecond\nthird\n"],
    ["first\nsecond\nthird\n", "second\nthird\n"],
    ["", "new"],
    ["old", ""],
    ["abababab", "babababa"],
  ] as const;

  it("is known at every moment of the write, and of every write that takes it back", () => {
    for (const [old, fresh] of sides) {
      const change = { before: bytes(old), after: bytes(fresh) };
      for (const part of moments(old, fresh)) {
        assert.ok(isTorn(file(part), change), `${part} between ${old} and ${fresh}`);
        for (const back of moments(part, old))
          assert.ok(isTorn(file(back), change), `${back} on the way back from ${part} to ${old}`);
      }
    }
  });

  it("is none that holds anything else", () => {
    const change = { before: bytes("aaaaaaaa"), after: bytes("bbbbbbbb") };
    for (const other of ["", "bbbb", "bbbbaaa", "bbbbaaaaa", "bbbcaaaa", "bbbbaaac", "babababa", "bbaabbaa"])
      assert.ok(!isTorn(file(other), change), other);
    assert.ok(!isTorn(undefined, change));
    const longer = { before: bytes("aaa"), after: bytes("bbbbbb") };
    for (const other of ["bba!", "bbbb!", "aaab!", "bbbbbba"]) assert.ok(!isTorn(file(other), longer), other);
    const shorter = { before: bytes("aaaaaa"), after: bytes("bbb") };
    for (const other of ["bbaaa", "bbbb", "bbbaa!", "aaaaaaa"]) assert.ok(!isTorn(file(other), shorter), other);
  });

  it("is a file on both sides, with the permissions of one of them", () => {
    const change = { before: bytes("aaaa"), after: bytes("bbbb"), modes: { before: 0o644, after: 0o755 } };
    assert.ok(isTorn(file("bbaa", 0o644), change));
    assert.ok(isTorn(file("bbaa", 0o755), change));
    assert.ok(isTorn(file("bbaa"), change));
    assert.ok(!isTorn(file("bbaa", 0o600), change));
    assert.ok(!isTorn({ kind: "link", bytes: bytes("bbaa") }, change));
    assert.ok(!isTorn(file("bbaa"), { ...change, kinds: { before: "link" } }));
    assert.ok(!isTorn(file("bb"), { before: undefined, after: bytes("bbbb") }));
    assert.ok(!isTorn(file("aa"), { before: bytes("aaaa"), after: undefined }));
  });
});
