/** D-11: whatever engine runs it, a search finds the same; and what git leaves out is left out. */
import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import fc from "fast-check";
import type { SearchPort, TextSearchOutcome } from "../../../src/core/ports/search";
import type { Tree } from "../../support/tempFolder";
import { engines, type Searched, searched, tree } from "../support/searchTrees";

const runs = { numRuns: 40 };
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
/** Text of every kind, and what is none. */
const bytes = fc
  .array(
    fc.constantFrom(
      ...["foo", "é", "😀", "\n", "\r\n", "\r", " ", "o", "\ufffd", "\u2028", "\ufeff"].map((text) =>
        Buffer.from(text),
      ),
      ...[[0xff], [0x80], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc3]].map((raw) => Buffer.from(raw)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts))
  .chain((content) =>
    fc.constantFrom(
      content,
      content,
      Buffer.concat([content, Buffer.from([0])]),
      Buffer.concat([content, Buffer.alloc(100_000, `${"foo".repeat(300)}\n`), Buffer.from([0])]),
      Buffer.from(`\ufeff${content}`, "utf8"),
      Buffer.from(`\ufeff${content}`, "utf16le"),
      Buffer.from(`\ufeff${content}`, "utf16le").swap16(),
    ),
  );

const found = ({ lines, truncated }: TextSearchOutcome) => ({ lines, truncated });

/** Where more is found, ripgrep is stopped before it can see that the rest of a file is binary. */
const enough = 100_000;

/** Every engine finds what ripgrep finds. */
async function same<T>(at: Searched, look: (search: SearchPort) => Promise<T>): Promise<void> {
  const wanted = await look(at.rg);
  for (const engine of engines) assert.deepEqual(await look(at[engine]), wanted, engine);
}

describe("searching by ripgrep and through the file port (D-11)", function () {
  this.timeout(60_000);

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
          await same(at, (search) => search.findFiles(scope, wanted, 1000));
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
          await same(at, async (search) => found(await search.searchText(scope, wanted, enough, context)));
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
          await same(at, (search) => search.findFiles(scope, "**", 1000));
          await same(at, async (search) => found(await search.searchText(scope, "o", 1000, 0)));
        },
      ),
      runs,
    ));

  it("counts the same lines in the same files", () =>
    fc.assert(
      fc.asyncProperty(treeAndFolder, pattern, fc.boolean(), async ([one, folder], wanted, includeIgnored) => {
        const at = await searched(one);
        const scope = await at.scope({ in: folder, includeIgnored });
        await same(at, (search) => search.matchingFiles(scope, wanted, 1000));
      }),
      runs,
    ));

  it("finds the same in files of any bytes, as far as they are text", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(bytes, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(
          "o",
          "^",
          "$",
          "",
          ".",
          "\\w+",
          "[^o]",
          "\\s",
          "é",
          "\\b",
          "\ufffd",
          "foo.",
          ".$",
          "^.foo",
          "\\W",
          "\\S+",
        ),
        fc.nat(1),
        async (contents, wanted, context) => {
          // Where a word ends beside bytes that are no character, ripgrep decides in its own way.
          fc.pre(wanted !== "\\b" || contents.every(isUtf8));
          const at = await searched(Object.fromEntries(contents.map((content, index) => [`f${index}`, content])));
          const scope = await at.scope();
          await same(at, async (search) => found(await search.searchText(scope, wanted, enough, context)));
          await same(at, (search) => search.matchingFiles(scope, wanted, 1000));
          const one = await at.scope({ of: "f0" });
          await same(at, async (search) => found(await search.searchText(one, wanted, enough, context)));
          await same(at, (search) => search.matchingFiles(one, wanted, 1000));
        },
      ),
      { numRuns: 30 },
    ));

  it("finds the same in a single file, ignored or not", () =>
    fc.assert(
      fc.asyncProperty(
        tree.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...Object.keys(one)))),
        pattern,
        async ([one, file], wanted) => {
          const at = await searched(one);
          const scope = await at.scope({ in: dirname(file), of: file });
          await same(at, async (search) => found(await search.searchText(scope, wanted, 1000, 1)));
        },
      ),
      runs,
    ));

  it("all leave out exactly what git leaves out", () =>
    fc.assert(
      fc.asyncProperty(tree, async (one: Tree) => {
        const at = await searched(one);
        const git = (...args: string[]) =>
          execFileSync("git", ["-c", "core.excludesFile=/dev/null", ...args], { cwd: at.root, encoding: "utf8" });
        const known = git("ls-files", "-co", "--exclude-standard", "-z").split("\0").filter(Boolean);
        const wanted = known.filter((path) => !/(^|\/)node_modules\//.test(path)).sort();
        const scope = await at.scope();
        for (const engine of engines)
          assert.deepEqual(
            (await at[engine].findFiles(scope, "**", 1000)).files.map(({ path }) => path).sort(),
            wanted,
          );
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
