/** Child processes that never outlive us: each runs in a group of its own, and the group is ended with us. */
import { spawn, spawnSync } from "node:child_process";

const windows = process.platform === "win32";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
let watchingForOurEnd = false;

/**
 * Starts a program as the leader of its own process group and remembers it until it ends.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export function startGroup(program, args, options = {}) {
  endGroupsWithUs();
  const child = spawn(program, args, { ...options, detached: !windows, windowsHide: true });
  running.add(child);
  child.once("exit", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
}

/**
 * Ends a whole group: asks, waits a little, then insists. Returns when its leader is gone.
 * @param {import("node:child_process").ChildProcess} child
 */
export async function endGroup(child) {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    signalGroup(child, "SIGTERM");
    const patience = setTimeout(() => signalGroup(child, "SIGKILL"), 3000);
    await gone;
    clearTimeout(patience);
  }
  // The leader may leave members behind that ignored the polite signal.
  signalGroup(child, "SIGKILL");
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

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  if (windows) {
    spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already, which is what we wanted.
  }
}

function endGroupsWithUs() {
  if (watchingForOurEnd) return;
  watchingForOurEnd = true;
  process.on("exit", () => {
    for (const child of running) signalGroup(child, "SIGKILL");
  });
  // A signal that nobody handles ends Node without an "exit" event.
  for (const [signal, code] of /** @type {const} */ ([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(code));
  }
}
