/** One try at a call that has its place in its turn: plan, judge, ask, and run what was allowed. */

import type { LetLooksIn } from "../session/callGate";
import type { Plan, ToolResult } from "../tools/tool";
import type { EffectKind } from "../vocabulary/effect";
import { messageOf, ToolError } from "../vocabulary/toolError";
import { type Answer, type Confirm, rememberedAnswer, type Yes } from "./approvals/answer";
import { confirmWithin } from "./approvals/nestedApprovals";
import { tightenedByHooks } from "./beside/hooks";
import type { JudgedCall } from "./call";
import { callFailure, cancelled, declined, denial } from "./callFailures";
import { factsOf } from "./callRecord";
import type { Crib } from "./crib";
import { readyWorkspace } from "./cribForCall";
import type { OpenCall } from "./openCall";
import { judgeCall } from "./prepareCall";
import { type MakeCall, runPlan } from "./runPlan";
import { runsBesideLooks } from "./turnOrder";

/** What came of a call, before its result is classified. */
export interface Outcome {
  readonly result: ToolResult;
  /** Absent when it could not be planned. */
  readonly judged?: JudgedCall;
  /** Who answered an ask. */
  readonly approvedBy?: string;
}

/**
 * Never rejects.
 * @param letLooksIn lets calls that only look begin while this one runs.
 * @param make makes the calls that this one is made of.
 */
export async function attempt(
  open: OpenCall,
  confirm: Confirm,
  letLooksIn: LetLooksIn,
  make: MakeCall,
): Promise<Outcome> {
  const { id, session, call } = open;
  const crib = await open.crib;
  await crib.journal.recover?.();
  const reads = new Set<string>();
  let readAllowedBy: string | undefined;
  for (;;) {
    const planned = await judgeCall(crib, session, call, reads, open.from);
    if (planned.kind === "failed") return { result: planned.result };
    const hooked = { id, agent: session.agent, judged: planned, signal: call.signal };
    const judged = await tightenedByHooks(crib.hooks, hooked);
    call.planned?.(judged.plan.title);
    if (judged.decision.kind === "deny") return refused(judged, denial(judged));
    const answer = await answerTo(crib, judged, confirm);
    if (answer) await noteAnswer(judged, answer);
    if (answer && !answer.approved) return refused(judged, declined(judged.plan, answer), answer.by);
    if (call.signal.aborted) return refused(judged, cancelled());
    // Nobody's earlier yes holds in plan mode: it is judged again.
    if (session.plan.isOn && !judged.context.caller.planMode) continue;
    if (judged.needsFirst !== undefined) {
      reads.add(judged.needsFirst);
      readAllowedBy = answer?.by;
      continue;
    }
    const approvedBy = answer?.by ?? readAllowedBy;
    return begin(open, crib, { judged, answer, confirm, letLooksIn, make, ...(approvedBy && { approvedBy }) });
  }
}

const refused = (judged: JudgedCall, error: ToolError, approvedBy?: string): Outcome => ({
  result: callFailure(error, judged.tool, judged.args),
  judged,
  ...(approvedBy && { approvedBy }),
});

/** Undefined when nobody has to be asked. */
async function answerTo(crib: Crib, judged: JudgedCall, confirm: Confirm): Promise<Answer | undefined> {
  if (judged.decision.kind === "allow") return undefined;
  const remembered = rememberedAnswer(crib, judged);
  if (remembered) return remembered;
  try {
    return await confirm(judged);
  } catch (error) {
    return { approved: false, by: "nobody", feedback: `the question could not be asked (${messageOf(error)})` };
  }
}

/** What a command is to be given is asked about once: after a no it runs without. */
async function noteAnswer({ plan, context }: JudgedCall, { approved }: Answer): Promise<void> {
  for (const effect of plan.effects) {
    if (effect.kind !== "exec") continue;
    if (effect.extra) context.noteAnswer(effect, effect.extra, approved);
    if (effect.wish) await context.noteAccess(effect.wish, approved);
  }
}

/** A call that everybody who was asked allowed. */
interface AllowedCall {
  readonly judged: JudgedCall;
  /** Absent when nobody was asked. */
  readonly answer: Yes | undefined;
  readonly approvedBy?: string;
  readonly confirm: Confirm;
  readonly letLooksIn: LetLooksIn;
  readonly make: MakeCall;
}

async function begin(open: OpenCall, crib: Crib, allowed: AllowedCall): Promise<Outcome> {
  const { judged, answer, approvedBy, confirm } = allowed;
  const { plan } = judged;
  const by = approvedBy ? { approvedBy } : {};
  const refusal = await open.call.starting?.({ judged, isEdited: answer?.edits !== undefined, ...by });
  if (refusal) return refused(judged, declined(plan, refusal), refusal.by);
  const unready = changesSomething(plan) ? await announced(open, crib, judged, by) : undefined;
  if (unready) return refused(judged, unready, approvedBy);
  if (runsBesideLooks(plan, judged.context)) {
    // What it prints may be read while it runs.
    await raiseTaint(open, crib, judged);
    allowed.letLooksIn();
  }
  const within = answer ? confirmWithin(judged, answer.by, confirm) : confirm;
  const result = await runPlan(open, crib, judged, answer, {
    make: allowed.make,
    confirm: within,
    raiseTaint: () => raiseTaint(open, crib, judged),
  });
  return { result, judged, ...by };
}

/** What leaves nothing behind. */
const harmless: ReadonlySet<EffectKind> = new Set(["read", "list", "present"]);
const changesSomething = ({ effects }: Plan) => effects.some(({ kind }) => !harmless.has(kind));

/** Puts a call on record before it changes anything. @returns why it must not be made. */
async function announced(
  open: OpenCall,
  crib: Crib,
  judged: JudgedCall,
  by: { readonly approvedBy?: string },
): Promise<ToolError | undefined> {
  try {
    await readyWorkspace(crib, open.session, judged.plan);
    await crib.log.announce({ ...factsOf(open, crib.host.now(), judged), ...by });
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error;
    return new ToolError("unrecorded", `This could not be recorded: ${messageOf(error)}.`);
  }
}

/** Raises the session's taint by what the call has read so far, as its result will (PO-6). */
async function raiseTaint({ id, session, trace }: OpenCall, crib: Crib, judged: JudgedCall): Promise<void> {
  await crib.responses.check({ text: "", isError: false }, judged, session, id, trace);
}
