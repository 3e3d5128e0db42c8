/** Child processes that never outlive us, and the environment they start with. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const guard = fileURLToPath(new URL("guard.mjs", import.meta.url));

/**
 * Starts a program in a process group of its own, which ends with us however we end.
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {"pipe" | "inherit"} [options.output] where it prints to
 */
export function startGroup(program, args, { cwd, env, output = "pipe" } = {}) {
  return spawn(process.execPath, [guard, program, ...args], {
    ...(cwd ? { cwd } : {}),
    ...(env ? { env } : {}),
    stdio: ["pipe", output, output],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

/**
 * Ends a whole group: asks, waits a little, then insists. Returns when it is gone.
 * @param {import("node:child_process").ChildProcess} child
 */
export async function endGroup(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.stdin?.end();
  await gone;
}

/**
 * The environment for a program that should behave as if a person had started it from a plain shell: without what npm,
 * mocha or an enclosing VS Code terminal have put there.
 * @param {Record<string, string | undefined>} [extra]
 */
export function cleanEnvironment(extra = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_TEST_CONTEXT$|INIT_CWD$)/i.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}
