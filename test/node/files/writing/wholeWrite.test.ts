import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Context } from "mocha";
import { ToolError } from "../../../../src/core/vocabulary/toolError";
import { isLeftover } from "../../../../src/node/files/writing/temporaryFile";
import { exchangeWhole, identityAt } from "../../../../src/node/files/writing/wholeWrite";
import { snapshot, tempFolder } from "../../../support/tempFolder";

describe("moving whole files and folders (D-17)", () => {
  const tree = { "place/old/a.txt": "a", "place/old/b": { link: "a.txt" }, "new/c.txt": "c" };
  const target = (root: string, name = "place/old") => ({ real: join(root, name), shown: name });

  it("puts one in the place of another, which is kept, and says what is there now", async () => {
    const root = tempFolder(tree);
    const found = (await identityAt(join(root, "place/old"))) as string;
    const coming = await identityAt(join(root, "new"));
    const receipt = await exchangeWhole(target(root), {
      from: join(root, "new"),
      keep: join(root, "kept", "1"),
      found,
    });
    assert.deepEqual(receipt, { put: coming, createdDirectories: [] });
    assert.deepEqual(snapshot(root), {
      "kept/": "",
      "kept/1/": "",
      "kept/1/a.txt": "a",
      "kept/1/b": "-> a.txt",
      "place/": "",
      "place/old/": "",
      "place/old/c.txt": "c",
    });
    assert.equal(await identityAt(join(root, "kept", "1")), found);
  });

  it("only takes away, only brings, and makes the folders that it needs", async () => {
    const root = tempFolder(tree);
    const found = (await identityAt(join(root, "place/old"))) as string;
    assert.deepEqual(await exchangeWhole(target(root), { keep: join(root, "kept"), found }), {
      createdDirectories: [],
    });
    assert.deepEqual(readdirSync(join(root, "place")), []);
    const { createdDirectories } = await exchangeWhole(target(root, "x/y/old"), {
      from: join(root, "kept"),
      keep: join(root, "none"),
    });
    assert.deepEqual(createdDirectories, [join(root, "x"), join(root, "x/y")]);
    assert.deepEqual(readdirSync(join(root, "x/y/old")).sort(), ["a.txt", "b"]);
  });

  it("leaves alone what was replaced, removed or made meanwhile", async () => {
    const root = tempFolder(tree);
    const before = snapshot(root);
    const keep = join(root, "kept");
    const from = join(root, "new");
    const other = (await identityAt(from)) as string;
    const gone = { ...target(root, "place/none") };
    for (const [place, exchange, message] of [
      [
        target(root),
        { from, keep, found: other },
        /place\/old was replaced or changed meanwhile, so it was left as it is/,
      ],
      [target(root), { from, keep }, /place\/old was replaced or changed meanwhile/],
      [gone, { from, keep, found: other }, /place\/none was deleted meanwhile/],
    ] as const)
      await assert.rejects(exchangeWhole(place, exchange), message);
    assert.deepEqual(snapshot(root), before);
  });

  it("leaves alone a file that was saved in place meanwhile, with as many bytes or others", async () => {
    for (const saved of ["b", "longer"]) {
      const root = tempFolder({ ...tree, old: "a" });
      const found = (await identityAt(join(root, "old"))) as string;
      await setTimeout(20);
      writeFileSync(join(root, "old"), saved);
      const exchange = { from: join(root, "new/c.txt"), keep: join(root, "kept"), found };
      await assert.rejects(exchangeWhole(target(root, "old"), exchange), { code: "stale" });
      assert.deepEqual(snapshot(root), snapshot(tempFolder({ ...tree, old: saved })));
    }
  });

  it("leaves alone a folder in which somebody wrote since, and takes no other time or name for that", async () => {
    const root = tempFolder({ ...tree, "place/old/ahead": "" });
    const [old, keep] = [join(root, "place/old"), join(root, "kept")];
    utimesSync(join(old, "ahead"), 1e10, 1e10);
    await setTimeout(30);
    const unchangedSince = Date.now();
    await setTimeout(30);
    const found = (await identityAt(old)) as string;
    const attempt = () => exchangeWhole(target(root), { keep, found, unchangedSince });
    writeFileSync(join(root, "new/c.txt"), "theirs");
    for (const change of [
      () => linkSync(join(root, "new/c.txt"), join(old, "c.txt")),
      () => writeFileSync(join(old, "a.txt"), "theirs"),
    ]) {
      change();
      await assert.rejects(attempt(), { code: "stale", message: /place\/old was changed meanwhile/ });
      rmSync(join(old, "c.txt"), { force: true });
      utimesSync(old, 1000, 1000);
    }
    utimesSync(join(old, "a.txt"), 1000, 1000);
    linkSync(join(old, "a.txt"), join(root, "new/a.txt"));
    await attempt();
    assert.deepEqual(readdirSync(keep).sort(), ["a.txt", "ahead", "b"]);
  });

  it("moves nothing when the record fails, and takes back what it moved when the second move fails", async () => {
    const root = tempFolder(tree);
    const before = snapshot(root);
    const found = (await identityAt(join(root, "place/old"))) as string;
    const ready = Promise.reject(new Error("full"));
    ready.catch(() => {});
    const keep = join(root, "kept");
    await assert.rejects(exchangeWhole(target(root), { from: join(root, "new"), keep, found, ready }), /full/);
    await assert.rejects(exchangeWhole(target(root), { from: join(root, "missing"), keep, found }), { code: "ENOENT" });
    assert.deepEqual(snapshot(root), before);
    assert.equal(await identityAt(join(root, "place/old")), found);
  });

  it("goes through no link that stands for the folder around it", async () => {
    const root = tempFolder({ ...tree, "elsewhere/x": "x" });
    symlinkSync("elsewhere", join(root, "link"));
    const exchange = { from: join(root, "new"), keep: join(root, "kept") };
    await assert.rejects(exchangeWhole(target(root, "link/y"), exchange), { code: "stale" });
    assert.equal(existsSync(join(root, "elsewhere/y")), false);
  });

  it("moves a folder that nobody may write to, with its permissions", async () => {
    const root = tempFolder(tree);
    chmodSync(join(root, "place/old"), 0o555);
    const found = (await identityAt(join(root, "place/old"))) as string;
    await exchangeWhole(target(root), { keep: join(root, "kept/1"), found });
    assert.equal(statSync(join(root, "kept/1")).mode & 0o777, 0o555);
    chmodSync(join(root, "kept/1"), 0o755);
  });

  /** Does something with a folder on another file system than that of temporary folders. */
  async function withFar(test: Context, act: (far: string) => Promise<void>): Promise<void> {
    const other = "/dev/shm";
    if (!existsSync(other) || lstatSync(other).dev === lstatSync(tempFolder()).dev) test.skip();
    const far = join(other, `toolcrib-whole-${process.pid}`);
    mkdirSync(far);
    await act(far).finally(() => rmSync(far, { recursive: true, force: true }));
  }

  it("copies where it lies on another file system, links and permissions with it", async function () {
    const root = tempFolder(tree);
    await withFar(this, async (far) => {
      writeFileSync(join(root, "place/old/run.sh"), "run", { mode: 0o755 });
      const before = snapshot(join(root, "place/old"));
      const found = (await identityAt(join(root, "place/old"))) as string;
      await exchangeWhole(target(root), { keep: join(far, "kept"), found });
      assert.equal(existsSync(join(root, "place/old")), false);
      assert.deepEqual(snapshot(join(far, "kept")), before);
      await exchangeWhole(target(root), { from: join(far, "kept"), keep: join(far, "x") });
      assert.deepEqual(snapshot(join(root, "place/old")), before);
      assert.equal(statSync(join(root, "place/old/run.sh")).mode & 0o777, 0o755);
      assert.deepEqual(readdirSync(far), []);
    });
  });

  /** Moves `place` to another file system, and saves a file at the first moment at which there is a copy of it. */
  async function movedWhileSaved(far: string, saved: string, text: string): Promise<unknown> {
    const [place, kept] = [join(far, "place"), tempFolder()];
    const found = (await identityAt(place)) as string;
    let isSaved = false;
    const watch = setInterval(() => {
      const copy = readdirSync(kept).find(isLeftover);
      if (isSaved || copy === undefined || !existsSync(join(kept, copy, saved))) return;
      // As editors do: Node copies without end what is cut short meanwhile.
      writeFileSync(join(far, "saved"), text);
      renameSync(join(far, "saved"), join(place, saved));
      isSaved = true;
    }, 1);
    const failure = await exchangeWhole({ real: place, shown: "place" }, { keep: join(kept, "1"), found })
      .catch((error: unknown) => error)
      .finally(() => clearInterval(watch));
    assert.ok(isSaved, "the copy was made before anything could be saved");
    assert.deepEqual(readdirSync(kept), []);
    return failure;
  }
  const assertStale = (failure: unknown) => {
    assert.ok(failure instanceof ToolError);
    const message = "place was changed meanwhile, so it was left as it is: look at it again and repeat the change.";
    assert.deepEqual([failure.code, failure.message], ["stale", message]);
  };

  it("leaves alone a folder in which somebody saves while it is copied, with what was saved", async function () {
    await withFar(this, async (far) => {
      const names = Array.from({ length: 3000 }, (_, n) => `${n}`);
      mkdirSync(join(far, "place"));
      for (const name of names) writeFileSync(join(far, "place", name), "old");
      const before = snapshot(far);
      const [first = ""] = readdirSync(join(far, "place"));
      assertStale(await movedWhileSaved(far, first, "new"));
      assert.deepEqual(snapshot(far), { ...before, [`place/${first}`]: "new" });
    });
  });

  it("leaves alone a large file that somebody saves while it is copied", async function () {
    await withFar(this, async (far) => {
      writeFileSync(join(far, "place"), Buffer.alloc(64 * 1024 * 1024, "a"));
      assertStale(await movedWhileSaved(far, "", "new"));
      assert.deepEqual(snapshot(far), { place: "new" });
    });
  });
});
