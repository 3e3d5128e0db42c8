/** The rows of the audit log, as a person reads them (D-18). */
import assert from "node:assert/strict";
import { newestFirst, shownDetail } from "../../../src/features/audit/auditFilter";

describe("the rows of the audit log (D-18)", () => {
  it("are in the order of the times that they show, the latest first, and of equal ones the last written", () => {
    const line = (call: string, time: string) => ({ kind: "call", call, time: `2026-01-01T09:32:${time}.000Z` });
    const lines = [line("a", "43"), line("b", "06"), line("c", "50"), line("d", "43"), { kind: "call", call: "e" }];
    assert.deepEqual(
      newestFirst(lines, 4).map(({ call }) => call),
      ["c", "d", "a", "b"],
    );
    assert.deepEqual(newestFirst(lines, 9).at(-1), { kind: "call", call: "e" });
    assert.equal(lines[0]?.call, "a");
  });

  it("name what a person said something to, and not its workspace and its digest", () => {
    const digest = "0f".repeat(32);
    assert.equal(shownDetail(`chat+shop-0123456789abcdef.report, ${digest}`), "report");
    assert.equal(shownDetail(`chat/weekly, ${digest}: say when, a.b`), "weekly: say when, a.b");
    assert.equal(shownDetail(`count, ${digest}`), "count");
    for (const other of [`sent ${digest}`, "from CONFIDENTIAL", `a, ${digest}0`, "chat+shop.sync, API_KEY"])
      assert.equal(shownDetail(other), other);
  });
});
