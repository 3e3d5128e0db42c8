import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Journal, type JournalChange } from "../../../src/features/undo/journal";
import { JournalFiles } from "../../../src/features/undo/node/journalFiles";
import { type BareCrib, bareCrib } from "../../support/bareCrib";
import { snapshot, tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

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

  it("an undo that was cut off counts for the files it had come to; the rest can be undone, and all be redone", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "1" } });
    const { journal } = at.crib;
    await journal.begin(call("1")).write([await at.write("a", "1", "2"), await at.write("b", "1", "2")]);
    const changes = [await changeOf(at, "a", "2", "1"), await changeOf(at, "b", "2", "1")];
    const undo = { ...call("9"), kind: "undo" as const, time: 2_000_000_000_000, state: "pending" as const };
    await journal.record({ ...undo, changes: changes.map((change) => ({ ...change, undoes: ["1"] })) });
    writeFileSync(join(at.root, "a"), "1");
    assert.deepEqual(
      (await journal.undoable()).map(({ id, files }) => [id, files]),
      [["1", ["b"]]],
    );
    assert.deepEqual(await journal.undo(), { subject: "Change 1", restored: ["b"] });
    assert.deepEqual(snapshot(at.root), { a: "1", b: "1" });
    assert.deepEqual(await journal.undoable(), []);
    for (let time = 0; time < 2; time++) await journal.redo();
    assert.deepEqual(snapshot(at.root), { a: "2", b: "2" });
    await failsWith(() => journal.redo(), "not_found", "There is nothing to redo.");
  });

  it("an undo that had not begun counts for nothing, and one whose file somebody changed neither", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    const { journal } = at.crib;
    await journal.begin(call("1")).write([await at.write("a", "1", "2")]);
    for (const id of ["8", "9"]) {
      const undo = { ...call(id), kind: "undo" as const, time: 2_000_000_000_000, state: "pending" as const };
      await journal.record({ ...undo, changes: [{ ...(await changeOf(at, "a", "2", "1")), undoes: ["1"] }] });
      writeFileSync(join(at.root, "a"), id === "8" ? "2" : "mine");
      assert.deepEqual(
        (await journal.undoable()).map(({ id }) => id),
        ["1"],
      );
      assert.deepEqual(await journal.redoable(), []);
    }
  });
});

describe("journal (D-17): a crash while a folder is replaced as a whole", () => {
  /** The folder `place` was `old`; `new` was to come from `from`, and `old` to be kept. */
  async function crashed(steps: 0 | 1 | 2) {
    const at = await bareCrib({ tree: { "place/old": "old", "from/new": "new" } });
    const store = new JournalFiles(tempFolder());
    const journal = new Journal({ store, files: at.files, now: () => 2_000_000_001_000 });
    const { wholes } = at.files;
    const keep = store.wholeAt("9-0");
    const { path, real, shown } = await at.files.resolve("place");
    const from = join(at.root, "from");
    const [found, put] = [await wholes?.identity(real), await wholes?.identity(from)];
    const facts = { kind: "folder" as const, entries: 2, bytes: 3 };
    const change: JournalChange = {
      ...{ path, real, shown },
      before: new Uint8Array(),
      after: new Uint8Array(),
      kinds: { before: "folder", after: "folder" },
      createdDirectories: [],
      whole: { before: facts, after: facts, kept: "9-0", ...(put !== undefined && { put }) },
    };
    await journal.record({ ...call("9"), time: 2_000_000_000_009, state: "pending", changes: [change] });
    const target = { path, real, shown };
    if (steps === 1) await wholes?.exchange(target, { keep, ...(found !== undefined && { found }) });
    if (steps === 2) await wholes?.exchange(target, { from, keep, ...(found !== undefined && { found }) });
    return { root: at.root, journal };
  }

  it("brings back what went, wherever it was cut off", async () => {
    for (const steps of [1, 2] as const) {
      const { root, journal } = await crashed(steps);
      assert.deepEqual((await journal.undo("9")).restored, ["place"]);
      assert.deepEqual(snapshot(join(root, "place")), { old: "old" });
    }
  });

  it("leaves everything where nothing had happened yet", async () => {
    const { root, journal } = await crashed(0);
    assert.deepEqual((await journal.undo("9")).restored, []);
    assert.deepEqual(snapshot(root), { "from/": "", "from/new": "new", "place/": "", "place/old": "old" });
  });

  it("asks a person where somebody has put another folder there since", async () => {
    const { root, journal } = await crashed(1);
    mkdirSync(join(root, "place"));
    writeFileSync(join(root, "place", "theirs"), "theirs");
    await failsWith(
      () => journal.undo("9"),
      "stale",
      'place has changed since "Change 9", so nothing was undone: restore it by hand or undo the later change first.',
    );
    assert.deepEqual(snapshot(join(root, "place")), { theirs: "theirs" });
  });
});
