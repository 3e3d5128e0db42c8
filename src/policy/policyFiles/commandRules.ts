/** Checks the user's rules on commands against their own examples when settings are read (D-13). */

import type { EntryCheck } from "../../core/settings/readSettings";
import type { ClassificationRule, RaisingRule } from "../../core/settings/sections/classificationRules";
import type { PolicyRule } from "../../core/settings/sections/policyRule";
import type { CommandRule } from "../../core/settings/settings";
import { analyse } from "../../lib/shell/analyse";
import { runsArguments } from "../../lib/shell/prefix";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { allowsCommand, deniesCommand, isBroken, rulePatternOf } from "../matching/userRules";
import { policyRuleProblem } from "./policyRuleCheck";

type Matches = (rule: CommandRule, command: SimpleCommand) => boolean;

/** An example that is not one simple command cannot show anything. */
function exampleProblem(rule: CommandRule, example: string, wanted: boolean, matches: Matches): string | undefined {
  const { commands, problem } = analyse(example);
  const [command, ...more] = commands;
  const text = JSON.stringify(example);
  if (problem !== undefined || !command || more.length > 0) return `its example ${text} is not a single simple command`;
  if (matches(rule, command) === wanted) return undefined;
  return wanted ? `it does not match its example ${text}` : `it matches ${text}, which it should not`;
}

function ruleProblem(rule: CommandRule, loosens: boolean): string | undefined {
  const pattern = rulePatternOf(rule);
  if (isBroken(rule)) return `${String(pattern)} is not a regular expression`;
  if (loosens && typeof pattern !== "string" && runsArguments(pattern[0] ?? ""))
    return `a prefix does not limit what ${pattern[0]} runs; give the exact command instead`;
  if (typeof rule === "string" || Array.isArray(rule)) return undefined;
  const matches = loosens ? allowsCommand : deniesCommand;
  const problems = [
    ...(rule.matches ?? []).map((example) => exampleProblem(rule, example, true, matches)),
    ...(rule.misses ?? []).map((example) => exampleProblem(rule, example, false, matches)),
  ];
  return problems.find((problem) => problem !== undefined);
}

/** A rule that only raises counts although its examples are wrong; an expression that cannot be read says nothing. */
function classificationProblem({ match }: ClassificationRule | RaisingRule, onlyRaises: boolean) {
  if ("command" in match) {
    const problem = ruleProblem(match.command, false);
    const isUsed = onlyRaises && !isBroken(match.command);
    return problem && { text: `${problem}; the rule ${isUsed ? "still applies" : "is ignored"}`, isUsed };
  }
  if (!("content" in match) || !isBroken(match.content)) return undefined;
  return { text: `${match.content} is not a regular expression; the rule is ignored`, isUsed: false };
}

function checkPolicyRule(rule: PolicyRule) {
  const problem = policyRuleProblem(rule);
  const isUsed = rule.decision !== "allow";
  return problem === undefined
    ? undefined
    : { text: `${problem}; the rule ${isUsed ? "still applies" : "is ignored"}`, isUsed };
}

/**
 * Checks an entry of `commands.allow`, `commands.deny` or the classification by its examples. A wrong rule that allows is not used; one that
 * denies is: it can only make things stricter.
 */
export const checkRule: EntryCheck = (name, entry) => {
  if (name === "classification.rules" || name === "classification.raise")
    return classificationProblem(entry as ClassificationRule, name === "classification.raise") || undefined;
  if (name === "policy") return checkPolicyRule(entry as PolicyRule);
  if (name !== "commands.allow" && name !== "commands.deny") return undefined;
  const loosens = name === "commands.allow";
  const problem = ruleProblem(entry as CommandRule, loosens);
  if (problem === undefined) return undefined;
  return { text: `${problem}; ${loosens ? "the rule is ignored" : "the rule still applies"}`, isUsed: !loosens };
};
