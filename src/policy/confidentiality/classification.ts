/** How confidential places, hosts, commands and texts are (PO-5, PO-9). Facts and settings alone decide. */

import type { RuleContext } from "../../core/rules/rule";
import type { ClassificationRule, RaisingRule } from "../../core/settings/sections/classificationRules";
import type { CommandRule, Settings } from "../../core/settings/settings";
import { clause } from "../../core/text/clauses/clause";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isAbove, type Level } from "../../core/vocabulary/level";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { isSystemPlace } from "../files/outsidePlaces";
import { comparedPaths, secretPattern } from "../files/secretPaths";
import { denial } from "../matching/foldedRules";
import { matchesGlob } from "../matching/globPattern";
import { isHostNamed } from "../network/addressRule";

/** What may be done with something beside counting its level. */
export type Action = ClassificationRule["action"];

/** How confidential something is, and why. */
export interface Classified {
  readonly level: Level;
  /** One clause without a final period. */
  readonly reason: string;
  readonly action: Action;
}

type Rules = Pick<Settings, "classification.rules" | "classification.raise">;
type Match = RaisingRule["match"];
type Ground = Pick<RuleContext, "settings" | "home" | "ownWorkspace">;

/** What every workspace file counts as, and what flows out of an ordinary session unasked. */
export const ordinaryLevel: Level = "INTERNAL";

const plain = (level: Level, reason: string): Classified => ({ level, reason, action: "allow" });

const bySetting = ({ level, reason, ...rest }: ClassificationRule | RaisingRule): Classified => ({
  level,
  reason: reason ?? clause`a setting says so`,
  action: "action" in rest ? rest.action : "allow",
});

/** The rule that a person or administrator has made for this, which holds before what is built in. */
export const ownRule = (settings: Rules, matches: (match: Match) => boolean): ClassificationRule | undefined =>
  settings["classification.rules"].find(({ match }) => matches(match));

/** The first rule that matches or else what is built in, and then the highest of what raises it. */
function decided(settings: Rules, matches: (match: Match) => boolean, builtIn: Classified): Classified {
  const own = ownRule(settings, matches);
  const held = own ? bySetting(own) : builtIn;
  const raised = settings["classification.raise"].filter(({ match }) => matches(match)).map(bySetting);
  return raised.reduce(
    (most, next) => (isAbove(next.level, most.level) ? { ...next, action: most.action } : most),
    held,
  );
}

/** Programs and their libraries, which everybody has, and devices that hold nothing. */
const software =
  /^(?:\/private)?\/(?:usr|bin|sbin|lib\w*|System|Library\/Developer)(?:\/|$)|^\/dev\/(?:null|zero|full|u?random|tty|std(?:in|out|err)|fd\/\d+)$|^[A-Z]:\\(?:Windows|Program Files)/i;

/** True for a path that the rule is about. */
export const isAboutPath = (target: ResolvedPath): ((match: Match) => boolean) => {
  let paths: readonly string[] | undefined;
  return (match) => {
    if (!("path" in match)) return false;
    paths ??= comparedPaths(target);
    return paths.some((path) => matchesGlob(match.path, path));
  };
};

/** What is in a file or folder. @param isOwnTemporary it is found in the agent's own temporary folder. */
export function classifyPath(
  target: ResolvedPath,
  context: Pick<Ground, "settings" | "ownWorkspace">,
  isOwnTemporary = false,
): Classified {
  const { settings } = context;
  const secret = secretPattern(target, context);
  const builtIn =
    secret !== undefined
      ? plain("RESTRICTED", clause`it may contain secrets (${secret})`)
      : target.root !== undefined
        ? plain(ordinaryLevel, clause`it is a file of the workspace`)
        : software.test(target.real) || isSystemPlace(target.real)
          ? plain(ordinaryLevel, clause`it is software installed on this machine`)
          : isOwnTemporary
            ? plain(ordinaryLevel, clause`it is in the agent's own temporary folder`)
            : plain("CONFIDENTIAL", clause`it is outside the workspace`);
  return decided(settings, isAboutPath(target), builtIn);
}

const nameOf = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .replace(/\.+$/, "");

const isAboutHost = (host: string) => (match: Match) => {
  if (!("host" in match)) return false;
  const wanted = match.host.trim().toLowerCase();
  return wanted === "*" || isHostNamed(wanted, nameOf(host));
};

/** What comes from a host. @param host with or without its port. */
export const classifyHost = (host: string, { settings }: Pick<Ground, "settings">): Classified =>
  decided(settings, isAboutHost(host), plain("PUBLIC", clause`it comes from the network`));

/** What may flow to a host at most. A workspace has no say in it. */
export function clearanceOf(host: string, { settings }: Pick<Ground, "settings">): Level {
  const own = ownRule(settings, isAboutHost(host));
  return own?.clearance ?? own?.level ?? ordinaryLevel;
}

/**
 * What a simple command prints, where a rule names it; what it touches is classified by itself. A rule that takes too long to
 * tell is not the first that matches, which may lower, and counts where it is stricter.
 */
export function classifyCommand(command: SimpleCommand, { settings }: Pick<Ground, "settings">): Classified {
  const unsure = new Set<Match>();
  const isAbout = (match: Match) => {
    const found = "command" in match && denial(match.command as CommandRule, command);
    if (found === undefined) unsure.add(match);
    return found === true;
  };
  const known = decided(settings, isAbout, plain("PUBLIC", clause`it is a command`));
  return [...settings["classification.rules"], ...settings["classification.raise"]]
    .filter(({ match }) => unsure.has(match))
    .map(bySetting)
    .reduce((most, next) => {
      const action = strictestAction([most.action, next.action]);
      return { ...(isAbove(next.level, most.level) ? next : most), action };
    }, known);
}

/** True when no setting could keep anything from being read. */
export const readsAnything = ({ settings }: Pick<Ground, "settings">): boolean =>
  settings["classification.ceiling"] === "RESTRICTED" &&
  settings["classification.rules"].every(({ action }) => action === "allow" || action === "redact");

/** The strictest of several actions. */
export function strictestAction(actions: readonly Action[]): Action {
  const order: readonly Action[] = ["allow", "redact", "approve", "block"];
  return order[Math.max(0, ...actions.map((action) => order.indexOf(action)))] as Action;
}
