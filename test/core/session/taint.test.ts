/** A session's taint only rises, is kept, and is reset as a whole (PO-6, PO-7). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { isSavedTaint, type LineageEntry, Taint, unknownTaint } from "../../../src/core/session/taint";
import { highest, levels } from "../../../src/core/vocabulary/level";
import { lineageMarkdown, lineageText, whatRaised } from "../../../src/features/confidentiality/lineage";

const entry = (changes: Partial<LineageEntry> = {}): LineageEntry => ({
  time: 0,
  call: "c",
  level: "INTERNAL",
  source: "a.txt",
  reason: "because",
  ...changes,
});

const entries = fc.array(
  fc.record({
    time: fc.nat(),
    call: fc.string(),
    level: fc.constantFrom(...levels),
    source: fc.string(),
    reason: fc.string(),
  }),
);

describe("taint (PO-6)", () => {
  it("is the highest of what came in, told by what first raised it", () => {
    const taint = new Taint();
    for (const [level, source] of [
      ["INTERNAL", "a"],
      ["RESTRICTED", "b"],
      ["CONFIDENTIAL", "c"],
      ["RESTRICTED", "d"],
    ] as const)
      taint.add(entry({ level, source }));
    assert.deepEqual([taint.level, taint.raisedBy?.source], ["RESTRICTED", "b"]);
  });

  it("keeps what raised it, however much comes after", () => {
    const taint = new Taint();
    taint.add(entry({ level: "RESTRICTED", source: "first" }));
    for (let time = 0; time < 1000; time++) taint.add(entry({ time }));
    assert.deepEqual([taint.lineage.length, taint.level, taint.raisedBy?.source], [500, "RESTRICTED", "first"]);
  });

  it("sums up what was exchanged with a host, and keeps the most of it that any process knows", () => {
    const taint = new Taint();
    taint.add(entry({ source: "api.example" }));
    taint.add(entry({ source: "other.example" }));
    taint.addExchanged([{ host: "api.example", methods: ["GET"], sent: 1, received: 20 }]);
    const early: unknown = JSON.parse(JSON.stringify(taint.saved()));
    assert.ok(isSavedTaint(early));
    taint.addExchanged([{ host: "api.example", methods: ["POST", "GET"], sent: 300, received: 4000 }]);
    taint.addExchanged([{ host: "unknown.example", methods: [], sent: 1, received: 1 }]);
    const all = [{ methods: ["GET", "POST"], sent: 301, received: 4020 }, undefined];
    const exchanged = (one: Taint) => one.lineage.map((known) => known.exchanged);
    assert.deepEqual(exchanged(taint), all);
    taint.restore(early);
    assert.deepEqual(exchanged(taint), all);
    const other = new Taint();
    other.restore(early);
    other.restore(taint.saved());
    assert.deepEqual(exchanged(other), all);
    assert.equal(
      lineageText(taint.lineage[0] ?? entry()),
      "1970-01-01T00:00:00.000Z  INTERNAL  api.example: because (GET, POST, 301 bytes sent, 4020 received)",
    );
    for (const wrong of [null, 1, {}, { methods: [1], sent: 1, received: 1 }, { methods: [], sent: "1", received: 1 }])
      assert.equal(isSavedTaint({ level: "PUBLIC", lineage: [{ ...entry(), exchanged: wrong }] }), false);
  });

  it("is the same after it was saved and restored, once or twice, and never lower than it was", () =>
    fc.assert(
      fc.property(entries, entries, (first, second) => {
        const [before, after] = [new Taint(), new Taint()];
        for (const one of first) before.add(one);
        for (const one of second) after.add(one);
        const own = after.level;
        const saved: unknown = JSON.parse(JSON.stringify(before.saved()));
        assert.ok(isSavedTaint(saved));
        after.restore(saved);
        assert.equal(after.level, highest([own, before.level]));
        const once = after.saved();
        after.restore(saved);
        assert.deepEqual(new Set(after.saved().lineage), new Set(once.lineage));
      }),
    ));

  it("is not taken from what is no saved taint", () => {
    for (const value of [undefined, null, 5, "RESTRICTED", {}, { level: "SECRET", lineage: [] }, { level: "PUBLIC" }])
      assert.equal(isSavedTaint(value), false);
    assert.equal(isSavedTaint({ level: "PUBLIC", lineage: [{ level: "PUBLIC" }] }), false);
    assert.equal(isSavedTaint(unknownTaint), true);
  });

  it("tells listeners of every change until they end it", () => {
    const taint = new Taint();
    let told = 0;
    const end = taint.onChange(() => told++);
    taint.add(entry());
    taint.restore(taint.saved());
    taint.reset();
    end();
    taint.add(entry());
    assert.equal(told, 3);
  });

  it("is told to people, and no name draws anything", () => {
    const taint = new Taint();
    taint.add(entry({ level: "RESTRICTED", source: "a|b](command:x)", reason: "it contains a key" }));
    assert.equal(whatRaised(taint), "RESTRICTED since a|b](command:x) was read (it contains a key)");
    assert.equal(lineageText(entry({ level: "PUBLIC" })), "1970-01-01T00:00:00.000Z  PUBLIC  a.txt: because");
    const lines = lineageMarkdown("Agents", taint).split("\n");
    assert.equal(
      lines.at(-1),
      "| 1970-01-01T00:00:00.000Z | RESTRICTED | a&#124;b&#93;&#40;command:x&#41; | it contains a key | c |",
    );
    assert.equal(lineageMarkdown("Agents", new Taint()), "# Agents\n\nPUBLIC.");
  });
});
