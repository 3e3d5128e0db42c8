/** Names that were kept count only while ripgrep would name the same files (D-11). */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { tempFolder } from "../../../support/tempFolder";
import { type IndexedTree, indexedTree } from "../../support/indexedTree";

async function names(tree: IndexedTree, engine: "indexed" | "plain"): Promise<string[]> {
  const { files } = await tree[engine].findFiles({ ...(await tree.scope()), exclude: [] }, "**/*", 1000);
  return files.map(({ path }) => path).sort();
}

/** Long enough ago that the times of files tell their next change. */
const aged = () => setTimeout(150);

describe("names that ripgrep gave", function () {
  if (process.platform !== "linux") return;
  this.timeout(60_000);

  const above = tempFolder({ ".gitignore": "nothing\n" });
  const root = join(above, "root");
  const home = tempFolder({ "git/ignore": "nothing\n", "git/config": "", "own-ignores": "nothing\n" });
  const former = process.env.XDG_CONFIG_HOME;
  let tree: IndexedTree;

  before(async () => {
    process.env.XDG_CONFIG_HOME = home;
    for (const path of ["a.ts", "b/c.ts", "b/d.js", "e/f.ts", "lib/.git/HEAD", "lib/g.ts", ".git/info/exclude"]) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), "");
    }
    writeFileSync(join(root, "b/.gitignore"), "*.js\n");
    symlinkSync(join(above, "outside-ignores"), join(root, "e/.ignore"));
    writeFileSync(join(above, "outside-ignores"), "");
    tree = await indexedTree(root);
    assert.equal((await tree.begun()).is, "ready");
  });
  after(async () => {
    await tree.index.close();
    if (former === undefined) delete process.env.XDG_CONFIG_HOME;
    else process.env.XDG_CONFIG_HOME = former;
  });

  it("are told apart by nothing but what comes and goes", async () => {
    await aged();
    const scope = await tree.scope();
    const before = await tree.index.structure(scope);
    assert.ok(before !== undefined);
    writeFileSync(join(root, "a.ts"), "changed\n");
    assert.equal(await tree.index.structure(scope), before);
    writeFileSync(join(root, "new.ts"), "");
    const after = await tree.index.structure(scope);
    assert.ok(after !== undefined && after !== before);
    rmSync(join(root, "new.ts"));
  });

  it("come newest first by what the files are now", async () => {
    await names(tree, "indexed");
    utimesSync(join(root, "b/c.ts"), new Date(), new Date(Date.now() + 10_000));
    const { files } = await tree.indexed.findFiles(await tree.scope(), "**/*.ts", 1);
    assert.deepEqual(
      files.map(({ path }) => path),
      ["b/c.ts"],
    );
  });

  const changes: readonly (readonly [string, () => void])[] = [
    ["a file came", () => writeFileSync(join(root, "b/new.ts"), "")],
    ["a file went", () => rmSync(join(root, "b/new.ts"))],
    ["a folder was renamed", () => renameSync(join(root, "b"), join(root, "moved"))],
    [
      "a file became a link",
      () => {
        rmSync(join(root, "moved/c.ts"));
        symlinkSync("../a.ts", join(root, "moved/c.ts"));
      },
    ],
    ["an ignore file changed", () => writeFileSync(join(root, "moved/.gitignore"), "")],
    ["an ignore file came", () => writeFileSync(join(root, ".rgignore"), "*.js\n")],
    ["an ignore file above changed", () => writeFileSync(join(above, ".gitignore"), "a.ts\n")],
    ["an ignore file behind a link changed", () => writeFileSync(join(above, "outside-ignores"), "f.ts\n")],
    ["the repository's own rules changed", () => writeFileSync(join(root, ".git/info/exclude"), "g.ts\n")],
    [
      "a repository inside got rules",
      () => {
        writeFileSync(join(root, ".git/info/exclude"), "");
        mkdirSync(join(root, "lib/.git/info"));
        writeFileSync(join(root, "lib/.git/info/exclude"), "g.ts\n");
      },
    ],
    ["a repository inside went", () => rmSync(join(root, "lib/.git"), { recursive: true })],
    ["git's general rules changed", () => writeFileSync(join(home, "git/ignore"), "lib\n")],
    [
      "git's configuration names other rules",
      () => {
        writeFileSync(join(home, "own-ignores"), "*.ts\n");
        writeFileSync(join(home, "git/config"), `[core]\n\texcludesFile = ${join(home, "own-ignores")}\n`);
      },
    ],
    ["those changed", () => writeFileSync(join(home, "own-ignores"), "")],
    [
      "a folder was closed and opened",
      () => {
        chmodSync(join(root, "lib"), 0);
        chmodSync(join(root, "lib"), 0o755);
      },
    ],
  ];

  for (const [what, change] of changes)
    it(`do not count once ${what}`, async () => {
      await aged();
      const before = await names(tree, "plain");
      // Asked twice, so that they are kept.
      assert.deepEqual(await names(tree, "indexed"), before);
      assert.deepEqual(await names(tree, "indexed"), before);
      change();
      assert.deepEqual(await names(tree, "indexed"), await names(tree, "plain"));
    });

  it("are not kept where a repository lies elsewhere", async () => {
    writeFileSync(join(root, "lib/.git"), "gitdir: ../elsewhere\n");
    assert.equal(await tree.index.structure(await tree.scope()), undefined);
  });
});
