/** What a planned command is held by: as it is judged, and as the person who is asked reads it (D-13, D-15). */

import { judgeEffect, type Rule, type RuleContext } from "../rules/rule";
import { clause, nested } from "../text/clauses/clause";
import type { Declined, Plan } from "../tools/tool";
import { type Decision, strictest } from "../vocabulary/decision";
import type { ExecEffect } from "../vocabulary/effect";
import type { ExtraAccess } from "../vocabulary/extraAccess";
import { shownAccess } from "./approvals/approvals";
import type { CallPolicy } from "./callPolicy";
import type { Crib } from "./crib";
import { isListed, liveFolders } from "./hosts/liveCommands";

/** A plan with the verdicts on it. */
interface JudgedPlan {
  readonly plan: Plan;
  readonly decision: Decision;
  readonly byEffect: readonly Decision[];
}

/** Words of two rules about the same command. */
const bothReasons = (first: Decision, again: Decision) =>
  again.rule === first.rule || again.kind === "deny"
    ? again.reason
    : clause`${nested(first.reason)}; ${nested(again.reason)}`;

/**
 * A command that can do its work outside the sandbox alone is judged once more as one that runs there, which is where it
 * runs after a yes. The first verdict asks, so nothing leaves the sandbox unasked.
 */
export async function withWayOut(
  rules: readonly Rule[],
  context: RuleContext,
  judged: JudgedPlan,
): Promise<JudgedPlan> {
  if (judged.byEffect.every(({ leavesSandbox }) => leavesSandbox === undefined)) return judged;
  const effects = [...judged.plan.effects];
  const byEffect = [...judged.byEffect];
  for (const [at, first] of judged.byEffect.entries()) {
    const effect = effects[at];
    if (!first.leavesSandbox || effect?.kind !== "exec") continue;
    const outside: ExecEffect = { ...effect, outsideSandbox: true };
    effects[at] = outside;
    byEffect[at] = strictest([await judgeEffect(rules, outside, context), first]);
  }
  return { plan: { ...judged.plan, effects }, decision: strictest(byEffect), byEffect };
}

/**
 * A command that is to be given something is judged once more with it: what it may read, and where it could send that, is
 * for all rules to judge. It stays held as the first verdict says.
 */
export async function withExtra(rules: readonly Rule[], context: RuleContext, judged: JudgedPlan): Promise<JudgedPlan> {
  if (judged.byEffect.every(({ extra }) => extra === undefined)) return judged;
  const effects = [...judged.plan.effects];
  const byEffect = [...judged.byEffect];
  let declined: Plan["declined"];
  for (const [at, first] of judged.byEffect.entries()) {
    const effect = effects[at];
    if (!first.extra || effect?.kind !== "exec") continue;
    const { onlyReads, onLayer, extra } = first;
    const given: ExecEffect = { ...effect, extra };
    const again = await judgeEffect(rules, given, context);
    effects[at] = given;
    declined = notGiven(given, extra);
    byEffect[at] = {
      ...again,
      reason: bothReasons(first, again),
      ...(first.parts && { parts: first.parts }),
      ...(onlyReads && { onlyReads }),
      ...(onLayer && { onLayer }),
    };
  }
  return { plan: { ...judged.plan, effects, ...(declined && { declined }) }, decision: strictest(byEffect), byEffect };
}

/** A no is about what it is to be given, and not about the command. */
const notGiven =
  ({ cwd }: ExecEffect, extra: ExtraAccess) =>
  ({ by, feedback }: Declined): string => {
    const who = by === "person" ? "The person did not agree that" : "Nobody could be asked whether";
    const why = feedback === undefined ? "" : ` (${feedback})`;
    return `${who} the command gets ${shownAccess(extra, cwd)}${why}. Nothing was run. Call it again to run it without that access, or change the command so that it does not need it.`;
  };

