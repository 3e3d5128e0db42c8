/** The only way from a call to a result: translate, plan, judge, confirm, run, record. */

import type { Caller } from "./caller";
import type { CallJournal } from "./callJournal";
import type { Crib } from "./crib";
import { allow, type Decision, deny, strictest } from "./decision";
import { Denial } from "./denial";
import { type DialectTool, findTool } from "./dialect";
import type { Effect, EffectKind, ResolvedPath } from "./effect";
import { notesOfHooks, tightenedByHooks } from "./hooks";
import type { Turn } from "./journalEntry";
import { ApprovalNeeded, planHost } from "./planHost";
import { plannedHost } from "./plannedHost";
import { cancelled, declined, denial, failure, unknownTool } from "./refusals";
import { judgeEffect, type RuleContext, refusalOf } from "./rule";
import type { Session } from "./session";
import type { Declined, Plan, ToolResult } from "./tool";
import { messageOf, ToolError } from "./toolError";
import type { Traits } from "./traits";
import { translate } from "./translate";

/** A model's, person's or program's wish to use a tool. */
export interface Call {
  /** Names the call in the record and the journal; made up when absent. */
  readonly id?: string;
  /** Name or alias in the crib's dialect. */
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** What it is part of, for taking it back together with other calls; absent: a turn of its own. */
  readonly turn?: Turn;
  /** Live progress, one line at a time. */
  progress?(line: string): void;
}

/** A call that was planned and judged, and not yet done. */
export interface JudgedCall {
  readonly kind: "judged";
  readonly tool: DialectTool;
  readonly args: Record<string, unknown>;
  readonly plan: Plan;
  readonly decision: Decision;
  /** The verdict on each of the plan's effects, in their order. */
  readonly byEffect: readonly Decision[];
  readonly context: RuleContext;
  /** What the rules alone said, set when hooks said more; what was approved for the rules does not answer that. */
  readonly byRules?: Decision;
  /** Set when the plan could not be finished before this read is approved. */
  readonly needsFirst?: string;
}

/** What preparing a call leads to; nothing has been done yet. */
export type PreparedCall = JudgedCall | { readonly kind: "failed"; readonly result: ToolResult };

/** The answer to an ask. */
export type Approval =
  | {
      readonly approved: true;
      /** Who said yes, for the record: `person`, `remembered (SCOPE)`, `option`. */
      readonly by: string;
      /** What to write instead of the proposal, by real path, where the person changed it (D-16). */
      readonly edits?: ReadonlyMap<string, Uint8Array>;
      /** What they made of a text that was put before them, where they changed it. */
      readonly presented?: string;
      /** Told to the model with the result. */
      readonly note?: string;
    }
  | ({ readonly approved: false } & Declined);

/** Asks whoever can say yes. */
export type Confirm = (call: JudgedCall) => Promise<Approval>;

/** Steps 1 to 3: translates, plans and judges. Changes nothing and never throws. */
export async function prepareCall(
  crib: Crib,
  session: Session,
  call: Call,
  approvedReads: ReadonlySet<string> = new Set(),
): Promise<PreparedCall> {
  const tool = findTool(crib.dialect, call.tool);
  let args: Record<string, unknown> = {};
  let context: RuleContext | undefined;
  try {
    context = withTraits(crib.context(callerOf(crib, session, tool, call)), crib.dialect.traits);
    if (!tool) throw unknownTool(crib, call.tool);
    const refusal = refusalOf(crib.rules, context);
    if (refusal) throw new Denial(tool.displayName, refusal, undefined, context.roots);
    const translated = translate(tool, call.input);
    args = translated.args;
    const host = planHost(crib, context, approvedReads);
    const { settings, roots } = context;
    const { traits } = crib.dialect;
    const { signal } = call;
    const askModel = traits.modelRepair ? crib.askModel : undefined;
    const wishes = { host, session, settings, roots, traits, signal, ...(askModel && { askModel }) };
    const plan = await withHold(crib, context, await tool.tool.plan(translated.input, wishes));
    const verdict = strayVerdict(tool, plan) ?? (await judge(crib, context, plan, approvedReads));
    return { kind: "judged", tool, args, plan, context, ...verdict };
  } catch (error) {
    if (error instanceof ApprovalNeeded && tool && context) {
      const plan = readFirst(tool, error);
      const verdict = await judge(crib, context, plan, approvedReads);
      return { kind: "judged", tool, args, plan, context, ...verdict, needsFirst: error.effect.target.real };
    }
    if (error instanceof Denial && tool && context) return deniedAtPlanning(error, tool, args, context);
    return { kind: "failed", result: failure(error, tool, args) };
  }
}

/** What a tool may not even look at is judged like the rest, so that it is told and recorded like the rest. */
function deniedAtPlanning(
  { what, decision, effect }: Denial,
  tool: DialectTool,
  args: Record<string, unknown>,
  context: RuleContext,
): JudgedCall {
  const effects = effect ? [effect] : [];
  const plan: Plan = { title: what, effects, run: onlyAsks };
  return { kind: "judged", tool, args, plan, context, decision, byEffect: effects.map(() => decision) };
}

