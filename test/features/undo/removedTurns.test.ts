import assert from "node:assert/strict";
import type { JournalSummary } from "../../../src/features/undo/journal";
import { type HeldTurns, removedTurns } from "../../../src/features/undo/removedTurns";

const entry = (id: string, time: number, turn?: JournalSummary["turn"]): JournalSummary => ({
  ...{ id, agent: "chat", tool: "edit_file", title: `Edit ${id}`, time, state: "done", files: ["a"], reals: ["/a"] },
  ...(turn && { turn }),
});
const inChat = (chat: string, id: string, title = `ask ${id}`) => ({ id, title, chat });
const held = (ids: readonly string[], ...titles: string[]): HeldTurns => ({ chat: "one", ids: new Set(ids), titles });
const idsOf = (entries: readonly JournalSummary[], history: HeldTurns) =>
  removedTurns(entries, history).map(({ id, entries: calls }) => [id, ...calls.map((call) => call.id)]);

describe("turns that are gone from their chat (D-17)", () => {
  const entries = [
    entry("1", 1, inChat("one", "first")),
    entry("2", 2, inChat("one", "second")),
    entry("3", 3, inChat("one", "second")),
    entry("4", 4, inChat("one", "third")),
  ];

  it("finds those that the chat no longer holds, the latest first, each with all of its calls", () => {
    assert.deepEqual(idsOf(entries, held(["first", "second", "third"])), []);
    assert.deepEqual(idsOf(entries, held(["first"])), [
      ["third", "4"],
      ["second", "2", "3"],
    ]);
    assert.deepEqual(idsOf(entries, held([])).length, 3, "the first request was restored");
  });

  it("finds nothing of other chats, of agent mode and of calls without a turn", () => {
    const others = [entry("5", 5, inChat("two", "there")), entry("6", 6, { id: "agent", title: "x" }), entry("7", 7)];
    assert.deepEqual(idsOf(others, held([])), []);
  });

  it("takes a request whose answer names no turn for the one of that title, once", () => {
    assert.deepEqual(idsOf(entries, held(["first", "second"], "ask third")), []);
    const twice = [entry("1", 1, inChat("one", "a", "go on")), entry("2", 2, inChat("one", "b", "go on"))];
    assert.deepEqual(idsOf(twice, held([], "go on")), [["a", "1"]]);
    assert.deepEqual(idsOf(twice, held([], "go on", "go on")), []);
  });
});
