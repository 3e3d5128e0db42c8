import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { mergeLines } from "../../../../src/features/worktrees/node/mergeLines";
import { type FileMerge, type FileSides, mergeFile } from "../../../../src/lib/edits/diff/mergeFile";
import { encode } from "../../../../src/lib/edits/text/encoding";
import { git, repositoryWith } from "../../../support/repository";
import { plant } from "../../../support/tempFolder";

const merge = (sides: FileSides, configured?: string) =>
  mergeFile(sides, { shown: "a.txt", configured }, (texts) => mergeLines(texts, "toolcrib/x"));
const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const texts = (ours: string | undefined, base: string | undefined, theirs: string | undefined, configured?: string) =>
  merge({ ours: bytes(ours), base: bytes(base), theirs: bytes(theirs) }, configured);
const plain = (outcome: FileMerge) =>
  outcome.kind === "same"
    ? "same"
    : outcome.kind === "write"
      ? ["write", outcome.after && Buffer.from(outcome.after).toString()]
      : ["conflict", outcome.reason, outcome.marked && Buffer.from(outcome.marked).toString()];

const cases: readonly (readonly [
  what: string,
  ours: string | undefined,
  base: string | undefined,
  theirs: string | undefined,
  expected: unknown,
])[] = [
  ["only the branch changed it", "a\n", "a\n", "b\n", ["write", "b\n"]],
  ["only the workspace changed it", "b\n", "a\n", "a\n", "same"],
  ["both changed it alike", "b\n", "a\n", "b\n", "same"],
  ["the branch creates it", undefined, undefined, "n\n", ["write", "n\n"]],
  ["the branch deletes it", "a\n", "a\n", undefined, ["write", undefined]],
  ["both deleted it", undefined, "a\n", undefined, "same"],
  ["both created the same", "n\n", undefined, "n\n", "same"],
  [
    "both created another",
    "m\n",
    undefined,
    "n\n",
    [
      "conflict",
      "both sides changed the same lines in 1 place",
      "<<<<<<< workspace\nm\n=======\nn\n>>>>>>> toolcrib/x\n",
    ],
  ],
  [
    "one deletes what the other changed",
    "b\n",
    "a\n",
    undefined,
    ["conflict", "the branch deletes it and the workspace changed it", undefined],
  ],
  [
    "and the other way",
    undefined,
    "a\n",
    "b\n",
    ["conflict", "the branch changes it and the workspace deleted it", undefined],
  ],
  ["other lines", "1\n2\n3\nfour\n", "1\n2\n3\n4\n", "one\n2\n3\n4\n", ["write", "one\n2\n3\nfour\n"]],
  ["no line feed at the end", "1\n2\n3\n4", "1\n2\n3\n4\n", "one\n2\n3\n4\n", ["write", "one\n2\n3\n4"]],
  [
    "lines in two places",
    "x\n2\n3\n4\n5\n6\ny\n",
    "1\n2\n3\n4\n5\n6\n7\n",
    "p\n2\n3\n4\n5\n6\nq\n",
    [
      "conflict",
      "both sides changed the same lines in 2 places",
      "<<<<<<< workspace\nx\n=======\np\n>>>>>>> toolcrib/x\n2\n3\n4\n5\n6\n<<<<<<< workspace\ny\n=======\nq\n>>>>>>> toolcrib/x\n",
    ],
  ],
  [
    "CRLF on all sides",
    "1\r\n2\r\n3\r\nfour\r\n",
    "1\r\n2\r\n3\r\n4\r\n",
    "one\r\n2\r\n3\r\n4\r\n",
    ["write", "one\r\n2\r\n3\r\nfour\r\n"],
  ],
  ["CRLF in the workspace alone", "1\r\n2\r\n", "1\n2\n", "1\n2\n3\n", ["write", "1\r\n2\r\n3\r\n"]],
  [
    "the same with a change",
    "1\r\n2\r\n3\r\nfour\r\n",
    "1\n2\n3\n4\n",
    "one\n2\n3\n4\n",
    ["write", "one\r\n2\r\n3\r\nfour\r\n"],
  ],
  ["LF in the workspace alone", "1\n2\n", "1\r\n2\r\n", "1\r\n2\r\n3\r\n", ["write", "1\n2\n3\n"]],
  ["the branch turns the endings and nobody else changed it", "1\n", "1\n", "1\r\n", ["write", "1\r\n"]],
  [
    // git merge, which compares lines in another way, takes the branch's.
    "lines that can be matched in two ways, by the one of git merge-file",
    "b\na\n",
    "b\na\nc\nc\n",
    "c\na\n",
    [
      "conflict",
      "both sides changed the same lines in 1 place",
      "<<<<<<< workspace\nb\n=======\nc\n>>>>>>> toolcrib/x\na\n",
    ],
  ],
  ["empty texts", "", "a\n", "", "same"],
  ["binary", "a\0b", "a\0", "a\0c", ["conflict", "both sides changed it and it is not text", undefined]],
  ["binary that only the branch changed", "a\0", "a\0", "a\0c", ["write", "a\0c"]],
];

