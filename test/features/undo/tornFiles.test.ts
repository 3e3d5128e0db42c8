/** Hosts that are killed while they write into a file itself, as one with several names (D-9, D-17). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { JournalChange, JournalEntry } from "../../../src/features/undo/journal";
import { journalOf } from "../../node/support/journalOf";
import { bundled } from "../../support/bundled";
import { tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

const script = join(__dirname, "../../node/support/writeInPlace.ts");
const [size, larger, smaller] = [6_000_000, 8_000_000, 4_000_000] as const;
const old = Buffer.alloc(size, "a");
const title = "Change big";

/** A folder with a file of two names. */
function place() {
  const folder = tempFolder({ "files/big": old });
  const big = join(folder, "files/big");
  linkSync(big, join(folder, "files/other name"));
  const { ino } = statSync(big);
  const now = () => readFileSync(big);
  return { folder, big, now, isStill: () => statSync(join(folder, "files/other name")).ino === ino };
}

/** Starts the program and kills it some time after it has said a word. */
async function killed(folder: string, word: string, args: readonly (string | number)[], afterMs = 0) {
  const child = spawn(process.execPath, [bundled(script), folder, ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let said = "";
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    said += piece;
    if (said.includes(word)) break;
  }
  assert.ok(said.includes(word), said);
  if (afterMs > 0) await delay(afterMs);
  child.kill("SIGKILL");
  assert.deepEqual(await exited, [null, "SIGKILL"]);
}

/** Compares without printing millions of bytes. */
const holds = (now: Uint8Array, expected: Uint8Array, what: string) =>
  assert.ok(Buffer.compare(now, expected) === 0, what);

/** What the file holds after so many bytes of the new ones. */
const torn = (written: number) => Buffer.concat([Buffer.alloc(written, "b"), old.subarray(written)]);

describe("a file that a killed host had written in part (D-9, D-17)", function () {
  this.timeout(180_000);

  it("is taken back to the byte, whatever the moment", async () => {
    for (let round = 0; round < 12; round++) {
      const { folder, now, isStill } = place();
      await killed(folder, "begun", ["call", [size, larger, smaller][round % 3] ?? size], (round % 4) * Math.random());
      const { journal } = await journalOf(folder);
      await journal.recover();
      // It may have come to its end, and is kept then.
      if ((await journal.undoable()).length > 0) await journal.undo();
      holds(now(), old, `killed in round ${round}`);
      assert.ok(isStill());
      assert.deepEqual(await journal.undoable(), []);
    }
  });

  for (const [fresh, written] of [
    [size, 1_000_000],
    [larger, 5_000_000],
    [larger, 7_000_000],
    [smaller, 3_000_000],
    [smaller, 4_000_000],
  ] as const)
    it(`is told and holds its old bytes again: ${written} of ${fresh} over ${size}`, async () => {
      const { folder, now, isStill } = place();
      await killed(folder, "stopped", ["call", fresh, written]);
      holds(now(), torn(written), "is not torn");
      const { journal } = await journalOf(folder);
      assert.deepEqual(await journal.recover(), [{ line: title, isCommand: false, left: [], torn: ["big"] }]);
      holds(now(), old, "is not as it was");
      assert.ok(isStill());
      assert.deepEqual(
        journal.cutOff.news("a").map(({ text }) => text),
        [
          '[Toolcrib was stopped while it made the changes of "Change big", so they have been taken back: make that call again if they are needed. Half-written by then, and restored: big.]',
        ],
      );
      assert.deepEqual(await (await journalOf(folder)).journal.recover(), []);
      // What was found is brought back by a redo as everything is, and known for what it is after that.
      await journal.redo();
      holds(now(), torn(written), "is not torn again");
      await journal.undo();
      holds(now(), old, "is not as it was");
    });

  it("is taken back by an undo where the host that asks for it has looked before", async () => {
    const { folder, now } = place();
    const { journal } = await journalOf(folder);
    assert.deepEqual(await journal.undoable(), []);
    await killed(folder, "stopped", ["call", size, 2_000_000]);
    assert.deepEqual((await journal.undo()).restored, ["big"]);
    holds(now(), old, "is not as it was");
  });

  it("is left as it is where somebody has changed it since", async () => {
    for (const theirs of [
      Buffer.concat([torn(2_000_000), Buffer.from("theirs")]),
      Buffer.concat([torn(2_000_000).subarray(0, 5_000_000), Buffer.from("theirs"), old.subarray(5_000_006)]),
      torn(2_000_000).subarray(0, 5_000_000),
      Buffer.from("theirs"),
    ]) {
      const { folder, big, now } = place();
      await killed(folder, "stopped", ["call", size, 2_000_000]);
      writeFileSync(big, theirs);
      const { journal } = await journalOf(folder);
      await failsWith(() => journal.undo("1"), "stale", /^big has changed since "Change big"/);
      holds(now(), theirs, "was overwritten");
    }
  });

  it("holds what it did before an undo that was killed, which can be undone and redone", async () => {
    for (const written of [0, 1, 3_000_000, 6_000_000]) {
      const { folder, now } = place();
      await killed(folder, "stopped", ["undo", larger, written]);
      holds(now(), Buffer.concat([old.subarray(0, written), Buffer.alloc(larger - written, "b")]), "is not torn");
      const { journal } = await journalOf(folder);
      assert.deepEqual(await journal.recover(), []);
      assert.deepEqual(
        (await journal.undoable()).map(({ id }) => id),
        ["1"],
      );
      holds(now(), Buffer.alloc(larger, "b"), "is not as it was before the undo");
      assert.deepEqual(await journal.redoable(), []);
      await journal.undo();
      holds(now(), old, "is not as it was before the call");
      await journal.redo();
      holds(now(), Buffer.alloc(larger, "b"), "is not as the call left it");
    }
  });

  it("is taken back by the next host where the one that took it back was killed, too", async () => {
    for (const written of [0, 1_000_000, 4_000_000, 6_000_000]) {
      const { folder, now } = place();
      await killed(folder, "stopped", ["call", larger, 7_000_000]);
      await killed(folder, "stopped", ["recover", 0, written]);
      const { journal } = await journalOf(folder);
      assert.deepEqual(await journal.undoable(), []);
      holds(now(), old, `killed after ${written}`);
    }
  });
});

describe("the record of a write into the file itself (D-9, D-17)", () => {
  const facts = { id: "1", agent: "tester", tool: "probe", title };

  /** Writes some files, and tells what each record said and what the file `big` held by then. */
  async function recorded(names: readonly string[]) {
    const { folder, big } = place();
    for (const name of names) if (name !== "big") writeFileSync(join(folder, "files", name), "old");
    const { journal, files, store } = await journalOf(folder);
    const put = store.put.bind(store);
    const seen: [state: string, marked: readonly string[], isOld: boolean][] = [];
    store.put = async (entry: JournalEntry) => {
      await put(entry);
      const marked = entry.changes.filter(({ inPlace }) => inPlace).map(({ shown }) => shown);
      seen.push([entry.state, marked, readFileSync(big).equals(old)]);
    };
    const effects = names.map(async (name) => ({
      kind: "write" as const,
      target: await files.resolve(name),
      before: name === "big" ? old : Buffer.from("old"),
      after: Buffer.from("new"),
    }));
    await journal.begin(facts).write(await Promise.all(effects));
    return seen;
  }

  it("says so before the first byte, and no longer when it has been made", async () => {
    assert.deepEqual(await recorded(["big"]), [
      ["pending", [], true],
      ["pending", ["big"], true],
      ["done", [], false],
    ]);
    assert.deepEqual(await recorded(["small"]), [
      ["pending", [], true],
      ["done", [], true],
    ]);
  });

  it("says so of one of many that are made together", async () => {
    const many = Array.from({ length: 10 }, (_, index) => `f${index}`);
    assert.deepEqual(await recorded([...many.slice(0, 5), "big", ...many.slice(5)]), [
      ["pending", [], true],
      ["pending", ["big"], true],
      ["done", [], false],
    ]);
  });

  it("keeps the file as it is where it cannot be made", async () => {
    const { folder, now } = place();
    const { journal, files, store } = await journalOf(folder);
    const put = store.put.bind(store);
    store.put = async (entry) => {
      if (entry.changes.some(({ inPlace }) => inPlace)) throw new Error("disk full");
      await put(entry);
    };
    const effect = { kind: "write" as const, target: await files.resolve("big"), before: old, after: Buffer.from("x") };
    await failsWith(() => journal.begin(facts).write([effect]), "unrecorded", /disk full/);
    holds(now(), old, "was written");
  });

  it("alone makes a part of a write one of ours", async () => {
    for (const inPlace of [true, undefined]) {
      const folder = tempFolder({ "files/big": "newnewold" });
      const { journal, files } = await journalOf(folder);
      const { path, real, shown } = await files.resolve("big");
      const [before, after] = [Buffer.from("oldoldold"), Buffer.from("newnewnew")];
      const change: JournalChange = {
        path,
        real,
        shown,
        before,
        after,
        createdDirectories: [],
        ...(inPlace && { inPlace }),
      };
      await journal.record({ ...facts, time: 2_000_000_000_000, state: "pending", changes: [change] });
      if (inPlace) await journal.undo("1");
      else await failsWith(() => journal.undo("1"), "stale", /^big has changed since "Change big"/);
      assert.equal(readFileSync(join(folder, "files/big"), "utf8"), inPlace ? "oldoldold" : "newnewold");
    }
  });

  it("is not hidden by somebody who found nothing changed before it was made", async () => {
    const { folder } = place();
    const { files, store } = await journalOf(folder);
    const { path, real, shown } = await files.resolve("big");
    const change: JournalChange = { path, real, shown, before: old, after: Buffer.from("x"), createdDirectories: [] };
    const entry = {
      ...facts,
      kind: "undo" as const,
      time: 1,
      recorded: 1,
      state: "pending" as const,
      changes: [change],
    };
    await store.put(entry);
    await store.end({ ...entry, state: "done", changes: [] });
    assert.deepEqual((await store.get("1")).changes, []);
    await store.put({ ...entry, recorded: 2, changes: [{ ...change, inPlace: true }] });
    assert.equal((await store.get("1")).changes[0]?.inPlace, true);
    await store.end({ ...entry, state: "done", changes: [] });
    assert.equal((await store.get("1")).changes[0]?.inPlace, true);
  });
});
