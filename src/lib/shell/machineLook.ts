/** Commands about the processes and ports of a machine, of which a sandbox shows its own alone (D-15). */
import type { SimpleCommand } from "./words/types";
import { baseName } from "./words/wrappers";

const lists: ReadonlySet<string> = new Set("ps pgrep pidof pstree top htop lsof ss netstat fuser".split(" "));
const signals: ReadonlySet<string> = new Set("kill pkill killall skill".split(" "));

/** Whether a command line lists processes or ports, or only sends signals to processes. */
export function machineLook(commands: readonly SimpleCommand[]): "lists" | "signals" | undefined {
  const names = commands.map(({ name = "" }) => baseName(name));
  if (names.some((name) => lists.has(name))) return "lists";
  return names.some((name) => signals.has(name)) ? "signals" : undefined;
}