describe("a file that a branch and the workspace both went on from (AG-2)", () => {
  for (const [what, ours, base, theirs, expected] of cases)
    it(what, async () => assert.deepEqual(plain(await texts(ours, base, theirs)), expected));

  it("keeps the encoding of the workspace's file, mark included", async () => {
    const [base, ours, theirs] = ["ä\n2\n3\n4\n", "ä\n2\n3\nvier\n", "eins ö\n2\n3\n4\n"];
    for (const encoding of ["utf16le", "utf16be", "utf8bom"] as const) {
      const stored = (text: string) => encode(text, encoding);
      const outcome = await merge({ ours: stored(ours), base: stored(base), theirs: stored(theirs) });
      assert.deepEqual(outcome, { kind: "write", after: stored("eins ö\n2\n3\nvier\n") });
    }
    const latin = (text: string) => encode(text, "iso88591");
    const outcome = await merge({ ours: latin(ours), base: latin(base), theirs: latin(theirs) }, "iso88591");
    assert.deepEqual(outcome, { kind: "write", after: latin("eins ö\n2\n3\nvier\n") });
  });

  it("says so when the encoding of the workspace's file has no such character", async () => {
    const latin = (text: string) => encode(text, "iso88591");
    const word = "Größe und Länge für Öl";
    const sides = {
      ours: latin(`${word}\n2\n3\nfünf\n`),
      base: latin(`${word}\n2\n3\n4\n`),
      theirs: bytes(`${word} →\n2\n3\n4\n`),
    };
    assert.deepEqual(await merge(sides), {
      kind: "conflict",
      reason: "the branch has characters that windows1252 does not",
    });
  });

  const line = fc.constantFrom("a", "b", "c", "", "<<<<<<< workspace", "=======");
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.map((one) => `${one}\n`).join(""));

  it("never loses a side: what is written is git's own merge of the lines, or a conflict where git has one", async () => {
    const repository = repositoryWith({});
    const mergedByGit = (ours: string, base: string, theirs: string) => {
      plant(repository, { f: base, keep: "" });
      git(repository, "add", "-A");
      git(repository, "commit", "-q", "--allow-empty", "-m", "base");
      for (const [branch, content] of [
        ["theirs", theirs],
        ["ours", ours],
      ] as const) {
        git(repository, "checkout", "-q", "-B", branch, "main");
        plant(repository, { f: content });
        git(repository, "commit", "-q", "--allow-empty", "-am", branch);
      }
      try {
        // The strategy that merges texts with merge-file: the usual one compares lines in another way since git 2.34.
        git(repository, "merge", "-q", "-s", "resolve", "--no-edit", "theirs");
        return readFileSync(join(repository, "f"), "utf8");
      } catch {
        git(repository, "merge", "--abort");
        return undefined;
      } finally {
        git(repository, "checkout", "-q", "-f", "main");
      }
    };
    await fc.assert(
      fc.asyncProperty(text, text, text, async (ours, base, theirs) => {
        const outcome = await texts(ours, base, theirs);
        const expected = mergedByGit(ours, base, theirs);
        if (expected === undefined) assert.equal(outcome.kind, "conflict");
        else if (outcome.kind === "same") assert.equal(ours, expected);
        else assert.deepEqual(plain(outcome), ["write", expected]);
      }),
      { numRuns: 30 },
    );
  }).timeout(60_000);

  it("is one-sided where one side changed nothing, whatever the bytes", async () => {
    const any = fc.option(fc.uint8Array({ maxLength: 30 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(any, any, async (base, changed) => {
        const taken = await merge({ ours: base, base, theirs: changed });
        if (taken.kind === "same") assert.deepEqual(changed, base);
        else assert.deepEqual(taken, { kind: "write", after: changed });
        assert.deepEqual(await merge({ ours: changed, base, theirs: base }), { kind: "same" });
      }),
    );
  });

  it("is what git merge-file prints", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (ours, base, theirs) => {
        fc.pre(ours !== base && theirs !== base && ours !== theirs);
        const folder = repositoryWith({ ours, base, theirs });
        const labels = ["-L", "workspace", "-L", "before", "-L", "toolcrib/x"];
        const expected = (() => {
          try {
            return execFileSync("git", ["merge-file", "-p", ...labels, "ours", "base", "theirs"], { cwd: folder });
          } catch (error) {
            return (error as { stdout: Buffer }).stdout;
          }
        })().toString();
        const outcome = await texts(ours, base, theirs);
        assert.ok(outcome.kind !== "same");
        const found = outcome.kind === "write" ? outcome.after : outcome.marked;
        assert.equal(found && Buffer.from(found).toString(), expected);
      }),
      { numRuns: 25 },
    );
  }).timeout(60_000);
});
