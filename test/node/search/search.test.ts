import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import type { SearchPort, SearchScope } from "../../../src/core/ports/search";
import { eventOf, maxPlaces } from "../../../src/node/search/ripgrep/ripgrepEvents";
import { separatedPieces } from "../../../src/node/search/ripgrep/separatedText";
import { secretGlobs } from "../../../src/policy/files/secretPaths";
import type { Tree } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";
import { engines, type Searched, searched } from "../support/searchTrees";

const lines = async (search: SearchPort, scope: SearchScope, pattern: string, limit = 1000, context = 0) =>
  (await search.searchText(scope, pattern, limit, context)).lines.map(
    ({ path, line, text }) => `${path}:${line}:${text}`,
  );
const names = async (search: SearchPort, scope: SearchScope, glob = "**") =>
  (await search.findFiles(scope, glob, 1000)).files.map(({ path }) => path).sort();

for (const engine of engines)
  describe(`searching (D-11) by ${{ rg: "ripgrep", port: "the file port" }[engine]}`, () => {
    const make = async (tree: Tree): Promise<Searched & { search: SearchPort }> => {
      const at = await searched(tree);
      return { ...at, search: at[engine] };
    };

    it("tells lines, their numbers and the places that matched, in the units of the text", async () => {
      const { search, scope } = await make({ "a.txt": "😀 é foo\nnothing\nfoofoo\n", "b/c.txt": "x\nfoo" });
      assert.deepEqual(await search.searchText(await scope(), "foo", 100, 0), {
        lines: [
          { path: "a.txt", line: 1, text: "😀 é foo", matches: [[5, 8]] },
          {
            path: "a.txt",
            line: 3,
            text: "foofoo",
            matches: [
              [0, 3],
              [3, 6],
            ],
          },
          { path: "b/c.txt", line: 2, text: "foo", matches: [[0, 3]] },
        ],
        truncated: false,
        filesSearched: 2,
      });
    });

    it("shows lines around a match without places, and none twice", async () => {
      const { search, scope } = await make({ "a.txt": "1\n2\nfoo\n4\nfoo\n6\n7\n8\n9" });
      const { lines } = await search.searchText(await scope(), "foo", 100, 1);
      assert.deepEqual(
        lines.map(({ line, matches }) => [line, matches.length]),
        [
          [2, 0],
          [3, 1],
          [4, 0],
          [5, 1],
          [6, 0],
        ],
      );
    });

    it("stops at the limit, and says that there is more only when there is", async () => {
      const { search, scope } = await make({ "a.txt": "foo\nfoo\nfoo\n", "b.txt": "foo\n" });
      for (const [limit, count, truncated] of [
        [3, 3, true],
        [4, 4, false],
        [1, 1, true],
      ] as const) {
        const outcome = await search.searchText(await scope(), "foo", limit, 0);
        assert.deepEqual([outcome.lines.length, outcome.truncated], [count, truncated]);
        const found = await search.findFiles(await scope(), "*.txt", Math.min(limit, 2));
        assert.deepEqual([found.files.length, found.truncated], [Math.min(limit, 2), limit < 2]);
      }
    });

    it("GL-2 the newest files come first, equal ones by name", async () => {
      const { root, search, scope } = await make({ old: "", "b-same": "", "a-same": "", new: "" });
      for (const [name, time] of [
        ["old", 100],
        ["a-same", 200],
        ["b-same", 200],
        ["new", 300],
      ] as const)
        utimesSync(join(root, name), time, time);
      assert.deepEqual((await search.findFiles(await scope(), "*", 9)).files, [
        { path: "new", size: 0, mtimeMs: 300_000 },
        { path: "a-same", size: 0, mtimeMs: 200_000 },
        { path: "b-same", size: 0, mtimeMs: 200_000 },
        { path: "old", size: 0, mtimeMs: 100_000 },
      ]);
    });

    it("C-27 a glob without a slash means any depth, one with a slash the searched folder", async () => {
      const { search, scope } = await make({
        "a.ts": "",
        "src/a.ts": "",
        "src/deep/a.ts": "",
        "src/b.js": "",
        ".hidden/a.ts": "",
      });
      const globs: [glob: string, wanted: string[], folder?: string][] = [
        ["a.ts", [".hidden/a.ts", "a.ts", "src/a.ts", "src/deep/a.ts"]],
        ["/a.ts", ["a.ts"]],
        ["./a.ts", ["a.ts"]],
        ["src/*.ts", ["src/a.ts"]],
        ["src/**/*.ts", ["src/a.ts", "src/deep/a.ts"]],
        ["*.{js,ts}", ["deep/a.ts", "a.ts", "b.js"].sort(), "src"],
        ["deep/*", ["deep/a.ts"], "src"],
        ["src/*", [], "src"],
        ["*.py", []],
      ];
      for (const [glob, wanted, folder = "."] of globs)
        assert.deepEqual(await names(search, await scope({ in: folder }), glob), wanted, `${glob} in ${folder}`);
    });

    it("names and lines with every odd character come back as they are", async () => {
      const odd = [
        "new\nline",
        "u\u2028p",
        "tab\there",
        "back\\slash",
        "-dash",
        "--",
        "quote\"'",
        " lead",
        "é€😀",
        "{a,b}",
        "[x]",
        "*",
        "$(x)",
      ];
      const { search, scope } = await make(
        Object.fromEntries(odd.map((name) => [name, `foo \u2028 \u2029 \u0085 ${name.replace("\n", "")}\n`])),
      );
      assert.deepEqual(await names(search, await scope()), [...odd].sort());
      const found = await search.searchText(await scope(), "foo", 100, 0);
      assert.deepEqual(
        found.lines.map(({ path, text }) => [path, text]),
        [...odd].sort().map((name) => [name, `foo \u2028 \u2029 \u0085 ${name.replace("\n", "")}`]),
      );
    });

    it("patterns that look like options are patterns", async () => {
      const { search, scope } = await make({ "a.txt": "-e --pre=sh -- x\n--files\n" });
      for (const pattern of ["-e", "--pre=sh", "--", "--files"])
        assert.equal(
          (await lines(search, await scope(), pattern)).length,
          pattern === "--" || pattern === "-e" ? (pattern === "--" ? 2 : 1) : 1,
          pattern,
        );
      assert.deepEqual(await names(search, await scope(), "--*"), []);
    });

    it("line endings are no part of a line", async () => {
      const { search, scope } = await make({ "a.txt": "foo\r\nbar\r\n", "b.txt": "foo\nbar" });
      assert.deepEqual(await lines(search, await scope(), "foo$"), ["a.txt:1:foo", "b.txt:1:foo"]);
      assert.deepEqual(await lines(search, await scope(), "^bar$"), ["a.txt:2:bar", "b.txt:2:bar"]);
    });

    it("finds what spans lines where that is asked for, line by line and with those around", async () => {
      const { search, scope } = await make({
        "a.ts": "x\nfoo() {\n  return 1;\n}\ny\n",
        "b.ts": "foo() {\r\n\r\n  return 2;\r\n",
        "c.ts": "foo\n",
        "d.ts": "return\nfoo",
        "e.ts": "foo 1 return\nfoo 2\nreturn\n",
      });
      const across = await scope({ multiline: true });
      const pattern = "foo[^f]*?return";
      assert.deepEqual(await lines(search, await scope(), pattern), ["e.ts:1:foo 1 return"]);
      assert.deepEqual(await lines(search, across, pattern), [
        ...["a.ts:2:foo() {", "a.ts:3:  return 1;", "b.ts:1:foo() {", "b.ts:2:", "b.ts:3:  return 2;"],
        ...["e.ts:1:foo 1 return", "e.ts:2:foo 2", "e.ts:3:return"],
      ]);
      assert.deepEqual((await search.searchText(across, "\\{.*?return", 2, 1)).lines.slice(0, 4), [
        { path: "a.ts", line: 1, text: "x", matches: [] },
        { path: "a.ts", line: 2, text: "foo() {", matches: [[6, 7]] },
        { path: "a.ts", line: 3, text: "  return 1;", matches: [[0, 8]] },
        { path: "a.ts", line: 4, text: "}", matches: [] },
      ]);
      assert.deepEqual(await search.matchingFiles(across, pattern, 10), {
        files: [...["a.ts", "b.ts"].map((path) => ({ path, lines: 1 })), { path: "e.ts", lines: 2 }],
        truncated: false,
      });
      assert.deepEqual(await lines(search, across, "foo\\n$"), ["c.ts:1:foo"]);
      assert.deepEqual(await lines(search, await scope({ multiline: true, of: "d.ts" }), "foo\\n"), []);
      assert.equal((await search.searchText(across, pattern, 1, 0)).truncated, true);
    });

    it("tells every line of many matches that follow one another", async () => {
      const { search, scope } = await make({ "a.txt": "foo\n".repeat(300) });
      const { lines: found, truncated } = await search.searchText(await scope({ multiline: true }), "foo\\n", 250, 0);
      assert.deepEqual([found.length, truncated, found.at(-1)?.matches], [250, true, [[0, 3]]]);
    });

    it("GR-4 binary files are left out, UTF-16 and marks are understood", async () => {
      const { search, scope } = await make({
        "binary.bin": Buffer.from([0x66, 0x6f, 0x6f, 0, 1, 2]),
        "late.bin": Buffer.concat([Buffer.from("foo\n"), Buffer.alloc(20_000, 97), Buffer.from([0])]),
        "utf8bom.txt": Buffer.from("\ufefffoo\n"),
        "utf16le.txt": Buffer.from("\ufefffoo\n", "utf16le"),
        "utf16be.txt": Buffer.from("\ufefffoo\n", "utf16le").swap16(),
        "latin1.txt": Buffer.from("foo \xe9\n", "latin1"),
      });
      assert.deepEqual(await lines(search, await scope(), "^foo"), [
        "latin1.txt:1:foo \ufffd",
        "utf16be.txt:1:foo",
        "utf16le.txt:1:foo",
        "utf8bom.txt:1:foo",
      ]);
    });

    it("links are not followed, neither to files nor to folders", async () => {
      const { search, scope } = await make({
        "real/a.txt": "foo\n",
        "file-link": { link: "real/a.txt" },
        "folder-link": { link: "real" },
        loop: { link: "." },
      });
      assert.deepEqual(await names(search, await scope()), ["real/a.txt"]);
      assert.deepEqual(await lines(search, await scope(), "foo"), ["real/a.txt:1:foo"]);
      assert.deepEqual(await lines(search, await scope({ in: "folder-link" }), "foo"), ["a.txt:1:foo"]);
    });

    it("ignored files are found only when asked for, .git never", async () => {
      const { search, scope } = await make({
        ".gitignore": "build/\n*.log\n!keep.log\n",
        "build/a.txt": "foo\n",
        "x.log": "foo\n",
        "keep.log": "foo\n",
        "node_modules/m/i.js": "foo\n",
        "sub/.gitignore": "!x.log\n",
        "sub/x.log": "foo\n",
        ".ignore": "sub/y.txt\n",
        "sub/y.txt": "foo\n",
        ".git/config": "foo\n",
      });
      assert.deepEqual(await lines(search, await scope(), "foo"), ["keep.log:1:foo", "sub/x.log:1:foo"]);
      assert.deepEqual(await lines(search, await scope({ includeIgnored: true }), "foo"), [
        "build/a.txt:1:foo",
        "keep.log:1:foo",
        "node_modules/m/i.js:1:foo",
        "sub/x.log:1:foo",
        "sub/y.txt:1:foo",
        "x.log:1:foo",
      ]);
      for (const folder of ["build", "node_modules", "node_modules/m"]) {
        assert.deepEqual(await names(search, await scope({ in: folder })), [], folder);
        assert.equal((await names(search, await scope({ in: folder, includeIgnored: true }))).length, 1, folder);
      }
      assert.deepEqual(await names(search, await scope({ in: ".git", includeIgnored: true })), []);
      const { directory } = await scope();
      assert.deepEqual(
        [...(await search.ignoredNames(directory, ["build/", "sub/", "x.log", "keep.log", ".gitignore"]))],
        ["build/", "x.log"],
      );
    });

    it("D-13 secrets are left out, also when their own folder is searched, and in capitals", async () => {
      const { search, scope } = await make({
        ".env": "foo\n",
        ".ENV.local": "foo\n",
        "a/server.PEM": "foo\n",
        ".aws/credentials": "foo\n",
        ".ssh/config": "foo\n",
        "conf/private/x": "foo\n",
        "deep/conf/private/x": "foo\n",
        "plain.txt": "foo\n",
      });
      const exclude = secretGlobs({ secretPaths: ["conf/private"] });
      const at = (folder: string) => scope({ in: folder, exclude, includeIgnored: true });
      assert.deepEqual(await lines(search, await at("."), "foo"), ["deep/conf/private/x:1:foo", "plain.txt:1:foo"]);
      for (const folder of [".aws", ".ssh", "conf", "conf/private", "a"]) {
        assert.deepEqual(await lines(search, await at(folder), "foo"), [], folder);
        assert.deepEqual(await names(search, await at(folder)), [], folder);
      }
    });

    it("include narrows what is searched, by name or from the folder", async () => {
      const { search, scope } = await make({
        "a.ts": "foo\n",
        "b.js": "foo\n",
        "src/a.ts": "foo\n",
        "src/c.TS": "foo\n",
        "{x}.ts": "foo\n",
      });
      const including = async (include: string, folder = ".") =>
        lines(search, await scope({ in: folder, include }), "foo");
      assert.deepEqual(await including("*.ts"), ["a.ts:1:foo", "src/a.ts:1:foo", "{x}.ts:1:foo"]);
      assert.deepEqual(await including("*.{js,TS}"), ["b.js:1:foo", "src/c.TS:1:foo"]);
      assert.deepEqual(await including("{src,lib}/*.ts"), ["src/a.ts:1:foo"]);
      assert.deepEqual(await including("src/**/*.ts"), ["src/a.ts:1:foo"]);
      assert.deepEqual(await including("/a.ts"), ["a.ts:1:foo"]);
      assert.deepEqual(await including("*.ts", "src"), ["a.ts:1:foo"]);
      assert.deepEqual(await including("*.py"), []);
      assert.deepEqual(await including("include:x"), []);
      assert.deepEqual(await including("a,b.ts"), []);
    });

    it("a single file is searched, ignored or not", async () => {
      const { search, scope } = await make({ ".gitignore": "*.log\n", "sub/x.log": "foo\nbar\n" });
      assert.deepEqual(await lines(search, await scope({ in: "sub", of: "sub/x.log" }), "bar"), ["sub/x.log:2:bar"]);
      assert.deepEqual(await lines(search, await scope({ in: "sub", of: "sub/x.log", include: "*.ts" }), "bar"), []);
    });

    it("a case-insensitive search folds letters of every script", async () => {
      const { search, scope } = await make({ "a.txt": "FOO Ä\nfoo ä\n" });
      assert.equal((await lines(search, await scope({ caseSensitive: false }), "foo ä")).length, 2);
      assert.deepEqual(await names(search, await scope({ caseSensitive: false }), "A.TXT"), ["a.txt"]);
      assert.deepEqual(await names(search, await scope(), "A.TXT"), []);
    });

    for (const pattern of ["(", "[", "a{2,1}", "*a", "(?<n", "\\"])
      it(`the regular expression ${pattern} is refused with the engine's words`, async () => {
        const { search, scope } = await make({ "a.txt": "a" });
        await failsWith(
          async () => search.searchText(await scope(), pattern, 10, 0),
          "invalid_pattern",
          /^The search could not run: \S[\s\S]* Correct the pattern|^The search could not run: [\s\S]*\nCorrect the pattern/,
        );
      });

    for (const glob of ["[", "{a", "a}", "[z-a]", "**/[", "*.{ts"])
      it(`the glob ${glob} is refused`, async () => {
        const { search, scope } = await make({ "a.txt": "a" });
        await failsWith(
          async () => search.findFiles(await scope(), glob, 10),
          "invalid_pattern",
          /^The glob .* is not valid \(.*\): balance its brackets\.$/,
        );
        await failsWith(
          async () => search.searchText(await scope({ include: glob }), "a", 10, 0),
          "invalid_pattern",
          /^The glob .* is not valid/,
        );
      });

    it("a glob does not lead out of the folder", async () => {
      const { search, scope } = await make({ "sub/a.txt": "a", "b.txt": "b" });
      for (const glob of ["../*", "../**", "a/../../b.txt", "sub/..", "{..,x}/b.txt"])
        await failsWith(
          async () => search.findFiles(await scope({ in: "sub" }), glob, 10),
          "invalid_pattern",
          `The glob ${glob} contains "..": name the folder in "path" and match below it.`,
        );
      assert.deepEqual(await names(search, await scope({ in: "sub" }), "/**"), ["a.txt"]);
    });

    it("a search that was cancelled says so", async () => {
      const { search, scope } = await make(
        Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, "foo\n"])),
      );
      const cancelled = await scope({ signal: AbortSignal.abort() });
      await failsWith(() => search.searchText(cancelled, "foo", 10, 0), "cancelled", "The search was cancelled.");
      await failsWith(() => search.findFiles(cancelled, "*", 10), "cancelled", "The search was cancelled.");
    });

    it("a 5 MB single line that matches everywhere takes bounded time and room", async function () {
      this.timeout(8000);
      const { search, scope } = await make({ "a.txt": "a".repeat(5_000_000), "b.txt": "a\n" });
      const { lines } = await search.searchText(await scope(), "a", 100, 0);
      assert.deepEqual(
        lines.map(({ path, text, matches }) => [path, text.length, matches.length, matches[0], matches.at(-1)]),
        [
          ["a.txt", 5_000_000, maxPlaces, [0, 1], [maxPlaces - 1, maxPlaces]],
          ["b.txt", 1, 1, [0, 1], [0, 1]],
        ],
      );
    });

    it("thousands of files are no trouble", async () => {
      const { search, scope } = await make(
        Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`d${at % 30}/f${at}.txt`, "foo\n"])),
      );
      assert.equal((await search.findFiles(await scope(), "*.txt", 10_000)).files.length, 3000);
      assert.equal((await lines(search, await scope(), "foo", 5000)).length, 3000);
    });
  });

