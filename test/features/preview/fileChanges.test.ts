import assert from "node:assert/strict";
import { fileChanges } from "../../../src/core/vocabulary/changes/fileChanges";
import { allow } from "../../../src/core/vocabulary/decision";
import type { Effect, ResolvedPath, WriteEffect } from "../../../src/core/vocabulary/effect";
import { previewOf } from "../../../src/features/preview/preview";

const at = (shown: string): ResolvedPath => ({ path: `/ws/${shown}`, real: `/ws/${shown}`, root: "/ws", shown });
const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const write = (shown: string, before: string | undefined, after: string | undefined): WriteEffect => ({
  kind: "write",
  target: at(shown),
  before: bytes(before),
  after: bytes(after),
});
const told = (...effects: Effect[]) =>
  fileChanges(effects).map(({ kind, effect, from }) => [kind, from?.shown, effect.target.shown]);
const preview = (...effects: Effect[]) =>
  previewOf(
    { title: "Probe", effects, run: () => Promise.reject(new Error("unused")) },
    effects.map(() => allow("r", "")),
  );

describe("fileChanges: what a person takes for one change", () => {
  it("a creation, a change, a deletion", () =>
    assert.deepEqual(told(write("a", undefined, "1"), write("b", "1", "2"), write("c", "3", undefined)), [
      ["create", undefined, "a"],
      ["change", undefined, "b"],
      ["delete", undefined, "c"],
    ]));

  it("a file that is created with the bytes of a deleted one was moved, in either order", () => {
    assert.deepEqual(told(write("b", undefined, "1"), write("a", "1", undefined)), [["move", "a", "b"]]);
    assert.deepEqual(told(write("a", "1", undefined), write("b", undefined, "1")), [["move", "a", "b"]]);
  });

  it("one deleted file is the source of one new file alone", () =>
    assert.deepEqual(told(write("a", "1", undefined), write("b", undefined, "1"), write("c", undefined, "1")), [
      ["move", "a", "b"],
      ["create", undefined, "c"],
    ]));

  it("what else a call does is no change of a file", () =>
    assert.deepEqual(told({ kind: "read", target: at("a") }), []));
});

describe("previewOf: several changes", () => {
  it("each with its file's name, a move in words", () =>
    assert.equal(
      preview(
        write("a", "1\n", "2\n"),
        write("old.bin", "x", undefined),
        write("new.bin", undefined, "x"),
        write("c", "3\n", undefined),
      ),
      "Changes `a`:\n\n```diff\n@@ -1,1 +1,1 @@\n-1\n+2\n```\n\nMoves `old.bin` to `new.bin`.\n\nDeletes `c`:\n\n```diff\n@@ -1,1 +0,0 @@\n-3\n```",
    ));

  it("a move alone", () =>
    assert.equal(preview(write("b", undefined, "1"), write("a", "1", undefined)), "Moves `a` to `b`."));
});
