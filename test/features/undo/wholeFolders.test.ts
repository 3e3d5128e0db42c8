import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { JournaledWrite } from "../../../src/core/journal/callJournal";
import { Journal } from "../../../src/features/undo/journal";
import { JournalFiles } from "../../../src/features/undo/node/journalFiles";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { plant, snapshot, tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

/** Longer than a tick of the clock by which files get their times. */
const tick = () => delay(20);

describe("undo of a folder that was moved as it is (D-17)", () => {
  const tree = { "src/a.txt": "a", "src/deep/b.txt": "b" };
  const facts = { kind: "folder" as const, entries: 4, bytes: 4 };
  let root: string;
  let files: NodeFiles;
  let journal: Journal;
  beforeEach(() => {
    root = tempFolder(tree);
    files = new NodeFiles(() => [{ path: root, real: root, name: "root" }], root);
    journal = new Journal({ store: new JournalFiles(tempFolder()), files, now: Date.now });
  });
  const at = (name: string) => join(root, name);
  const targetOf = (name: string) => ({ path: at(name), real: at(name), shown: name, root });
  const call = (title: string) => ({ id: title, agent: "a", tool: "run_command", title });

  async function goes(name: string): Promise<JournaledWrite> {
    const found = (await files.wholes.identity(at(name))) ?? "";
    const sides = { before: new Uint8Array(), after: undefined, kinds: { before: "folder" as const } };
    return { kind: "write", target: targetOf(name), ...sides, whole: { before: facts, found } };
  }
  async function comes(name: string, from: string): Promise<JournaledWrite> {
    const coming = (await files.wholes.identity(from)) ?? "";
    const sides = { before: undefined, after: new Uint8Array(), kinds: { after: "folder" as const } };
    return { kind: "write", target: targetOf(name), ...sides, whole: { after: facts, from, coming } };
  }
  /** As `mv src lib` on a layer. */
  async function moved(): Promise<void> {
    const layer = tempFolder({ "lib/a.txt": "a", "lib/deep/b.txt": "b" });
    await journal.begin(call("Move")).write([await goes("src"), await comes("lib", join(layer, "lib"))]);
    await tick();
  }
  async function write(name: string, before: string | undefined, after: string | undefined, title = "Edit") {
    const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
    const effect = { kind: "write" as const, target: targetOf(name), before: bytes(before), after: bytes(after) };
    await journal.begin(call(title)).write([effect]);
    await tick();
  }
  const way = "so nothing was undone: restore it by hand or undo the later change first.";

  it("takes nothing else with it", async () => {
    await moved();
    await journal.undo();
    assert.deepEqual(snapshot(root), snapshot(tempFolder(tree)));
    await journal.redo();
    await journal.undo();
    assert.deepEqual(snapshot(root), snapshot(tempFolder(tree)));
  });

  it("is refused when somebody has written in it since, by name, and can be forced", async () => {
    await moved();
    plant(root, { "lib/a.txt": "edited", "lib/deep/mine.txt": "mine" });
    await failsWith(
      () => journal.undo(),
      "stale",
      `lib has changed since "Move" (lib/a.txt, lib/deep/mine.txt), ${way}`,
    );
    assert.equal(readFileSync(at("lib/a.txt"), "utf8"), "edited");
    const plan = await journal.planUndoLast();
    await journal.apply(plan, new Set(plan.files.map(({ target }) => target.real)));
    assert.deepEqual(snapshot(root), snapshot(tempFolder(tree)));
    await journal.redo();
    assert.equal(readFileSync(at("lib/a.txt"), "utf8"), "edited");
  });

  it("names a folder from which something went, and what comes between a look at it and its undo", async () => {
    await moved();
    renameSync(at("lib/deep/b.txt"), at("b.txt"));
    await failsWith(() => journal.undo(), "stale", `lib has changed since "Move" (lib/deep), ${way}`);
    const plan = await journal.planUndoLast();
    await tick();
    plant(root, { "lib/late.txt": "late" });
    const all = new Set(plan.files.map(({ target }) => target.real));
    await failsWith(() => journal.apply(plan, all), "stale", /^lib was changed meanwhile/);
    assert.equal(readFileSync(at("lib/late.txt"), "utf8"), "late");
  });

  it("is refused while a later call's change in it stands", async () => {
    await moved();
    await write("lib/report.md", undefined, "report");
    await failsWith(() => journal.undo("Move"), "stale", `lib was changed by the later "Edit" (lib/report.md), ${way}`);
    for (let time = 0; time < 2; time++) await journal.undo();
    assert.deepEqual(snapshot(root), snapshot(tempFolder(tree)));
  });

  it("goes with later changes in it that are undone before or together with it", async () => {
    await moved();
    await write("lib/a.txt", "a", "2");
    await write("lib/new/c.txt", undefined, "c", "Create");
    await write("lib/deep/b.txt", "b", undefined, "Delete");
    await journal.undo("Edit");
    await tick();
    await journal.apply(await journal.planUndo(["Move", "Create", "Delete"]));
    assert.deepEqual(snapshot(root), snapshot(tempFolder(tree)));
  });

  it("is refused for what somebody wrote after such a change", async () => {
    await moved();
    await write("lib/a.txt", "a", "2");
    writeFileSync(at("lib/a.txt"), "edited");
    await failsWith(
      async () => journal.apply(await journal.planUndo(["Move", "Edit"], "all")),
      "stale",
      `lib has changed since "all" (lib/a.txt), ${way}`,
    );
  });

  it("is not redone over what was written since", async () => {
    await moved();
    await journal.undo();
    await tick();
    plant(root, { "src/mine.txt": "mine" });
    await failsWith(
      () => journal.redo(),
      "stale",
      'src has changed since "Move" (src/mine.txt), so nothing was redone: restore it by hand first.',
    );
    rmSync(at("src/mine.txt"));
  });
});
