/** Divides test files among processes that run them at the same time, each with what all its files have in common. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../vscode/paths.mjs";

/**
 * The test files of a folder in shares that take about as long: the longer a file, the more it has to do.
 * @param {string} folder from the repository's root
 * @param {number} count of shares
 * @returns {string[][]} paths from the repository's root, the longest first
 */
export function sharesOf(folder, count) {
  const files = readdirSync(join(repository, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`)
    .map((path) => ({ path, size: statSync(join(repository, path)).size }))
    .sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
  /** @type {{ size: number, paths: string[] }[]} */
  const shares = Array.from({ length: count }, () => ({ size: 0, paths: [] }));
  for (const { path, size } of files) {
    const least = shares.reduce((found, share) => (share.size < found.size ? share : found));
    least.size += size;
    least.paths.push(path);
  }
  return shares.map(({ paths }) => paths);
}
