/** The rules of policy files: the administrator's, those of a workspace and the user's (EN-1 to EN-5). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import type { ManagedPolicy } from "../../core/settings/managedPolicy";
import type { Policies } from "../../core/settings/policies";
import { clause, nested } from "../../core/text/clauses/clause";
import { isAgentNamed } from "../../core/vocabulary/caller";
import { askAlways, type Decision, deny, strictest } from "../../core/vocabulary/decision";
import type { Effect, ExecEffect, WriteEffect } from "../../core/vocabulary/effect";
import { isAbove } from "../../core/vocabulary/level";
import { analyse } from "../../lib/shell/analyse";
import { withEveryForm } from "../../lib/shell/bash/forms";
import type { CommandAnalysis } from "../../lib/shell/words/types";
import { isOwn } from "../files/scope";
import { matchesGlob } from "../matching/globPattern";
import { hostOpinion, matchesCommand, opinionFor, pathOpinion } from "../matching/ruleMatching";
import { rulePatternOf } from "../matching/userRules";
import { addressesIn } from "../network/commandNetwork";
import { runtimeRefusal } from "./allowedRuntimes";

const managed = "policy.managed";

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const names = (list: readonly string[], name: string) => list.some((one) => same(one, name));

const meansAgent = (list: readonly string[], agent: string) => list.some((name) => isAgentNamed(agent, name));

/** Why one managed policy lets an agent run no commands. */
function disabledBy({ exec, roles = {} }: ManagedPolicy, agent: string): string | undefined {
  const disabled = exec?.disabled;
  if (disabled === undefined) return undefined;
  if (disabled === true) return clause`the managed policy does not allow commands`;
  if (meansAgent(disabled.agents ?? [], agent))
    return clause`the managed policy does not allow the agent ${agent} to run commands`;
  const role = disabled.roles?.find((one) => meansAgent(roles[one] ?? [], agent));
  return role === undefined ? undefined : clause`the managed policy does not allow the role ${role} to run commands`;
}

/** EN-4: above a level a person is asked each time. */
function approvalOpinion({ exec = {} }: ManagedPolicy, { caller }: RuleContext): Decision[] {
  const { approvalAbove } = exec;
  if (approvalAbove === undefined || !isAbove(caller.taint, approvalAbove)) return [];
  return [askAlways(managed, clause`this session has read ${caller.taint} data, which is above ${approvalAbove}`)];
}

/** Why an agent may run no commands, and has no workspace to write them in (EN-1). */
export const disabledReason = ({ managed }: Policies, agent: string): string | undefined =>
  managed.map((policy) => disabledBy(policy, agent)).find((reason) => reason !== undefined);

/** What one managed policy says of a command. */
function execOpinions(policy: ManagedPolicy, analysis: CommandAnalysis, context: RuleContext): Decision[] {
  const { exec = {} } = policy;
  const { caller } = context;
  const opinions: Decision[] = [];
  const disabled = disabledBy(policy, caller.agent);
  if (disabled !== undefined) opinions.push(deny(managed, disabled));
  const refusal = exec.runtimes && runtimeRefusal(analysis, exec.runtimes);
  if (refusal !== undefined) opinions.push(deny(managed, refusal));
  const listed = exec.denylist?.find((rule) => analysis.commands.some((command) => matchesCommand(rule, command)));
  if (listed !== undefined) {
    const reason = clause`${[rulePatternOf(listed)].flat().join(" ")} is on the managed denylist`;
    const found = context.policies.entries?.find(({ list, entry }) => list === "exec.denylist" && entry === listed);
    opinions.push({ ...deny(managed, reason), ...(found && { source: found.place }) });
  }
  return [...opinions, ...approvalOpinion(policy, context)];
}

/** Writing in the agent's own workspace is as much of the work there as running (EN-4). */
const opinionsOnWork = ({ target }: WriteEffect, context: RuleContext): Decision[] =>
  isOwn(target, context) ? context.policies.managed.flatMap((policy) => approvalOpinion(policy, context)) : [];

