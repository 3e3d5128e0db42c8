/** Commands that can only make files fewer, for an agent whose workspace is full (HB-6). */
import { analyse } from "../../lib/shell/analyse";
import { redirectWrites } from "../../lib/shell/usage";
import type { SimpleCommand } from "../../lib/shell/words/types";

const programs: ReadonlySet<string> = new Set([
  "rm",
  "rmdir",
  "unlink",
  "ls",
  "du",
  "df",
  "stat",
  "wc",
  "cd",
  "pwd",
  "echo",
  "printf",
  "true",
]);

const isHarmless = ({ name, prefixes, redirects, assignments }: SimpleCommand): boolean =>
  name !== undefined &&
  programs.has(name) &&
  prefixes.length === 0 &&
  assignments.length === 0 &&
  !redirects.some(redirectWrites);

/** True when all that a bash command line runs is known to delete, to look and nothing else. */
export function freesRoom(command: string): boolean {
  const { commands, functions, problem, unusual } = analyse(command);
  const isKnown = problem === undefined && functions.length === 0 && unusual.length === 0;
  return isKnown && commands.length > 0 && commands.every(isHarmless);
}
