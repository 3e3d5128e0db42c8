/** Makes what is measured in: two trees, a log of over a gigabyte, a source of 20 MB, a folder of many names. */
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
  return { trees: [tree(5000), ...(quick ? [] : [tree(100_000)])], single, rg, names, lines };
}
