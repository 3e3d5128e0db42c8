/** The six classes of commands, for truncation, prompts and display (SH-6, SH-7). */

import { redirectWrites } from "./usage";
import { cmdletOf } from "./windows/cmdlets";
import type { Category, CommandAnalysis, SimpleCommand } from "./words/types";
import { baseName } from "./words/wrappers";

const members: Readonly<Record<Exclude<Category, "write" | "general">, readonly string[]>> = {
  search: ["grep", "egrep", "fgrep", "rg", "find", "ag", "fd", "fdfind", "locate", "plocate"],
  read: ["cat", "head", "tail", "less", "wc", "jq", "sort"],
  list: ["ls", "tree", "du", "df", "ps", "stat"],
  silent: ["mv", "cp", "rm", "mkdir", "touch", "chmod"],
};
/** These do not change what a pipeline is. */
const neutral = new Set(["echo", "printf", "test", "[", "[[", "true", "false", ":"]);
const byName = new Map(
  Object.entries(members).flatMap(([category, names]) => names.map((name) => [name, category as Category] as const)),
);

/** The class of one simple command; undefined when it is neutral. */
export function categoryOfCommand(command: SimpleCommand): Category | undefined {
  if (command.redirects.some(redirectWrites)) return "write";
  if (!command.word) return command.assignments.length > 0 ? "general" : undefined;
  const cmdlet = command.language === "powershell" ? cmdletOf(command.name ?? "") : undefined;
  if (cmdlet) return cmdlet.category;
  const base = baseName(command.name ?? "");
  return neutral.has(base) ? undefined : (byName.get(base) ?? "general");
}

/**
 * The class of a whole command line: a writing or general member makes all of it that; otherwise the first member
 * that prints something decides, and silent ones only when there is no other (SH-7).
 */
export function categoryOf(analysis: CommandAnalysis): Category {
  const found = analysis.commands.map(categoryOfCommand).filter((category) => category !== undefined);
  if (analysis.problem !== undefined) return "general";
  for (const strongest of ["write", "general"] as const) if (found.includes(strongest)) return strongest;
  return found.find((category) => category !== "silent") ?? found[0] ?? "general";
}
