/**
 * Runs a program as `startGroup` wants it: the program, and everything in its process group, ends when this process's
 * standard input does, which happens however the one who holds its other end goes.
 */
import { spawn, spawnSync } from "node:child_process";

const [program = "", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], windowsHide: true });
let ending = false;

child.once("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once("exit", (code) => {
  if (ending) signalGroup("SIGKILL");
  process.exit(code ?? 1);
});
process.stdin.resume();
process.stdin.once("close", () => {
  ending = true;
  signalGroup("SIGTERM");
  setTimeout(() => signalGroup("SIGKILL"), 3000);
});
// Signals to the group are meant for the program; we end when it does.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

/** @param {NodeJS.Signals} signal */
function signalGroup(signal) {
  if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
  else process.kill(-process.pid, signal);
}
