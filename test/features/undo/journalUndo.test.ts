import assert from "node:assert/strict";
import { chmodSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Turn } from "../../../src/features/undo/journal";
import { type BareCrib, bareCrib } from "../../support/bareCrib";
import { snapshot } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

/** A write of one file: name, what it holds, what it gets. */
type Step = readonly [name: string, before: string | undefined, after: string | undefined];

async function call(at: BareCrib, id: string, steps: readonly Step[], turn?: Turn): Promise<void> {
  const facts = { id, agent: "tester", tool: "probe", title: `Call ${id}`, ...(turn && { turn }) };
  const effects = await Promise.all(steps.map((step) => at.write(...step)));
  await at.crib.journal.begin(facts).write(effects);
}

const turn = { id: "t", title: "fix the price" };
const idsOf = async (listed: Promise<readonly { id: string }[]>) => (await listed).map(({ id }) => id);

describe("journal (D-17): turns and files", () => {
  const three: Step[][] = [
    [["new/made", undefined, "m"]],
    [["edited", "1", "2"]],
    [
      ["gone", "g", undefined],
      ["edited", "2", "3"],
    ],
  ];
  const start = async () => {
    const at = await bareCrib({ tree: { edited: "1", gone: "g", other: "o" } });
    const before = snapshot(at.root);
    for (const [index, steps] of three.entries()) await call(at, `${index}`, steps, turn);
    return { at, before, after: snapshot(at.root), journal: at.crib.journal };
  };

  it("a turn is taken back as a whole and brought back as a whole: created, changed twice, deleted", async () => {
    const { at, before, after, journal } = await start();
    const plan = await journal.planUndo(["0", "1", "2"], turn.title);
    assert.deepEqual(await journal.apply(plan), { subject: "fix the price", restored: ["new/made", "edited", "gone"] });
    assert.deepEqual(snapshot(at.root), before);
    assert.deepEqual(await journal.undoable(), []);
    assert.deepEqual(await journal.redo(), { subject: "fix the price", restored: ["gone", "edited", "new/made"] });
    assert.deepEqual(snapshot(at.root), after);
    assert.deepEqual(await idsOf(journal.undoable()), ["2", "1", "0"]);
    await failsWith(() => journal.redo(), "not_found", "There is nothing to redo.");
    await journal.apply(await journal.planUndo(["0", "1", "2"]));
    assert.deepEqual(snapshot(at.root), before);
  });

  it("takes back what of a turn still stands", async () => {
    const { at, before, journal } = await start();
    await journal.undo();
    await journal.apply(await journal.planUndo(["0", "1", "2"]));
    assert.deepEqual(snapshot(at.root), before);
    await failsWith(() => journal.planUndo(["0", "2"]), "not_found", "No change with the id 0, 2 can be undone.");
  });

  it("refuses a turn when one file has changed since, names all that have, and touches none", async () => {
    const { at, journal } = await start();
    writeFileSync(join(at.root, "edited"), "mine");
    writeFileSync(join(at.root, "gone"), "back");
    const left = snapshot(at.root);
    const plan = await journal.planUndo(["0", "1", "2"], turn.title);
    await failsWith(
      () => journal.apply(plan),
      "stale",
      'edited has changed since "fix the price"; gone has changed since "fix the price", so nothing was undone: restore it by hand or undo the later change first.',
    );
    assert.deepEqual(snapshot(at.root), left);
    assert.deepEqual(await idsOf(journal.undoable()), ["2", "1", "0"]);
  });

  it("restores what a person chooses although it has changed since; redo brings their version back", async () => {
    const { at, journal } = await start();
    writeFileSync(join(at.root, "edited"), "mine");
    const plan = await journal.planUndo(["1", "2"]);
    const chosen = new Set([join(at.root, "edited")]);
    assert.deepEqual((await journal.apply(plan, chosen)).restored, ["edited"]);
    assert.deepEqual(snapshot(at.root), { edited: "1", "new/": "", "new/made": "m", other: "o" });
    assert.deepEqual(
      (await journal.undoable()).map(({ id, files }) => [id, files]),
      [
        ["2", ["gone"]],
        ["0", ["new/made"]],
      ],
    );
    await journal.redo();
    assert.equal(snapshot(at.root).edited, "mine");
  });

  it("refuses a file that somebody else changed between two calls, whatever it contains now", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    await call(at, "1", [["a", "1", "2"]]);
    writeFileSync(join(at.root, "a"), "mine");
    await call(at, "2", [["a", "mine", "3"]]);
    const { journal } = at.crib;
    await failsWith(
      async () => journal.apply(await journal.planUndo(["1", "2"], "both")),
      "stale",
      /^a has changed since "both"/,
    );
    assert.deepEqual(snapshot(at.root), { a: "3" });
    await journal.undo("2");
    assert.deepEqual(snapshot(at.root), { a: "mine" });
  });

  it("takes back one file of a call that changed several", async () => {
    const { at, journal } = await start();
    await journal.apply(await journal.planUndo(["2"], undefined, new Set([join(at.root, "gone")])));
    assert.deepEqual(snapshot(at.root), { edited: "3", gone: "g", "new/": "", "new/made": "m", other: "o" });
    assert.deepEqual((await journal.list()).find(({ id }) => id === "2")?.files, ["edited"]);
    await journal.undo();
    assert.equal(snapshot(at.root).edited, "2");
    await journal.redo();
    await journal.redo();
    assert.deepEqual(snapshot(at.root), { edited: "3", "new/": "", "new/made": "m", other: "o" });
  });

  it("a file that holds already what it should counts as taken back", async () => {
    const { at, before, journal } = await start();
    rmSync(join(at.root, "new"), { recursive: true });
    const plan = await journal.planUndo(["0", "1", "2"], turn.title);
    assert.deepEqual((await journal.apply(plan)).restored, ["edited", "gone"]);
    assert.deepEqual(snapshot(at.root), before);
    assert.deepEqual(await journal.undoable(), []);
  });

  it("a folder that took a file's place gives it back", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    await call(at, "1", [["a", "1", undefined]]);
    await call(at, "2", [["a/b", undefined, "2"]]);
    const { journal } = at.crib;
    await journal.apply(await journal.planUndo(["1", "2"]));
    assert.deepEqual(snapshot(at.root), { a: "1" });
    await journal.redo();
    assert.deepEqual(snapshot(at.root), { "a/": "", "a/b": "2" });
    writeFileSync(join(at.root, "a/mine"), "m");
    await failsWith(async () => journal.apply(await journal.planUndo(["1", "2"])), "stale", /^a was created by/);
    assert.deepEqual(snapshot(at.root), { "a/": "", "a/b": "2", "a/mine": "m" });
  });

  it("a program that was made, taken back and brought back can still be run", async () => {
    const at = await bareCrib();
    await call(at, "1", [["run.sh", undefined, "#!/bin/sh\n"]]);
    chmodSync(join(at.root, "run.sh"), 0o755);
    await at.crib.journal.undo();
    await at.crib.journal.redo();
    assert.equal(statSync(join(at.root, "run.sh")).mode & 0o777, 0o755);
  });
});

