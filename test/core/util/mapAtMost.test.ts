import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { mapAtMost } from "../../../src/core/util/mapAtMost";

describe("mapAtMost", () => {
  it("does each once, at most so many at the same time, and gives the results in order", async () => {
    const all = [5, 1, 4, 2, 3, 0];
    const taken: number[] = [];
    let running = 0;
    let most = 0;
    const doubled = await mapAtMost(all, 2, async (one) => {
      taken.push(one);
      most = Math.max(most, ++running);
      await delay(one);
      running--;
      return one * 2;
    });
    assert.deepEqual([doubled, [...taken].sort(), most], [all.map((one) => one * 2), [0, 1, 2, 3, 4, 5], 2]);
  });

  it("of none is nothing, and fails as the first that failed", async () => {
    assert.deepEqual(await mapAtMost([], 3, () => Promise.reject(new Error("never"))), []);
    await assert.rejects(
      mapAtMost([1, 2], 2, (one) => Promise.reject(new Error(`${one}`))),
      /^Error: 1$/,
    );
  });
});
