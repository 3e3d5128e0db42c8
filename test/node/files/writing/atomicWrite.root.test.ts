/** What only root can set up: files of other owners, and disks that are full. */
import assert from "node:assert/strict";
import { chmodSync, chownSync, linkSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atomicWrite } from "../../../../src/node/files/writing/atomicWrite";
import { onSmallDisk } from "../../../support/smallDisk";
import { snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";
import { asOrdinaryUser, nobody } from "../../../support/unprivileged";
import { write } from "../../support/writeBytes";

describe("atomicWrite (D-9), with other owners", () => {
  it("keeps the owner where it may", async () => {
    const path = join(tempFolder({ f: "old" }), "f");
    chownSync(path, 1234, 4321);
    chmodSync(path, 0o6755);
    await write(path, "old", "new");
    const { uid, gid, mode } = statSync(path);
    assert.deepEqual([uid, gid, mode & 0o7777], [1234, 4321, 0o6755]);
  });

  /** Does something with this group beside one's own. */
  const inGroup = async (gid: number, action: () => Promise<unknown>): Promise<void> => {
    const groups = process.getgroups?.() ?? [];
    process.setgroups?.([gid]);
    await asOrdinaryUser(action).finally(() => process.setgroups?.(groups));
  };

  for (const [owner, group, whose] of [
    [1001, 2000, "another owner and a group of one's own"],
    [nobody, 2001, "a group of others"],
  ] as const)
    it(`writes in place where ${whose} would be lost`, async () => {
      const folder = tempFolder({ f: "older" });
      const path = join(folder, "f");
      chmodSync(folder, 0o777);
      chmodSync(path, 0o660);
      chownSync(path, owner, group);
      const { ino } = statSync(path);
      // To another's file nobody may give a time, for which no write fails.
      const [before, after] = ["older", "new"].map((text) => Buffer.from(text));
      const found: string[] = [];
      const inPlace = async () => void found.push(readFileSync(path, "utf8"));
      await inGroup(2000, () => atomicWrite({ path, shown: "f", before, after, mtimeMs: 1000, inPlace }));
      assert.deepEqual(found, ["older"]);
      const now = statSync(path);
      assert.deepEqual([now.uid, now.gid, now.mode & 0o7777, now.ino], [owner, group, 0o660, ino]);
      assert.deepEqual(snapshot(folder), { f: "new" });
    });

  it("replaces a file of one's own with its group, where that is one of one's own", async () => {
    const folder = tempFolder({ f: "old" });
    const path = join(folder, "f");
    chmodSync(folder, 0o777);
    chownSync(path, nobody, 2000);
    const { ino } = statSync(path);
    await inGroup(2000, () => write(path, "old", "new"));
    const { uid, gid, ino: now } = statSync(path);
    assert.deepEqual([uid, gid, now === ino], [nobody, 2000, false]);
  });

  it("keeps the group of another's file that gets other permissions, which takes a new file", async () => {
    const folder = tempFolder({ f: "old" });
    const path = join(folder, "f");
    chmodSync(folder, 0o777);
    chmodSync(path, 0o660);
    chownSync(path, 1001, 2000);
    const modes = { before: 0o660, after: 0o640 };
    await inGroup(2000, () =>
      atomicWrite({ path, shown: "f", before: Buffer.from("old"), after: Buffer.from("new"), modes }),
    );
    const { uid, gid, mode } = statSync(path);
    assert.deepEqual([uid, gid, mode & 0o7777], [nobody, 2000, 0o640]);
  });

  it("keeps a mode that lets nobody but root read", async () => {
    const path = join(tempFolder({ f: "old" }), "f");
    chmodSync(path, 0o200);
    await write(path, "old", "new");
    assert.equal(statSync(path).mode & 0o7777, 0o200);
  });

  it("a file that is writable, but not for this user: replacing it would take it from its owner", async () => {
    const folder = tempFolder({ f: "old" });
    chmodSync(folder, 0o777);
    await asOrdinaryUser(() =>
      failsWith(
        () => write(join(folder, "f"), "old", "new"),
        "unwritable",
        "f may not be written by this user (mode 644): ask the person to make it writable.",
      ),
    );
    assert.deepEqual([snapshot(folder), statSync(join(folder, "f")).uid], [{ f: "old" }, 0]);
  });
});

describe("atomicWrite: a full disk", () => {
  const full = "f was not written because the disk is full (ENOSPC): it is as it was before.";
  const large = "x".repeat(200_000);

  it("leaves the old file whole and no other behind", async () => {
    await onSmallDisk(64, async (folder) => {
      writeFileSync(join(folder, "f"), "old");
      await failsWith(() => write(join(folder, "f"), "old", large), "unwritable", full);
      await failsWith(() => write(join(folder, "new"), undefined, large), "unwritable", full);
      await failsWith(() => write(join(folder, "a/b/new"), undefined, large), "unwritable", full);
      assert.deepEqual(snapshot(folder), { f: "old" });
    });
  });

  it("leaves a file with several names whole as well", async () => {
    await onSmallDisk(64, async (folder) => {
      const old = "o".repeat(20_000);
      writeFileSync(join(folder, "f"), old);
      linkSync(join(folder, "f"), join(folder, "other"));
      await failsWith(() => write(join(folder, "f"), old, large), "unwritable", full);
      assert.deepEqual(snapshot(folder), { f: old, other: old });
    });
  });
});
