/** Hosts that are killed while they apply what a command changed (D-12, D-17). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { CutOff } from "../../../src/features/undo/cutOffCalls";
import { Journal } from "../../../src/features/undo/journal";
import { thisMaker } from "../../../src/features/undo/node/entryMaker";
import { JournalFiles } from "../../../src/features/undo/node/journalFiles";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { removeLeftWrites } from "../../../src/node/files/writing/writeLocks";
import { bundled } from "../../support/bundled";
import { plant, snapshot, type Tree, tempFolder } from "../../support/tempFolder";

const numbers = Array.from({ length: 50 }, (_, number) => number);
const each = (folder: string, text: string): Tree =>
  Object.fromEntries(numbers.map((number) => [`${folder}/${number}`, text]));

const old: Tree = {
  ...each("gone", "old"),
  ...each("src", "old"),
  "node_modules/p/old.js": "old",
  "run.sh": "old",
  ".git/HEAD": "old",
};
const fresh: Tree = {
  gone: undefined,
  ...each("src", "new"),
  ...each("made/deep", "new"),
  ...each(".git/objects", "new"),
  "node_modules/p/new.js": "new",
  "run.sh": "old",
  ".git/HEAD": "new",
  link: { link: "src/1" },
};
/** Of the writes: that of node_modules, the first that makes a folder, and all. */
const [whole, making, all] = [101, 103, 204] as const;

/** Another file system, to which folders are copied. */
const elsewhere = existsSync("/dev/shm") && statSync("/dev/shm").dev !== statSync(tmpdir()).dev ? "/dev/shm" : tmpdir();

