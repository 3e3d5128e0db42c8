import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { FileInPlace } from "../../../../src/node/files/opened/fileInPlace";
import { atomicWrite } from "../../../../src/node/files/writing/atomicWrite";
import { snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";
import { asOrdinaryUser } from "../../../support/unprivileged";
import { write } from "../../support/writeBytes";

const stale = (what: string) =>
  `f ${what} since it was planned, so nothing was written: read it again and repeat the change.`;

describe("atomicWrite (D-9): what it does", () => {
  it("puts any bytes in the place of any others", () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.uint8Array(), async (before, after) => {
        const folder = tempFolder({ f: before });
        assert.deepEqual(await write(join(folder, "f"), before, after), []);
        assert.deepEqual(snapshot(folder), { f: Buffer.from(after).toString("latin1") });
      }),
      { numRuns: 30 },
    ));

  it("creates a file with its folders and says which it made", async () => {
    const folder = tempFolder({ "a/x": "" });
    assert.deepEqual(await write(join(folder, "a/b/c/f"), undefined, "new"), [
      join(folder, "a/b"),
      join(folder, "a/b/c"),
    ]);
    assert.deepEqual(snapshot(folder), { "a/": "", "a/x": "", "a/b/": "", "a/b/c/": "", "a/b/c/f": "new" });
    assert.equal(statSync(join(folder, "a/b/c/f")).nlink, 1);
  });

  it("deletes", async () => {
    const folder = tempFolder({ f: "old" });
    await write(join(folder, "f"), "old", undefined);
    assert.deepEqual(snapshot(folder), {});
  });

  it("nothing for nothing does nothing", async () => {
    const folder = tempFolder();
    assert.deepEqual(await write(join(folder, "f"), undefined, undefined), []);
    assert.deepEqual(snapshot(folder), {});
  });

  for (const mode of [0o644, 0o755, 0o600, 0o4755, 0o666])
    it(`keeps the mode ${mode.toString(8)}`, async () => {
      const path = join(tempFolder({ f: "old" }), "f");
      chmodSync(path, mode);
      await write(path, "old", "new");
      assert.equal(statSync(path).mode & 0o7777, mode);
    });

  it("a new file follows the umask", async () => {
    const path = join(tempFolder(), "f");
    const umask = process.umask(0o027);
    try {
      await write(path, undefined, "new");
    } finally {
      process.umask(umask);
    }
    assert.equal(statSync(path).mode & 0o777, 0o640);
  });

  it("a file with several names keeps them all, and its inode", async () => {
    const folder = tempFolder({ f: "a longer old text" });
    linkSync(join(folder, "f"), join(folder, "other"));
    const { ino } = statSync(join(folder, "f"));
    await write(join(folder, "f"), "a longer old text", "new");
    assert.deepEqual(snapshot(folder), { f: "new", other: "new" });
    assert.deepEqual([statSync(join(folder, "f")).ino, statSync(join(folder, "f")).nlink], [ino, 2]);
    await write(join(folder, "other"), "new", "and a longer one again");
    assert.deepEqual(snapshot(folder), { f: "and a longer one again", other: "and a longer one again" });
  });

  it("says before the first byte that it writes into the file itself, and only then", async () => {
    const folder = tempFolder({ f: "old", plain: "old" });
    linkSync(join(folder, "f"), join(folder, "other"));
    const found: string[] = [];
    const replaced = (name: string, before: string | undefined, after: string, inPlace: () => Promise<void>) =>
      atomicWrite({
        ...{ path: join(folder, name), shown: name, inPlace },
        before: before === undefined ? undefined : Buffer.from(before),
        after: Buffer.from(after),
      });
    const note = (name: string) => async () => void found.push(`${name}: ${readFileSync(join(folder, name), "utf8")}`);
    await replaced("f", "old", "new", note("f"));
    await replaced("plain", "old", "new", note("plain"));
    await replaced("fresh", undefined, "new", note("fresh"));
    assert.deepEqual(found, ["f: old"]);
    const refuses = () => Promise.reject(new Error("not now"));
    await assert.rejects(() => replaced("f", "new", "newer", refuses), /not now/);
    const changes = async () => appendFileSync(join(folder, "f"), " theirs");
    await failsWith(() => replaced("f", "new", "newer", changes), "stale", stale("was changed"));
    assert.deepEqual(snapshot(folder), { f: "new theirs", other: "new theirs", plain: "new", fresh: "new" });
  });

  it("names as long as they may be are no trouble, in any script", async () => {
    const folder = tempFolder();
    for (const name of ["x".repeat(255), "日".repeat(85), "😀".repeat(63)]) {
      await write(join(folder, name), undefined, "1");
      await write(join(folder, name), "1", "2");
      assert.equal(readFileSync(join(folder, name), "utf8"), "2");
    }
    assert.equal(Object.keys(snapshot(folder)).length, 3);
  });

  it("a file of many megabytes arrives whole", async () => {
    const path = join(tempFolder(), "f");
    const large = Buffer.alloc(30_000_000, "0123456789abcdef");
    await write(path, undefined, large);
    await write(path, large, Buffer.concat([large, large]));
    assert.equal(readFileSync(path).equals(Buffer.concat([large, large])), true);
  });
});

