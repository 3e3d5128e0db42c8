import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import type { CheckpointWish, LiveFindings } from "../../../src/core/ports/changes/checkpoint";
import { Checkpoints } from "../../../src/node/checkpoints/checkpoints";
import { foundAt } from "../../../src/node/checkpoints/folderWalk";
import { contentOf } from "../../../src/node/checkpoints/keptCopies";
import { standIn } from "../../../src/node/sandbox/places/maskedFolders";
import { type Tree, tempFolder } from "../../support/tempFolder";

/** Copies of the files that commands change in their place. */
describe("checkpoints (D-17)", () => {
  const nothingClosed = (_real: string): boolean => false;

  /** A workspace with a checkpoint of it, as a process left it that was killed when `end` was never called. */
  async function begun(tree: Tree, more: Partial<CheckpointWish> = {}) {
    const root = tempFolder(tree);
    const state = tempFolder();
    const checkpoints = new Checkpoints(() => state);
    const checkpoint = await checkpoints.take({ roots: [root], isClosed: nothingClosed, facts: "facts", ...more });
    const all = join(state, "sandbox", "checkpoints");
    const folder = join(all, readdirSync(all)[0] as string);
    const owner = join(folder, "owner.json");
    const described = ({ changes, unkept }: LiveFindings) => [
      ...changes.map(
        ({ path, before, after }) =>
          `${relative(root, path)}: ${before ? Buffer.from(before.bytes) : "-"} > ${after ? Buffer.from(after.bytes) : "-"}`,
      ),
      ...unkept.map((path) => `${relative(root, path)}?`),
    ];
    return {
      ...{ root, folder, owner, checkpoint },
      async look(only?: readonly string[]): Promise<string[]> {
        const found: string[] = [];
        await checkpoint.changes(async (one) => void found.push(...described(one)), only);
        return found;
      },
      /** What another process finds that comes after it. */
      async recovered(isClosed = nothingClosed, secondsAgo = 0): Promise<string[]> {
        const kept = JSON.parse(readFileSync(owner, "utf8"));
        writeFileSync(owner, JSON.stringify({ ...kept, process: { pid: 4_194_304, began: "1" } }));
        const beat = new Date(Date.now() - secondsAgo * 1000);
        utimesSync(owner, beat, beat);
        const found: string[] = [];
        await new Checkpoints(() => state).recover(async (_, one) => void found.push(...described(one)), isClosed);
        assert.deepEqual(readdirSync(all), []);
        return found;
      },
    };
  }

  it("are read by their owner alone", async () => {
    const { folder } = await begun({ "a.txt": "a" });
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  });

  it("list a file once where one root lies in another", async () => {
    const root = tempFolder({ "in/a.txt": "a" });
    const state = tempFolder();
    const wish = { roots: [root, join(root, "in")], isClosed: nothingClosed, facts: "" };
    const checkpoint = await new Checkpoints(() => state).take(wish);
    appendFileSync(join(root, "in/a.txt"), "b");
    const found: string[] = [];
    await checkpoint.changes(async ({ changes }) => void found.push(...changes.map(({ path }) => path)));
    assert.deepEqual(found, [join(root, "in/a.txt")]);
  });

  it("count what was closed or ignored before a kill as nobody's, whatever the rules say by now", async () => {
    const files = { ".gitignore": "dist\n*.log\n", "dist/a.js": "a", "b.log": "b", "shut.txt": "s", "c.txt": "c" };
    const place = await begun(files, { isClosed: (real) => real.endsWith("shut.txt") });
    rmSync(join(place.root, ".gitignore"));
    writeFileSync(join(place.root, "late.txt"), "l");
    assert.deepEqual(await place.recovered((real) => real.endsWith("late.txt")), [".gitignore: dist\n*.log\n > -"]);
  });

  it("take no notice of folders that stand in for names which commands must not create", async () => {
    const place = await begun({ "a.txt": "a" });
    const names = [".vscode", ".github"].map((name) => join(place.root, name));
    const standIns = await standIn(names);
    assert.deepEqual(readdirSync(place.root).sort(), [".github", ".vscode", "a.txt"]);
    assert.deepEqual(await place.look(), []);
    await standIns.remove();
    mkdirSync(join(place.root, ".vscode/x"), { recursive: true });
    assert.deepEqual(await place.look(), [".vscode/x: - > "]);
  });

  it("are left to the process that keeps them as long as it runs, whoever else looks", async () => {
    const place = await begun({ "a.txt": "a" });
    writeFileSync(join(place.root, "a.txt"), "x");
    const others = new Checkpoints(() => join(place.folder, "..", "..", ".."));
    await others.recover(async () => assert.fail("it was taken"), nothingClosed);
    assert.deepEqual(await place.look(), ["a.txt: a > x"]);
  });

  it("count what came after the last sign of life as nobody's", async () => {
    const place = await begun({ "a.txt": "a", "d/gone.txt": "g" });
    appendFileSync(join(place.root, "a.txt"), "b");
    rmSync(join(place.root, "d"), { recursive: true });
    writeFileSync(join(place.root, "new.txt"), "n");
    assert.deepEqual(await place.recovered(nothingClosed, 3600), []);
  });

  it("hand over nothing from a list that did not reach the disk as a whole", async () => {
    for (const cut of [0, 1, 40]) {
      const place = await begun({ "a.txt": "a", "b.txt": "b" });
      truncateSync(join(place.folder, "files"), cut);
      assert.deepEqual(await place.recovered(), []);
    }
  });

  it("bring back no copy that did not reach the disk", async () => {
    const place = await begun({ "a.txt": "a", "b.txt": "b" });
    const copies = join(place.folder, "copies");
    const { size } = statSync(copies);
    truncateSync(copies, 0);
    truncateSync(copies, size);
    writeFileSync(join(place.root, "a.txt"), "x");
    assert.deepEqual(await place.recovered(), ["a.txt?"]);
  });

  it("are removed after an hour when nobody put a name on them", async () => {
    const place = await begun({ "a.txt": "a" });
    const empty = join(place.folder, "..", "empty");
    mkdirSync(empty);
    const before = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(empty, before, before);
    assert.deepEqual(await place.recovered(), []);
  });

  it("take a folder that cannot be opened for neither gone nor new", async () => {
    const place = await begun({ "a.txt": "a", "shut/b.txt": "b" });
    // Longer than any path may be: nobody can list it by its name, root included.
    const deep = join(...Array.from({ length: 12 }, () => "n".repeat(250)));
    for (const top of ["shut", "beside"]) mkdirSync(join(place.root, top, deep), { recursive: true });
    writeFileSync(join(place.root, "beside", deep, "f"), "f");
    await place.checkpoint.skip([join(place.root, "beside")]);
    renameSync(join(place.root, "beside"), join(place.root, "shut", deep, "beside"));
    await place.look();
    try {
      writeFileSync(join(place.root, "a.txt"), "x");
      const found = await place.look();
      assert.deepEqual(
        found.filter((line) => !line.includes("nnn")),
        ["a.txt: a > x"],
      );
      renameSync(join(place.root, "shut"), join(place.root, "s"));
      assert.equal((await place.look()).filter((line) => line.startsWith("shut/b.txt: b > -")).length, 1);
    } finally {
      execFileSync("rm", ["-rf", "s", "shut"], { cwd: place.root });
    }
  });

  it("the same of one that its owner closed", async function () {
    if (process.getuid?.() === 0) this.skip();
    const place = await begun({ "a.txt": "a", "shut/b.txt": "b", "d/e/f.txt": "f" });
    chmodSync(join(place.root, "shut"), 0);
    assert.deepEqual(await place.look(), ["shut:  > "]);
    chmodSync(join(place.root, "shut"), 0o755);
    assert.deepEqual(await place.look(), ["shut:  > "]);
    chmodSync(join(place.root, "d"), 0o200);
    const again = await begun({ "x/y.txt": "y" });
    chmodSync(join(again.root, "x"), 0);
    const { checkpoint } = again;
    await checkpoint.end();
    chmodSync(join(place.root, "d"), 0o755);
    chmodSync(join(again.root, "x"), 0o755);
  });

  it("hold what was there when they looked, however a file grows meanwhile", () => {
    const folder = tempFolder({ "a.txt": "" });
    const path = join(folder, "a.txt");
    const found = foundAt(path, path);
    assert.ok(found);
    writeFileSync(path, "12345678901");
    assert.throws(() => contentOf(found, 10), /too large/);
    assert.equal(Buffer.from(contentOf(found, 11)).toString(), "12345678901");
    renameSync(path, `${path}2`);
    writeFileSync(path, "other");
    assert.throws(() => contentOf(found), /was replaced meanwhile/);
  });

  it("say where they cannot hold everything, and look again half a minute later", async () => {
    const root = tempFolder({ "a.txt": "a" });
    let now = 0;
    const checkpoints = new Checkpoints(
      () => root,
      () => now,
    );
    const wish = { roots: [root], isClosed: nothingClosed };
    assert.deepEqual(await checkpoints.coverage(wish), { isWhole: true });
    for (let at = 0; at < 65; at++) {
      writeFileSync(join(root, `${at}`), "");
      truncateSync(join(root, `${at}`), 1024 * 1024);
    }
    now = 29_999;
    assert.deepEqual(await checkpoints.coverage(wish), { isWhole: true });
    now = 30_000;
    assert.deepEqual(await checkpoints.coverage(wish), { isWhole: false });
    assert.equal(lstatSync(join(root, "0")).blocks, 0);
  });

  it("say nothing of a large file that was written just before", async () => {
    const place = await begun({ "big.bin": Buffer.alloc(1024 * 1024 + 1) });
    assert.deepEqual(await place.look(), []);
    appendFileSync(join(place.root, "big.bin"), "x");
    assert.deepEqual(await place.look(), ["big.bin?"]);
  });

  it("wait for no pipe, and read no device", async () => {
    const place = await begun({ "a.txt": "a" });
    rmSync(join(place.root, "a.txt"));
    execFileSync("mkfifo", ["a.txt", "pipe"], { cwd: place.root });
    assert.deepEqual(await place.look(), ["a.txt: a > -"]);
  });
});
