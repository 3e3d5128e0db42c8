/** What a harness's own tools change is kept from before, listed as theirs, and taken back to the byte. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BuiltInEdits, type BuiltInEditsPorts } from "../../../src/features/builtInTools/builtInEdits";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { judging } from "./support";

const tree = { "a.txt": "one\r\ntwo\n", "b.txt": "b\n", ".git/HEAD": "ref: x\n" };

const patchOf = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

interface Watched {
  readonly made: RealCrib;
  readonly edits: BuiltInEdits;
  readonly warnings: string[];
  readonly judge: ReturnType<typeof judging>["judge"];
  put(name: string, text: string): void;
  text(name: string): string;
}

describe("what built-in tools change", () => {
  const open: BuiltInEdits[] = [];
  async function place(over: Partial<BuiltInEditsPorts> = {}): Promise<Watched> {
    const made = await realCrib(tree);
    const warnings: string[] = [];
    const ports = { files: made.host.files, journal: made.crib.journal, warn: (text: string) => warnings.push(text) };
    const edits = new BuiltInEdits({ ...ports, ...over });
    open.push(edits);
    return {
      ...{ made, edits, warnings },
      judge: judging(made, { harness: "agent-host" }, edits).judge,
      put: (name, text) => writeFileSync(join(made.root, name), text),
      text: (name) => readFileSync(join(made.root, name), "utf8"),
    };
  }
  afterEach(() => {
    for (const edits of open.splice(0)) edits.dispose();
  });

  it("is listed as theirs, and undone to the byte, whatever they made of it", async () => {
    const { made, edits, judge, put, text } = await place();
    assert.notEqual((await judge("edit", { path: "a.txt", old_str: "two", new_str: "2" })).kind, "deny");
    put("a.txt", "one\r\n2, and formatted\n");
    await edits.settle();
    const [entry] = await made.crib.journal.undoable();
    assert.deepEqual(
      [entry?.agent, entry?.tool, entry?.files, entry?.state],
      ["chat/agent-host", "edit", ["a.txt"], "done"],
    );
    assert.match(entry?.title ?? "", /^VS Code's Agent Host's tool edit: .*a\.txt/);
    await made.crib.journal.undo();
    assert.equal(text("a.txt"), tree["a.txt"]);
    await made.crib.journal.redo();
    assert.equal(text("a.txt"), "one\r\n2, and formatted\n");
  });

  it("is noticed by itself, without anybody asking", async () => {
    const { made, judge, put } = await place();
    await judge("create", { path: "new.txt", file_text: "x" });
    put("new.txt", "x");
    for (let look = 0; look < 200 && (await made.crib.journal.undoable()).length === 0; look++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await made.crib.journal.undo();
    assert.equal(existsSync(join(made.root, "new.txt")), false);
  });

  it("is what a file holds in the end that was made empty first", async () => {
    const { made, judge, put, text } = await place();
    await judge("create", { path: "new.txt", file_text: "x" });
    put("new.txt", "");
    // Longer than several looks.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.deepEqual(await made.crib.journal.undoable(), []);
    put("new.txt", "x");
    for (let look = 0; look < 200 && (await made.crib.journal.undoable()).length === 0; look++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await made.crib.journal.undo();
    assert.equal(existsSync(join(made.root, "new.txt")), false);
    await made.crib.journal.redo();
    assert.equal(text("new.txt"), "x");
  });

  it("is told apart where one call follows another, or a tool of ours, in the same file", async () => {
    const { made, edits, judge, put, text } = await place();
    await judge("edit", { path: "a.txt", old_str: "one", new_str: "1" });
    put("a.txt", "1\r\ntwo\n");
    await judge("edit", { path: "a.txt", old_str: "two", new_str: "2" });
    put("a.txt", "1\r\n2\n");
    await made.call("read_file", { path: "a.txt" });
    await made.call("edit_file", { path: "a.txt", old_string: "2", new_string: "zwei" });
    await edits.settle();
    const states: string[] = [];
    for (const _ of [1, 2, 3]) {
      await made.crib.journal.undo();
      states.push(text("a.txt"));
    }
    assert.deepEqual(states, ["1\r\n2\n", "1\r\ntwo\n", tree["a.txt"]]);
  });

  it("of several files is one change, deleted ones included", async () => {
    const { made, edits, judge, put, text } = await place();
    const input = patchOf("*** Update File: a.txt", "@@", "-two", "+2", "*** Delete File: b.txt");
    assert.notEqual((await judge("apply_patch", { input })).kind, "deny");
    put("a.txt", "one\r\n2\n");
    await edits.settle();
    rmSync(join(made.root, "b.txt"));
    await edits.settle();
    assert.deepEqual(
      (await made.crib.journal.undoable()).map(({ files }) => files),
      [["a.txt", "b.txt"]],
    );
    await made.crib.journal.undo();
    assert.deepEqual([text("a.txt"), text("b.txt")], [tree["a.txt"], tree["b.txt"]]);
  });

  it("of a patch that a hook calls Edit is one change, too", async () => {
    const { made, edits, judge, put, text } = await place();
    const input = patchOf("*** Update File: a.txt", "@@", "-two", "+2", "*** Add File: new.txt", "+x");
    assert.notEqual((await judge("Edit", { input }, { harness: "copilot-cli" })).kind, "deny");
    put("a.txt", "one\r\n2\n");
    put("new.txt", "x\n");
    await edits.settle();
    const [entry] = await made.crib.journal.undoable();
    assert.deepEqual(entry?.files.toSorted(), ["a.txt", "new.txt"]);
    assert.match(entry?.title ?? "", /^Copilot's tool Edit: /);
    await made.crib.journal.undo();
    assert.deepEqual([text("a.txt"), existsSync(join(made.root, "new.txt"))], [tree["a.txt"], false]);
  });

  it("is nothing where a call was denied, changed nothing, or only looked", async () => {
    const { made, edits, judge, put } = await place();
    assert.equal((await judge("create", { path: "../../x", file_text: "" })).kind, "deny");
    await judge("edit", { path: "a.txt", old_str: "two", new_str: "2" });
    await judge("view", { path: "b.txt" });
    put("b.txt", "the person's own\n");
    await edits.settle();
    assert.deepEqual(await made.crib.journal.undoable(), []);
  });

  it("changes no verdict where it cannot be kept", async () => {
    const journal = {
      ...({} as BuiltInEditsPorts["journal"]),
      time: () => {
        throw new Error("the disk is full");
      },
    };
    const { judge, warnings } = await place({ journal });
    const { kind } = await judge("edit", { path: "a.txt", old_str: "two", new_str: "2" });
    assert.equal(kind, "ask");
    assert.deepEqual(warnings, ["What a built-in tool changed cannot be undone: the disk is full"]);
  });
});