describe("atomicWrite (D-10): what it refuses, leaving everything as it was", () => {
  const refusals: [
    what: string,
    tree: Record<string, string>,
    before: string | undefined,
    after: string | undefined,
    message: string,
  ][] = [
    ["a file that was changed", { f: "mine" }, "old", "new", stale("was changed")],
    ["a file that grew", { f: "old and more" }, "old", "new", stale("was changed")],
    ["a file that is empty now", { f: "" }, "old", "new", stale("was changed")],
    ["a file that is gone", {}, "old", "new", stale("was deleted")],
    ["creating over a file that appeared", { f: "mine" }, undefined, "new", stale("was created by someone else")],
    ["creating over one with the same content", { f: "new" }, undefined, "new", stale("was created by someone else")],
    ["deleting a file that was changed", { f: "mine" }, "old", undefined, stale("was changed")],
    ["deleting a file that is gone", {}, "old", undefined, stale("was deleted")],
  ];
  for (const [what, tree, before, after, message] of refusals)
    it(what, async () => {
      const folder = tempFolder(tree);
      await failsWith(() => write(join(folder, "f"), before, after), "stale", message);
      assert.deepEqual(snapshot(folder), tree);
    });

  it("a file that became a link, dangling or not", async () => {
    const folder = tempFolder({ target: "old" });
    symlinkSync("target", join(folder, "f"));
    await failsWith(() => write(join(folder, "f"), "old", "new"), "stale", stale("became a link"));
    await failsWith(() => write(join(folder, "f"), undefined, "new"), "stale", stale("was created by someone else"));
    rmSync(join(folder, "target"));
    await failsWith(() => write(join(folder, "f"), undefined, "new"), "stale", stale("was created by someone else"));
    assert.deepEqual(snapshot(folder), { f: "-> target" });
  });

  it("a file that became a folder", async () => {
    const folder = tempFolder({ "f/x": "" });
    await failsWith(
      () => write(join(folder, "f"), "old", "new"),
      "is_directory",
      "f is a folder, not a file: list it with list_directory.",
    );
    await failsWith(() => write(join(folder, "f"), undefined, "new"), "stale", stale("was created by someone else"));
    assert.deepEqual(snapshot(folder), { "f/": "", "f/x": "" });
  });

  it("a file that became a pipe, without waiting for a writer", async function () {
    const folder = tempFolder();
    if (spawnSync("mkfifo", [join(folder, "f")]).status !== 0) this.skip();
    await failsWith(() => write(join(folder, "f"), "old", "new"), "stale", stale("was changed"));
    assert.deepEqual(snapshot(folder), { f: "(special)" });
  });

  it("a parent that is a file", async () => {
    const folder = tempFolder({ f: "x" });
    await failsWith(
      () => write(join(folder, "f/a/b"), undefined, "new"),
      "not_found",
      "f does not exist, because a part of its path is a file: check the path.",
    );
    assert.deepEqual(snapshot(folder), { f: "x" });
  });

  it("a read-only file", async () => {
    const folder = tempFolder({ f: "old" });
    for (const mode of [0o444, 0o555, 0o400]) {
      chmodSync(join(folder, "f"), mode);
      await failsWith(
        () => write(join(folder, "f"), "old", "new"),
        "unwritable",
        `f is read-only (mode ${mode.toString(8)}): ask the person to make it writable.`,
      );
    }
    assert.deepEqual(snapshot(folder), { f: "old" });
  });

  it("a folder in which this user may not create", async () => {
    const folder = tempFolder({ f: "old" });
    chmodSync(folder, 0o555);
    chmodSync(join(folder, "f"), 0o666);
    const forbidden = "f may not be accessed (EACCES): the permissions of the file or its folder forbid it.";
    await asOrdinaryUser(async () => {
      await failsWith(() => write(join(folder, "f"), "old", "new"), "unreadable", forbidden);
      await failsWith(() => write(join(folder, "g"), undefined, "new"), "unreadable", forbidden);
      await failsWith(() => write(join(folder, "sub/g"), undefined, "new"), "unreadable", forbidden);
    });
    assert.deepEqual(snapshot(folder), { f: "old" });
  });

  it("a name that is too long, and no folder is left behind", async () => {
    const folder = tempFolder();
    await failsWith(
      () => write(join(folder, `a/b/${"x".repeat(256)}`), undefined, "new"),
      "invalid_input",
      "f has a name that is too long for this system: use a shorter one.",
    );
    assert.deepEqual(snapshot(folder), {});
  });
});

