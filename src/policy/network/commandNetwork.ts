/** Addresses in a command's arguments, judged like those of the web tools as far as they show (HB-4, PO-8b). */

import type { RuleContext } from "../../core/rules/rule";
import type { Decision } from "../../core/vocabulary/decision";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { baseName } from "../../lib/shell/words/wrappers";
import { judgeAddress } from "./addressRule";

/** Programs whose plain arguments are addresses even without `http://`. */
const takesHosts = new Set(["curl", "wget", "wget2", "http", "https", "xh"]);

/** Addresses among the arguments, completed to a URL where a program takes bare hosts. */
export function addressesIn(command: SimpleCommand): string[] {
  const bare = takesHosts.has(baseName(command.name ?? ""));
  return command.args.flatMap(({ value }) => {
    if (value === undefined) return [];
    const written = /https?:\/\/[^\s'"<>]+/i.exec(value)?.[0];
    if (written !== undefined) return [written];
    return bare && /^[\w[][^\s=]*[.:\]]/.test(value) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)
      ? [`http://${value}`]
      : [];
  });
}

/**
 * Refuses what no page is served from: metadata services, link-local addresses, hosts denied by a setting. Local
 * servers stay a question, because people develop with them.
 */
export function judgeNetwork(command: SimpleCommand, context: RuleContext): Decision[] {
  for (const address of addressesIn(command)) {
    const { decision, kind } = judgeAddress(address, context.settings);
    if (decision.kind === "deny" && kind === "special") return [{ ...decision, rule: "commands.network" }];
  }
  return [];
}
