/** The journal when a process is killed in the middle, and when two write to it at once (D-17). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { journalOf } from "../../../node/support/journalOf";
import { bundled } from "../../../support/bundled";
import { snapshot, tempFolder } from "../../../support/tempFolder";

const start = (program: string, ...args: string[]) => {
  const path = bundled(join(__dirname, `../../../node/support/${program}.ts`));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  return { child, exited: once(child, "exit") };
};

describe("journal (D-17): killed in the middle of undo and redo", () => {
  const names = Array.from({ length: 8 }, (_, index) => `f${index}`);
  const filled = (letter: string) => Object.fromEntries(names.map((name) => [name, letter.repeat(100_000)]));
  /** Names of half-written files, which nobody takes for others. */
  const isLeftover = (name: string) => /^\.f\d\.[0-9a-f]{12}\.tmp$/.test(name);
  const filesIn = (root: string) =>
    Object.fromEntries(Object.entries(snapshot(root)).filter(([name]) => !isLeftover(name)));

  it("what was begun can be completed, and taken back again, to the byte", async function () {
    this.timeout(60_000);
    const killed = async (after: number) => {
      const folder = tempFolder(Object.fromEntries(names.map((name) => [`files/${name}`, "a".repeat(100_000)])));
      const { journal, root, files } = await journalOf(folder);
      for (const name of names) {
        const target = await files.resolve(name);
        const effect = {
          kind: "write" as const,
          target,
          before: Buffer.alloc(100_000, "a"),
          after: Buffer.alloc(100_000, "b"),
        };
        await journal.begin({ id: name, agent: "tester", tool: "probe", title: name }).write([effect]);
      }
      const { child, exited } = start("undoForever", folder);
      await Promise.race([once(child.stdout, "data"), exited]);
      await delay(after);
      child.kill("SIGKILL");
      assert.deepEqual(await exited, [null, "SIGKILL"]);

      const again = (await journalOf(folder)).journal;
      const left = (await again.undoable()).map(({ id }) => id);
      if (left.length > 0) await again.apply(await again.planUndo(left));
      assert.deepEqual(filesIn(root), filled("a"));
      while ((await again.redoable()).length > 0) await again.redo();
      assert.deepEqual(filesIn(root), filled("b"));
      assert.equal((await again.undoable()).length, names.length);
    };
    for (const after of [0, 13, 35, 77, 140]) await killed(after);
  });
});

describe("journal (D-17): killed while it takes back every call", () => {
  it("every file is as it was before or after its call's undo, and going on takes back the rest", async function () {
    this.timeout(60_000);
    const names = Array.from({ length: 40 }, (_, index) => `f${index}`);
    const texts = { a: "a".repeat(50_000), b: "b".repeat(50_000) };
    const sides = new Set<string>(Object.values(texts));
    for (const after of [0, 7, 29, 61]) {
      const folder = tempFolder(Object.fromEntries(names.map((name) => [`files/${name}`, texts.a])));
      const { journal, root, files } = await journalOf(folder);
      for (const name of names) {
        const [before, now] = [Buffer.from(texts.a), Buffer.from(texts.b)];
        const effect = { kind: "write" as const, target: await files.resolve(name), before, after: now };
        await journal.begin({ id: name, agent: "tester", tool: "probe", title: name }).write([effect]);
      }
      const { child, exited } = start("undoAll", folder);
      await Promise.race([once(child.stdout, "data"), exited]);
      await delay(after);
      child.kill("SIGKILL");
      await exited;

      const found = snapshot(root) as Record<string, string>;
      for (const name of names) assert.ok(sides.has(found[name] ?? ""), `${name} is neither old nor new`);
      const again = (await journalOf(folder)).journal;
      const standing = new Set((await again.undoable()).map(({ id }) => id));
      assert.deepEqual(
        names.filter((name) => found[name] === texts.b),
        names.filter((name) => standing.has(name)),
      );
      if (standing.size > 0) for await (const _ of again.undoAll());
      for (const name of names) assert.equal((snapshot(root) as Record<string, string>)[name], texts.a);
    }
  });
});

describe("journal (D-17): two processes at once", () => {
  it("lose none of their entries, and each can be taken back", async function () {
    this.timeout(30_000);
    const folder = tempFolder({ files: undefined });
    const writers = ["x", "y"].map((letter) => start("writeThroughJournal", folder, letter, "30"));
    for (const { exited } of writers) assert.deepEqual(await exited, [0, null]);
    const { journal, root } = await journalOf(folder);
    const calls = await journal.undoable();
    assert.deepEqual(
      calls.map(({ id }) => id).sort(),
      ["x", "y"].flatMap((letter) => Array.from({ length: 30 }, (_, index) => `${letter}-${index}`)).sort(),
    );
    assert.equal(Object.keys(snapshot(root)).length, 60);
    await journal.apply(await journal.planUndo(calls.map(({ id }) => id)));
    assert.deepEqual(snapshot(root), {});
    assert.deepEqual(snapshot(join(folder, "files")), {});
  });
});
