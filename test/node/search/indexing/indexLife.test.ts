/** When an index is made, what makes it begin again, and what it holds of files that tools may not read. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IndexFile, type IndexTable } from "../../../../src/node/search/indexing/indexFile";
import type { IndexState } from "../../../../src/node/search/indexing/messages";
import { SearchIndex } from "../../../../src/node/search/indexing/searchIndex";
import { type Tree, tempFolder } from "../../../support/tempFolder";
import { type IndexedTree, indexedTree, isSame } from "../../support/indexedTree";
import { ripgrep } from "../../support/searchTrees";

const tree: Tree = {
  ".git/HEAD": "",
  "a.ts": "quokka\n",
  "b/c.ts": "handler\n",
  ".env": "KEY=quokka\n",
  "closed/x": "quokka",
};
const quokka = { pattern: "quokka", glob: "*.ts", changes: {} };

async function withIndex(root: string, folder: string, use: (tree: IndexedTree) => Promise<void>): Promise<void> {
  const its = await indexedTree(root, folder);
  try {
    await use(its);
  } finally {
    await its.index.close();
  }
}

function tableIn(folder: string): IndexTable {
  const [name] = readdirSync(folder);
  const index = IndexFile.open(join(folder, String(name), "index"));
  assert.ok(index);
  index.close();
  return index.table;
}

const kinds = ({ states }: IndexedTree): IndexState["is"][] => states.map((state) => state.is);

describe("an index of a folder", function () {
  if (process.platform !== "linux") return;
  this.timeout(60_000);

  it("is used again in the next session, and knows what changed in between, its times set back or not", async () => {
    const [root, folder] = [tempFolder(tree), tempFolder()];
    await withIndex(root, folder, async (its) => {
      assert.equal((await its.begun()).is, "ready");
      assert.deepEqual(kinds(its), ["starting", "building", "ready"]);
    });
    const past = new Date(1e12);
    appendFileSync(join(root, "b/c.ts"), "quokka\n");
    utimesSync(join(root, "b/c.ts"), past, past);
    writeFileSync(join(root, "new.ts"), "quokka\n");
    await withIndex(root, folder, async (its) => {
      await its.begun();
      assert.deepEqual(kinds(its), ["starting", "comparing", "ready"]);
      await isSame(its, quokka);
      const { lines } = await its.indexed.searchText(await its.scope(), "quokka", 10, 0);
      assert.deepEqual(
        lines.map(({ path }) => path),
        ["a.ts", "b/c.ts", "closed/x", "new.ts"],
      );
      assert.ok(its.narrowed() > 0);
    });
  });

  it("has no signature of secret and closed files, and is made anew without those that were closed since", async () => {
    const [root, folder] = [tempFolder(tree), tempFolder()];
    await withIndex(root, folder, async (its) => {
      await its.begun();
      const table = tableIn(folder);
      assert.deepEqual([...table.paths].sort(), ["a.ts", "b/c.ts", "closed/x"]);
      assert.deepEqual(table.always, [".env"]);
    });
    const isClosed = (real: string) => real.startsWith(join(root, "closed"));
    await withIndex(root, folder, async (its) => {
      await its.begun({ isClosed });
      assert.deepEqual(kinds(its), ["starting", "building", "ready"]);
      const table = tableIn(folder);
      assert.deepEqual([...table.paths].sort(), ["a.ts", "b/c.ts"]);
      const { lines } = await its.indexed.searchText(await its.scope({ isClosed }), "quokka", 10, 0);
      assert.deepEqual(
        lines.map(({ path }) => path),
        ["a.ts"],
      );
    });
  });

  for (const [what, change] of [
    [
      "the file that closes files has changed",
      (root: string) => writeFileSync(join(root, ".toolcribignore"), "closed\n"),
    ],
    [
      "more happened at once than the system may have told of",
      (root: string) => {
        mkdirSync(join(root, "many"));
        for (let at = 0; at < 6000; at++) writeFileSync(join(root, "b", `${at}`), "quokka");
      },
    ],
  ] as const)
    it(`is not asked once ${what}, and the search is right all the same`, async () => {
      const root = tempFolder(tree);
      await withIndex(root, tempFolder(), async (its) => {
        assert.equal((await its.begun()).is, "ready");
        await isSame(its, quokka);
        const before = its.narrowed();
        assert.ok(before > 0);
        change(root);
        await isSame(its, quokka);
        assert.equal(its.narrowed(), before);
      });
    });

  it("is not made of a folder with few files, nor when the setting is off", async () => {
    const root = tempFolder(tree);
    const folder = join(tempFolder(), "state");
    const { scope } = await indexedTree(root);
    for (const changes of [{ minFiles: 6 }, { isOn: () => false }]) {
      const options = { folder, ripgrep: ripgrep(), isOn: () => true, closing: "", minFiles: 1, delayMs: 0 };
      const states: IndexState[] = [];
      const index = new SearchIndex({ ...options, ...changes, tell: (_, state) => states.push(state) });
      const wanted = { kind: "text", pattern: "quokka" } as const;
      for (let at = 0; at < 5; at++) {
        assert.equal(await index.narrow(await scope(), wanted), undefined);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.deepEqual(states, []);
      await index.close();
    }
    assert.throws(() => readdirSync(folder), /ENOENT/);
  });

  it("is made again when much has changed, and then leaves out of what changed what need not be looked at", async () => {
    const root = tempFolder(tree);
    // On a busy machine the files alone take a while, and it is not to be made again before the first search.
    const its = await indexedTree(root, tempFolder(), { restMs: 1500 });
    try {
      await its.begun();
      for (let at = 0; at < 400; at++) writeFileSync(join(root, `new${at}.ts`), at % 100 === 0 ? "quokka" : "nothing");
      const before = its.narrowed();
      await isSame(its, quokka);
      assert.equal(its.narrowed(), before, "400 changed files are more than are worth it");
      while (kinds(its).filter((is) => is === "ready").length < 2)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await isSame(its, quokka);
      assert.ok(its.narrowed() > before);
      appendFileSync(join(root, "new7.ts"), " quokka");
      const { lines } = await its.indexed.searchText(await its.scope(), "quokka", 10, 0);
      const found = ["a.ts", "closed/x", "new0.ts", "new100.ts", "new200.ts", "new300.ts", "new7.ts"];
      assert.deepEqual(
        lines.map(({ path }) => path),
        found,
      );
    } finally {
      await its.index.close();
    }
  });

  it("keeps no process from ending", async () => {
    const script = `
      const { indexedTree } = require(${JSON.stringify(join(__dirname, "../../support/indexedTree.ts"))});
      const alive = setInterval(() => {}, 1000);
      void (async () => {
        const its = await indexedTree(${JSON.stringify(tempFolder(tree))}, ${JSON.stringify(tempFolder())});
        console.log((await its.begun()).is);
        clearInterval(alive);
      })();`;
    const args = ["--require=tsx/cjs", "--eval", script];
    const ended = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 30_000 });
    assert.deepEqual([ended.stdout, ended.status], ["ready\n", 0]);
  });

  it("leaves nothing behind but itself", async () => {
    const [root, folder] = [tempFolder(tree), tempFolder()];
    await withIndex(root, folder, async (its) => {
      await its.begun();
      for (let at = 0; at < 5; at++) await isSame(its, quokka);
    });
    const [name, ...others] = readdirSync(folder);
    assert.deepEqual(others, []);
    assert.deepEqual(readdirSync(join(folder, String(name))), ["index"]);
  });
});
