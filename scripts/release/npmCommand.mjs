/** Runs npm for what it prints. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @returns {Promise<string>} what npm prints
 * @throws when npm fails, with what it said
 */
export async function npm(folder, args) {
  const { stdout } = await promisify(execFile)("npm", args, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32", // npm is a .cmd file there
  });
  return stdout;
}