describe("journal (D-17): redo", () => {
  it("brings back what was taken back last, then what before it", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    const { journal } = at.crib;
    await call(at, "1", [["a", "1", "2"]]);
    await call(at, "2", [["a", "2", "3"]]);
    await journal.undo();
    await journal.undo();
    assert.deepEqual(await journal.redo(), { subject: "Call 1", restored: ["a"] });
    assert.deepEqual(snapshot(at.root), { a: "2" });
    await journal.redo();
    assert.deepEqual(snapshot(at.root), { a: "3" });
    await journal.undo();
    assert.deepEqual(snapshot(at.root), { a: "2" });
  });

  it("a new change leaves redo possible in other files alone", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "1" } });
    const { journal } = at.crib;
    await call(at, "1", [["a", "1", "2"]]);
    await journal.undo();
    await call(at, "2", [["b", "1", "2"]]);
    await journal.redo();
    assert.deepEqual(snapshot(at.root), { a: "2", b: "2" });
    await journal.undo("1");
    await call(at, "3", [["a", "1", "new"]]);
    await failsWith(
      () => journal.redo(),
      "stale",
      'a has changed since "Call 1", so nothing was redone: restore it by hand first.',
    );
    assert.deepEqual(snapshot(at.root), { a: "new", b: "2" });
  });

  it("a journal that somebody wrote by hand may go in circles: nothing hangs", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    const { journal } = at.crib;
    const { path, real, shown } = (await at.write("a", "1", "2")).target;
    const entry = (id: string, undone: string) => ({
      ...{ id, kind: "undo" as const, agent: "x", tool: "undo", title: id, time: 1, state: "done" as const },
      changes: [{ path, real, shown, before: undefined, after: undefined, createdDirectories: [], undoes: [undone] }],
    });
    await call(at, "1", [["a", "1", "2"]]);
    await journal.record(entry("x", "y"));
    await journal.record(entry("y", "x"));
    assert.deepEqual(await idsOf(journal.undoable()), ["1"]);
    assert.equal((await journal.redoable()).length, 1);
  });

  it("tells the record what a person did", async () => {
    const notes: string[][] = [];
    const at = await bareCrib({ tree: { a: "1" } });
    await call(at, "1", [["a", "1", "2"]]);
    const { store, files, now } = { store: at.journal, files: at.files, now: at.crib.host.now };
    const { Journal } = await import("../../../src/features/undo/journal");
    const journal = new Journal({ store, files, now, note: async (...note) => void notes.push(note) });
    await journal.undo();
    await journal.redo();
    await journal.mark("here");
    await failsWith(() => journal.redo(), "not_found", "There is nothing to redo.");
    assert.deepEqual(notes, [
      ["undo", 'Took back "Call 1": a'],
      ["redo", 'Brought back "Call 1": a'],
      ["snapshot", 'Created the snapshot "here"'],
    ]);
  });
});

