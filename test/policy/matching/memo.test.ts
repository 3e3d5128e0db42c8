import assert from "node:assert/strict";
import { memo } from "../../../src/policy/matching/memo";

describe("remembered: the answers about names", () => {
  it("each name is worked out once, an answer of undefined too", () => {
    const asked: string[] = [];
    const answer = memo((name) => {
      asked.push(name);
      return name === "b" ? undefined : name.toUpperCase();
    });
    assert.deepEqual(["a", "b", "a", "b", "__proto__"].map(answer), ["A", undefined, "A", undefined, "__PROTO__"]);
    assert.deepEqual(asked, ["a", "b", "__proto__"]);
  });

  it("no more names are kept than there is room for", () => {
    const asked: string[] = [];
    const answer = memo((name) => asked.push(name), 2);
    for (const name of ["a", "b", "a", "c", "a"]) answer(name);
    assert.deepEqual(asked, ["a", "b", "c", "a"]);
  });
});
