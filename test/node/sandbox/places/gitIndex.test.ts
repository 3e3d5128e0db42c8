/** Telling by a repository's index alone what git keeps as it is. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { keptFiles } from "../../../../src/node/sandbox/places/gitIndex";
import { plant, tempFolder } from "../../../support/tempFolder";

const gitIn =
  (cwd: string) =>
  (...args: string[]) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const isKept = (root: string, ...names: string[]) => keptFiles([join(root, ...names)], root).size > 0;

describe("what git keeps, by its index", () => {
  const repository = (...options: string[]) => {
    const root = tempFolder();
    const git = gitIn(root);
    git("init", "-q", ...options);
    return { root, git };
  };

  for (const version of ["2", "3", "4"])
    for (const format of ["sha1", "sha256"])
      it(`is what git itself lists, whatever the names are, in version ${version} with ${format}`, async () => {
        const { root, git } = repository(`--object-format=${format}`);
        const name = fc.constantFrom("a", "b", "aa", "ab", ".npmrc", "ü.pem", "x y", "n".repeat(150));
        const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
        const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 8 });
        await fc.assert(
          fc.asyncProperty(paths, paths, async (kept, others) => {
            git("read-tree", "--empty");
            git("clean", "-qffdx");
            for (const one of [...kept, ...others]) {
              try {
                plant(root, { [one]: `${one}\n` });
                if (kept.includes(one)) git("add", one);
              } catch {
                // A folder where a file is, or the other way round.
              }
            }
            // Such an entry makes git write version 3.
            if (version === "3") git("add", "-N", ".");
            git("update-index", `--index-version=${version}`);
            const unchanged = new Set(git("ls-files", "-z").split("\0"));
            for (const one of git("diff", "--name-only", "-z").split("\0")) unchanged.delete(one);
            const all = [...new Set([...kept, ...others])];
            const found = keptFiles(
              all.map((one) => join(root, one)),
              root,
            );
            for (const one of all) assert.equal(found.has(join(root, one)), unchanged.has(one), one);
          }),
          { numRuns: 6 },
        );
      });

  it("holds for names longer than an index can count", () => {
    const { root, git } = repository();
    const long = `${"n".repeat(200)}/`.repeat(21);
    plant(root, { "a.pem": "one\n" });
    const blob = git("hash-object", "a.pem").trim();
    for (const name of [`${long}x.pem`, "a.pem"]) git("update-index", "--add", "--cacheinfo", `100644,${blob},${name}`);
    assert.equal(isKept(root, "a.pem"), true);
  });

  it("is nothing that was changed since it was added, or that was entered with other bytes", () => {
    const { root, git } = repository();
    plant(root, { ".env": "PASS=1\n", "a.txt": "one\n", "kept.pem": "PASS=2\n" });
    git("add", "a.txt", "kept.pem");
    git("update-index", "--add", "--cacheinfo", `100644,${git("hash-object", "a.txt").trim()},.env`);
    assert.deepEqual([isKept(root, ".env"), isKept(root, "kept.pem")], [false, true]);
    writeFileSync(join(root, "kept.pem"), "PASS=3\n");
    assert.equal(isKept(root, "kept.pem"), false);
    git("add", "kept.pem");
    assert.equal(isKept(root, "kept.pem"), true);
    rmSync(join(root, "kept.pem"));
    assert.equal(isKept(root, "kept.pem"), false);
  });

  it("is nothing where the index cannot be read, without one, or outside of the repository that is nearest", () => {
    const { root, git } = repository();
    plant(root, { "z.pem": "z", "nested/.git/HEAD": "", "nested/z.pem": "z" });
    git("add", "z.pem");
    git("update-index", "--add", "--cacheinfo", `100644,${git("hash-object", "z.pem").trim()},nested/z.pem`);
    assert.deepEqual([isKept(root, "z.pem"), isKept(root, "nested", "z.pem")], [true, false]);
    assert.deepEqual(keptFiles([join(root, "z.pem")], join(root, "nested")), new Set());
    git("update-index", "--split-index");
    assert.equal(isKept(root, "z.pem"), false);
    git("update-index", "--no-split-index");
    assert.equal(isKept(root, "z.pem"), true);
    truncateSync(join(root, ".git", "index"), 100);
    assert.equal(isKept(root, "z.pem"), false);
    rmSync(join(root, ".git", "index"));
    assert.equal(isKept(root, "z.pem"), false);
    // It is not waited for.
    execFileSync("mkfifo", [join(root, ".git", "index")]);
    assert.equal(isKept(root, "z.pem"), false);
  });
});