const onlyAsks = () => Promise.reject(new ToolError("internal", "This plan only asks; it does nothing."));

/** Steps 1 to 7: prepares, asks `confirm` when the verdict is ask, runs, checks the response and records. Never throws. */
export async function executeCall(crib: Crib, session: Session, call: Call, confirm: Confirm): Promise<ToolResult> {
  const time = crib.host.now();
  const id = call.id ?? `${time.toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
  const found: ResolvedPath[] = [];
  const noteFound = (place: ResolvedPath) => found.push(place);
  const { result: raw, prepared, approvedBy } = await attempt(crib, session, call, confirm, { id, noteFound });
  const checked = await crib.responses.check(raw, prepared, session, id, found);
  const ended = { ...checked, durationMs: crib.host.now() - time };
  const hooked = prepared && { id, agent: session.agent, judged: prepared, signal: call.signal };
  const { notes, level } = hooked
    ? await notesOfHooks(crib, session, hooked, ended)
    : { notes: [], level: checked.level };
  const news = [...notes, ...crib.jobs.of(session.agent).news()];
  const { result } = checked;
  const told = news.length > 0 ? { ...result, text: [result.text, ...news].join("\n\n") } : result;
  await crib.record({
    ...recordOf(session, call, id, time, prepared),
    ...(approvedBy && { approvedBy }),
    isError: told.isError,
    result: told,
    level,
    durationMs: crib.host.now() - time,
  });
  return told;
}

/** What is known of a call before it is made. */
const recordOf = (
  session: Session,
  { tool, input }: Call,
  id: string,
  time: number,
  judged: JudgedCall | undefined,
) => ({
  time,
  id,
  agent: session.agent,
  tool,
  title: judged?.plan.title ?? tool,
  input,
  ...(judged && { judged, decision: judged.decision }),
});

interface Attempt {
  readonly result: ToolResult;
  readonly prepared?: JudgedCall;
  readonly approvedBy?: string;
}

/** What goes along with a call. */
interface Course {
  readonly id: string;
  /** Hears of every file of which a search shows something. */
  noteFound(place: ResolvedPath): void;
}

async function attempt(crib: Crib, session: Session, call: Call, confirm: Confirm, course: Course): Promise<Attempt> {
  const { id } = course;
  const reads = new Set<string>();
  /** Who let the plan read what it had to read first. */
  let letRead: string | undefined;
  for (;;) {
    const planned = await prepareCall(crib, session, call, reads);
    if (planned.kind === "failed") return { result: planned.result };
    const hooked = { id, agent: session.agent, judged: planned, signal: call.signal };
    const prepared = await tightenedByHooks(crib.hooks, hooked);
    const { plan, decision, tool, args } = prepared;
    const refuse = (error: ToolError, approvedBy?: string): Attempt => ({
      result: failure(error, tool, args),
      prepared,
      ...(approvedBy && { approvedBy }),
    });
    if (decision.kind === "deny") return refuse(denial(prepared));
    const approval = await answer(crib, prepared, confirm);
    if (approval && !approval.approved) return refuse(declined(plan, approval), approval.by);
    if (call.signal.aborted) return refuse(cancelled());
    // Nobody's earlier yes holds in plan mode: it is judged again.
    if (session.plan.isOn && !prepared.context.caller.planMode) continue;
    if (prepared.needsFirst !== undefined) {
      reads.add(prepared.needsFirst);
      letRead = approval?.by;
      continue;
    }
    const approvedBy = approval?.by ?? letRead;
    const announced = { ...recordOf(session, call, id, crib.host.now(), prepared), ...(approvedBy && { approvedBy }) };
    const unrecorded = changesSomething(plan) ? await crib.announce(announced).then(none, toolErrorOf) : undefined;
    if (unrecorded) return refuse(unrecorded, approvedBy);
    const result = await run(crib, session, call, prepared, approval?.approved ? approval : undefined, course);
    return { result, prepared, ...(approvedBy && { approvedBy }) };
  }
}

/** What leaves nothing behind. */
const harmless: ReadonlySet<EffectKind> = new Set(["read", "list", "present"]);
const changesSomething = ({ effects }: Plan) => effects.some(({ kind }) => !harmless.has(kind));

const none = () => undefined;

const toolErrorOf = (error: unknown) =>
  error instanceof ToolError ? error : new ToolError("unrecorded", `This could not be recorded: ${messageOf(error)}.`);

/** Undefined when nobody has to be asked. */
async function answer(crib: Crib, prepared: JudgedCall, confirm: Confirm): Promise<Approval | undefined> {
  if (prepared.decision.kind === "allow") return undefined;
  const remembered = prepared.byRules ? undefined : crib.approvals.cover(prepared.plan.effects, prepared.byEffect);
  if (remembered) return { approved: true, by: `remembered (${remembered.join(", ")})` };
  try {
    return await confirm(prepared);
  } catch (error) {
    return { approved: false, by: "nobody", feedback: `the question could not be asked (${messageOf(error)})` };
  }
}

async function run(
  crib: Crib,
  session: Session,
  call: Call,
  { plan, tool, args, context }: JudgedCall,
  approval: Extract<Approval, { approved: true }> | undefined,
  { id, noteFound }: Course,
): Promise<ToolResult> {
  const commandNotes: string[] = [];
  const facts = { id, agent: session.agent, tool: tool.name, title: plan.title };
  const journal = crib.journal.begin({ ...facts, ...(call.turn && { turn: call.turn }) });
  const host = plannedHost({
    host: crib.host,
    effects: plan.effects,
    edits: approval?.edits ?? new Map<string, Uint8Array>(),
    ...(approval?.presented !== undefined && { presented: approval.presented }),
    session,
    hiddenVariables: crib.hiddenVariables(context),
    unasked: approval === undefined,
    journal,
    // Read anew: a person may have taken their time to answer.
    closedFiles: await crib.context(context.caller).closedFiles(),
    confinement: crib.confinement(context),
    noteCommand: (note) => commandNotes.push(note),
    noteFound,
  });
  const written = plan.effects.filter((effect) => effect.kind === "write").map(({ target }) => target);
  const watch = written.length > 0 ? crib.watchWrites?.(written, context, call.signal) : undefined;
  try {
    const { settings, roots } = context;
    const { traits } = crib.dialect;
    const hiddenGlobs = crib.hiddenGlobs(context);
    const progress = (line: string) => call.progress?.(line);
    const jobs = crib.jobs.of(session.agent);
    const { signal } = call;
    const result = await plan.run({ host, session, settings, roots, traits, signal, hiddenGlobs, progress, jobs });
    const present = result.isError ? tool.presentFailure : tool.present;
    const text = present?.(result, args) ?? result.text;
    const notes = [...commandNotes, approval?.note, await watch?.finish()].filter(Boolean);
    return withUndo({ ...result, text: [text, ...notes].join("\n\n") }, journal);
  } catch (error) {
    return withUndo(failure(error, tool, args), journal);
  } finally {
    watch?.stop();
  }
}

const withUndo = (result: ToolResult, { undo }: CallJournal): ToolResult => (undo ? { ...result, undo } : result);

/** The person who is asked about a command sees what would hold it. */
async function withHold(crib: Crib, context: RuleContext, plan: Plan): Promise<Plan> {
  const command = plan.effects.find((effect) => effect.kind === "exec");
  const hold = command && crib.host.shell.describeHold?.(crib.confinement(context), command.outsideSandbox === true);
  return hold ? { ...plan, notes: [...(plan.notes ?? []), await hold] } : plan;
}

const callerOf = (crib: Crib, session: Session, tool: DialectTool | undefined, call: Call): Caller => ({
  agent: session.agent,
  tool: tool?.name ?? call.tool,
  ownTool: tool?.tool.name ?? call.tool,
  dialect: crib.dialect.name,
  planMode: session.plan.isOn,
  taint: session.taint.level,
  ...(session.taint.raisedBy && { taintedBy: session.taint.raisedBy.source }),
});

/**
 * A dialect whose agents may look outside does so with a person's yes, unless an administrator forbids it; it never does
 * so unasked (C-04).
 */
const withTraits = (context: RuleContext, { readOutsideRoots }: Traits): RuleContext =>
  readOutsideRoots === "setting" || forbidsOutside(context)
    ? context
    : { ...context, settings: { ...context.settings, readOutsideRoots: readOutsideRoots } };

const forbidsOutside = ({ policies }: RuleContext) =>
  policies.unusable !== undefined || policies.managed.some(({ settings }) => settings?.readOutsideRoots === "deny");

/** A plan that holds more than its tool declares is not judged on its merits. */
function strayVerdict({ tool }: DialectTool, plan: Plan) {
  const stray = plan.effects.find((effect) => !tool.touches.includes(effect.kind));
  if (!stray) return undefined;
  const decision = deny("contract", `${tool.name} planned a ${stray.kind}, which it does not declare`);
  return { decision, byEffect: plan.effects.map(() => decision) };
}

async function judge(crib: Crib, context: RuleContext, plan: Plan, approvedReads: ReadonlySet<string>) {
  const byEffect = await Promise.all(
    plan.effects.map(async (effect) => {
      const decision = await judgeEffect(crib.rules, effect, context);
      const answered = decision.kind === "ask" && effect.kind === "read" && approvedReads.has(effect.target.real);
      return answered ? allow(decision.rule, "this was approved for this call") : decision;
    }),
  );
  return { decision: byEffect.length > 0 ? strictest(byEffect) : allow("none", "it touches nothing"), byEffect };
}

const readFirst = (tool: DialectTool, needed: ApprovalNeeded): Plan => ({
  title: `Read ${needed.effect.target.shown}`,
  effects: [needed.effect] satisfies Effect[],
  notes: [`${tool.displayName} has to look at this file before it can say what it would do.`],
  run: onlyAsks,
});
