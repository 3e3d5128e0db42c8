/** What a person is told of one simple command beside its verdict: its class, what it writes, whom it contacts. */
import type { PartDetails } from "../core/decision";
import { categoryOfCommand } from "../shell/category";
import type { SimpleCommand, Word } from "../shell/types";
import { redirectWrites, usageOf } from "../shell/usage";
import { addressesIn } from "./commandNetwork";

const shown = (word: Word): string => word.value ?? word.source;

/** The host of an address as it is written; undefined where there is none. */
const hostIn = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined);

/** The class of SH-6, writing targets of program and redirects, and hosts, each as they are written. */
export function detailsOf(command: SimpleCommand): PartDetails {
  const redirected = command.redirects.filter(redirectWrites).map(({ target }) => target);
  return {
    category: categoryOfCommand(command) ?? "general",
    writes: [...new Set([...usageOf(command).writes, ...redirected].map(shown))],
    hosts: [...new Set(addressesIn(command).flatMap((address) => hostIn(address) ?? []))],
  };
}
