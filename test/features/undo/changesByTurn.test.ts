import assert from "node:assert/strict";
import type { JournalChange, JournalEntry, JournalSummary } from "../../../src/core/journal/journalEntry";
import { changesOfTurn, partsOfTurn, type TurnChange, turnsOf } from "../../../src/features/undo/changesByTurn";

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const change = (shown: string, before: string | undefined, after: string | undefined): JournalChange => ({
  path: `/ws/${shown}`,
  real: `/ws/${shown}`,
  shown,
  before: bytes(before),
  after: bytes(after),
  createdDirectories: [],
});
const entry = (id: string, ...changes: JournalChange[]): JournalEntry => ({
  id,
  agent: "chat",
  tool: "edit_file",
  title: `Edit ${id}`,
  time: Number(id),
  state: "done",
  changes,
});
const lines = (changes: readonly TurnChange[]) =>
  changes.map(({ kind, effect, from, first }) => [
    kind,
    from?.shown,
    effect.target.shown,
    effect.before?.toString(),
    effect.after?.toString(),
    `${first.id}.${first.index}`,
  ]);
const told = (...entries: JournalEntry[]) => lines(changesOfTurn(entries));

describe("changesOfTurn: what a turn made of each file", () => {
  it("goes from before the first call to after the last", () =>
    assert.deepEqual(
      told(entry("1", change("a", "1", "2")), entry("2", change("b", "x", "y"), change("a", "2", "3"))),
      [
        ["change", undefined, "a", "1", "3", "1.0"],
        ["change", undefined, "b", "x", "y", "2.0"],
      ],
    ));

  it("leaves out what came back to what it was, also what was created and deleted again", () =>
    assert.deepEqual(
      told(
        entry("1", change("a", "1", "2"), change("new", undefined, "n")),
        entry("2", change("a", "2", "1"), change("new", "n", undefined)),
      ),
      [],
    ));

  it("is one move for a file that has only got another name, found where the old name was", () =>
    assert.deepEqual(told(entry("1", change("b", undefined, "1"), change("a", "1", undefined))), [
      ["move", "a", "b", undefined, "1", "1.1"],
    ]));

  it("is a creation for a file that was deleted and written anew with nothing before", () =>
    assert.deepEqual(told(entry("1", change("a", undefined, "1")), entry("2", change("a", "1", "2"))), [
      ["create", undefined, "a", undefined, "2", "1.0"],
    ]));

  it("leaves out what was taken back, and finds the others where they are", () => {
    const call = entry("1", change("a", "1", "2"), change("b", "x", "y"));
    assert.deepEqual(lines(changesOfTurn([call], (at, shown) => at === 0 && shown === "b")), [
      ["change", undefined, "b", "x", "y", "1.1"],
    ]);
  });
});

describe("turnsOf", () => {
  const call = (id: string, turn?: string) => {
    const { changes, kind, ...rest } = entry(id, change("a", "1", "2"));
    const files = changes.map(({ shown }) => shown);
    const reals = changes.map(({ real }) => real);
    return { ...rest, files, reals, ...(turn && { turn: { id: turn, title: `Turn ${turn}` } }) };
  };
  const told = (...calls: JournalSummary[]) =>
    turnsOf(calls).map((turn) => [turn.id, turn.title, turn.time, turn.entries.map(({ id }) => id)]);

  it("puts the turn with the latest change first, its calls in their order", () =>
    assert.deepEqual(told(call("1", "x"), call("2", "y"), call("3", "x")), [
      ["x", "Turn x", 3, ["1", "3"]],
      ["y", "Turn y", 2, ["2"]],
    ]));

  it("has a part for each command, whatever calls made its changes, and one for the rest", () => {
    const ofCommand = (id: string, command: string) => ({
      ...call(id, "x"),
      command: { id: command, line: `run ${command}` },
    });
    const [turn] = turnsOf([ofCommand("1", "c"), call("2", "x"), ofCommand("3", "d"), ofCommand("4", "c")]);
    assert.ok(turn);
    const { commands, rest } = partsOfTurn(turn);
    const named = ({ title, entries }: typeof turn) => [title, ...entries.map(({ id }) => id)];
    assert.deepEqual([...commands, rest].map(named), [
      ["run c", "1", "4"],
      ["run d", "3"],
      ["Turn x", "2"],
    ]);
  });

  it("takes a call without a turn for one of its own", () =>
    assert.deepEqual(told(call("1"), call("2")), [
      ["2", "Edit 2", 2, ["2"]],
      ["1", "Edit 1", 1, ["1"]],
    ]));
});
