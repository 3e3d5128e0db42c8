/** The search of a browser finds what ripgrep finds, where patterns mean the same to both. */
import assert from "node:assert/strict";
import { LineSearch } from "../../src/browser/lineSearch";
import { ReadFolders } from "../../src/browser/readFolders";
import type { SearchPort } from "../../src/core/ports/search";
import { ReadSearch } from "../../src/node/search/readSearch";
import { type Searched, searched } from "../node/support/searchTrees";
import { failsWith } from "../support/toolFailure";

const tree = {
  "a.txt": "one foo two\r\nFOO foofoo\r\n\r\nlast foo",
  "sub/b.ts": "const foo = (bar) => bar;\n// déjà foo\n\tfoo\n",
  "sub/deep/c.md": "nothing\n",
  "sub/deep/.hidden": "foo\n",
  ".gitignore": "*.log\nout/\n",
  "x.log": "foo\n",
  "out/y.txt": "foo\n",
  "node_modules/m/index.js": "foo\n",
  "binary.bin": "foo\0foo\n",
  "marked.txt": "\ufefffoo at the start\n",
  "utf16.txt": new Uint8Array(Buffer.from("\ufefffoo in utf16\n", "utf16le")),
  "empty.txt": "",
};

const patterns = [
  "foo",
  "fo+",
  "\\bfoo\\b",
  "^foo",
  "foo$",
  "(foo)(foo)",
  "f.o|last",
  "\\(bar\\)",
  "[^a-z]foo",
  "d\\p{L}j",
  "foo.*",
];

describe("the search of a browser", () => {
  let at: Searched;
  let search: SearchPort;

  before(async () => {
    at = await searched(tree);
    const ignoring = { isAgents: true };
    search = new ReadSearch(
      at.files,
      new ReadFolders(at.files, ignoring),
      (query) => new LineSearch(at.files, query),
      ignoring,
    );
  });

  for (const pattern of patterns)
    it(`finds ${pattern} as ripgrep does`, async () => {
      for (const caseSensitive of [true, false])
        for (const includeIgnored of [true, false])
          for (const context of [0, 1]) {
            const scope = await at.scope({ caseSensitive, includeIgnored });
            for (const limit of [3, 100])
              assert.deepEqual(
                (await search.searchText(scope, pattern, limit, context)).lines,
                (await at.port.searchText(scope, pattern, limit, context)).lines,
              );
            // The same without a context as with one.
            const counted = { ...scope, countsMatches: context === 1 };
            assert.deepEqual(
              await search.matchingFiles(counted, pattern, 100),
              await at.port.matchingFiles(counted, pattern, 100),
            );
          }
    });

  it("finds files by their names, the newest first", async () => {
    for (const glob of ["**/*", "*.txt", "sub/**"])
      for (const includeIgnored of [true, false]) {
        const scope = await at.scope({ includeIgnored });
        assert.deepEqual(await search.findFiles(scope, glob, 100), await at.port.findFiles(scope, glob, 100));
      }
  });

  it("refuses what it cannot look for, in a sentence", async () => {
    const refused = async (pattern: string, sentence: RegExp) =>
      failsWith(async () => search.searchText(await at.scope(), pattern, 10, 0), "invalid_pattern", sentence);
    await refused("a(?=b)", /look-around such as \(\?=…\) is not supported/);
    await refused("(a)\\1", /back-references such as \\1 are not supported/);
    await refused("a\\nb", /the literal "\\n" matches nothing/);
    await refused("[", /missing closing \]/);
  });

  it("looks into nothing once it is cancelled", async () => {
    const scope = await at.scope({ signal: AbortSignal.abort() });
    await failsWith(() => search.searchText(scope, "foo", 10, 0), "cancelled", "The search was cancelled.");
    await failsWith(() => search.findFiles(scope, "*", 10), "cancelled", "The search was cancelled.");
  });
});
