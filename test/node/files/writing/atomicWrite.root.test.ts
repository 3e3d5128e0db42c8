/** What only root can set up: files of other owners, and disks that are full. */
import assert from "node:assert/strict";
import { chmodSync, chownSync, linkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onSmallDisk } from "../../../support/smallDisk";
import { snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";
import { asOrdinaryUser } from "../../../support/unprivileged";
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
