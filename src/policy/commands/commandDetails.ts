/** What a person is told of one simple command beside its verdict: its class, what it writes, whom it contacts. */
import type { PartDetails } from "../../core/vocabulary/decision";
import { categoryOfCommand } from "../../lib/shell/category";
import { redirectWrites, type Usage } from "../../lib/shell/usage";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { hostsIn } from "../network/commandHosts";

const shown = (word: Word): string => word.value ?? word.source;

/** The class of SH-6, writing targets of program and redirects, and hosts, each as they are written. */
export function detailsOf(command: SimpleCommand, usage: Usage): PartDetails {
  const redirected = command.redirects.filter(redirectWrites).map(({ target }) => target);
  return {
    category: categoryOfCommand(command) ?? "general",
    writes: [...new Set([...usage.writes, ...redirected].map(shown))],
    hosts: hostsIn(command),
  };
}
