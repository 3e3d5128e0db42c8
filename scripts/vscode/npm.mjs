/** Installs npm packages into a folder of their own, apart from the repository's own dependencies. */
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { cleanEnvironment } from "./processes.mjs";

/**
 * Makes `folder` a package root of its own, so that npm installs there and not into the repository above it.
 * @param {string} folder
 */
export async function createPackageRoot(folder) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ name: "downloads", private: true }, null, 2)}\n`);
}

/**
 * Runs `npm install` in a folder; what npm says is shown only when it fails.
 * @param {string} folder
 * @param {string[]} args packages and options
 * @param {{ nodeFolder?: string }} [options] `nodeFolder` goes first on PATH: the Node.js that install checks should see
 * @returns {Promise<void>}
 */
export function npmInstall(folder, args, { nodeFolder } = {}) {
  const env = cleanEnvironment();
  if (nodeFolder) env.PATH = `${nodeFolder}${delimiter}${env.PATH ?? ""}`;
  const windows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...args], {
      cwd: folder,
      env,
      shell: windows, // npm is a .cmd file there
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm install ${args.join(" ")} failed (exit code ${code}):\n${output.trim()}`));
    });
  });
}
