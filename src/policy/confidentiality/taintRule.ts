/** Data flows to what is cleared for it only: what a session has read decides where it may send (PO-9, HB-5). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import { isAbove, type Level } from "../../core/vocabulary/level";
import { findSecrets, lettersOf, levelOfSecrets } from "../secrets/secretText";
import { sourcesOfLine } from "./dataSources";
import { type Flow, flowsOf } from "./outflow";
import { textSentBy } from "./sentText";
import { taintReason, takenFromOwnWorkspace } from "./workspaceTaint";

const rule = "taint";

/** The most confidential that would flow, and where it came from. */
interface Carried {
  readonly level: Level;
  readonly from: string;
  /** A server has put it into the address to which it leads. */
  readonly isOfServer?: boolean;
}

/** A secret in the very words that are sent needs no session that has read it. */
function ownText(effect: Effect): string {
  switch (effect.kind) {
    case "fetch":
      return textSentBy(effect);
    case "delegate":
      return effect.prompt;
    case "exec":
      return `${effect.command}\n${effect.input ?? ""}`;
    case "write":
      return lettersOf(effect.after);
    default:
      return "";
  }
}

const max = (all: readonly Carried[]): Carried =>
  all.reduce((held, next) => (isAbove(next.level, held.level) ? next : held));

/** What the session has read before or finds in its workspace, and what this very effect holds or reads. */
async function carriedBy(effect: Effect, context: RuleContext): Promise<readonly [before: Carried, own: Carried]> {
  const { taint: all, taintBesideSecrets = all, taintedBy = clause`what it read before` } = context.caller;
  // It may send what it is given where a person let it; no text that the session has seen holds the value of a secret.
  const taint = effect.kind === "exec" && effect.program?.secrets ? taintBesideSecrets : all;
  const workspace = effect.kind === "exec" ? await takenFromOwnWorkspace(effect, context) : undefined;
  const secrets = findSecrets(ownText(effect));
  const isOfServer = effect.kind === "fetch" && effect.redirectedFrom !== undefined;
  const own: Carried[] = [{ level: levelOfSecrets(secrets), from: clause`the ${secrets[0]?.name} in it`, isOfServer }];
  if (effect.kind === "exec")
    for (const { level, source, path } of await sourcesOfLine(effect, context))
      if (path !== undefined) own.push({ level, from: source });
  const before: Carried[] = [{ level: taint, from: taintedBy }];
  if (workspace)
    before.push({ level: workspace.level, from: clause`the agent's own workspace: ${nested(taintReason(workspace))}` });
  return [max(before), max(own)];
}

function opinionOn({ to, clearance, isCertain }: Flow, carried: Carried, context: RuleContext): Decision {
  const { level, from, isOfServer = false } = carried;
  const outflow = context.settings["classification.outflow"];
  if (!isCertain)
    return askAlways(
      rule,
      clause`nobody can tell whether it sends ${level} data (${nested(from)}) to ${nested(to)}, which may only receive ${clearance}`,
    );
  const reason = clause`it would send ${level} data (${nested(from)}) to ${nested(to)}, which may only receive ${clearance}`;
  const isRefused = outflow === "deny" || (outflow === "graded" && level === "RESTRICTED" && !isOfServer);
  return isRefused
    ? deny(
        rule,
        clause`${nested(reason)}; only a person can change that: with toolcrib.classification.rules, or by resetting the session's taint`,
      )
    : askAlways(rule, reason);
}

/** What is above a place's clearance is asked about each time, or refused (`toolcrib.classification.outflow`). */
export const taintRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    const flows = await flowsOf(effect, context);
    if (flows.length === 0) return undefined;
    const [before, own] = await carriedBy(effect, context);
    const opinions = flows.flatMap((flow) => {
      // What a program that may not send anything is given is asked about as a path; secrets count all the same.
      const counts = flow.isCertain || own.level === "RESTRICTED";
      const carried = counts ? max([before, own]) : before;
      return isAbove(carried.level, flow.clearance) ? [opinionOn(flow, carried, context)] : [];
    });
    return opinions.find(({ kind }) => kind === "deny") ?? opinions[0];
  },
};