describe("piecesOf", () => {
  it("splits at the byte alone, however the stream is cut, and keeps no more than it may", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "é", "\n", "\u2028", "\r", "😀"), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 20 }),
        async (parts, size, most) => {
          const bytes = Buffer.from(parts.join(""));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          const pieces: { text: string; cut: boolean }[] = [];
          for await (const some of separatedPieces(Readable.from(chunks), 10, most)) pieces.push(...some);
          const whole = parts.join("").split("\n");
          if (whole.at(-1) === "") whole.pop();
          assert.deepEqual(
            pieces,
            whole.map((line) => {
              const raw = Buffer.from(line);
              return { text: raw.subarray(0, most).toString(), cut: raw.length > most };
            }),
          );
        },
      ),
      { numRuns: 300 },
    ));
});

describe("eventOf", () => {
  const event = (places: number, text = "x") =>
    JSON.stringify({
      type: "match",
      data: {
        path: { text: "a" },
        lines: { text },
        line_number: 1,
        absolute_offset: 0,
        submatches: Array.from({ length: places }, (_, at) => ({
          match: { text: '"submatches":[' },
          start: at,
          end: at + 1,
        })),
      },
    });

  it("reads a short event whole and a long one as far as its first places", () => {
    assert.deepEqual(eventOf({ text: event(3), cut: false }), JSON.parse(event(3)));
    const long = eventOf({ text: event(60_000), cut: false });
    assert.ok((long?.data.submatches.length ?? 0) >= maxPlaces - 1);
    assert.ok((long?.data.submatches.length ?? 0) <= maxPlaces);
    assert.deepEqual(long?.data.submatches[1], { match: { text: '"submatches":[' }, start: 1, end: 2 });
  });

  it("an event cut in its places is read, one cut in its text cannot be analysed", () => {
    const whole = event(60_000, "y".repeat(100));
    assert.equal(eventOf({ text: whole.slice(0, 1_500_000), cut: true })?.data.lines.text, "y".repeat(100));
    assert.equal(eventOf({ text: event(1, "z".repeat(3_000_000)).slice(0, 2_000_000), cut: true }), undefined);
    assert.equal(eventOf({ text: event(1, "z".repeat(3_000_000)), cut: false })?.data.submatches.length, 1);
    assert.equal(eventOf({ text: event(0, "z".repeat(3_000_000)), cut: false })?.data.submatches.length, 0);
  });
});
