/** Reading the folders of tools that agents made, and keeping what was said to them (CT-2). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { FolderFile } from "../../../../src/features/approvedFolders/approvedFolder";
import { digestOf } from "../../../../src/features/approvedFolders/node/wholeFolder";
import { MadeToolFiles } from "../../../../src/features/madeTools/node/madeToolFiles";
import { plant, type Tree, tempFolder } from "../../../support/tempFolder";

const manifest = (name: string) =>
  JSON.stringify({ name, description: "d", parameters: { type: "object" }, runtime: "bash", script: "main.sh" });
const tool = (name = "made"): Tree => ({
  [`ws/.toolcrib/tools/${name}/tool.json`]: manifest(name),
  [`ws/.toolcrib/tools/${name}/main.sh`]: "echo hi\n",
});

function place(tree: Tree) {
  const world = tempFolder(tree);
  const root = join(world, "ws");
  const state = join(world, "state");
  return {
    world,
    root,
    state,
    folder: join(root, ".toolcrib/tools/made"),
    store: new MadeToolFiles(state, () => root),
  };
}

describe("the folders of agent-made tools (CT-2)", () => {
  it("are read whole, with every file in them, in one order", async () => {
    const { store } = place({
      ...tool(),
      ...tool("another"),
      "ws/.toolcrib/tools/made/lib/b.sh": "b",
      "ws/.toolcrib/tools/file": "",
    });
    const all = await store.all();
    assert.deepEqual(
      all.map(({ name, state, files }) => [name, state, files.map((file) => file.name)]),
      [
        ["another", "pending", ["main.sh", "tool.json"]],
        ["made", "pending", ["lib/b.sh", "main.sh", "tool.json"]],
      ],
    );
  });

  it("are none where there is no folder, no workspace, or one that leads elsewhere", async () => {
    const { store, root, world } = place({
      "ws/a": "",
      ...Object.fromEntries(Object.entries(tool()).map(([name, text]) => [name.replace("ws/", "else/"), text])),
    });
    assert.deepEqual(await store.all(), []);
    symlinkSync(join(world, "else/.toolcrib"), join(root, ".toolcrib"));
    assert.deepEqual(await store.all(), []);
    assert.equal(await store.find("made"), undefined);
    rmSync(join(root, ".toolcrib"));
    mkdirSync(join(root, ".toolcrib"));
    symlinkSync(join(world, "else/.toolcrib/tools"), join(root, ".toolcrib/tools"));
    assert.deepEqual(await store.all(), []);
    assert.deepEqual(await new MadeToolFiles(world, () => undefined).all(), []);
  });

  it("lead nowhere else by their names", async () => {
    const { store } = place(tool());
    for (const name of ["..", ".", "", "../tools/made", "made/", "made\0", "a/../made"])
      assert.equal(await store.find(name), undefined, JSON.stringify(name));
  });

  const problems: [what: string, spoil: (folder: string) => void, problem: string][] = [
    ["a link to a file", (folder) => symlinkSync("/etc/passwd", join(folder, "x")), "x is a link"],
    [
      "a link in place of the script",
      (folder) => {
        rmSync(join(folder, "main.sh"));
        symlinkSync("/bin/true", join(folder, "main.sh"));
      },
      "main.sh is a link",
    ],
    ["a link to a folder", (folder) => symlinkSync("/etc", join(folder, "x")), "x is a link"],
    ["a pipe", (folder) => spawnSync("mkfifo", [join(folder, "x")]), "x is not a regular file"],
    ["a name that hides", (folder) => writeFileSync(join(folder, "a\u202eb"), ""), '"a\u202eb" is not a plain name'],
    ["a hidden file", (folder) => writeFileSync(join(folder, ".bashrc"), ""), '".bashrc" is not a plain name'],
    [
      "too many files",
      (folder) => {
        for (let n = 0; n < 49; n++) writeFileSync(join(folder, `f${n}`), "");
      },
      "it has more than 50 files",
    ],
    [
      "too much in them",
      (folder) => writeFileSync(join(folder, "x"), Buffer.alloc(1024 * 1024)),
      "its files exceed 1048576 bytes in total",
    ],
    [
      "too deep a folder",
      (folder) => mkdirSync(join(folder, "a/b/c/d"), { recursive: true }),
      "a/b/c/d is more than 4 folders deep",
    ],
    ["no manifest", (folder) => rmSync(join(folder, "tool.json")), "it has no tool.json"],
  ];
  for (const [what, spoil, problem] of problems)
    it(`cannot be used with ${what}, and say why`, async () => {
      const { store, folder } = place(tool());
      spoil(folder);
      const found = await store.find("made");
      assert.deepEqual([found?.state, found?.problem, found?.manifest], ["unusable", problem, undefined]);
    });

  it("are as many as a person can look through", async () => {
    const { store, root } = place({});
    for (let n = 0; n < 120; n++) plant(root, { [`.toolcrib/tools/t${1000 + n}/tool.json`]: "" });
    assert.equal((await store.all()).length, 100);
  });

  it("have another digest whenever a name or a byte differs", () => {
    const files = fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[a-c.0-9]{1,4}$/), bytes: fc.uint8Array({ maxLength: 4 }) }),
      { selector: ({ name }) => name, maxLength: 4 },
    );
    const shown = (some: readonly FolderFile[]) => JSON.stringify(some.map(({ name, bytes }) => [name, [...bytes]]));
    fc.assert(
      fc.property(files, files, (some, others) => {
        assert.equal(digestOf(some) === digestOf(others), shown(some) === shown(others));
      }),
      { numRuns: 1000 },
    );
    const split = (...parts: string[]) =>
      parts.map((name) => ({ name: name.slice(0, 1), bytes: Buffer.from(name.slice(1)) }));
    assert.notEqual(digestOf(split("a1:b", "c")), digestOf(split("a", "1:bc")));
  });
});

describe("what was said to agent-made tools (CT-2)", () => {
  const found = async (store: MadeToolFiles, name = "made") => {
    const tool = await store.find(name);
    assert.ok(tool);
    return tool;
  };
  const stateOf = async (store: MadeToolFiles, name?: string) => (await found(store, name)).state;

  it("is kept between processes, outside of the workspace", async () => {
    const { store, root, state } = place(tool());
    const before = readdirSync(root, { recursive: true });
    await store.decide(await found(store), "approved");
    assert.equal(await stateOf(new MadeToolFiles(state, () => root)), "approved");
    assert.deepEqual(readdirSync(root, { recursive: true }), before);
    await store.decide(await found(store), "rejected", "use wc");
    const { state: now, comment } = await found(new MadeToolFiles(state, () => root));
    assert.deepEqual([now, comment], ["rejected", "use wc"]);
    await store.decide(await found(store), undefined);
    assert.equal(await stateOf(store), "pending");
  });

  it("holds in this workspace alone, and for this tool alone", async () => {
    const { store, world, state } = place({
      ...tool(),
      ...Object.fromEntries(Object.entries(tool()).map(([name, text]) => [name.replace("ws/", "clone/"), text])),
    });
    await store.decide(await found(store), "approved");
    const clone = new MadeToolFiles(state, () => join(world, "clone"));
    assert.equal((await found(clone)).digest, (await found(store)).digest);
    assert.equal(await stateOf(clone), "pending");
  });

  it("is for bytes, and not for a name", async () => {
    const { store, folder } = place(tool());
    await store.decide(await found(store), "approved");
    writeFileSync(join(folder, "main.sh"), "echo hi \n");
    assert.equal(await stateOf(store), "changed");
    renameSync(join(folder, "main.sh"), join(folder, "other.sh"));
    assert.equal(await stateOf(store), "unusable");
  });

  it("counts as nothing when it cannot be read, or was put there for another tool", async () => {
    const { store, state, root } = place({ ...tool(), ...tool("other") });
    await store.decide(await found(store), "approved");
    const folder = join(state, "madeTools/verdicts");
    const [file = ""] = readdirSync(folder);
    const saved = readFileSync(join(folder, file), "utf8");
    for (const text of [
      "",
      "{",
      "[]",
      "null",
      saved.replace("approved", "yes"),
      saved.replace('"made"', '"other"'),
      saved.replace(root, "/else"),
    ]) {
      writeFileSync(join(folder, file), text);
      assert.equal(await stateOf(store), "pending", text);
    }
  });

  it("keeps copies of what is approved, each whole, and of nothing else", async () => {
    const { store, folder, state } = place(tool());
    const first = await found(store);
    await store.decide(first, "approved");
    await Promise.all([
      store.prepare(first),
      store.prepare(first),
      new MadeToolFiles(state, () => undefined).prepare(first),
    ]);
    const copy = store.programFolder(first.digest);
    assert.deepEqual(readdirSync(copy).sort(), ["main.sh", "tool.json"]);
    assert.deepEqual(readdirSync(join(state, "madeTools/programs")), [first.digest]);
    writeFileSync(join(copy, "more.sh"), "evil");
    await store.prepare(first);
    assert.deepEqual(readdirSync(copy).sort(), ["main.sh", "tool.json"]);
    writeFileSync(join(folder, "main.sh"), "echo other\n");
    await store.decide(await found(store), "approved");
    assert.deepEqual(readdirSync(join(state, "madeTools/programs")), []);
  });

  it("fails in one sentence where the copy cannot be made", async () => {
    const { store, state } = place(tool());
    mkdirSync(join(state, "madeTools"), { recursive: true });
    writeFileSync(join(state, "madeTools/programs"), "");
    await assert.rejects(store.prepare(await found(store)), {
      name: "ToolError",
      message: /^The tool "made" could not be prepared to run \(.*\)\.$/,
    });
  });
});
