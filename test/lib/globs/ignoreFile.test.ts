/** D-11: an ignore file means what it means to git. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { byteText, IgnoreFile, textOfBytes } from "../../../src/lib/globs/ignoreFile";
import { tempFolder } from "../../support/tempFolder";

/** What git says of paths that need not exist, by the patterns of one file; a path that ends in `/` is a folder. */
function gitSays(file: Buffer, ignoreCase: boolean, paths: readonly string[]): (string | undefined)[] {
  const patterns = join(folder, "patterns");
  writeFileSync(patterns, file);
  const { stdout } = spawnSync(
    "git",
    [
      ...["-c", `core.excludesFile=${patterns}`, "-c", `core.ignoreCase=${ignoreCase}`],
      ...["check-ignore", "--no-index", "--verbose", "--non-matching", "-z", "--stdin"],
    ],
    { cwd: join(folder, "repo"), input: paths.map((path) => `${path}\0`).join("") },
  );
  const fields = stdout.toString("latin1").split("\0").slice(0, -1);
  assert.equal(fields.length, paths.length * 4, `git gave up on ${JSON.stringify(file.toString())}`);
  return paths.map((_, at) => {
    const [, line, pattern] = fields.slice(at * 4);
    return line === "" ? undefined : `${line}:${textOfBytes(pattern as string)}`;
  });
}

/** The same by our reading, folders above included. */
function weSay(file: Buffer, ignoreCase: boolean, path: string): string | undefined {
  const rules = new IgnoreFile(file.toString("latin1"), ignoreCase);
  const names = path.replace(/\/$/, "").split("/");
  for (const [at] of names.entries()) {
    const isLast = at === names.length - 1;
    const found = rules.decide(byteText(names.slice(0, at + 1).join("/")), !isLast || path.endsWith("/"));
    if (found && (isLast || !found.negated)) return `${found.line}:${textOfBytes(found.source)}`;
  }
  return undefined;
}

let folder: string;

describe("ignore files", () => {
  before(() => {
    folder = tempFolder({ repo: undefined });
    execFileSync("git", ["init", "--quiet", "--template=", join(folder, "repo")]);
  });

  const piece = fc.constantFrom(
    ..."a b A B ab .x x é [ ] [ab] [!a] [^a] [a-c] [C-a] [!-b] []a] [a\\]b] [[:alpha:]] [[:upper:]] [[:x:]] [[:] [a/] [é]".split(
      " ",
    ),
    ..."* ** *** ? / / / ! # \\ \\a \\* \\/ \\! \\\\ {a,b} - 1".split(" "),
    " ",
    "\t",
    "\r",
  );
  const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
  const name = fc
    .array(fc.constantFrom("a", "b", "A", "C", "x", ".", "é", "[", "]", "!", "#", " ", "\\", "-", "1", "{a,b}"), {
      minLength: 1,
      maxLength: 3,
    })
    .map((pieces) => pieces.join(""))
    .filter((one) => !/^\.+$/.test(one));
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  const ending = fc.constantFrom("\n", "\r\n");

  it("decide as git does, by the same line (D-11)", function () {
    this.timeout(120_000);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pattern, ending), { minLength: 1, maxLength: 4 }),
        fc.array(path, { minLength: 10, maxLength: 30 }),
        fc.boolean(),
        (lines, paths, ignoreCase) => {
          const file = Buffer.from(lines.flat().join(""));
          const wanted = gitSays(file, ignoreCase, paths);
          const got = paths.map((one) => weSay(file, ignoreCase, one));
          assert.deepEqual(
            got.map((one, at) => [paths[at], one]),
            wanted.map((one, at) => [paths[at], one]),
          );
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 400) },
    );
  });

  it("reach every folder below which they ignore something", () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), path, fc.boolean(), (lines, one, ignoreCase) => {
        const rules = new IgnoreFile(lines.join("\n"), ignoreCase);
        const found = rules.decide(one, true);
        fc.pre(found !== undefined && !found.negated);
        const names = one.split("/");
        for (const [depth] of names.entries()) {
          const above = names.slice(0, depth).join("/");
          assert.equal(rules.reaches(ignoreCase ? above.toLowerCase() : above), true, above);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("reach no folder that an anchored pattern leads past", () => {
    const reached = (text: string, folder: string) => new IgnoreFile(text, false).reaches(folder);
    assert.deepEqual(
      [
        reached("/a/b/", "a"),
        reached("/a/b/", "c"),
        reached("/a/*.x", "a"),
        reached("/a/*.x", "ab"),
        reached("!x", "a"),
      ],
      [true, false, true, false, false],
    );
    assert.deepEqual([reached("x", "any"), reached("/x", ""), reached("# x", "")], [true, true, false]);
  });

  it("are empty without a pattern", () =>
    assert.deepEqual(
      ["", "\n\r\n", "# a", "   ", "\ufeff", "a", "!a"].map((text) => new IgnoreFile(text, false).isEmpty),
      [true, true, true, true, true, false, false],
    ));
});