describe("changes that a killed host made in part (D-12, D-17)", function () {
  this.timeout(300_000);
  const stages: string[] = [];
  after(() => {
    for (const stage of stages) rmSync(stage, { recursive: true, force: true });
  });

  /** Applies it all, and kills that at a write. */
  async function killed(at: number, place = tmpdir(), kind: "command" | "call" = "command") {
    const [root, journalFolder] = [tempFolder(old), tempFolder()];
    const stage = mkdtempSync(join(place, "toolcrib-test-"));
    stages.push(stage);
    plant(stage, { "from/p/new.js": "new" });
    const script = bundled(join(__dirname, "../../support/appliedUntilKilled.ts"));
    const args = [script, root, journalFolder, join(stage, "from"), String(at), kind];
    const host = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(host.stdout, "data");
    host.kill("SIGKILL");
    await once(host, "close");
    await removeLeftWrites();
    return { root, journalFolder };
  }

  /** What the next host does. */
  async function recovered({ root, journalFolder }: { root: string; journalFolder: string }, opened = root) {
    const files = new NodeFiles(() => [{ path: opened, real: opened, name: "root" }], homedir());
    const journal = new Journal({ store: new JournalFiles(journalFolder), files, now: Date.now });
    const found: readonly CutOff[] = await journal.recover();
    return { journal, found, news: journal.cutOff.news("a").map(({ text }) => text) };
  }

  const [none, done] = [snapshot(tempFolder(old)), snapshot(tempFolder(fresh))];
  const told =
    "[Toolcrib was stopped while it applied the changes of `sed -i s/old/new/ src/*`, so they have been taken back: run that command again if they are needed.]";

  it("are all there or none of them, at whatever moment it was killed, and an agent is told once", async () => {
    const moments = [1, 2, 51, 90, whole, whole, whole + 1, making, making + 1, 160, all - 1, all];
    for (const [round, at] of moments.entries()) {
      const place = await killed(at, round % 2 === 0 ? tmpdir() : elsewhere);
      const part = snapshot(place.root);
      const { journal, found, news } = await recovered(place);
      const now = snapshot(place.root);
      const isDone = JSON.stringify(now) === JSON.stringify(done);
      if (!isDone) assert.deepEqual(now, none, `killed at ${at}`);
      assert.equal(statSync(join(place.root, "run.sh")).mode & 0o777, isDone ? 0o755 : 0o644);
      const wasPart = JSON.stringify(part) !== JSON.stringify(now);
      if (wasPart && !isDone)
        assert.deepEqual([found, news], [[{ line: "sed -i s/old/new/ src/*", isCommand: true, left: [] }], [told]]);
      assert.deepEqual(journal.cutOff.news("a"), []);
      assert.equal((await journal.undoable()).length, isDone ? 1 : 0);
    }
  });

  it("can be brought back after they were taken back, and taken back again", async () => {
    const place = await killed(160);
    const { journal } = await recovered(place);
    assert.equal((await journal.redoable()).length, 1);
    await journal.redo();
    await journal.undo();
    assert.deepEqual(snapshot(place.root), none);
    assert.deepEqual((await recovered(place)).found, []);
  });

  it("stay as they are in a file that somebody changed since, and that is named", async () => {
    const place = await killed(160);
    writeFileSync(join(place.root, "src/7"), "theirs");
    const { found, news } = await recovered(place);
    assert.deepEqual(found, [{ line: "sed -i s/old/new/ src/*", isCommand: true, left: ["src/7"] }]);
    assert.deepEqual(news, [told.replace(/\]$/, " Changed since, and left as it is: src/7.]")]);
    assert.deepEqual(snapshot(place.root), { ...none, "src/7": "theirs" });
  });

  it("are taken back where the last one is a folder that was not moved as it was to be", async () => {
    const place = await killed(making);
    const pending = readdirSync(place.journalFolder).find((name) => name.endsWith(".pending.json")) ?? "";
    const path = join(place.journalFolder, pending);
    const entry = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...entry, changes: entry.changes.slice(0, 101) }));
    rmSync(join(place.root, "node_modules"), { recursive: true });
    const { found } = await recovered(place);
    assert.equal(found.length, 1);
    assert.equal(readFileSync(join(place.root, "src/1"), "utf8"), "old");
  });

  it("wait for a host that works in their folder", async () => {
    const place = await killed(160);
    const part = snapshot(place.root);
    assert.deepEqual((await recovered(place, tempFolder())).found, []);
    assert.deepEqual(snapshot(place.root), part);
    assert.equal((await recovered(place)).found.length, 1);
  });

  it("are left to a process that still makes them", async () => {
    const place = await killed(160);
    const pending = readdirSync(place.journalFolder).find((name) => name.endsWith(".pending.json")) ?? "";
    const path = join(place.journalFolder, pending);
    const entry = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(`${path}.new`, JSON.stringify({ ...entry, maker: await thisMaker() }));
    renameSync(`${path}.new`, path);
    const part = snapshot(place.root);
    assert.deepEqual((await recovered(place)).found, []);
    assert.deepEqual(snapshot(place.root), part);
  });

  describe("of another tool's call", () => {
    const renamed =
      '[Toolcrib was stopped while it made the changes of "Rename old to new", so they have been taken back: make that call again if they are needed.]';
    const cutOff = { line: "Rename old to new", isCommand: false };

    it("are taken back with the folders made for them, and an agent is told", async () => {
      const place = await killed(3, tmpdir(), "call");
      assert.deepEqual(snapshot(place.root), {
        ...none,
        "src/0": "new",
        "made/": "",
        "made/deep/": "",
        "made/deep/0": "new",
      });
      const { journal, found, news } = await recovered(place);
      assert.deepEqual([found, news], [[{ ...cutOff, left: [] }], [renamed]]);
      assert.deepEqual(snapshot(place.root), none);
      assert.deepEqual([await journal.undoable(), (await recovered(place)).found], [[], []]);
      assert.equal((await journal.redoable())[0]?.title, "Rename old to new");
    });

    it("stay as they are in a file that somebody changed since, and that is named", async () => {
      const place = await killed(4, tmpdir(), "call");
      writeFileSync(join(place.root, "src/0"), "theirs");
      const { found, news } = await recovered(place);
      assert.deepEqual(found, [{ ...cutOff, left: ["src/0"] }]);
      assert.deepEqual(news, [renamed.replace(/\]$/, " Changed since, and left as it is: src/0.]")]);
      assert.deepEqual(snapshot(place.root), { ...none, "src/0": "theirs" });
    });

    it("are kept where all had been made, their end was not recorded, and somebody changed the last file since", async () => {
      const place = await killed(5, tmpdir(), "call");
      for (const name of readdirSync(place.journalFolder))
        if (/^[^.]+\.json$/.test(name)) rmSync(join(place.journalFolder, name));
      writeFileSync(join(place.root, "src/2"), "theirs");
      const part = snapshot(place.root);
      const { journal, found } = await recovered(place);
      assert.deepEqual([found, snapshot(place.root)], [[], part]);
      assert.equal((await journal.undoable()).length, 1);
    });

    it("are kept, and nobody is told, where all of them had been made", async () => {
      const place = await killed(5, tmpdir(), "call");
      const part = snapshot(place.root);
      const { journal, found } = await recovered(place);
      assert.deepEqual([found, snapshot(place.root)], [[], part]);
      assert.equal((await journal.undoable()).length, 1);
    });
  });
});
