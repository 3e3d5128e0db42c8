/** The desktop VS Code of this machine, when it has one. */
import { spawn, spawnSync } from "node:child_process";
import { cleanEnvironment } from "./processes.mjs";

const windows = process.platform === "win32";

/**
 * Opens a folder in a new window with extensions loaded from their source folders.
 * @param {string[]} extensions
 * @param {string} folder
 * @returns {boolean} false when there is no desktop VS Code
 */
export function openDesktop(extensions, folder) {
  // In a terminal of a remote or browser VS Code, `code` speaks to that one, which cannot load extensions from source.
  if (process.env.VSCODE_IPC_HOOK_CLI || !works("code")) return false;
  const args = ["--new-window", ...extensions.map((extension) => `--extensionDevelopmentPath=${extension}`), folder];
  // With a shell, which a .cmd file needs, the arguments must be quoted by hand.
  spawn("code", windows ? args.map((arg) => `"${arg}"`) : args, {
    env: cleanEnvironment(),
    shell: windows,
    stdio: "ignore",
    detached: true,
  }).unref();
  return true;
}

/** @param {string} command */
const works = (command) => spawnSync(command, ["--version"], { stdio: "ignore", shell: windows }).status === 0;
