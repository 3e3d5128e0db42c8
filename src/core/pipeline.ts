/** The only way from a call to a result: translate, plan, judge, confirm, run, record. */

import { callJournal } from "./callJournal";
import type { Crib } from "./crib";
import { allow, type Decision, deny, strictest } from "./decision";
import { Denial } from "./denial";
import { type DialectTool, findTool } from "./dialect";
import type { Effect } from "./effect";
import { ApprovalNeeded, planHost } from "./planHost";
import { plannedHost } from "./plannedHost";
import { judgeEffect, type RuleContext } from "./rule";
import type { Session } from "./session";
import type { Plan, ToolResult } from "./tool";
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
  /** Set when the plan could not be finished before this read is approved. */
  readonly needsFirst?: string;
}

/** What preparing a call leads to; nothing has been done yet. */
export type PreparedCall = JudgedCall | { readonly kind: "failed"; readonly result: ToolResult };

/** The answer to an ask. */
export type Approval =
  | {
      readonly approved: true;
      /** Who said yes, for the record: `person`, `remembered`, `option`. */
      readonly by: string;
      /** What to write instead of the proposal, by real path, where the person changed it (D-16). */
      readonly edits?: ReadonlyMap<string, Uint8Array>;
      /** Told to the model with the result. */
      readonly note?: string;
    }
  | { readonly approved: false; readonly by: string; readonly feedback?: string };

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
    context = withTraits(crib.context(), crib.dialect.traits);
    if (!tool) throw unknownTool(crib, call.tool);
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
    return { kind: "failed", result: failure(error, tool, args) };
  }
}

/** Steps 1 to 7: prepares, asks `confirm` when the verdict is ask, runs and records. Never throws. */
export async function executeCall(crib: Crib, session: Session, call: Call, confirm: Confirm): Promise<ToolResult> {
  const time = crib.host.now();
  const id = call.id ?? `${time.toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
  const { result, prepared, approvedBy } = await attempt(crib, session, call, confirm, id);
  const news = crib.jobs.of(session.agent).news();
  crib.record({
    time,
    id,
    agent: session.agent,
    tool: call.tool,
    title: prepared?.plan.title ?? call.tool,
    ...(prepared && { decision: prepared.decision }),
    ...(approvedBy && { approvedBy }),
    isError: result.isError,
    durationMs: crib.host.now() - time,
  });
  return news.length > 0 ? { ...result, text: [result.text, ...news].join("\n\n") } : result;
}

interface Attempt {
  readonly result: ToolResult;
  readonly prepared?: JudgedCall;
  readonly approvedBy?: string;
}

async function attempt(crib: Crib, session: Session, call: Call, confirm: Confirm, id: string): Promise<Attempt> {
  const reads = new Set<string>();
  /** Who let the plan read what it had to read first. */
  let letRead: string | undefined;
  for (;;) {
    const prepared = await prepareCall(crib, session, call, reads);
    if (prepared.kind === "failed") return { result: prepared.result };
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
    if (prepared.needsFirst !== undefined) {
      reads.add(prepared.needsFirst);
      letRead = approval?.by;
      continue;
    }
    const result = await run(crib, session, call, prepared, approval?.approved ? approval : undefined, id);
    const approvedBy = approval?.by ?? letRead;
    return { result, prepared, ...(approvedBy && { approvedBy }) };
  }
}

/** Undefined when nobody has to be asked. */
async function answer(crib: Crib, prepared: JudgedCall, confirm: Confirm): Promise<Approval | undefined> {
  if (prepared.decision.kind === "allow") return undefined;
  if (crib.approvals.cover(prepared.plan.effects, prepared.byEffect)) return { approved: true, by: "remembered" };
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
  id: string,
): Promise<ToolResult> {
  const commandNotes: string[] = [];
  const journal = callJournal(crib, { id, agent: session.agent, tool: tool.name, title: plan.title });
  const host = plannedHost({
    host: crib.host,
    effects: plan.effects,
    edits: approval?.edits ?? new Map<string, Uint8Array>(),
    session,
    hiddenVariables: crib.hiddenVariables(context),
    unasked: approval === undefined,
    journal,
    // Read anew: a person may have taken their time to answer.
    closedFiles: await crib.context().closedFiles(),
    confinement: crib.confinement(context),
    noteCommand: (note) => commandNotes.push(note),
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
    return { ...result, text: [text, ...notes].join("\n\n") };
  } catch (error) {
    return failure(error, tool, args);
  } finally {
    watch?.stop();
  }
}

/** The person who is asked about a command sees what would hold it. */
async function withHold(crib: Crib, context: RuleContext, plan: Plan): Promise<Plan> {
  const command = plan.effects.find((effect) => effect.kind === "exec");
  const hold = command && crib.host.shell.describeHold?.(crib.confinement(context), command.outsideSandbox === true);
  return hold ? { ...plan, notes: [...(plan.notes ?? []), await hold] } : plan;
}

/** A dialect whose agents may look outside does so with a person's yes; it never does so unasked (C-04). */
const withTraits = (context: RuleContext, { readOutsideRoots }: Traits): RuleContext =>
  readOutsideRoots === "setting"
    ? context
    : { ...context, settings: { ...context.settings, readOutsideRoots: readOutsideRoots } };

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
  run: () => Promise.reject(new ToolError("internal", "This plan only asks; it does nothing.")),
});

const unknownTool = (crib: Crib, name: string) =>
  new ToolError(
    "unknown_tool",
    `There is no tool "${name}": use one of ${crib.dialect.tools.map((tool) => tool.name).join(", ")}.`,
  );

const denial = ({ plan, decision, byEffect, context }: JudgedCall) =>
  new Denial(plan.title, decision, plan.effects[byEffect.indexOf(decision)], context.roots);

const cancelled = () => new ToolError("cancelled", "The call was cancelled before anything was done.");

const declined = (plan: Plan, approval: { by: string; feedback?: string }) =>
  new ToolError(
    "declined",
    approval.by === "person"
      ? `The person declined this: ${plan.title}. Nothing was done${approval.feedback ? `; they said: ${approval.feedback}` : ""}. Do not retry it; ask what they want instead.`
      : `${plan.title} needs a person's approval and nobody could give it${approval.feedback ? `: ${approval.feedback}` : ""}. Nothing was done.`,
  );

/** Any failure as a result a model can act on; a defect in a tool is one too. */
function failure(error: unknown, tool: DialectTool | undefined, args: Record<string, unknown>): ToolResult {
  const known =
    error instanceof ToolError
      ? error
      : new ToolError(
          "internal",
          `${tool?.name ?? "The tool"} failed unexpectedly: ${messageOf(error)}. Nothing more was done.`,
        );
  const text = tool?.presentError?.(known, args) ?? known.message;
  return { text, isError: true, data: { error: known.code, ...known.details } };
}
