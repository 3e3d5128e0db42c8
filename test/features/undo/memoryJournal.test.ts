/** The journal of a window that has no disk (D-17). */
import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/core/journal/journalEntry";
import { MemoryJournal } from "../../../src/features/undo/memoryJournal";
import { failsWith } from "../../support/toolFailure";

const bytes = (text: string) => new TextEncoder().encode(text);

const entry = (id: string, state: JournalEntry["state"], before = "old", after = "new"): JournalEntry => ({
  ...{ id, state, agent: "tester", tool: "probe", title: `Change ${id}`, time: 1 },
  changes: [
    { path: "/w/a", real: "/w/a", shown: "a", before: bytes(before), after: bytes(after), createdDirectories: [] },
  ],
});

describe("the journal in memory", () => {
  it("has an entry with its bytes once it is put, lists it without them, and tells of it", async () => {
    let told = 0;
    const journal = new MemoryJournal(() => told++);
    await journal.put(entry("1", "pending"));
    assert.deepEqual(await journal.get("1"), entry("1", "pending"));
    const [listed] = await journal.list();
    assert.deepEqual(listed?.changes, [{ path: "/w/a", real: "/w/a", shown: "a", createdDirectories: [] }]);
    await journal.end(entry("1", "done"));
    await journal.end(entry("1", "done", "old", "other"));
    assert.deepEqual(await journal.get("1"), entry("1", "done"));
    assert.equal(told, 2);
    await failsWith(() => journal.get("2"), "not_found", "The journal has no entry 2.");
  });

  it("forgets the oldest first, and none whose writes go on", async () => {
    const journal = new MemoryJournal(() => {}, { entries: 2, bytes: 1000 });
    for (const [id, state] of [
      ["1", "pending"],
      ["2", "done"],
      ["3", "done"],
      ["4", "done"],
    ] as const)
      await journal.put(entry(id, state));
    assert.deepEqual(
      (await journal.list()).map(({ id }) => id),
      ["1", "4"],
    );
    await journal.put(entry("5", "done", "x".repeat(2000)));
    assert.deepEqual(
      (await journal.list()).map(({ id }) => id),
      ["1", "5"],
    );
    assert.deepEqual(await journal.ids(), new Set(["1", "5"]));
  });
});
