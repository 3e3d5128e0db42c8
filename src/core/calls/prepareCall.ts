/** From a call to a verdict: translate, plan, judge. Nothing is done here. */

import { Denial } from "../rules/denial";
import { judgeEffect, type RuleContext, refusalOf } from "../rules/rule";
import type { Session } from "../session/session";
import { actionTitle, clause } from "../text/clauses/clause";
import { revealedLine } from "../text/markdown";
import type { DialectTool, Plan } from "../tools/tool";
import { ToolCatalog } from "../tools/toolCatalog";
import type { Traits } from "../tools/traits";
import { translate } from "../tools/translate";
import type { Caller } from "../vocabulary/caller";
import { allow, deny, strictest } from "../vocabulary/decision";
import type { Effect } from "../vocabulary/effect";
import { ToolError } from "../vocabulary/toolError";
import type { Call, JudgedCall, PreparedCall } from "./call";
import { callFailure, unknownTool } from "./callFailures";
import type { CallPolicy } from "./callPolicy";
import type { Crib } from "./crib";
import { cribForCall, mustHaveWorkspace } from "./cribForCall";
import { withExtra, withHold, withWayOut } from "./heldCommands";
import { namingInside } from "./hosts/insidePath";
import { namingRoom } from "./hosts/otherRoom";
import { ApprovalNeeded, planHost } from "./hosts/planHost";
import { resolveCallTool } from "./resolveCallTool";

/** What making a call would do and whether it may be made, for whoever wants to know before. Never throws. */
export async function prepareCall(crib: Crib, session: Session, request: Call): Promise<PreparedCall> {
  const tools = new ToolCatalog(crib, session);
  const call = resolveCallTool(tools, request);
  return judgeCall(await cribForCall(crib, session, tools.find(call.tool)), session, call);
}

/**
 * Translates, plans and judges. Changes nothing and never throws.
 * @param crib where the call works.
 * @param call of the tool that is meant.
 * @param approvedReads real paths that a person has already said may be read for this call.
 * @param from in which the call was made.
 */
export async function judgeCall(
  crib: Crib,
  session: Session,
  call: Call,
  approvedReads: ReadonlySet<string> = new Set(),
  from: Crib = crib,
): Promise<PreparedCall> {
  const tools = new ToolCatalog(crib, session);
  const tool = tools.find(call.tool);
  let args: Record<string, unknown> = {};
  let context: CallPolicy | undefined;
  try {
    context = withTraits(crib.context(callerOf(crib, session, tool, call)), crib.dialect.traits);
    if (!tool) throw prefixed(unknownTool(tools, call.tool), crib.dialect.failurePrefix);
    const lack = crib.host.lacks?.(tool.tool.name);
    if (lack !== undefined) throw new ToolError("unavailable", lack);
    const barred = session.refusal?.(tool);
    if (barred !== undefined) throw new ToolError("denied", barred);
    const refusal = refusalOf(crib.rules, context);
    if (refusal) throw new Denial(tool.displayName, refusal, undefined, context.roots);
    mustHaveWorkspace(crib, session, tool);
    const translated = translate(tool, call.input, context.roots[0]);
    args = translated.args;
    const host = planHost(crib, context, approvedReads);
    const { settings, roots } = context;
    const { traits } = crib.dialect;
    const { signal, privateInput } = call;
    const askModel = traits.modelRepair ? crib.askModel : undefined;
    const { workspace, ownWorkspace } = context;
    const optional = {
      ...(askModel && { askModel }),
      ...(workspace && { workspace }),
      ...(!context.inWorkspace && ownWorkspace !== undefined && { ownWorkspace }),
    };
    const wishes = { host, session, settings, roots, traits, tools, privateInput, signal, ...optional };
    const planned = inOneLine(await tool.tool.plan(translated.input, wishes));
    const stray = strayVerdict(tool, planned);
    const judged = stray ?? (await judge(crib, context, planned, approvedReads));
    const placed = { plan: planned, ...judged };
    const given = stray ? placed : await withExtra(crib.rules, context, await withWayOut(crib.rules, context, placed));
    const plan = await withHold(crib, context, given);
    return { kind: "judged", tool, args, context, ...given, plan };
  } catch (error) {
    if (error instanceof ApprovalNeeded && tool && context) {
      const plan = readFirst(tool, error);
      const verdict = await judge(crib, context, plan, approvedReads);
      return { kind: "judged", tool, args, plan, context, ...verdict, needsFirst: error.effect.target.real };
    }
    if (error instanceof Denial && tool && context) return deniedAtPlanning(error, tool, args, { crib, context });
    const told = context ? await namingRoom(error, args, { crib, context, from }) : error;
    return { kind: "failed", result: callFailure(told, tool, args) };
  }
}

