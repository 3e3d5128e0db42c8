/** What a rule of a policy is about, on the safe side: a name that may mean a file means it (D-6). */

import type { RuleContext } from "../../core/rules/rule";
import type { SourcedRule } from "../../core/settings/policies";
import { kindsOf, type PolicyRule } from "../../core/settings/sections/policyRule";
import type { CommandRule } from "../../core/settings/settings";
import { clause } from "../../core/text/clauses/clause";
import { ask, askAlways, type Decision, deny, strictest } from "../../core/vocabulary/decision";
import type { EffectKind } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { isHost } from "../network/addressRule";
import { foldPath } from "./fileNames";
import { denies } from "./foldedRules";
import { matchesGlob } from "./globPattern";
import { countedFrom, standingFor, type WorktreePlace } from "./standingFor";
import { isBroken } from "./userRules";

/** A path as it was named and where it leads. */
interface Names {
  readonly path: string;
  readonly real: string;
}

type Folders = Pick<RuleContext, "roots" | "home"> & WorktreePlace;

const isAnything = (match: PolicyRule["match"]) => match === "*" || match === "**";

const withSlashes = (path: string) => (/^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll("\\", "/") : path);

/** What a glob may be compared with: the path below each root that it lies in, and from the top of the file system. */
function spellingsOf(names: readonly string[], roots: readonly string[], isAbsoluteToo: boolean): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const below = roots.filter((root) => isInside(root, name, false)).map((root) => relativeInside(root, name));
    for (const one of isAbsoluteToo ? [...below, withSlashes(name).replace(/^\/+/, "")] : below) {
      found.add(one.normalize("NFC"));
      found.add(foldPath(one));
    }
  }
  return [...found];
}

/** True when a tightening rule is about a path. */
export const matchesPath = ({ rule, root }: SourcedRule, names: Names, folders: Folders): boolean =>
  typeof rule.match === "string" && matchesPathGlob(rule.match, names, folders, root);

/**
 * True when a glob is about a path below `root`, by default below any root or from the top of the file system; in a
 * worktree also when it is about the path that this one stands for.
 */
export function matchesPathGlob(glob: string, { path, real }: Names, folders: Folders, root?: string): boolean {
  const { roots, home } = folders;
  const names = [real, path].flatMap((name) => standingFor(name, folders));
  const pattern = glob.startsWith("~/") ? `${withSlashes(home)}${glob.slice(1)}` : glob;
  const paths =
    root === undefined ? spellingsOf(names, countedFrom(roots, folders), true) : spellingsOf(names, [root], false);
  return paths.length > 0 && (isAnything(glob) || paths.some((path) => matchesGlob(pattern, path)));
}

/** True when a tightening rule is about a command; one whose expression cannot be read, or takes too long, is. */
export const matchesCommand = (match: CommandRule, command: SimpleCommand): boolean =>
  isAnything(match as PolicyRule["match"]) || isBroken(match) || denies(match, command);

/** True when a tightening rule is about an address. */
export const matchesUrl = (match: PolicyRule["match"], url: string): boolean =>
  isAnything(match) || (typeof match === "string" && isHost(match, url, true));

/** What a rule without words of its own says, by who wrote it. @param what it is about. */
const denials: Readonly<Record<SourcedRule["source"], (what: string) => string>> = {
  managed: (what) => clause`the managed policy denies ${what}`,
  workspace: (what) => clause`the workspace's policy denies ${what}`,
  user: (what) => clause`a user rule denies ${what}`,
};
const questions: typeof denials = {
  managed: (what) => clause`the managed policy asks about ${what}`,
  workspace: (what) => clause`the workspace's policy asks about ${what}`,
  user: (what) => clause`a user rule asks about ${what}`,
};

/** How a match is shown to people and models. */
const shownMatch = (match: PolicyRule["match"]) => (typeof match === "string" ? match : match.join(" "));

/** What a rule says of what it is about; nothing when it allows. */
export function ruleOpinionOf({ source, place, rule: { decision, match, reason } }: SourcedRule): Decision | undefined {
  if (decision === "allow") return undefined;
  const name = `policy.${source}`;
  const says = decision === "deny" ? denials : questions;
  const why = (reason ?? says[source](shownMatch(match))).replace(/[.\s]+$/, "");
  const opinion = { ...deny(name, why), source: place ?? { setting: "policy" } };
  if (decision === "deny") return opinion;
  // A question of the user's may be answered for good; one of others is for every time.
  return { ...opinion, ...(source === "user" ? ask(name, why) : askAlways(name, why)) };
}

/** The strictest of what the rules for a kind of effect say where `isMeant`. */
export function opinionFor(
  { policies }: Pick<RuleContext, "policies">,
  kind: EffectKind,
  isMeant: (sourced: SourcedRule) => boolean,
): Decision | undefined {
  const opinions = policies.rules
    .filter((sourced) => kindsOf(sourced.rule).includes(kind) && isMeant(sourced))
    .flatMap((sourced) => ruleOpinionOf(sourced) ?? []);
  return opinions.length > 0 ? strictest(opinions) : undefined;
}

/** What the rules say of a path that is read, listed or written. */
export const pathOpinion = (
  names: Names,
  kind: "read" | "list" | "write",
  context: Pick<RuleContext, "policies"> & Folders,
): Decision | undefined => opinionFor(context, kind, (sourced) => matchesPath(sourced, names, context));

/** What the rules and the managed lists say of an address, by whatever it is reached. */
export function hostOpinion(url: string, context: Pick<RuleContext, "policies">): Decision | undefined {
  const name = "policy.managed";
  for (const { hosts } of context.policies.managed) {
    if (hosts?.denied?.some((entry) => isHost(entry, url, true)))
      return deny(name, clause`the managed policy denies this host`);
    if (hosts?.allowed && !hosts.allowed.some((entry) => isHost(entry, url, false)))
      return deny(name, clause`the managed policy does not allow this host`);
  }
  return opinionFor(context, "fetch", ({ rule }) => matchesUrl(rule.match, url));
}
