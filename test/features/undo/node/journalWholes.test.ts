import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalChange } from "../../../../src/core/journal/journalEntry";
import { JournalWholes } from "../../../../src/features/undo/node/journalWholes";
import { tempFolder } from "../../../support/tempFolder";

describe("what the journal keeps as it was (D-17)", () => {
  const change = (kept: string, bytes: number): JournalChange => ({
    path: "/w/x",
    real: "/w/x",
    shown: "x",
    before: new Uint8Array(),
    after: undefined,
    createdDirectories: [],
    whole: { kept, before: { kind: "folder", entries: 3, bytes } },
  });

  function kept(names: readonly string[]): string {
    const folder = join(tempFolder(), "wholes");
    for (const name of names) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, "a"), "a");
    }
    return folder;
  }

  async function left(folder: string, limits: { bytes: number; free: number }, changes: readonly JournalChange[]) {
    const wholes = new JournalWholes(folder, limits);
    wholes.dropLater(async () => changes.map((one) => ({ changes: [one] })));
    await wholes.settled();
    return readdirSync(folder);
  }

  const three = ["one", "two", "three"];
  const entries = three.map((name) => change(name, 100));

  it("drops the oldest beyond its limit, and keeps the newest that fit", async () => {
    assert.deepEqual(await left(kept(three), { bytes: 200, free: 0 }, entries), ["three", "two"]);
    assert.deepEqual(await left(kept(three), { bytes: 300, free: 0 }, entries), ["one", "three", "two"]);
    assert.deepEqual(await left(kept(three), { bytes: 99, free: 0 }, entries), []);
  });

  it("drops all where the disk has too little room", async () => {
    assert.deepEqual(await left(kept(three), { bytes: 300, free: Number.MAX_SAFE_INTEGER }, entries), []);
  });

  it("leaves for an hour what no entry names yet", async () => {
    assert.deepEqual(await left(kept(["young"]), { bytes: 300, free: 0 }, []), ["young"]);
  });

  it("takes a name for no path", () => {
    assert.equal(new JournalWholes("/state/wholes").at("../../etc"), "/state/wholes/etc");
  });
});
