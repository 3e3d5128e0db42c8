/** Addresses in a command's arguments, judged like those of the web tools as far as they show (HB-4, PO-8b). */

import type { RuleContext } from "../../core/rules/rule";
import type { Decision } from "../../core/vocabulary/decision";
import { programOf } from "../../lib/shell/programs";
import { readArguments } from "../../lib/shell/words/options";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { baseName } from "../../lib/shell/words/wrappers";
import { judgeAddress } from "./addressRule";

/** Programs whose plain arguments are addresses even without `http://`. */
const takesHosts = new Set(["curl", "wget", "wget2", "http", "https", "xh"]);

/** Options whose values are addresses as well. */
const namesAddress = new Set(["-e", "-x", "--proxy", "--url"]);

/** What curl connects to in the place of the host of the address: `--resolve host:port:this`, `--connect-to host:port:this:port`. */
const reroutes: Readonly<Record<string, RegExp>> = {
  "--resolve": /^[^:]*:\d+:(.+)$/,
  "--connect-to": /^(?:\[[^\]]*\]|[^:]*):\d*:(.+?):?$/,
};

const reroutedTo = ({ args }: SimpleCommand): string[] =>
  args.flatMap(({ value }, at) => {
    const found = reroutes[value ?? ""]?.exec(args[at + 1]?.value ?? "")?.[1];
    return found === undefined ? [] : found.split(value === "--resolve" ? "," : /$/);
  });

/**
 * The arguments of a program that takes bare hosts which may be ones: not the values of its known options, such as files and
 * headers. What follows an option that is not known may be one.
 */
function possibleHosts(command: SimpleCommand): string[] {
  const options = command.language === undefined ? programOf(baseName(command.name ?? ""))?.options : undefined;
  const valuesOf = (words: readonly Word[]) => words.flatMap(({ value }) => value ?? []);
  if (options === undefined) return valuesOf(command.args);
  const given = readArguments(command.args, options);
  const named = given.options.flatMap(({ name, value }) =>
    value && (value.glob || namesAddress.has(name)) ? [value] : [],
  );
  return [...valuesOf([...given.operands, ...named]), ...reroutedTo(command)];
}

const isBareHost = (value: string): boolean =>
  /^[\w[][^\s=]*[.:\]]/.test(value) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value);

/** Addresses among the arguments, completed to a URL where a program takes bare hosts. */
export function addressesIn(command: SimpleCommand): string[] {
  const written = command.args.flatMap(({ value = "" }) => /https?:\/\/[^\s'"<>]+/i.exec(value)?.[0] ?? []);
  if (!takesHosts.has(baseName(command.name ?? ""))) return written;
  return [
    ...written,
    ...possibleHosts(command)
      .filter(isBareHost)
      .map((host) => `http://${host}`),
  ];
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
