/** Checks a rule of a policy against its own examples when it is read (D-13). */

import { allowableKinds, kindsOf, type PolicyRule } from "../../core/settings/sections/policyRule";
import type { EffectKind } from "../../core/vocabulary/effect";
import { pathMatcher } from "../../lib/globs/pathMatcher";
import { analyse } from "../../lib/shell/analyse";
import { runsArguments } from "../../lib/shell/prefix";
import { allows } from "../matching/foldedRules";
import { matchesGlob } from "../matching/globPattern";
import { matchesCommand, matchesUrl } from "../matching/ruleMatching";
import { isBroken } from "../matching/userRules";
import { isHost } from "../network/addressRule";

type Rule = Pick<PolicyRule, "effect" | "match" | "matches" | "misses"> & { readonly decision: PolicyRule["decision"] };

/** Whether an example is what the rule is about. */
function isMeant({ match, decision }: Rule, kind: EffectKind, example: string): boolean {
  switch (kind) {
    case "exec": {
      const { commands } = analyse(example);
      if (decision !== "allow") return commands.some((command) => matchesCommand(match, command));
      return commands.length > 0 && commands.every((command) => allows(match, command));
    }
    case "fetch": {
      const url = /^https?:/i.test(example) ? example : `https://${example}`;
      if (decision !== "allow") return matchesUrl(match, url);
      return typeof match === "string" && isHost(match, url, false);
    }
    default:
      return typeof match === "string" && matchesGlob(match, example.replace(/^\/+/, ""));
  }
}

const isGlob = (match: string) => {
  try {
    pathMatcher(match, true);
    return true;
  } catch {
    return false;
  }
};

function matchProblem(rule: Rule): string | undefined {
  const { match } = rule;
  const kinds = kindsOf(rule);
  if (kinds.includes("exec") && isBroken(match)) return `${match} is not a regular expression`;
  const isPath = kinds.some((kind) => kind !== "exec" && kind !== "fetch");
  if (isPath && typeof match === "string" && !isGlob(match)) return `${match} is not a glob`;
  return undefined;
}

function allowProblem(rule: Rule): string | undefined {
  if (rule.decision !== "allow") return undefined;
  if (!kindsOf(rule).every((kind) => allowableKinds.includes(kind)))
    return "allow is only possible for write, exec and fetch";
  const [program] = Array.isArray(rule.match) ? rule.match : [];
  if (program !== undefined && runsArguments(program))
    return `a prefix does not limit what ${program} runs; give the exact command instead`;
  return undefined;
}

function exampleProblem(rule: Rule): string | undefined {
  const meant = (example: string) => kindsOf(rule).some((kind) => isMeant(rule, kind, example));
  const missed = rule.matches?.find((example) => !meant(example));
  if (missed !== undefined) return `it does not match its example ${JSON.stringify(missed)}`;
  const hit = rule.misses?.find(meant);
  return hit === undefined ? undefined : `it matches ${JSON.stringify(hit)}, which it should not`;
}

/** What is wrong with a rule, one clause; undefined when nothing is. */
export const policyRuleProblem = (rule: Rule): string | undefined =>
  matchProblem(rule) ?? allowProblem(rule) ?? exampleProblem(rule);
