/** Makes what is measured in: two trees, a log of over a gigabyte, a source of 20 MB, a folder of many names, a repository. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeCorpus } from "./corpus";
import type { Places } from "./tasks";

const names = 20_000;
const logMegabytes = 1200;

/** The same line over and over would be too kind to a search. */
function makeLog(path: string): number {
  const block = Array.from(
    { length: 8192 },
    (_, at) =>
      `2026-03-04T05:06:07.${String(at).padStart(6, "0")}Z worker-${at % 13} handled request ${at * 7919} of queue ${"abcdefgh".slice(0, at % 8)} in ${at % 977} ms\n`,
  );
  const bytes = Buffer.from(block.join(""));
  const blocks = Math.ceil((logMegabytes * 1024 * 1024) / bytes.length);
  const file = openSync(path, "w");
  for (let at = 0; at < blocks; at++) writeSync(file, bytes);
  closeSync(file);
  return blocks * block.length;
}

const versionedFiles = 2000;

/** A repository with two branches of the same files; `git checkout -` leads from one to the other. */
function makeVersions(folder: string): string {
  const root = join(folder, "versions");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@localhost", ...args], { cwd: root });
  const write = (word: string) => {
    for (let at = 0; at < versionedFiles; at++)
      writeFileSync(join(root, `part-${at % 40}`, `file-${at}.ts`), `export const ${word}${at} = ${at};\n`.repeat(20));
  };
  for (let at = 0; at < 40; at++) mkdirSync(join(root, `part-${at}`), { recursive: true });
  writeFileSync(join(root, "nothing.sh"), "true\n");
  git("init", "-q");
  for (const word of ["first", "second"]) {
    write(word);
    git("checkout", "-q", "-b", word);
    git("add", ".");
    git("commit", "-q", "-m", word);
  }
  return root;
}

/** @param quick leaves out the large tree. */
export function makePlaces(folder: string, rg: string, quick: boolean): Places {
  const tree = (files: number) => {
    const root = join(folder, `tree-${files}`);
    return { root, label: files.toLocaleString("en"), facts: makeCorpus({ folder: root, files, seed: 7 }) };
  };
  const single = join(folder, "single");
  mkdirSync(join(single, "names"), { recursive: true });
  mkdirSync(join(single, "away"));
  for (let at = 0; at < names; at++) writeFileSync(join(single, "names", `name-${at}.txt`), "");
  writeFileSync(join(single, "small.ts"), "export const answer = 42;\n");
  const line = "export const value = compute(alpha, beta); // an ordinary line of source\n";
  const source = line.repeat(Math.ceil((20 * 1024 * 1024) / line.length));
  writeFileSync(join(single, "big.ts"), `${source}// turn one;\n`);
  const lines = makeLog(join(single, "big.log"));
  const trees = [tree(5000), ...(quick ? [] : [tree(100_000)])];
  return { trees, single, versions: makeVersions(folder), rg, names, lines };
}
