/** Telling by a repository's index alone what git keeps. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { isTracked } from "../../../../src/node/sandbox/places/gitIndex";
import { plant, tempFolder } from "../../../support/tempFolder";

describe("what git keeps, by its index", () => {
  const root = tempFolder();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const long = `${"n".repeat(200)}/`.repeat(21);

  before(() => git("init", "-q"));

  it("is what git itself lists, whatever the names are", async () => {
    const name = fc.constantFrom("a", "b", "aa", "ab", ".npmrc", "ü.pem", "x y");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(paths, paths, async (kept, others) => {
        git("read-tree", "--empty");
        const blob = git("hash-object", "-w", "/dev/null").trim();
        for (const one of kept) {
          try {
            git("update-index", "--add", "--cacheinfo", `100644,${blob},${one}`);
          } catch {
            // A folder where a file is, or the other way round.
          }
        }
        const listed = new Set(git("ls-files", "-z").split("\0"));
        for (const one of [...kept, ...others]) assert.equal(isTracked(join(root, one), root), listed.has(one), one);
      }),
      { numRuns: 30 },
    );
  });

  it("holds for names longer than an index can count", async () => {
    git("read-tree", "--empty");
    const blob = git("hash-object", "-w", "/dev/null").trim();
    git("update-index", "--add", "--cacheinfo", `100644,${blob},${long}x.pem`);
    assert.equal(isTracked(join(root, `${long}x.pem`), root), true);
    assert.equal(isTracked(join(root, `${long}y.pem`), root), false);
  });

  it("is anything where the index is not a regular file, which is not waited for", () => {
    const trap = join(root, "trap");
    execFileSync("git", ["init", "-q", trap]);
    execFileSync("mkfifo", [join(trap, ".git", "index")]);
    assert.equal(isTracked(join(trap, "a.pem"), trap), true);
  });

  it("is anything where the index is written in a way that is not read, and nothing without one", async () => {
    git("read-tree", "--empty");
    writeFileSync(join(root, "z.pem"), "");
    git("add", "z.pem");
    git("update-index", "--index-version", "4");
    assert.equal(isTracked(join(root, "other.pem"), root), true);
    plant(root, { "bare/a.pem": "", "nested/.git/HEAD": "", "nested/a.pem": "" });
    assert.equal(isTracked(join(root, "nested", "a.pem"), root), false);
    assert.equal(isTracked(join(root, "bare", "a.pem"), join(root, "bare")), false);
  });
});
