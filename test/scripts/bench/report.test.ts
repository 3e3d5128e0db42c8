import assert from "node:assert/strict";
import { committedRatios, worseThan } from "../../bench/report";

describe("npm run bench -- --check", () => {
  const committed = { read: 1, list: 2 };
  const row = (task: string, raw: number, ours: number) => ({ task, raw, ours });

  it("lets a task be 15 % slower than is committed", () => {
    assert.deepEqual(worseThan(committed, [row("read", 100, 115), row("list", 10, 20), row("new", 1, 9)]), []);
  });

  it("names what is slower, and what was not measured", () => {
    assert.deepEqual(worseThan(committed, [row("read", 100, 116)]), [
      "read: 1.16×, committed 1.00×",
      "list: not measured, committed 2.00×",
    ]);
  });

  it("has ratios to compare with", () => {
    assert.ok(Object.values(committedRatios()).every((ratio) => ratio > 0));
  });
});
