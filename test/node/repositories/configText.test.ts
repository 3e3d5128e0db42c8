/** Git's configuration files are read as git reads them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { configEntries } from "../../../src/node/repositories/configText";
import { plant, tempFolder } from "../../support/tempFolder";

/** Pieces of files, most of them only valid in places. */
const pieces = [
  ...["[a]", '[a "b"]', "[A.B]", '[a "x\\"y"]', '[a "b.c"]', "[ a]", "[]", '[filter "x"]', '[a\t"b" ]', "[", "]"],
  ...["x=1", "X = y", "k", "k-1", "_", "1", "=", "clean=%f", '"a b"', "  two  words ", "é", "\ufeff"],
  ...["\n", "\n", "\r\n", "\r", " ", "\t", '"', "\\", "\\n", "\\q", "\\\n", "#c", ";d"],
];

/** Small, and the same in every run. */
function chooser(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Git's versions keep blanks within a value or make each of them a space. */
const plain = (value: string | undefined) => value?.replace(/[\t\r]/g, " ");

function byGit(folder: string, text: string) {
  plant(folder, { file: text });
  const { status, stdout } = spawnSync("git", ["config", "-f", join(folder, "file"), "-z", "--list"], { cwd: folder });
  if (status !== 0) return undefined;
  const entries = stdout.toString().split("\0").slice(0, -1);
  return entries.map((entry) => {
    const [key, ...value] = entry.split("\n");
    return [key, value.length > 0 ? plain(value.join("\n")) : undefined];
  });
}

describe("a configuration file of git", () => {
  it("is read as git reads it, or refused where git refuses it", function () {
    this.timeout(120_000);
    const folder = tempFolder();
    const choose = chooser(7);
    let read = 0;
    for (let at = 0; at < 300; at++) {
      const length = 1 + choose(10);
      const text = `[s]\n${Array.from({ length }, () => pieces[choose(pieces.length)]).join("")}`;
      const expected = byGit(folder, text);
      if (expected) read++;
      const found = configEntries(text)?.map(([key, value]) => [key, plain(value)]);
      assert.deepEqual(found, expected, JSON.stringify(text));
    }
    assert.ok(read > 30, `${read} were valid`);
  });

  it("has keys in small letters but for what is between quotes, and values without comments", () => {
    assert.deepEqual(configEntries('[Filter "My X"] Clean = run "a;b" # no\n[diff]\n\tEXTERNAL\n'), [
      ["filter.My X.clean", "run a;b"],
      ["diff.external", undefined],
    ]);
  });
});
