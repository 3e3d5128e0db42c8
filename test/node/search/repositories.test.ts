/** Searches in git's repositories (D-11, GR-5), and what their configuration must not bring about. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchPort, SearchScope } from "../../../src/core/ports/search";
import { tempFolder } from "../../support/tempFolder";
import { engines, searched } from "../support/searchTrees";

const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, stdio: "pipe" });
const names = async (search: SearchPort, scope: SearchScope) =>
  (await search.findFiles(scope, "**", 1000)).files.map(({ path }) => path).sort();

describe("searching in repositories (D-11)", () => {
  it("a file that is tracked and ignored is left out, one that is tracked and gone is not found", async () => {
    const at = await searched({ "a.log": "foo\n", "b.txt": "foo\n", "gone.txt": "foo\n", "sub/c.log": "foo\n" });
    git(at.root, "add", ".");
    writeFileSync(join(at.root, ".gitignore"), "*.log\n");
    rmSync(join(at.root, "gone.txt"));
    for (const engine of engines) {
      assert.deepEqual(await names(at[engine], await at.scope()), [".gitignore", "b.txt"], engine);
      const { lines } = await at[engine].searchText(await at.scope(), "foo", 10, 0);
      assert.deepEqual(
        lines.map(({ path }) => path),
        ["b.txt"],
        engine,
      );
      assert.deepEqual(
        await names(at[engine], await at.scope({ includeIgnored: true })),
        [".gitignore", "a.log", "b.txt", "sub/c.log"],
        engine,
      );
    }
  });

  it("a repository in the repository is looked into, and so is what .ignore brings back", async () => {
    const at = await searched({ ".gitignore": "*.log\n", "x.log": "foo\n", "inner/a.txt": "foo\n" });
    git(join(at.root, "inner"), "init", "-q");
    for (const engine of engines)
      assert.deepEqual(await names(at[engine], await at.scope()), [".gitignore", "inner/a.txt"], engine);
    rmSync(join(at.root, "inner"), { recursive: true });
    writeFileSync(join(at.root, ".ignore"), "!x.log\n");
    for (const engine of engines)
      assert.deepEqual(await names(at[engine], await at.scope()), [".gitignore", ".ignore", "x.log"], engine);
  });

  it("a walk reads no patterns that are nobody's business in the repository (EX-4)", async () => {
    const secret = join(tempFolder({ secret: "guess\n" }), "secret");
    for (const plant of [
      (root: string) => git(root, "config", "core.excludesFile", secret),
      (root: string) => {
        rmSync(join(root, ".git/info/exclude"), { force: true });
        mkdirSync(join(root, ".git/info"), { recursive: true });
        symlinkSync(secret, join(root, ".git/info/exclude"));
      },
    ]) {
      const at = await searched({ guess: "foo\n", other: "foo\n" });
      plant(at.root);
      assert.deepEqual(await names(at.port, await at.scope()), ["guess", "other"]);
    }
  });

  it("links that are tracked are not followed", async () => {
    const at = await searched({ "a.txt": "foo\n", "link.txt": { link: "a.txt" } });
    git(at.root, "add", ".");
    for (const engine of engines) assert.deepEqual(await names(at[engine], await at.scope()), ["a.txt"], engine);
  });

  it("starts nothing that a repository's configuration names", async () => {
    const at = await searched({ "a.txt": "foo\n", ".gitattributes": "*.txt diff=trap\n" });
    const trap = join(at.root, "..", `trap-${process.pid}`);
    const spring = `touch ${trap}; cat`;
    for (const [key, value] of [
      ["core.fsmonitor", spring],
      ["diff.trap.textconv", spring],
      ["diff.external", spring],
      ["core.pager", spring],
      ["pager.grep", "true"],
      ["pager.ls-files", "true"],
      ["grep.openFilesInPager", spring],
    ] as const)
      git(at.root, "config", key, value);
    for (const engine of engines) {
      assert.deepEqual(await names(at[engine], await at.scope()), [".gitattributes", "a.txt"]);
      assert.equal((await at[engine].searchText(await at.scope(), "foo", 10, 0)).lines.length, 1);
    }
    assert.equal(existsSync(trap), false);
  });
});
