import assert from "node:assert/strict";
import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { WriteEffect } from "../../../src/core/vocabulary/effect";
import type { JournalEntry } from "../../../src/features/undo/journal";
import { type BareCrib, bareCrib } from "../../support/bareCrib";
import { snapshot } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

const call = (id: string) => ({ id, agent: "tester", tool: "probe", title: `Change ${id}` });

/** Makes writes as one call does. */
async function change(at: BareCrib, id: string, ...effects: WriteEffect[]): Promise<void> {
  const journal = at.crib.journal.begin(call(id));
  for (const effect of effects) await journal.write([effect]);
}

const entryOf = (at: BareCrib, id: string) => at.journal.entries.get(id) as JournalEntry;

describe("journal (D-17): recording", () => {
  it("a write is on record before it happens, and again when it has", async () => {
    const at = await bareCrib({ tree: { "a.txt": "old" } });
    await change(at, "1", await at.write("a.txt", "old", "new"), await at.write("sub/deep/b.txt", undefined, "made"));
    assert.deepEqual(at.events, [
      "journal pending a.txt",
      "write a.txt",
      "journal done a.txt",
      "journal pending a.txt,sub/deep/b.txt",
      "write sub/deep/b.txt",
      "journal done a.txt,sub/deep/b.txt",
    ]);
    const path = (name: string) => join(at.root, name);
    assert.deepEqual(entryOf(at, "1"), {
      ...call("1"),
      time: 1_700_000_000_000,
      recorded: 1_700_000_000_000,
      state: "done",
      changes: [
        {
          path: path("a.txt"),
          real: path("a.txt"),
          shown: "a.txt",
          before: Buffer.from("old"),
          after: Buffer.from("new"),
          createdDirectories: [],
        },
        {
          path: path("sub/deep/b.txt"),
          real: path("sub/deep/b.txt"),
          shown: "sub/deep/b.txt",
          before: undefined,
          after: Buffer.from("made"),
          createdDirectories: [path("sub"), path("sub/deep")],
        },
      ],
    });
  });

  it("a write that failed is struck out again", async () => {
    const at = await bareCrib({ tree: { "a.txt": "someone else's" } });
    await failsWith(
      () => at.write("a.txt", "old", "new").then((effect) => change(at, "1", effect)),
      "stale",
      /^a\.txt was changed/,
    );
    assert.deepEqual([entryOf(at, "1").state, entryOf(at, "1").changes], ["done", []]);
    assert.deepEqual(await at.crib.journal.undoable(), []);
    await failsWith(() => at.crib.journal.undo(), "not_found", "There is no change to undo.");
  });

  it("what an editor made of it is what is recorded", async () => {
    const at = await bareCrib({ tree: { "a.txt": "old" } });
    const effect = await at.write("a.txt", "old", "new");
    const { write } = at.files;
    at.files.write = async () => {
      writeFileSync(join(at.root, "a.txt"), "formatted");
      return { version: "2", createdDirectories: [], written: Buffer.from("formatted") };
    };
    await at.crib.journal.begin(call("1")).write([effect]);
    at.files.write = write;
    assert.deepEqual(Buffer.from(entryOf(at, "1").changes[0]?.after ?? []).toString(), "formatted");
    await at.crib.journal.undo();
    assert.equal(readFileSync(join(at.root, "a.txt"), "utf8"), "old");
  });

  it("nothing is written when the record cannot be made", async () => {
    const at = await bareCrib({ tree: { "a.txt": "old" } });
    at.journal.put = () => Promise.reject(new Error("disk full"));
    await assert.rejects(
      at.write("a.txt", "old", "new").then((effect) => change(at, "1", effect)),
      /disk full/,
    );
    assert.deepEqual(snapshot(at.root), { "a.txt": "old" });
  });
});

