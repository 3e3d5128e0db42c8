/** What ripgrep prints is counted as ripgrep counts it, and no more of it is read than is wanted. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { CountedFiles, FoundLines } from "../../../../src/node/search/ripgrep/ripgrepOutput";
import { ripgrep, searched } from "../../support/searchTrees";

describe("RipgrepSearch", () => {
  it("loses none of thirty thousand lines", async function () {
    this.timeout(60_000);
    const at = await searched(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, file) => [
          `d${file % 7}/f${file}.txt`,
          Array.from({ length: 210 }, (_, line) => (line % 2 ? `foo ${line} foo` : "bar")).join("\n"),
        ]),
      ),
    );
    const args = ["--no-config", "--json", "-e", "foo", "."];
    const printed = execFileSync(ripgrep(), args, { cwd: at.root, encoding: "utf8", maxBuffer: 1e9 });
    const summary = JSON.parse(printed.trim().split("\n").at(-1) as string) as {
      data: { stats: { matched_lines: number; matches: number; searches_with_match: number } };
    };
    const { matched_lines, matches, searches_with_match } = summary.data.stats;
    const outcome = await at.rg.searchText(await at.scope(), "foo", 100_000, 0);
    assert.deepEqual(
      [outcome.lines.length, outcome.lines.flatMap((line) => line.matches).length, outcome.filesSearched],
      [matched_lines, matches, searches_with_match],
    );
    const { files } = await at.rg.matchingFiles(await at.scope(), "foo", 100_000);
    assert.equal(
      files.reduce((sum, { lines }) => sum + lines, 0),
      matched_lines,
    );
  });
});

const event = (type: string, data: object) => ({ text: JSON.stringify({ type, data }), cut: false });
const match = (line: number) =>
  event("match", {
    path: { text: "a" },
    lines: { text: "foo\n" },
    line_number: line,
    absolute_offset: 4 * (line - 1),
    submatches: [{ start: 0, end: 3 }],
  });
const begin = (path: string) => event("begin", { path: { text: path } });
const end = (binary_offset: number | null) => event("end", { binary_offset });

/** A file that holds these lines alone. */
const holding = (path: string, lines: readonly number[], closed: string[] = []) => ({
  path,
  file: {
    has: (bytes: Buffer, from: number) => bytes.toString() === "foo\n" && lines.includes(from / 4 + 1),
    close: () => closed.push(path),
  },
});
const any = Array.from({ length: 20 }, (_, at) => at);

describe("FoundLines", () => {
  it("takes nothing from a file that does not hold it, and names that file", () => {
    const closed: string[] = [];
    const found = new FoundLines(4, (name) => holding(name, name === "b" ? [1] : any, closed));
    const pieces = [begin("a"), match(1), end(null), begin("b"), match(1), match(2), match(3), end(null), begin("c")];
    for (const piece of [...pieces, match(7)]) assert.equal(found.take(piece), true);
    assert.deepEqual(
      found.lines.map(({ path, line }) => [path, line]),
      [
        ["a", 1],
        ["c", 7],
      ],
    );
    assert.deepEqual([found.changed, found.left, closed], [["b"], 2, ["a", "b"]]);
    found.close();
    assert.deepEqual(closed, ["a", "b", "c"]);
  });

  it("forgets what it found in a file that turns out to be binary", () => {
    const found = new FoundLines(3, (name) => holding(name, any));
    for (const piece of [begin("a"), match(1), match(2), end(17), begin("b"), match(5), end(null)])
      assert.equal(found.take(piece), true);
    assert.deepEqual(
      found.lines.map(({ path, line }) => [path, line]),
      [["b", 5]],
    );
    assert.equal(found.truncated, false);
  });

  it("wants no more once there is one line too many", () => {
    const found = new FoundLines(2, (name) => holding(name, any));
    assert.deepEqual(
      [begin("a"), match(1), match(2), match(3)].map((piece) => found.take(piece)),
      [true, true, true, false],
    );
    assert.deepEqual([found.lines.length, found.truncated], [2, true]);
  });

  it("passes over files that do not count", () => {
    const found = new FoundLines(1, (name) => (name === "b" ? holding(name, any) : undefined));
    for (const piece of [begin("a"), match(1), match(2), end(null), begin("b"), match(9), end(null)])
      assert.equal(found.take(piece), true);
    assert.deepEqual(
      found.lines.map(({ line }) => line),
      [9],
    );
  });
});

describe("CountedFiles", () => {
  const take = (limit: number, printed: string) => {
    const found = new CountedFiles(limit, (name) => (name.startsWith("no") ? undefined : name));
    const wanted = printed.split("\0").map((text) => found.take(text));
    return { files: found.files.map(({ path, lines }) => `${path}=${lines}`), truncated: found.truncated, wanted };
  };

  it("reads names and numbers, whatever is in a name", () => {
    assert.deepEqual(take(9, "a\x0012\nno\x003\nb\nc\x004\n"), {
      files: ["a=12", "b\nc=4"],
      truncated: false,
      wanted: [true, true, true, true],
    });
  });

  it("stops at the first file over the limit", () => {
    assert.deepEqual(take(1, "a\x0012\nb\x004\nc\x001\n").files, ["a=12"]);
    assert.equal(take(1, "a\x0012\nb\x004\n").truncated, true);
    assert.equal(take(1, "a\x0012\nno\x004\n").truncated, false);
  });
});