function judgeCommand(effect: ExecEffect, context: RuleContext): Decision[] {
  const { policies } = context;
  if (policies.managed.length === 0 && policies.rules.length === 0) return [];
  const written = analyse(effect.command, effect.language);
  const commands = withEveryForm(written.commands);
  const analysis = { ...written, commands };
  const own = opinionFor(context, "exec", ({ rule }) =>
    commands.length === 0
      ? rule.match === "*" || rule.match === "**"
      : commands.some((command) => matchesCommand(rule.match, command)),
  );
  const hosts = commands.flatMap(addressesIn).flatMap((url) => hostOpinion(url, context) ?? []);
  return [
    ...policies.managed.flatMap((policy) => execOpinions(policy, analysis, context)),
    ...(own ? [own] : []),
    ...hosts,
  ];
}

function opinionsOn(effect: Effect, context: RuleContext): (Decision | undefined)[] {
  switch (effect.kind) {
    case "read":
    case "list":
      return [pathOpinion(effect.target, effect.kind, context)];
    case "write":
      return [pathOpinion(effect.target, effect.kind, context), ...opinionsOnWork(effect, context)];
    case "exec":
      return judgeCommand(effect, context);
    case "fetch":
      return [hostOpinion(effect.url, context)];
    case "delegate":
      return [
        opinionFor(
          context,
          "delegate",
          ({ rule: { match } }) => typeof match === "string" && matchesGlob(match, effect.to),
        ),
      ];
    case "present":
      return [];
  }
}

/** With a policy that nobody can read, only what every policy lets be is done. */
function unusableOpinion(effect: Effect, { policies: { unusable, unusableAt } }: RuleContext): Decision | undefined {
  if (unusable === undefined) return undefined;
  const isReading = effect.kind === "read" || effect.kind === "list";
  return isReading && effect.target.root !== undefined
    ? undefined
    : {
        ...deny("policy.unusable", clause`${nested(unusable)}, so tools may only read the workspace`),
        ...(unusableAt && { source: unusableAt }),
        instead: "continue with read-only work in the workspace, or tell the person that the policy needs fixing",
      };
}

/** Whether all managed files let a dialect be used. */
export const allowsDialect = ({ managed }: Policies, dialect: string): boolean =>
  managed.every(({ dialects }) => !dialects || names(dialects, dialect));

function refusedWorkspace({ caller, policies, inWorkspace }: RuleContext): Decision | undefined {
  const disabled = inWorkspace ? disabledReason(policies, caller.agent) : undefined;
  return disabled === undefined
    ? undefined
    : deny(managed, clause`${nested(disabled)}, so the agent has no workspace of its own`);
}

/** Why a tool, a dialect or a workspace is not for this caller. */
function refusedCall(context: RuleContext): Decision | undefined {
  const { caller, policies } = context;
  const { tool, ownTool, dialect } = caller;
  if (tool === "") return undefined;
  const refused = refusedWorkspace(context);
  if (refused) return refused;
  for (const { tools } of policies.managed) {
    const isNamed = (list: readonly string[]) => names(list, tool) || names(list, ownTool);
    if (tools?.denied && isNamed(tools.denied))
      return deny(managed, clause`the managed policy denies the tool ${tool}`);
    if (tools?.allowed && !isNamed(tools.allowed))
      return deny(managed, clause`the managed policy does not allow the tool ${tool}`);
  }
  return allowsDialect(policies, dialect)
    ? undefined
    : deny(managed, clause`the managed policy does not allow the dialect ${dialect}`);
}

/** What policy files and the user's `toolcrib.policy` say. They are heard first, so that their words are told. */
export const policyFileRule: Rule = {
  name: "policy",
  judge(effect, context) {
    const opinions = [unusableOpinion(effect, context), ...opinionsOn(effect, context)].filter(
      (opinion) => opinion !== undefined,
    );
    return opinions.length > 0 ? strictest(opinions) : undefined;
  },
  refuseCall: refusedCall,
};