describe("journal (D-17): undo", () => {
  it("restores the bytes, whatever they are, and leaves nothing behind", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const at = await bareCrib({ tree: { "a.bin": bytes, "keep/b": "b" } });
    const before = snapshot(at.root);
    const target = await at.files.resolve("a.bin");
    await change(
      at,
      "1",
      { kind: "write", target, before: bytes, after: Buffer.from("text") },
      await at.write("x/y/z/new.txt", undefined, "new"),
      await at.write("keep/c", undefined, ""),
      await at.write("keep/b", "b", undefined),
    );
    assert.deepEqual(snapshot(at.root), {
      "a.bin": "text",
      "keep/": "",
      "keep/c": "",
      "x/": "",
      "x/y/": "",
      "x/y/z/": "",
      "x/y/z/new.txt": "new",
    });
    assert.deepEqual(await at.crib.journal.undo("1"), {
      subject: "Change 1",
      restored: ["x/y/z/new.txt", "keep/c", "a.bin", "keep/b"],
    });
    assert.deepEqual(snapshot(at.root), before);
    assert.deepEqual(await at.crib.journal.undoable(), []);
  });

  it("takes folders away with the files that brought them, in whatever order these were made", async () => {
    const at = await bareCrib();
    await change(
      at,
      "1",
      await at.write("x/a", undefined, "a"),
      await at.write("x/y/b", undefined, "b"),
      await at.write("x/y/c", undefined, "c"),
      await at.write("x/d", undefined, "d"),
    );
    await at.crib.journal.undo("1");
    assert.deepEqual(snapshot(at.root), {});
  });

  it("several changes of one file in one call go back to the first bytes", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    await change(
      at,
      "1",
      await at.write("a", "1", "2"),
      await at.write("a", "2", "3"),
      await at.write("a", "3", undefined),
    );
    assert.deepEqual((await at.crib.journal.undo()).restored, ["a"]);
    assert.deepEqual(snapshot(at.root), { a: "1" });
  });

  it("takes back the newest call first, then the one before; a call is undone once", async () => {
    const at = await bareCrib({ tree: { a: "1" } });
    await change(at, "1", await at.write("a", "1", "2"));
    await change(at, "2", await at.write("a", "2", "3"));
    assert.deepEqual(
      (await at.crib.journal.undoable()).map(({ id, title, files, state }) => ({ id, title, files, state })),
      [
        { id: "2", title: "Change 2", files: ["a"], state: "done" },
        { id: "1", title: "Change 1", files: ["a"], state: "done" },
      ],
    );
    await at.crib.journal.undo();
    assert.deepEqual(snapshot(at.root), { a: "2" });
    await failsWith(() => at.crib.journal.undo("2"), "not_found", "No change with the id 2 can be undone.");
    await at.crib.journal.undo();
    assert.deepEqual(snapshot(at.root), { a: "1" });
    await failsWith(() => at.crib.journal.undo(), "not_found", "There is no change to undo.");
  });

  it("an older call is undone by its id only while later ones left its files alone", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "1" } });
    await change(at, "1", await at.write("a", "1", "2"));
    await change(at, "2", await at.write("b", "1", "2"));
    await at.crib.journal.undo("1");
    assert.deepEqual(snapshot(at.root), { a: "1", b: "2" });
  });

  const stale = (shown: string, id: string) =>
    `${shown} has changed since "Change ${id}", so nothing was undone: restore it by hand or undo the later change first.`;

  it("refuses when a file has changed since, and touches none of the others", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "1" } });
    await change(at, "1", await at.write("a", "1", "2"), await at.write("b", "1", "2"));
    writeFileSync(join(at.root, "a"), "mine");
    await failsWith(() => at.crib.journal.undo(), "stale", stale("a", "1"));
    assert.deepEqual(snapshot(at.root), { a: "mine", b: "2" });
    assert.equal(entryOf(at, "1").state, "done");
  });

  it("a file that changes while the others are restored is not overwritten, and those are as they were", async () => {
    const at = await bareCrib({ tree: { a: "1", b: "1" } });
    await change(at, "1", await at.write("a", "1", "2"), await at.write("b", "1", "2"));
    const write = at.files.write.bind(at.files);
    at.files.write = async (...args) => {
      if (args[0].shown === "a") writeFileSync(join(at.root, "b"), "mine");
      return write(...args);
    };
    await failsWith(() => at.crib.journal.undo(), "stale", /^b was changed since/);
    assert.deepEqual(snapshot(at.root), { a: "2", b: "mine" });
    assert.deepEqual(
      (await at.crib.journal.undoable()).map(({ files }) => files),
      [["a", "b"]],
    );
  });

  it("refuses when a changed file is gone, or a deleted one is back", async () => {
    const at = await bareCrib({ tree: { old: "1", new: "1" } });
    await change(at, "1", await at.write("new", "1", "x"));
    rmSync(join(at.root, "new"));
    await failsWith(() => at.crib.journal.undo(), "stale", stale("new", "1"));
    await change(at, "2", await at.write("old", "1", undefined));
    writeFileSync(join(at.root, "old"), "2");
    await failsWith(() => at.crib.journal.undo("2"), "stale", stale("old", "2"));
    assert.deepEqual(snapshot(at.root), { old: "2" });
  });

  it("D-6: refuses when the path leads elsewhere by now", async () => {
    const at = await bareCrib({ tree: { "real/a": "1", "other/a": "2", link: { link: "real" } } });
    await change(at, "1", await at.write("link/a", "1", "2"));
    rmSync(join(at.root, "link"));
    symlinkSync("other", join(at.root, "link"));
    await failsWith(
      () => at.crib.journal.undo(),
      "stale",
      "real/a now points to a different file, so nothing was undone: restore it by hand or undo the later change first.",
    );
    assert.deepEqual(snapshot(join(at.root, "other")), { a: "2" });
  });

  it("keeps folders it made that are in use by now", async () => {
    const at = await bareCrib();
    await change(at, "1", await at.write("x/y/new", undefined, "1"));
    writeFileSync(join(at.root, "x/mine"), "2");
    await at.crib.journal.undo();
    assert.deepEqual(snapshot(at.root), { "x/": "", "x/mine": "2" });
  });

  it("gives a file back its mode", async () => {
    const at = await bareCrib({ tree: { "run.sh": "1" } });
    chmodSync(join(at.root, "run.sh"), 0o754);
    await change(at, "1", await at.write("run.sh", "1", "2"));
    await at.crib.journal.undo();
    assert.equal(statSync(join(at.root, "run.sh")).mode & 0o7777, 0o754);
  });

  it("undo after any sequence of calls is the folder before each of them", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom("a", "b", "d/e", "d/f/g"),
            fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
          ),
          { maxLength: 8 },
        ),
        async (steps) => {
          const at = await bareCrib({ tree: { a: "first" } });
          const states = [snapshot(at.root)];
          const contents = new Map<string, string | undefined>([["a", "first"]]);
          for (const [index, [name, after]] of steps.entries()) {
            await change(at, `${index}`, await at.write(name, contents.get(name), after));
            contents.set(name, after);
            states.push(snapshot(at.root));
          }
          const changing = steps.map((_, index) => index).filter((index) => entryOf(at, `${index}`).changes.length > 0);
          for (const index of changing.reverse()) {
            await at.crib.journal.undo(`${index}`);
            const left = snapshot(at.root);
            // A folder that deletions emptied before is not brought back; files are what counts.
            const files = (all: Record<string, string>) => Object.entries(all).filter(([path]) => !path.endsWith("/"));
            assert.deepEqual(files(left), files(states[index] as Record<string, string>));
          }
        },
      ),
      { numRuns: 40 },
    ));
});