describe("journal (D-17): snapshots", () => {
  it("are every turn's beginning, and what a person marked, the latest first", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    await call(at, "1", [["a", "1", "2"]], turn);
    await call(at, "2", [["a", "2", "3"]], turn);
    await at.crib.journal.mark("good");
    await call(at, "3", [["a", "3", "4"]]);
    await at.crib.journal.undo();
    assert.deepEqual(
      (await at.crib.journal.snapshots()).map(({ name, isNamed }) => [name, isNamed]),
      [
        ["Call 3", false],
        ["good", true],
        ["fix the price", false],
      ],
    );
  });

  it("give files back what they held then, through undo and redo; restoring can be taken back too", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "1" } });
    const { journal } = at.crib;
    await call(at, "1", [["a", "1", "2"]]);
    const here = await journal.mark("here");
    const then = snapshot(at.root);
    await journal.undo();
    await call(at, "2", [["b", "1", undefined]]);
    await call(at, "3", [["c", undefined, "new"]]);
    await journal.undo("2");
    await call(at, "4", [["a", "1", "later"]]);
    const before = snapshot(at.root);
    const plan = await journal.planSnapshot(here);
    assert.deepEqual((await journal.apply(plan)).restored, ["c", "a"]);
    assert.deepEqual(snapshot(at.root), then);
    assert.deepEqual(await idsOf(journal.undoable()), ["1"]);
    await journal.redo();
    assert.deepEqual(snapshot(at.root), before);
    assert.deepEqual(await idsOf(journal.undoable()), ["4", "3"]);
  });

  it("leave a file that somebody else changed since, unless it is chosen", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "1" } });
    const { journal } = at.crib;
    const here = await journal.mark("here");
    await call(at, "1", [
      ["a", "1", "2"],
      ["b", "1", "2"],
    ]);
    writeFileSync(join(at.root, "a"), "mine");
    const plan = await journal.planSnapshot(here);
    assert.deepEqual(
      plan.files.map(({ target, conflict }) => [target.shown, conflict?.error.message, conflict?.canForce]),
      [
        ["a", 'a has changed since "here"', true],
        ["b", undefined, undefined],
      ],
    );
    await failsWith(() => journal.apply(plan), "stale", /^a has changed since "here", so nothing was undone/);
    await journal.apply(plan, new Set([join(at.root, "b")]));
    assert.deepEqual(snapshot(at.root), { a: "mine", b: "1" });
    await journal.apply(await journal.planSnapshot(here), new Set([join(at.root, "a"), join(at.root, "b")]));
    assert.deepEqual(snapshot(at.root), { a: "1", b: "1" });
  });

  it("touch nothing that was not written through the journal", async () => {
    const at = await bareCrib({ tree: { a: "1", ".git/HEAD": "ref: refs/heads/main", untracked: "u" } });
    const { journal } = at.crib;
    const here = await journal.mark("here");
    await call(at, "1", [["a", "1", "2"]]);
    writeFileSync(join(at.root, "untracked"), "mine");
    await journal.apply(await journal.planSnapshot(here));
    assert.deepEqual(snapshot(at.root), {
      a: "1",
      ".git/": "",
      ".git/HEAD": "ref: refs/heads/main",
      untracked: "mine",
    });
  });
});
