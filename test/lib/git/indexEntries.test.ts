/** Reading git indexes: what git writes, and what could be read in two ways. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MalformedIndex, readIndex } from "../../../src/lib/git/indexEntries";
import { type CraftedIndex, craftedIndex, extension, numbers } from "../../support/craftedIndex";
import { tempFolder } from "../../support/tempFolder";

const unseen = () => {};

function pathsIn(index: Buffer): string[] {
  const paths: string[] = [];
  readIndex(index, 20, ({ path }) => paths.push(path.toString()));
  return paths;
}

describe("a git index", () => {
  for (const version of [2, 4])
    it(`of version ${version} is read with the blocks that git reads side by side`, function () {
      this.timeout(30_000);
      const root = tempFolder();
      const git = (args: readonly string[], input = "") => execFileSync("git", args, { cwd: root, input });
      git(["init", "-q"]);
      const names = Array.from({ length: 20_001 }, (_, at) => `folder/${String(at).padStart(6, "0")}`);
      const lines = names.map((name) => `100644 ${"1".repeat(40)}\t${name}\n`).join("");
      const options = ["-c", "index.threads=2", "-c", `index.version=${version}`];
      git([...options, "update-index", "--add", "--index-info"], lines);
      const index = readFileSync(join(root, ".git", "index"));
      assert.deepEqual([index.readUInt32BE(4), index.includes("IEOT"), index.includes("EOIE")], [version, true, true]);
      assert.deepEqual(pathsIn(index), names);
    });

  it("has its entries, whatever stands after them", () => {
    const after = () => [extension("TREE", Buffer.from("x")), extension("NEWS", Buffer.alloc(9))];
    assert.deepEqual(pathsIn(craftedIndex(["a", "b/c"], { after })), ["a", "b/c"]);
    assert.deepEqual(pathsIn(craftedIndex([])), []);
    const isSplit = (name: string) =>
      readIndex(craftedIndex(["a"], { after: () => [extension(name, Buffer.alloc(20))] }), 20, unseen).isSplit;
    assert.deepEqual([isSplit("link"), isSplit("TREE")], [true, false]);
  });

  const other = craftedIndex(["../evil"]).subarray(12, -20);
  const end = (at: number) => extension("EOIE", Buffer.concat([numbers(at), Buffer.alloc(20)]));
  const malformed: readonly (readonly [string, CraftedIndex])[] = [
    ["has a path of another length", { longer: 1 }],
    ["has a path of another length", { longer: -1 }],
    ["has flags that its version does not know", { flags: 0x4000 }],
    ["has version 5", { version: 5 }],
    ["ends too early", { more: 1 }],
    ["does not end where it should", { after: () => [Buffer.alloc(3)] }],
    ["does not end where it should", { after: () => [Buffer.concat([Buffer.from("NEWS"), numbers(100)])] }],
    [
      "has blocks that begin elsewhere than its entries",
      { after: (at) => [extension("HIDE", other), extension("IEOT", numbers(1, at + 8, 1))] },
    ],
    ["has blocks of other entries", { after: () => [extension("IEOT", numbers(1))] }],
    ["says that its entries end elsewhere", { after: (at) => [extension("HIDE", other), end(at + 8)] }],
    ["says that its entries end elsewhere", { after: (at) => [extension("HIDE", end(at))] }],
  ];
  for (const [message, crafted] of malformed)
    it(`${message}: ${JSON.stringify(crafted)}${crafted.after ? ` with ${crafted.after(0).length} after it` : ""}`, () =>
      assert.throws(
        () => readIndex(craftedIndex(["a"], crafted), 20, unseen),
        (error) => error instanceof MalformedIndex && error.message === message,
      ));

  it("is malformed where it says gigabytes of paths in a few bytes", () => {
    const long = "n".repeat(500_000);
    const index = craftedIndex([], { version: 4, more: 100 });
    const entry = (path: string) =>
      Buffer.concat([
        numbers(0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0),
        Buffer.alloc(20),
        Buffer.from(`\x0f\xff\0${path}\0`, "latin1"),
      ]);
    const entries = [entry(long), ...Array.from({ length: 99 }, () => entry("x"))];
    const whole = Buffer.concat([index.subarray(0, 12), ...entries, Buffer.alloc(20)]);
    assert.throws(() => readIndex(whole, 20, unseen), { message: "has paths that are too long" });
  });

  it("is malformed where a path takes away more than there is, or what is read is none", () => {
    const takesAway = (...bytes: number[]) => {
      const index = craftedIndex(["aaaaaaaa"], { version: 4 });
      return Buffer.concat([index.subarray(0, 74), Buffer.from([...bytes, 0]), Buffer.alloc(20)]);
    };
    assert.throws(() => readIndex(takesAway(1, 97), 20, unseen), { message: "is malformed" });
    assert.throws(() => readIndex(takesAway(0xff, 0xff, 0xff, 0xff, 0x7f), 20, unseen), { message: "is malformed" });
    assert.throws(() => readIndex(Buffer.from("PACK"), 20, unseen), { message: "is not a git index" });
    assert.throws(() => readIndex(Buffer.alloc(0), 20, unseen), { message: "is not a git index" });
    assert.throws(() => readIndex(craftedIndex(["a"]), 32, unseen), MalformedIndex);
  });
});