describe("atomicWrite: in the middle of it", () => {
  /** Runs an action once, when the new bytes are written beside the file and not yet in its place. */
  async function meanwhile(action: () => void, attempt: () => Promise<unknown>): Promise<void> {
    const { prototype } = FileInPlace;
    const { sync } = prototype;
    let waiting = true;
    prototype.sync = async function (this: FileInPlace) {
      if (waiting) {
        waiting = false;
        action();
      }
      return sync.call(this);
    };
    try {
      await attempt();
    } finally {
      prototype.sync = sync;
    }
  }

  it("a change while the new text is written is not overwritten", async () => {
    const folder = tempFolder({ f: "old" });
    await meanwhile(
      () => appendFileSync(join(folder, "f"), " and mine"),
      () => failsWith(() => write(join(folder, "f"), "old", "new"), "stale", stale("was changed")),
    );
    assert.deepEqual(snapshot(folder), { f: "old and mine" });
  });

  it("a file put in its place meanwhile is not overwritten, with the same content too", async () => {
    const folder = tempFolder({ f: "old", g: "old" });
    for (const name of ["f", "g"]) utimesSync(join(folder, name), 1000, 1000);
    await meanwhile(
      () => renameSync(join(folder, "g"), join(folder, "f")),
      () => failsWith(() => write(join(folder, "f"), "old", "new"), "stale", stale("was changed")),
    );
    assert.deepEqual(snapshot(folder), { f: "old" });
  });

  it("a file that vanishes meanwhile is not brought back", async () => {
    const folder = tempFolder({ f: "old" });
    await meanwhile(
      () => rmSync(join(folder, "f")),
      () => failsWith(() => write(join(folder, "f"), "old", "new"), "stale", stale("was deleted")),
    );
    assert.deepEqual(snapshot(folder), {});
  });

  it("a file that appears while one is created is not overwritten", async () => {
    const folder = tempFolder();
    await meanwhile(
      () => writeFileSync(join(folder, "f"), "mine"),
      () => failsWith(() => write(join(folder, "f"), undefined, "new"), "stale", stale("was created by someone else")),
    );
    assert.deepEqual(snapshot(folder), { f: "mine" });
  });

  it("of many writers of one file exactly one wins each round", async () => {
    const folder = tempFolder({ f: "0" });
    for (let round = 0; round < 5; round++) {
      const before = readFileSync(join(folder, "f"), "utf8");
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => write(join(folder, "f"), before, `${round}-${index}`)),
      );
      const after = readFileSync(join(folder, "f"), "utf8");
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      assert.match(after, new RegExp(`^${round}-\\d$`));
      assert.deepEqual(Object.keys(snapshot(folder)), ["f"]);
    }
    mkdirSync(join(folder, "d"));
    const creations = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => write(join(folder, "d/new"), undefined, `${index}`)),
    );
    assert.equal(creations.filter(({ status }) => status === "fulfilled").length, 1);
  });
});
