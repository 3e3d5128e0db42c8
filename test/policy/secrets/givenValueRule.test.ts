import assert from "node:assert/strict";
import type { WriteEffect } from "../../../src/core/vocabulary/effect";
import { givenValueRule } from "../../../src/policy/secrets/givenValueRule";

describe("values of secret files that commands were given", () => {
  const target = { path: "/w/a.txt", real: "/w/a.txt", root: "/w", shown: "a.txt" };
  const judge = async (before: string | undefined, after: string | undefined, values = ["tok-5f2b9c71", "short"]) => {
    const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
    const effect: WriteEffect = { kind: "write", target, before: bytes(before), after: bytes(after) };
    return givenValueRule.judge(effect, { givenValues: () => values } as never);
  };

  it("are asked about each time where a write would put one into a file", async () => {
    for (const before of [undefined, "", "other"]) {
      const opinion = await judge(before, "x tok-5f2b9c71 y");
      assert.deepEqual([opinion?.kind, opinion?.always], ["ask", true]);
      assert.ok(!opinion?.reason.includes("tok-"));
    }
  });

  it("are nothing new where they stood, and short ones stand in any file", async () => {
    assert.equal(await judge("tok-5f2b9c71", "tok-5f2b9c71 more"), undefined);
    assert.equal(await judge("tok-5f2b9c71", undefined), undefined);
    assert.equal(await judge("", "short tok-5f2b9c7"), undefined);
    assert.equal(await judge("", "tok-5f2b9c71", []), undefined);
  });
});
