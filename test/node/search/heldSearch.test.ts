/** Searches and listings while a folder is swapped for a link to outside, right when something is about to look into it (D-6). */
import assert from "node:assert/strict";
import { chmodSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchPort, SearchScope } from "../../../src/core/ports/search";
import type { ResolvedPath } from "../../../src/core/vocabulary/effect";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import { DiskSearch } from "../../../src/node/search/diskSearch";
import { PortSearch } from "../../../src/node/search/portSearch";
import { realCrib } from "../../support/realCrib";
import { type Tree, tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";
import { ripgrep } from "../support/searchTrees";

const inside: Tree = {
  "ws/a.txt": "needle a\n",
  "ws/d/e/f.txt": "needle inside\n",
  "ws/d/e/g.txt": "nothing\n",
  "ws/d/e/.env": "SECRET=1\n",
};
/** It lies beside the workspace, with names that are in it too and names that are not. */
const outside: Tree = {
  "out/e/f.txt": "needle MARKER\nneedle MARKER\n",
  "out/e/g.txt": "needle MARKER\n",
  "out/e/MARKER.txt": "needle MARKER\n",
  "out/e/.env": "MARKER=1\n",
  "out/e/.env.MARKER": "MARKER=1\n",
};

const quoted = (path: string) => `'${path}'`;

/**
 * A program that swaps `ws/d` for a link to `out` while the real one runs. One that is asked to look into all of `./` looks
 * into `./d`, as it does when the swap comes between its reading of the two.
 */
function swapping(world: string, name: string, real: string): string {
  const [folder, aside] = [quoted(join(world, "ws/d")), quoted(join(world, "ws/aside"))];
  const program = join(tempFolder({ [name]: "" }), name);
  const output = quoted(`${program}.output`);
  writeFileSync(
    program,
    [
      "#!/bin/sh",
      `mv ${folder} ${aside} && ln -s ${quoted(join(world, "out"))} ${folder} || exit 9`,
      'for last; do :; done; [ "$last" = ./ ] && [ -h d ] && set -- "$@" ./d',
      `${quoted(real)} "$@" > ${output}.$$`,
      "code=$?",
      `rm ${folder} && mv ${aside} ${folder}`,
      `cat ${output}.$$`,
      "exit $code",
    ].join("\n"),
  );
  chmodSync(program, 0o755);
  return program;
}

/** A workspace, and how it is searched in a folder of it. */
async function world(searchIn: (world: string, files: NodeFiles) => SearchPort, tree: Tree = {}) {
  const top = tempFolder({ ...inside, ...outside, ...tree });
  const roots = await readRoots([join(top, "ws")]);
  const files = new NodeFiles(() => roots, top);
  const search = searchIn(top, files);
  const scope = async (folder: string, changes: Partial<SearchScope> = {}): Promise<SearchScope> => ({
    directory: await files.resolve(folder),
    exclude: ["**/.env*"],
    excludeByDefault: [],
    includeIgnored: false,
    caseSensitive: true,
    signal: new AbortController().signal,
    ...changes,
  });
  return { top, files, search, scope };
}

const folders = { ".": "d/", d: "" } as const;

describe("a folder that is swapped for a link to outside while it is searched (D-6)", () => {
  before(function () {
    if (process.platform === "win32") this.skip();
  });

  for (const [folder, above] of Object.entries(folders))
    for (const includeIgnored of [false, true]) {
      const name = `in ${folder === "." ? "a folder above it" : "it"}, ${includeIgnored ? "with" : "without"} ignored files`;
      const swapped = () => world((top, files) => new DiskSearch(files, swapping(top, "rg", ripgrep())));

      it(`ripgrep: lines are of the files that were judged, ${name}`, async () => {
        const { search, scope } = await swapped();
        const { lines } = await search.searchText(await scope(folder, { includeIgnored }), "needle", 100, 0);
        const all = lines.map(({ path, line, text }) => `${path}:${line}:${text}`);
        assert.deepEqual(all, [...(folder === "." ? ["a.txt:1:needle a"] : []), `${above}e/f.txt:1:needle inside`]);
      });

      it(`ripgrep: files and numbers of matches are of what was judged, ${name}`, async () => {
        const { search, scope } = await swapped();
        const { files } = await search.matchingFiles(await scope(folder, { includeIgnored }), "needle", 100);
        assert.deepEqual(files, [
          ...(folder === "." ? [{ path: "a.txt", lines: 1 }] : []),
          { path: `${above}e/f.txt`, lines: 1 },
        ]);
      });

      it(`ripgrep: found names and sizes are of what was judged, ${name}`, async () => {
        const { search, scope } = await swapped();
        for (const limit of [1, 100]) {
          const { files } = await search.findFiles(await scope(folder, { includeIgnored }), "{f,MARKER}.txt", limit);
          assert.deepEqual(
            files.map(({ path, size }) => [path, size]),
            [[`${above}e/f.txt`, 14]],
          );
        }
      });

      it(`ripgrep: numbers of files are of what was judged, ${name}`, async () => {
        const { search, scope } = await swapped();
        const all = await scope(folder, { includeIgnored, include: "*" });
        assert.equal(await search.passedOver(all), 1);
        const { filesSearched } = await search.searchText({ ...all, include: "e/**" }, "no such text", 100, 0);
        assert.equal(filesSearched, folder === "." ? 0 : 2);
      });
    }

  it("ripgrep: a single file is the one that was judged", async () => {
    const { files, search, scope } = await world((top, files) => new DiskSearch(files, swapping(top, "rg", ripgrep())));
    const one = await scope("d/e", { file: await files.resolve("d/e/f.txt") });
    const { lines } = await search.searchText(one, "needle", 100, 0);
    assert.deepEqual(
      lines.map(({ text }) => text),
      ["needle inside"],
    );
    assert.deepEqual((await search.matchingFiles(one, "needle", 100)).files, [{ path: "d/e/f.txt", lines: 1 }]);
  });

  it("ripgrep: a folder that was swapped before it is started is refused", async () => {
    const { top, search, scope } = await world((_, files) => new DiskSearch(files, ripgrep()));
    const judged = await scope("d");
    renameSync(join(top, "ws/d"), join(top, "ws/aside"));
    symlinkSync(join(top, "out"), join(top, "ws/d"));
    await failsWith(
      () => search.searchText(judged, "needle", 100, 0),
      "stale",
      /^d was replaced since it was judged, so nothing was searched: call the tool again\.$/,
    );
  });
});

/** The disk, with a folder that is swapped while it is listed or its names are looked at. */
class SwappingFiles extends NodeFiles {
  /** Real paths. */
  swap: readonly [folder: string, elsewhere: string] | undefined;

  async #swapped<T>(use: () => Promise<T>): Promise<T> {
    if (!this.swap) return use();
    const [folder, elsewhere] = this.swap;
    renameSync(folder, `${folder}.aside`);
    symlinkSync(elsewhere, folder);
    try {
      return await use();
    } finally {
      unlinkSync(folder);
      renameSync(`${folder}.aside`, folder);
    }
  }

  override list(target: ResolvedPath) {
    const isIt = this.swap && `${target.real}/`.startsWith(`${this.swap[0]}/`);
    return isIt ? this.#swapped(() => super.list(target)) : super.list(target);
  }

  /** What a walk would ask next. */
  override resolve(path: string, base?: string) {
    const isIt = this.swap && `${path}/`.startsWith(`${this.swap[0]}/`);
    return isIt ? this.#swapped(() => super.resolve(path, base)) : super.resolve(path, base);
  }

  override examine(folder: ResolvedPath, names: readonly string[]) {
    return this.#swapped(() => super.examine(folder, names));
  }
}

