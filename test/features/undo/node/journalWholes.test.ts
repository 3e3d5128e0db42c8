import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
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

  /** More than any disk has. */
  const fullDisk = Number.MAX_SAFE_INTEGER;
  const three = ["one", "two", "three"];
  const entries = three.map((name) => change(name, 100));

  it("drops the oldest beyond its limit, and keeps the newest that fit", async () => {
    assert.deepEqual(await left(kept(three), { bytes: 200, free: 0 }, entries), ["three", "two"]);
    assert.deepEqual(await left(kept(three), { bytes: 300, free: 0 }, entries), ["one", "three", "two"]);
    assert.deepEqual(await left(kept(three), { bytes: 99, free: 0 }, entries), ["three"]);
  });

  it("drops all but the newest where the disk has too little room", async () => {
    assert.deepEqual(await left(kept(three), { bytes: 300, free: fullDisk }, entries), ["three"]);
  });

  it("drops what a person let go for good before all else, and nothing for its sake", async () => {
    const [one, two, three] = entries as [JournalChange, JournalChange, JournalChange];
    const lost = { ...three, whole: { ...three.whole, mayBeLost: true as const } };
    assert.deepEqual(await left(kept(["one", "two", "three"]), { bytes: 200, free: 0 }, [one, two, lost]), [
      "one",
      "two",
    ]);
    assert.deepEqual(await left(kept(["one", "two", "three"]), { bytes: 300, free: fullDisk }, [one, two, lost]), [
      "two",
    ]);
    assert.deepEqual(await left(kept(["three"]), { bytes: 300, free: 0 }, [lost]), ["three"]);
  });

  it("says beforehand what it can keep, by what files take on the disk", async () => {
    const folder = kept(three);
    const world = tempFolder();
    writeFileSync(join(world, "full"), new Uint8Array(8192));
    writeFileSync(join(world, "holes"), "");
    truncateSync(join(world, "holes"), 2 ** 40);
    const going = ["full", "full", "holes"].map((name) => ({ real: join(world, name), bytes: 2 ** 40 }));
    const told = (limits: { bytes: number; free: number }) =>
      new JournalWholes(folder, limits).canKeep(going, [{ changes: entries }]);
    assert.deepEqual(await told({ bytes: 16384, free: 0 }), [true, true, true]);
    assert.deepEqual(await told({ bytes: 16383, free: 0 }), [true, false, true]);
    assert.deepEqual(await told({ bytes: 16384, free: fullDisk }), [false, false, false]);
    const bytes = 2 ** 60;
    const older = [{ changes: [change("one", bytes)] }];
    const { bavail, bsize } = statfsSync(world);
    const limits = { bytes: 16384, free: bavail * bsize + bytes / 2 };
    assert.deepEqual(await new JournalWholes(folder, limits).canKeep(going, older), [true, true, true]);
  });

  it("leaves for an hour what no entry names yet", async () => {
    assert.deepEqual(await left(kept(["young"]), { bytes: 300, free: 0 }, []), ["young"]);
  });

  it("takes a name for no path", () => {
    assert.equal(new JournalWholes("/state/wholes").at("../../etc"), "/state/wholes/etc");
  });
});
