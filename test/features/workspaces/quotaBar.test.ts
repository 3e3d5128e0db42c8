import assert from "node:assert/strict";
import { quotaBar } from "../../../src/features/workspaces/quotaBar";

describe("the bar of a quota", () => {
  for (const [bytes, most, bar] of [
    [0, 100, "▱▱▱▱▱▱▱▱"],
    [1, 100, "▰▱▱▱▱▱▱▱"],
    [50, 100, "▰▰▰▰▱▱▱▱"],
    [99, 100, "▰▰▰▰▰▰▰▱"],
    [100, 100, "▰▰▰▰▰▰▰▰"],
    [500, 100, "▰▰▰▰▰▰▰▰"],
    [1, 0, "▰▰▰▰▰▰▰▰"],
  ] as const)
    it(`of ${bytes} of ${most} bytes is ${bar}`, () => assert.equal(quotaBar(bytes, most), bar));
});