describe("a folder that is swapped for a link to outside while it is walked or listed (D-6)", () => {
  before(function () {
    if (process.platform === "win32") this.skip();
  });

  async function walked() {
    const top = tempFolder({ ...inside, ...outside });
    const roots = await readRoots([join(top, "ws")]);
    const files = new SwappingFiles(() => roots, top);
    const directory = await files.resolve(".");
    files.swap = [join(top, "ws/d"), join(top, "out")];
    const scope = { directory, exclude: [], excludeByDefault: [], caseSensitive: true, includeIgnored: true };
    return { top, files, directory, scope: { ...scope, signal: new AbortController().signal } };
  }

  it("a walk names nothing of outside", async () => {
    const { files, scope } = await walked();
    const search = new PortSearch(files, ripgrep());
    const { files: found } = await search.findFiles(scope, "**", 100);
    assert.deepEqual(
      found.map(({ path }) => path),
      ["a.txt"],
    );
    const { lines } = await search.searchText(scope, "needle", 100, 0);
    assert.deepEqual(
      lines.map(({ text }) => text),
      ["needle a"],
    );
  });

  it("a listing refuses, and sizes are of what was judged", async () => {
    const { files, directory } = await walked();
    const [folder, elsewhere] = files.swap as [string, string];
    files.swap = undefined;
    const target = await files.resolve("d/e");
    files.swap = [folder, elsewhere];
    await failsWith(
      () => files.list(target),
      "stale",
      /^d\/e was replaced since it was judged, so nothing was listed: call the tool again\.$/,
    );
    assert.deepEqual(await files.examine(directory, ["d/e/f.txt", "d/e/MARKER.txt"]), [
      { size: 0, mtimeMs: 0 },
      { size: 0, mtimeMs: 0 },
    ]);
  });

  it("list_directory shows a folder further down that was swapped as one that cannot be read", async () => {
    const at = await realCrib({ "d/e/f.txt": "inside\n" });
    const elsewhere = tempFolder({ "e/MARKER.txt": "outside\n", "MARKER.md": "outside\n" });
    const { files } = at.host;
    const list = files.list.bind(files);
    files.list = async (target) => {
      const folder = join(at.root, "d");
      if (target.real !== folder) return list(target);
      renameSync(folder, `${folder}.aside`);
      symlinkSync(elsewhere, folder);
      return list(target).finally(() => {
        unlinkSync(folder);
        renameSync(`${folder}.aside`, folder);
      });
    };
    const { text } = await at.call("list_directory", { path: ".", recursive: true });
    assert.equal(text, "d/ (cannot be read)");
  });
});
