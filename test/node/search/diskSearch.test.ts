/** The search of a disk: unsaved text before what the disk holds (D-8), and what is left without ripgrep (D-11). */
import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { FileStat } from "../../../src/core/ports/files";
import type { SearchScope } from "../../../src/core/ports/search";
import { standardTraits } from "../../../src/core/tools/traits";
import type { ResolvedPath } from "../../../src/core/vocabulary/effect";
import { installedRipgrep } from "../../../src/headless/installedRipgrep";
import { startMachine } from "../../../src/headless/machine";
import { readOptions } from "../../../src/headless/options";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import { DiskSearch } from "../../../src/node/search/diskSearch";
import { PortSearch } from "../../../src/node/search/portSearch";
import { findRipgrep } from "../../../src/node/search/ripgrep/ripgrep";
import { type Tree, tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";
import { asOrdinaryUser } from "../../support/unprivileged";
import { ripgrep } from "../support/searchTrees";

/** Files of which some are changed in editors. */
class EditedFiles extends NodeFiles {
  readonly texts = new Map<string, string>();

  override async stat(target: ResolvedPath): Promise<FileStat | undefined> {
    const stat = await super.stat(target);
    const text = this.texts.get(target.real);
    return stat && text !== undefined ? { ...stat, size: Buffer.byteLength(text) } : stat;
  }

  override async read(target: ResolvedPath): Promise<Uint8Array> {
    const text = this.texts.get(target.real);
    return text === undefined ? super.read(target) : Buffer.from(text);
  }

  unsaved(): Promise<readonly ResolvedPath[]> {
    return Promise.all([...this.texts.keys()].map((path) => this.resolve(path)));
  }
}

async function edited(tree: Tree, texts: Record<string, string>) {
  const root = tempFolder({ ".git/HEAD": "", ...tree });
  const roots = await readRoots([root]);
  const files = new EditedFiles(() => roots, root);
  for (const [name, text] of Object.entries(texts)) files.texts.set(join(root, name), text);
  const scope = async (changes: Partial<SearchScope> = {}): Promise<SearchScope> => ({
    directory: await files.resolve("."),
    exclude: [],
    excludeByDefault: standardTraits.excluded,
    includeIgnored: false,
    caseSensitive: true,
    signal: new AbortController().signal,
    ...changes,
  });
  const search = new DiskSearch(files, ripgrep());
  const lines = async (changes: Partial<SearchScope> = {}, limit = 100) => {
    const outcome = await search.searchText(await scope(changes), "foo", limit, 0);
    return [...outcome.lines.map(({ path, line, text }) => `${path}:${line}:${text}`), outcome.truncated];
  };
  return { root, files, search, scope, lines };
}

describe("DiskSearch: what is in an editor is the file (D-8)", () => {
  const tree = { "a.txt": "foo a\n", "b.txt": "foo b\n", "c.txt": "none\n", "d/e.txt": "foo e\n" };
  const texts = { "b.txt": "nothing any more\n", "c.txt": "x\nfoo c\n" };

  it("finds in the editor's text and not in what the disk holds", async () => {
    const { lines, search, scope } = await edited(tree, texts);
    assert.deepEqual(await lines(), ["a.txt:1:foo a", "c.txt:2:foo c", "d/e.txt:1:foo e", false]);
    assert.deepEqual(await search.matchingFiles(await scope(), "foo", 100), {
      files: [
        { path: "a.txt", lines: 1 },
        { path: "c.txt", lines: 1 },
        { path: "d/e.txt", lines: 1 },
      ],
      truncated: false,
    });
  });

  it("counts the searched files once", async () => {
    const { search, scope } = await edited(tree, texts);
    assert.equal((await search.searchText(await scope(), "no such text", 100, 0)).filesSearched, 4);
  });

  it("keeps the limit over both", async () => {
    const { lines, search, scope } = await edited(tree, texts);
    assert.deepEqual(await lines({}, 1), ["c.txt:2:foo c", true]);
    assert.equal((await lines({}, 2)).length, 3);
    assert.equal((await lines({}, 2)).at(-1), true);
    assert.equal((await lines({}, 3)).at(-1), false);
    const counted = await search.matchingFiles(await scope(), "foo", 1);
    assert.deepEqual(counted, { files: [{ path: "c.txt", lines: 1 }], truncated: true });
  });

  it("searches one file as it is in the editor, and no other", async () => {
    const { files, lines } = await edited(tree, texts);
    assert.deepEqual(await lines({ file: await files.resolve("c.txt") }), ["c.txt:2:foo c", false]);
    assert.deepEqual(await lines({ file: await files.resolve("b.txt") }), [false]);
    assert.deepEqual(await lines({ file: await files.resolve("a.txt") }), ["a.txt:1:foo a", false]);
  });

  it("leaves out what the search would leave out on the disk", async () => {
    const everywhere = {
      "ignored.txt": "foo\n",
      "secret.txt": "foo\n",
      "closed.txt": "foo\n",
      "node_modules/m.txt": "foo\n",
      "z.md": "foo\n",
    };
    const on = Object.fromEntries(Object.keys(everywhere).map((name) => [name, "old\n"]));
    const { root, lines } = await edited({ ...on, ".gitignore": "ignored.txt\n" }, everywhere);
    const limits = { exclude: ["**/secret.txt"], isClosed: (real: string) => real === join(root, "closed.txt") };
    assert.deepEqual(await lines(limits), ["z.md:1:foo", false]);
    assert.deepEqual(await lines({ ...limits, include: "*.txt" }), [false]);
    assert.deepEqual(await lines({ ...limits, includeIgnored: true, include: "*.txt" }), [
      "ignored.txt:1:foo",
      "node_modules/m.txt:1:foo",
      false,
    ]);
  });

  it("files have the size of their text", async () => {
    const { search, scope } = await edited(tree, texts);
    const { files } = await search.findFiles(await scope(), "?.txt", 10);
    assert.deepEqual(Object.fromEntries(files.map(({ path, size }) => [path, size])), {
      "a.txt": 6,
      "b.txt": 17,
      "c.txt": 8,
      "d/e.txt": 6,
    });
  });
});

describe("DiskSearch: engines (D-11)", () => {
  it("without ripgrep finds files, and says of text what to do", async () => {
    const broken = join(tempFolder({ rg: "not a program" }), "rg");
    const advice = "Install ripgrep so that rg is on PATH, or set toolcrib.search.ripgrepPath to its absolute path.";
    for (const [program, what] of [
      [broken, `could not be started (spawn ${broken} EACCES)`],
      ["/no/such/rg", "could not be started (spawn /no/such/rg ENOENT)"],
      [undefined, "was not found"],
    ] as const)
      for (const texts of [{}, { "a.txt": "foo\n" }]) {
        const { files, scope } = await edited({ "a.txt": "foo\n" }, texts);
        const without = new DiskSearch(files, program);
        assert.equal((await without.findFiles(await scope(), "*.txt", 5)).files.length, 1);
        assert.equal(await without.passedOver(await scope({ exclude: ["*.txt"] })), 1);
        for (const look of ["searchText", "matchingFiles"] as const)
          await failsWith(
            async () => without[look](await scope(), "foo", 9, 0),
            "unavailable",
            `Text cannot be searched: ripgrep ${what}. ${advice}`,
          );
      }
  });

  it("a file that is too large to be given to ripgrep is named", async () => {
    const { root, files, scope } = await edited({ "small.txt": "foo\n" }, {});
    writeFileSync(join(root, "large.txt"), Buffer.alloc(20 * 1024 * 1024 + 1, "foo\n"));
    const search = new PortSearch(files, ripgrep());
    const { lines, tooLarge } = await search.searchText(await scope(), "foo", 10, 0);
    assert.deepEqual([lines.length, tooLarge], [1, ["large.txt"]]);
  });

  it("texts of more than one ripgrep's share are all searched, in order and up to the limit", async () => {
    const { root, files, scope } = await edited({}, {});
    for (const name of ["a", "b", "c", "d"])
      writeFileSync(join(root, name), Buffer.concat([Buffer.alloc(3 * 1024 * 1024, "x\n"), Buffer.from("foo foo")]));
    const search = new PortSearch(files, ripgrep());
    const { lines, truncated } = await search.searchText(await scope(), "foo", 3, 1);
    const last = 1.5 * 1024 * 1024;
    assert.deepEqual(
      lines.map(({ path, line, text, matches }) => [path, line, text, matches.length]),
      ["a", "b", "c"].flatMap((path) => [
        [path, last, "x", 0],
        [path, last + 1, "foo foo", 2],
      ]),
    );
    assert.equal(truncated, true);
    const counted = await search.matchingFiles(await scope({ countsMatches: true }), "foo", 9);
    assert.deepEqual(
      counted.files,
      ["a", "b", "c", "d"].map((path) => ({ path, lines: 2 })),
    );
    assert.deepEqual(await search.matchingFiles(await scope(), "foo", 2), {
      files: ["a", "b"].map((path) => ({ path, lines: 1 })),
      truncated: true,
    });
  });

  it("a closed file is in no results", async () => {
    const { root, files, scope } = await edited({ "a.txt": "foo\n", "b.txt": "foo\n" }, {});
    for (const search of [new DiskSearch(files, ripgrep()), new PortSearch(files, ripgrep())]) {
      const isClosed = (real: string) => real === join(root, "a.txt");
      const { lines } = await search.searchText(await scope({ isClosed }), "foo", 9, 0);
      assert.deepEqual(
        lines.map(({ path }) => path),
        ["b.txt"],
      );
      const { files } = await search.findFiles(await scope({ isClosed }), "*.txt", 10);
      assert.deepEqual(
        files.map(({ path }) => path),
        ["b.txt"],
      );
      assert.deepEqual((await search.matchingFiles(await scope({ isClosed }), "foo", 9)).files, [
        { path: "b.txt", lines: 1 },
      ]);
    }
  });

  it("nobody's configuration decides what ripgrep does", async () => {
    const file = join(tempFolder({ config: "--invert-match\n" }), "config");
    process.env.RIPGREP_CONFIG_PATH = file;
    try {
      const { lines } = await edited({ "a.txt": "foo\nbar\n" }, {});
      assert.deepEqual(await lines(), ["a.txt:1:foo", false]);
    } finally {
      delete process.env.RIPGREP_CONFIG_PATH;
    }
  });

  it("follows no ignore file that an agent made a link, where the folder is an agent's alone (EX-4)", async () => {
    const secret = join(tempFolder({ secret: "guess\n" }), "secret");
    for (const name of [".ignore", ".rgignore", ".gitignore"]) {
      const root = tempFolder({ [`sub/${name}`]: { link: secret }, "sub/guess": "foo\n", "sub/other": "foo\n" });
      const roots = await readRoots([root]);
      const files = new NodeFiles(() => roots, root);
      const search = new DiskSearch(files, ripgrep(), (real) => real === join(root, "sub"));
      const scope: SearchScope = {
        directory: await files.resolve("sub"),
        exclude: [],
        excludeByDefault: [],
        includeIgnored: false,
        caseSensitive: true,
        signal: new AbortController().signal,
      };
      const { lines } = await search.searchText(scope, "foo", 10, 0);
      const { files: matching } = await search.matchingFiles(scope, "foo", 10);
      const { files: found } = await search.findFiles(scope, "*", 10);
      for (const paths of [lines, matching, found])
        assert.deepEqual(paths.map(({ path }) => path).sort(), ["guess", "other"], name);
    }
  });

  /** Runs with a git and a ripgrep that note where and how they were started; git does nothing else. */
  async function whileNoted(use: (rg: string) => Promise<void>): Promise<string[]> {
    const bin = tempFolder({ started: "" });
    for (const name of ["git", "rg"]) {
      const then = name === "rg" ? `exec '${ripgrep()}' "$@"` : "exit 1";
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $PWD $*" >> '${join(bin, "started")}'\n${then}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const { PATH } = process.env;
    process.env.PATH = `${bin}${delimiter}${PATH}`;
    try {
      await use(join(bin, "rg"));
    } finally {
      process.env.PATH = PATH;
    }
    return readFileSync(join(bin, "started"), "utf8").split("\n").filter(Boolean);
  }

  it("starts no program in a folder that an agent fills, and gives ripgrep nothing but text (EX-4)", async () => {
    const root = tempFolder({
      "sub/.git/HEAD": "",
      "sub/.gitignore": "*.log\n",
      "sub/a": "foo\n",
      "sub/b.log": "foo\n",
    });
    const roots = await readRoots([root]);
    const files = new NodeFiles(() => roots, root);
    const directory = await files.resolve("sub");
    const common = { directory, exclude: ["**/.env"], excludeByDefault: [], caseSensitive: true };
    const scope = { ...common, signal: new AbortController().signal };
    const started = await whileNoted(async (rg) => {
      const search = new DiskSearch(files, rg, (real) => real === join(root, "sub"));
      for (const includeIgnored of [false, true]) {
        const its = { ...scope, includeIgnored };
        const wanted = includeIgnored ? ["a", "b.log"] : ["a"];
        const paths = (found: readonly { path: string }[]) => found.map(({ path }) => path).sort();
        assert.deepEqual(paths((await search.searchText(its, "foo", 9, 0)).lines), wanted);
        assert.deepEqual(paths((await search.matchingFiles(its, "foo", 9)).files), wanted);
        assert.deepEqual(paths((await search.findFiles(its, "{a,b.log}", 9)).files), wanted);
        assert.equal(await search.passedOver(its), 0);
      }
      const file = await files.resolve("sub/b.log");
      const { lines } = await search.searchText({ ...scope, includeIgnored: true, file }, "foo", 9, 0);
      assert.deepEqual([lines.length, lines[0]?.path], [1, "sub/b.log"]);
      assert.deepEqual([...(await search.ignoredNames(directory, ["a", "b.log"]))], ["b.log"]);
      assert.equal((await search.whyIgnored(directory, "b.log"))?.pattern, "*.log");
    });
    assert.deepEqual(
      started.filter((line) => line.includes(root)),
      [],
    );
    const ofRipgrep = started.filter((line) => line.startsWith("rg "));
    assert.ok(ofRipgrep.length > 0 && ofRipgrep.every((line) => /^rg \/ .*--no-ignore .* -- -$/.test(line)));
  });

  it("an invalid pattern is refused in ripgrep's words", async () => {
    const { search, scope } = await edited({ "a.txt": "foo\n" }, {});
    await failsWith(async () => search.searchText(await scope(), "(", 1, 0), "invalid_pattern", /unclosed group/);
  });
});

describe("findRipgrep (D-11)", () => {
  it("the configured program comes first, whatever its name, then the places, then PATH", () => {
    const folder = tempFolder({ "my-search": "", "places/rg": "" });
    const mine = join(folder, "my-search");
    chmodSync(mine, 0o755);
    const places = [join(folder, "places")];
    assert.equal(findRipgrep(places, mine), mine);
    assert.equal(findRipgrep(places), join(folder, "places", "rg"));
    for (const unusable of ["my-search", folder, join(folder, "missing")])
      assert.equal(findRipgrep(places, unusable), join(folder, "places", "rg"), unusable);
    assert.equal(findRipgrep([]), ripgrep());
  });

  it("a folder in PATH that may not be entered is passed over", async () => {
    const folder = tempFolder({ "closed/rg": "", "open/rg": "" });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "closed"), 0);
    const { PATH } = process.env;
    process.env.PATH = [join(folder, "closed"), join(folder, "open"), PATH].join(delimiter);
    try {
      assert.equal(await asOrdinaryUser(async () => findRipgrep([])), join(folder, "open", "rg"));
    } finally {
      process.env.PATH = PATH;
    }
  });

  it("the headless host has the one that npm installed with it, if there is one for its platform", () => {
    const program = process.platform === "win32" ? "rg.exe" : "rg";
    const platform = `@vscode/ripgrep-${process.platform}-${process.arch}`;
    const shared = {
      "ripgrep/package.json": JSON.stringify({ exports: { ".": "./lib/index.js" } }),
      "ripgrep/lib/index.js": "throw new Error('not to be loaded')",
    };
    for (const place of [`@vscode/node_modules/${platform}`, platform]) {
      const folder = tempFolder({
        ...Object.fromEntries(Object.entries(shared).map(([path, text]) => [`node_modules/@vscode/${path}`, text])),
        [`node_modules/${place}/bin/${program}`]: "",
      });
      const path = join(folder, "node_modules", place, "bin", program);
      assert.deepEqual(installedRipgrep(join(folder, "dist/headless.js")), [path]);
      assert.equal(findRipgrep([path]), path);
    }
    assert.deepEqual(installedRipgrep(join(tempFolder({}), "headless.js")), []);
  });

  it("the headless host says when search.ripgrepPath is of no use", async () => {
    const folder = tempFolder({ rg: "" });
    const problems = async (path: string) => {
      const options = readOptions("call", ["--root", folder, "--state", join(folder, "state")]);
      return (await startMachine({ ...options, settings: { "search.ripgrepPath": path } })).problems;
    };
    assert.deepEqual(await problems(join(folder, "rg")), []);
    assert.deepEqual(await problems(""), []);
    assert.deepEqual(await problems("rg"), [
      "toolcrib.search.ripgrepPath: rg is not the absolute path of a program; it is ignored.",
    ]);
  });
});