const prefixed = ({ code, message, details }: ToolError, prefix = "") => new ToolError(code, prefix + message, details);

/** What a tool may not even look at is judged like the rest, so that it is told and recorded like the rest. */
async function deniedAtPlanning(
  { what, decision: refusal, effect }: Denial,
  tool: DialectTool,
  args: Record<string, unknown>,
  { crib, context }: { readonly crib: Crib; readonly context: CallPolicy },
): Promise<JudgedCall> {
  const effects = effect ? [effect] : [];
  const decision = await namingInside(refusal, effects, crib, context);
  const plan: Plan = { title: what, effects, run: onlyAsks };
  return { kind: "judged", tool, args, plan, context, decision, byEffect: effects.map(() => decision) };
}

const onlyAsks = () => Promise.reject(new ToolError("internal", "This plan only asks; it does nothing."));

const callerOf = (crib: Crib, session: Session, tool: DialectTool | undefined, call: Call): Caller => ({
  agent: session.agent,
  tool: tool?.name ?? call.tool,
  ownTool: tool?.tool.name ?? call.tool,
  dialect: crib.dialect.name,
  planMode: session.plan.isOn,
  taint: session.taint.level,
  taintBesideSecrets: session.taint.levelBesideSecrets,
  ...(session.taint.raisedBy && { taintedBy: session.taint.raisedBy.source }),
});

/**
 * A dialect whose agents may look outside does so with a person's yes, unless an administrator forbids it; it never does
 * so unasked (C-04).
 */
const withTraits = (context: CallPolicy, { readOutsideRoots }: Traits): CallPolicy =>
  readOutsideRoots === "setting" || forbidsOutside(context)
    ? context
    : { ...context, settings: { ...context.settings, readOutsideRoots: readOutsideRoots } };

const forbidsOutside = ({ policies }: RuleContext) =>
  policies.unusable !== undefined || policies.managed.some(({ settings }) => settings?.readOutsideRoots === "deny");

/** Questions, records and lists show the title: a command or pattern in it breaks no line of theirs and hides nothing. */
function inOneLine(plan: Plan): Plan {
  const title = revealedLine(plan.title);
  return title === plan.title ? plan : { ...plan, title };
}

/** A plan that holds more than its tool declares is not judged on its merits. */
function strayVerdict({ tool }: DialectTool, plan: Plan) {
  const stray = plan.effects.find((effect) => !tool.effectKinds.includes(effect.kind));
  if (!stray) return undefined;
  const decision = deny("contract", clause`${tool.name} planned a ${stray.kind}, which it does not declare`);
  return { decision, byEffect: plan.effects.map(() => decision) };
}

async function judge(crib: Crib, context: CallPolicy, plan: Plan, approvedReads: ReadonlySet<string>) {
  const byEffect = await Promise.all(
    plan.effects.map(async (effect) => {
      const decision = await judgeEffect(crib.rules, effect, context);
      const answered = decision.kind === "ask" && effect.kind === "read" && approvedReads.has(effect.target.real);
      return answered ? allow(decision.rule, clause`this was approved for this call`) : decision;
    }),
  );
  const decision = byEffect.length > 0 ? strictest(byEffect) : allow("none", clause`it touches nothing`);
  return { decision: await namingInside(decision, plan.effects, crib, context), byEffect };
}

const readFirst = (tool: DialectTool, needed: ApprovalNeeded): Plan => ({
  title: actionTitle`Read ${needed.effect.target.shown}`,
  effects: [needed.effect] satisfies Effect[],
  notes: [clause`${tool.displayName} has to look at this file before it can say what it would do.`],
  run: onlyAsks,
});
