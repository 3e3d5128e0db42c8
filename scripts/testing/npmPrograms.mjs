/** Programs from npm that tests and measurements run, installed once and kept in the ignored downloads folder. */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPackageRoot, npmInstall } from "../vscode/npm.mjs";
import { downloads } from "../vscode/paths.mjs";

/**
 * Makes sure that exactly this version of a package is installed. Nothing of it is run, its install scripts neither.
 * @param {{ package: string, version: string }} wanted
 * @param {string} name of its folder
 * @param {(line: string) => void} log
 * @returns {Promise<string>} the `node_modules` it is in
 */
export async function ensurePackage({ package: packageName, version }, name, log) {
  const folder = join(downloads, `${name}-${version}`);
  // Written last: a folder without it is a half-finished installation.
  const marker = join(folder, "complete");
  if (!existsSync(marker)) {
    log(`${packageName} ${version}: first run, installing it from npm`);
    await rm(folder, { recursive: true, force: true });
    await createPackageRoot(folder);
    await npmInstall(folder, [`${packageName}@${version}`, "--ignore-scripts"]);
    await writeFile(marker, `${packageName} ${version}\n`);
  }
  return join(folder, "node_modules");
}
