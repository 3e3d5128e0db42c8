/** D-11: whatever engine runs it, a search finds the same; and what git leaves out is left out. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import fc from "fast-check";
import type { TextSearchOutcome } from "../../src/core/host";
import type { Tree } from "../support/tempFolder";
import { ripgrep, searched, tree } from "./support/searchTrees";

const runs = { numRuns: 60 };
/** A tree and one of its folders. */
const treeAndFolder = tree.chain((one) => {
  const folders = Object.keys(one).map((path) => dirname(path));
  return fc.tuple(fc.constant(one), fc.constantFrom(".", ...folders));
});
const glob = fc.constantFrom(
  "**",
  "*",
  "*.ts",
  "*.{ts,js}",
  "**/*.ts",
  "a/*",
  "a/**",
  "/x.ts",
  "./a/x.ts",
  "{a,b}/**",
  "x.?s",
  "[xyz].*",
  "\\[id\\].ts",
  "*.TS",
  "ünï/*",
  "sp ace/*",
  "**/b/**",
  "build",
  ".*",
  "-x.ts",
  "*x*",
);
const pattern = fc.constantFrom(
  "foo",
  "foo$",
  "^foo",
  "FOO",
  "o+",
  "fo{2}\\b",
  "€|😀",
  "ä",
  "\\bfoo\\s+bar",
  "^$",
  "end\\$",
  "[a-f]oo",
  "(foo|bar).*foo",
  "^\\s*nothing$",
  "x{250}",
  "fo.o",
);
const found = ({ lines, truncated }: TextSearchOutcome) => ({ lines, truncated });

describe("searching with ripgrep and without (D-11)", () => {
  before(function () {
    if (!ripgrep) {
      console.log("    ripgrep is not on PATH: the two searches cannot be compared.");
      this.skip();
    }
  });

  it("finds the same files, newest first, in any folder", () =>
    fc.assert(
      fc.asyncProperty(
        treeAndFolder,
        glob,
        fc.boolean(),
        fc.boolean(),
        async ([one, folder], wanted, includeIgnored, caseSensitive) => {
          const at = await searched(one);
          const scope = await at.scope({ in: folder, includeIgnored, caseSensitive });
          assert.deepEqual(await at.port.findFiles(scope, wanted, 1000), await at.rg.findFiles(scope, wanted, 1000));
        },
      ),
      runs,
    ));

  it("finds the same lines at the same places, with their surroundings", () =>
    fc.assert(
      fc.asyncProperty(
        treeAndFolder,
        pattern,
        fc.option(glob, { nil: undefined }),
        fc.nat(2),
        fc.boolean(),
        async ([one, folder], wanted, include, context, caseSensitive) => {
          const at = await searched(one);
          const scope = await at.scope({ in: folder, caseSensitive, ...(include !== undefined && { include }) });
          assert.deepEqual(
            found(await at.port.searchText(scope, wanted, 1000, context)),
            found(await at.rg.searchText(scope, wanted, 1000, context)),
          );
        },
      ),
      runs,
    ));

  it("leaves out the same files that hold secrets, whatever folder is searched", () =>
    fc.assert(
      fc.asyncProperty(
        treeAndFolder,
        fc.constantFrom("**/.dot", "**/a", "a/b", "**/b", "a/x.ts", "**/*.TS", "sp ace/b"),
        async ([one, folder], secret) => {
          const at = await searched(one);
          const scope = await at.scope({ in: folder, exclude: [secret, `${secret}/**`], includeIgnored: true });
          const names = async (search: typeof at.rg) =>
            (await search.findFiles(scope, "**", 1000)).files.map(({ path }) => path);
          assert.deepEqual(await names(at.port), await names(at.rg));
          assert.deepEqual(
            found(await at.port.searchText(scope, "o", 1000, 0)),
            found(await at.rg.searchText(scope, "o", 1000, 0)),
          );
        },
      ),
      runs,
    ));

  it("finds the same in a single file, ignored or not", () =>
    fc.assert(
      fc.asyncProperty(
        tree.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...Object.keys(one)))),
        pattern,
        async ([one, file], wanted) => {
          const at = await searched(one);
          const scope = await at.scope({ in: dirname(file), of: file });
          assert.deepEqual(
            found(await at.port.searchText(scope, wanted, 1000, 1)),
            found(await at.rg.searchText(scope, wanted, 1000, 1)),
          );
        },
      ),
      runs,
    ));

  it("both leave out exactly what git leaves out", () =>
    fc.assert(
      fc.asyncProperty(tree, async (one: Tree) => {
        const at = await searched(one);
        const git = (...args: string[]) =>
          execFileSync("git", ["-c", "core.excludesFile=/dev/null", ...args], { cwd: at.root, encoding: "utf8" });
        git("init", "-q");
        const known = git("ls-files", "-co", "--exclude-standard", "-z").split("\0").filter(Boolean);
        const wanted = known.filter((path) => !/(^|\/)node_modules\//.test(path)).sort();
        const scope = await at.scope();
        for (const search of [at.rg, at.port])
          assert.deepEqual((await search.findFiles(scope, "**", 1000)).files.map(({ path }) => path).sort(), wanted);
      }),
      runs,
    ));

  it("names the same entries of a folder as left out", () =>
    fc.assert(
      fc.asyncProperty(tree, async (one) => {
        const at = await searched(one);
        const scope = await at.scope();
        const names = [
          ...new Set(Object.keys(one).map((path) => (path.includes("/") ? `${path.split("/")[0]}/` : path))),
        ];
        const files = (await at.rg.findFiles(scope, "**", 1000)).files.map(({ path }) => path);
        const left = await at.rg.ignoredNames(scope.directory, names);
        // A file that is found is not left out, nor is the folder it is in.
        for (const name of names)
          if (files.some((path) => path === name || (path.startsWith(name) && name.endsWith("/"))))
            assert.ok(!left.has(name), name);
        for (const name of names) if (!name.endsWith("/") && !files.includes(name)) assert.ok(left.has(name), name);
      }),
      runs,
    ));
});
