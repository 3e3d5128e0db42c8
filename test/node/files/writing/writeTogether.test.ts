/** Many files that are replaced together: in their order, and of those after one that fails none. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { FileWrite } from "../../../../src/core/ports/files";
import { NodeFiles } from "../../../../src/node/files/nodeFiles";
import { snapshot, tempFolder } from "../../../support/tempFolder";

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));

/** A folder, its files, and how a write of one is told. */
function world(tree: Record<string, string>) {
  const root = tempFolder(tree);
  const files = new NodeFiles(() => [{ path: root, real: root, name: "root" }], homedir());
  const write = (name: string, before?: string, after?: string, check?: () => void): FileWrite => ({
    target: { path: join(root, name), real: join(root, name), shown: name, root },
    ...{ before: bytes(before), after: bytes(after), options: {} },
    ...(check && { check }),
  });
  return { root, files, write };
}

const many = Array.from({ length: 60 }, (_, number) => `${number}`);

describe("files that are written together (D-9)", () => {
  it("are created, replaced and deleted, with the folders that are missing", async () => {
    const { root, files, write } = world({
      old: "1",
      gone: "1",
      ...Object.fromEntries(many.map((name) => [`a/${name}`, "1"])),
    });
    const { receipts, failure, createdDirectories } = await files.writeTogether([
      write("gone", "1"),
      write("new/deep/1", undefined, "x"),
      write("new/0", undefined, "y"),
      write("old", "1", "2"),
      ...many.map((name) => write(`a/${name}`, "1", name)),
    ]);
    assert.equal(failure, undefined);
    assert.deepEqual(createdDirectories.toSorted(), [join(root, "new"), join(root, "new/deep")]);
    assert.deepEqual(
      receipts.slice(0, 4).map(({ version }) => version !== ""),
      [false, true, true, true],
    );
    assert.deepEqual(snapshot(root), {
      ...{ old: "2", "new/": "", "new/deep/": "", "new/deep/1": "x", "new/0": "y", "a/": "" },
      ...Object.fromEntries(many.map((name) => [`a/${name}`, name])),
    });
  });

  it("keep permissions and hard links", async () => {
    const { root, files, write } = world({ run: "1", one: "1" });
    chmodSync(join(root, "run"), 0o750);
    linkSync(join(root, "one"), join(root, "two"));
    await files.writeTogether([write("run", "1", "2"), write("one", "1", "2")]);
    assert.equal(statSync(join(root, "run")).mode & 0o777, 0o750);
    assert.equal(readFileSync(join(root, "two"), "utf8"), "2");
  });

  it("change in their order, each only after everything is ready for all of them", async () => {
    const { root, files, write } = world({ a: "1", b: "1", c: "1" });
    const seen: string[] = [];
    const look = (name: string) => () =>
      void seen.push(`${name}: ${["a", "b", "c"].map((one) => readFileSync(join(root, one), "utf8")).join("")}`);
    await files.writeTogether([
      write("c", "1", "2", look("c")),
      write("a", "1", "2", look("a")),
      write("b", "1", "2", look("b")),
    ]);
    assert.deepEqual(seen, ["c: 111", "a: 112", "b: 212"]);
  });

  it("are none of them made where one does not hold what is expected, and nothing is left beside them", async () => {
    const { root, files, write } = world({ a: "1", b: "mine" });
    const before = snapshot(root);
    const { receipts, failure } = await files.writeTogether([
      write("a", "1", "2"),
      write("b", "1", "2"),
      write("c/d", undefined, "2"),
    ]);
    assert.deepEqual(receipts, []);
    assert.match(String(failure?.error), /b was changed since it was planned/);
    rmSync(join(root, "c"), { recursive: true, force: true });
    assert.deepEqual(snapshot(root), before);
  });

  it("stop at one that somebody else changes in the last moment, and say which were made", async () => {
    const { root, files, write } = world({ a: "1", b: "1", c: "1" });
    const { receipts, failure } = await files.writeTogether([
      write("a", "1", "2"),
      write("b", "1", "2", () => writeFileSync(join(root, "b"), "mine")),
      write("c", "1", "2"),
    ]);
    assert.equal(receipts.length, 1);
    assert.match(String(failure?.error), /b was changed since it was planned/);
    assert.deepEqual(snapshot(root), { a: "2", b: "mine", c: "1" });
  });

  it("stop at one whose check fails", async () => {
    const { root, files, write } = world({ a: "1", b: "1" });
    const refuse = () => {
      throw new Error("an editor has it");
    };
    const { receipts, failure } = await files.writeTogether([write("a", "1", "2"), write("b", "1", "2", refuse)]);
    assert.equal(receipts.length, 1);
    assert.match(String(failure?.error), /an editor has it/);
    assert.deepEqual(snapshot(root), { a: "2", b: "1" });
  });

  it("that two write in opposite orders wait for nobody for good: one of them has all", async () => {
    const { root, files, write } = world(Object.fromEntries(many.map((name) => [name, "1"])));
    const other = new NodeFiles(() => [], homedir());
    const [mine, theirs] = await Promise.all([
      files.writeTogether(many.map((name) => write(name, "1", "2"))),
      other.writeTogether(many.toReversed().map((name) => write(name, "1", "3"))),
    ]);
    const [won, text] = mine.failure ? [theirs, "3"] : [mine, "2"];
    assert.equal(won.failure, undefined);
    assert.equal([mine, theirs].filter(({ receipts }) => receipts.length === 0).length, 1);
    assert.deepEqual(snapshot(root), Object.fromEntries(many.map((name) => [name, text])));
  });

  it("are not written where their folder cannot be", async () => {
    const { root, files, write } = world({ a: "1", f: "1" });
    mkdirSync(join(root, "b"));
    const { receipts, failure } = await files.writeTogether([
      write("a", "1", "2"),
      write("f/inside", undefined, "2"),
      write("b/c", undefined, "2"),
    ]);
    assert.deepEqual([receipts.length, failure !== undefined, existsSync(join(root, "b/c"))], [0, true, false]);
    assert.deepEqual(snapshot(root), { a: "1", f: "1", "b/": "" });
  });
});
