import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JournalChange } from "../../src/core/journal";
import { type BareCrib, bareCrib } from "../support/bareCrib";
import { snapshot } from "../support/tempFolder";
import { failsWith } from "../support/toolFailure";

const call = (id: string) => ({ id, agent: "tester", tool: "probe", title: `Change ${id}` });

describe("journal (D-17): a crash between record and write", () => {
  const pending = async (at: BareCrib, id: string, ...changes: JournalChange[]) =>
    at.crib.journal.record({ ...call(id), time: 2_000_000_000_000 + Number(id), state: "pending", changes });
  const changeOf = async (
    at: BareCrib,
    name: string,
    before: string | undefined,
    after: string,
  ): Promise<JournalChange> => {
    const { path, real, shown } = await at.files.resolve(name);
    return {
      path,
      real,
      shown,
      before: before === undefined ? undefined : Buffer.from(before),
      after: Buffer.from(after),
      createdDirectories: [],
    };
  };

  it("a write that happened is taken back", async () => {
    const at = await bareCrib({ tree: { a: "new" } });
    await pending(at, "9", await changeOf(at, "a", "old", "new"));
    assert.deepEqual((await at.crib.journal.undo()).restored, ["a"]);
    assert.deepEqual(snapshot(at.root), { a: "old" });
  });

  it("a write that never happened is passed over: the call before it is meant", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "old" } });
    const effect = await at.write("a", "1", "2");
    await at.crib.journal.begin(call("1")).write([effect]);
    await pending(at, "9", await changeOf(at, "b", "old", "new"));
    assert.deepEqual(await at.crib.journal.undo(), { subject: "Change 1", restored: ["a"] });
    assert.deepEqual(snapshot(at.root), { a: "1", b: "old" });
    assert.deepEqual(await at.crib.journal.undoable(), []);
  });

  it("alone, a write that never happened leaves nothing to undo", async () => {
    const at = await bareCrib({ tree: { b: "old" } });
    await pending(at, "9", await changeOf(at, "b", "old", "new"));
    await failsWith(() => at.crib.journal.undo(), "not_found", "There is no change to undo.");
  });

  it("a creation that never happened too", async () => {
    const at = await bareCrib();
    await pending(at, "9", await changeOf(at, "new", undefined, "x"));
    assert.deepEqual((await at.crib.journal.undo("9")).restored, []);
    assert.deepEqual(snapshot(at.root), {});
  });

  it("a crash before the second of two writes takes back the first", async () => {
    const at = await bareCrib({ tree: { a: "2", b: "1" } });
    await pending(at, "9", await changeOf(at, "a", "1", "2"), await changeOf(at, "b", "1", "2"));
    assert.deepEqual((await at.crib.journal.undo()).restored, ["a"]);
    assert.deepEqual(snapshot(at.root), { a: "1", b: "1" });
  });

  it("a file that holds neither is left alone", async () => {
    const at = await bareCrib({ tree: { a: "half" } });
    await pending(at, "9", await changeOf(at, "a", "old", "new"));
    await failsWith(() => at.crib.journal.undo(), "stale", /^a has changed since "Change 9"/);
    assert.deepEqual(snapshot(at.root), { a: "half" });
  });

  it("a folder in a file's place is refused, not written into", async () => {
    const at = await bareCrib();
    await pending(at, "9", await changeOf(at, "a", "old", "new"));
    mkdirSync(join(at.root, "a"));
    await failsWith(
      () => at.crib.journal.undo(),
      "is_directory",
      "a is a folder, not a file: list it with list_directory.",
    );
  });
});
