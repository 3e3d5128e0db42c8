/** Commands about the processes and ports of a machine, of which a sandbox shows its own alone (D-15). */
import type { SimpleCommand } from "./words/types";
import { baseName } from "./words/wrappers";

const lists: ReadonlySet<string> = new Set("ps pgrep pidof pstree top htop lsof ss netstat fuser".split(" "));
const signals: ReadonlySet<string> = new Set("kill pkill killall skill".split(" "));

/** `pkill -f` looks for its text in whole command lines, and that of the shell which runs it holds it too. */
const findsItself = ({ name = "", args }: SimpleCommand): boolean =>
  baseName(name) === "pkill" && args.some(({ value = "" }) => /^(?:-[a-z]*f[a-z]*|--full)$/.test(value));

/** Whether a command line lists processes or ports, or only sends signals to processes, maybe to its own shell. */
export function machineLook(commands: readonly SimpleCommand[]): "lists" | "signals" | "signalsItself" | undefined {
  const names = commands.map(({ name = "" }) => baseName(name));
  if (names.some((name) => lists.has(name))) return "lists";
  if (commands.some(findsItself)) return "signalsItself";
  return names.some((name) => signals.has(name)) ? "signals" : undefined;
}
