/** Divides test files among processes that run them at the same time, each with what all its files have in common. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../vscode/paths.mjs";

/** Seconds of a processor, as measured: the opening of a workbench, and a test in it. */
const opening = 8;
const testing = 3.5;

/** @param {string} text of a test file */
const costOf = (text) => opening * countOf(/await open[A-Z]\w*\(/g, text) + testing * countOf(/^\s*it\(/gm, text);

/** @param {RegExp} pattern @param {string} text */
const countOf = (pattern, text) => text.match(pattern)?.length ?? 0;

/**
 * The test files of a folder in shares that take about as long.
 * @param {string} folder from the repository's root
 * @param {number} count of shares
 * @returns {string[][]} paths from the repository's root, the longest first
 */
export function sharesOf(folder, count) {
  const files = readdirSync(join(repository, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`)
    .map((path) => ({ path, cost: costOf(readFileSync(join(repository, path), "utf8")) }))
    .sort((a, b) => b.cost - a.cost || (a.path < b.path ? -1 : 1));
  /** @type {{ cost: number, paths: string[] }[]} */
  const shares = Array.from({ length: count }, () => ({ cost: 0, paths: [] }));
  for (const { path, cost } of files) {
    const least = shares.reduce((found, share) => (share.cost < found.cost ? share : found));
    least.cost += cost;
    least.paths.push(path);
  }
  return shares.map(({ paths }) => paths);
}
