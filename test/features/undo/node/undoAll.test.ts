/** Taking back every call over one reading of the journal (D-17). */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { journalOf } from "../../../node/support/journalOf";
import { snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";

type Journalled = Awaited<ReturnType<typeof journalOf>>;
type Text = string | undefined;

const bytes = (text: Text) => (text === undefined ? undefined : Buffer.from(text));

async function effectOf({ files }: Journalled, name: string, before: Text, after: Text) {
  return { kind: "write" as const, target: await files.resolve(name), before: bytes(before), after: bytes(after) };
}

async function call(at: Journalled, id: string, name: string, before: Text, after: Text): Promise<void> {
  const facts = { id, agent: "tester", tool: "probe", title: `Call ${id}` };
  await at.journal.begin(facts).write([await effectOf(at, name, before, after)]);
}

/** A file that `count` calls changed one after the other, from "0" to the number of the last. */
async function changed(count: number): Promise<Journalled & { folder: string }> {
  const folder = tempFolder({ "files/f": "0" });
  const at = await journalOf(folder);
  for (let n = 1; n <= count; n++) await call(at, `${n}`, "f", `${n - 1}`, `${n}`);
  return { ...at, folder };
}

/** Counts readings of all entries, and of one. */
function counted({ store }: Journalled): { whole: number; single: number } {
  const reads = { whole: 0, single: 0 };
  const { list, get } = { list: store.list.bind(store), get: store.get.bind(store) };
  store.list = () => {
    reads.whole++;
    return list();
  };
  store.get = (id) => {
    reads.single++;
    return get(id);
  };
  return reads;
}

/** Takes all back. @param beside is called after each call that was taken back, with how many these are. */
async function undoAll({ journal }: Journalled, beside: (done: number) => unknown = () => {}): Promise<string[]> {
  const told: string[] = [];
  for await (const { subject, restored } of journal.undoAll()) {
    told.push(`${subject}: ${restored.join(",")}`);
    await beside(told.length);
  }
  return told;
}

const toldOf = (...ids: (string | number)[]) => ids.map((id) => `Call ${id}: f`);

describe("taking back every call (D-17)", () => {
  it("reads the whole journal twice, and each call's entry once, however many there are", async () => {
    for (const count of [3, 40]) {
      const at = await changed(count);
      const reads = counted(at);
      assert.deepEqual(await undoAll(at), toldOf(...Array.from({ length: count }, (_, index) => count - index)));
      assert.deepEqual(reads, { whole: 2, single: count });
      assert.deepEqual(snapshot(at.root), { f: "0" });
    }
  });

  it("takes back what another process adds meanwhile, and reads again for that alone", async () => {
    const at = await changed(4);
    const other = await journalOf(at.folder);
    const reads = counted(at);
    const told = await undoAll(at, (done) => done === 2 && call(other, "late", "f", "2", "late"));
    assert.deepEqual(told, toldOf(4, 3, "late", 2, 1));
    assert.deepEqual(reads, { whole: 3, single: 5 });
    assert.deepEqual(snapshot(at.root), { f: "0" });
  });

  it("takes back what another process adds to a call that it is at, before or after that call's turn", async () => {
    for (const added of ["f", "g"]) {
      const at = await changed(2);
      const other = await journalOf(at.folder);
      const long = other.journal.begin({ id: "long", agent: "tester", tool: "probe", title: "Call long" });
      await long.write([await effectOf(other, "other", undefined, "o")]);
      const told = await undoAll(at, async (done) => {
        if (done === 1) await long.write([await effectOf(other, added, added === "f" ? "2" : undefined, "more")]);
      });
      assert.deepEqual(told.toSorted(), ["Call 1: f", "Call 2: f", `Call long: ${added}`, "Call long: other"]);
      assert.deepEqual(snapshot(at.root), { f: "0" });
    }
  });

  it("leaves alone what another process has taken back meanwhile", async () => {
    const at = await changed(4);
    const other = await journalOf(at.folder);
    const told = await undoAll(at, (done) => done === 1 && other.journal.undo());
    assert.deepEqual(told, toldOf(4, 2, 1));
    assert.deepEqual(snapshot(at.root), { f: "0" });
  });

  it("refuses a file that was changed meanwhile, names it, and leaves it; once that is taken back it goes on", async () => {
    const at = await changed(4);
    const path = join(at.root, "f");
    await failsWith(
      () => undoAll(at, (done) => done === 2 && writeFileSync(path, "mine")),
      "stale",
      'f has changed since "Call 2", so nothing was undone: restore it by hand or undo the later change first.',
    );
    assert.equal(readFileSync(path, "utf8"), "mine");
    writeFileSync(path, "2");
    assert.deepEqual(await undoAll(at), toldOf(2, 1));
    assert.deepEqual(snapshot(at.root), { f: "0" });
    await failsWith(() => undoAll(at), "not_found", "There is no change to undo.");
  });

  it("takes a call back as a whole or not at all", async () => {
    const at = await changed(1);
    const effects = [await effectOf(at, "f", "1", "2"), await effectOf(at, "g", undefined, "new")];
    await at.journal.begin({ id: "two", agent: "tester", tool: "probe", title: "Call two" }).write(effects);
    await call(at, "last", "h", undefined, "h");
    await failsWith(
      () => undoAll(at, () => writeFileSync(join(at.root, "g"), "mine")),
      "stale",
      'g has changed since "Call two", so nothing was undone: restore it by hand or undo the later change first.',
    );
    assert.deepEqual(snapshot(at.root), { f: "2", g: "mine" });
  });

  it("says nothing of a write that a crash cut off before it happened", async () => {
    const at = await changed(2);
    const target = await at.files.resolve("f");
    const { path, real, shown } = target;
    const change = { path, real, shown, before: Buffer.from("2"), after: Buffer.from("3"), createdDirectories: [] };
    const facts = { id: "cut", agent: "tester", tool: "probe", title: "Call cut", state: "pending" as const };
    await at.store.put({ ...facts, time: Date.now() + 1000, changes: [change] });
    assert.deepEqual(await undoAll(at), toldOf(2, 1));
    assert.deepEqual(snapshot(at.root), { f: "0" });
    assert.deepEqual(await at.journal.undoable(), []);
  });
});