/** Of a command that stays held as one that runs unasked. */
const stillHeld = ({ onLayer }: Decision, showsAll: boolean) => {
  const judged = showsAll
    ? clause`its changes are shown before they are applied`
    : clause`its changes are judged when it has ended`;
  const held = onLayer ? judged : clause`it can change nothing`;
  return clause`It gets nothing else: other secrets stay hidden, it reaches no other host, and ${nested(held)}. Every program that it runs can use this access, also later if you let Toolcrib remember your answer.`;
};

/** Which way an approved command changes files, where there are two. */
async function wayOf(
  crib: Crib,
  context: CallPolicy,
  command: ExecEffect,
  verdict: Decision,
): Promise<(string | undefined)[]> {
  // Its sandbox lets it change nothing, and what it changes on a layer is denied.
  if (context.caller.planMode && !command.outsideSandbox) return [];
  if (verdict.onLayer)
    return [
      context.settings["commands.review"] === "always"
        ? clause`You see its changes before they are applied.`
        : clause`Its changes are applied when it has ended, and can be undone.`,
    ];
  if (verdict.changesNothing || verdict.onlyReads || !isListed(context, command)) return [];
  return [await whyNotHeldBack(crib, context, command), await wayInPlace(crib, context)];
}

/** How a command that changes the files in their place is taken back. */
async function wayInPlace({ live }: Crib, context: CallPolicy): Promise<string> {
  const coverage = await live.coverage(await liveFolders(context));
  if ("why" in coverage) return clause`It changes your files at once, and that cannot be undone: ${coverage.why}.`;
  return coverage.isWhole
    ? clause`It changes your files at once. Its changes are listed and can be undone, but not those of ignored files, .git, node_modules and files over 1 MB.`
    : clause`It changes your files at once. Its changes are listed and can be undone, but not those of ignored files, .git, node_modules and files over 1 MB, and only the first 64 MB of this workspace are copied.`;
}

/** Why what it changes cannot be kept apart from the workspace; undefined where it can, or where nobody wants that. */
async function whyNotHeldBack(crib: Crib, context: CallPolicy, command: ExecEffect): Promise<string | undefined> {
  const { shell } = crib.host;
  if (command.outsideSandbox || command.background || command.tty || command.program) return undefined;
  if (!shell.whyNoLayer || !(await context.isHeld?.(false))) return undefined;
  const reason = await shell.whyNoLayer(context.confinement(command));
  return reason === undefined ? undefined : clause`Changes cannot be held back here: ${nested(reason)}.`;
}

/** What a yes to an integration's access means for its other commands. */
async function lastingNote({ wish }: ExecEffect, context: CallPolicy): Promise<string | undefined> {
  if (!wish || (await context.isGranted?.(wish))) return undefined;
  return clause`If you allow this, commands of ${wish.integration} may do so until you revoke its access in the Workspaces view.`;
}

/** The person who is asked about a command sees what would hold it. */
export async function withHold(crib: Crib, context: CallPolicy, { plan, byEffect }: JudgedPlan): Promise<Plan> {
  const at = plan.effects.findIndex(({ kind }) => kind === "exec");
  const command = plan.effects[at];
  if (command?.kind !== "exec" || command.onLayer || crib.isMadeElsewhere) return plan;
  const verdict = byEffect[at];
  if (command.extra && verdict) {
    const note = stillHeld(verdict, context.settings["commands.review"] === "always");
    return { ...plan, notes: [...(plan.notes ?? []), note] };
  }
  const { shell } = crib.host;
  const hold = await shell.describeHold?.(context.confinement(command), command.outsideSandbox === true);
  const way = verdict?.kind === "ask" ? await wayOf(crib, context, command, verdict) : [];
  const notes = [hold, await lastingNote(command, context), ...way].filter((note) => note !== undefined);
  return notes.length > 0 ? { ...plan, notes: [...(plan.notes ?? []), ...notes] } : plan;
}
