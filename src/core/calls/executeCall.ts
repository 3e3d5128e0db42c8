/** The only way from a call to a result: translate, plan, judge, confirm, run, record. */

import type { Session } from "../session/session";
import { ignoredNote } from "../tools/arguments/strangeArguments";
import type { ToolResult } from "../tools/tool";
import { highest, type Level } from "../vocabulary/level";
import type { Confirm } from "./approvals/answer";
import { attempt, type Outcome } from "./attempt";
import { backgroundNews } from "./beside/backgroundNews";
import { notesOfHooks } from "./beside/hooks";
import type { Call } from "./call";
import { callFailure, cancelled } from "./callFailures";
import { factsOf } from "./callRecord";
import type { Crib } from "./crib";
import { type OpenCall, openCall } from "./openCall";
import type { CheckedResponse } from "./responses";
import { inTurn } from "./turnOrder";

/** Makes a call: asks `confirm` when the verdict is ask, runs, classifies the result and records. Never throws. */
export async function executeCall(crib: Crib, session: Session, request: Call, confirm: Confirm): Promise<ToolResult> {
  const call = openCall(crib, session, request); // resolves call_tool; id, clock, trace
  const made = await inTurn(call, async (letLooksIn) => {
    const outcome = await attempt(call, confirm, letLooksIn, executeCall); // place, plan, judge, hooks, ask, run
    return classified(call, outcome); // level, redaction, taint, before the next call of the turn is judged
  });
  const ended = made ?? (await classified(call, notMade(call)));
  const notices = await noticesFor(call, ended); // ignored arguments, hooks' notes, background news
  const answer = withNotices(ended.response, notices);
  await record(call, ended, answer);
  return answer.result;
}

/** What came of a call, as it may leave the crib. */
interface Ended extends Outcome {
  readonly response: CheckedResponse;
}

/** What a model is told beside the result. */
interface Notices {
  readonly texts: readonly string[];
  /** How confidential they are. */
  readonly level: Level;
}

const notMade = ({ tools, call }: OpenCall): Outcome => ({
  result: callFailure(cancelled(), tools.find(call.tool), {}),
});

async function classified({ id, crib, session, trace }: OpenCall, outcome: Outcome): Promise<Ended> {
  const { responses } = await crib;
  return { ...outcome, response: await responses.check(outcome.result, outcome.judged, session, id, trace) };
}

async function noticesFor(open: OpenCall, { judged, response }: Ended): Promise<Notices> {
  const { id, time, session, call } = open;
  const crib = await open.crib;
  const hooked = judged && { id, agent: session.agent, judged, signal: call.signal };
  const ended = { ...response, durationMs: crib.host.now() - time };
  const hooks = hooked ? await notesOfHooks(crib, session, hooked, ended) : { notes: [], level: response.level };
  const news = await backgroundNews(crib, open);
  return { texts: [...ignoredNotes(open), ...hooks.notes, ...news.texts], level: highest([hooks.level, news.level]) };
}

/** What a call was given that nothing takes, and what the call was given that is made through it. */
const ignoredNotes = ({ tools, request, call }: OpenCall): string[] =>
  [...new Set([request, call])].flatMap(({ tool, input }) => {
    const known = tools.find(tool);
    return (known && ignoredNote(known, input)) ?? [];
  });

const withNotices = ({ result, level }: CheckedResponse, notices: Notices): CheckedResponse => ({
  result: notices.texts.length > 0 ? { ...result, text: [result.text, ...notices.texts].join("\n\n") } : result,
  level: highest([level, notices.level]),
});

async function record(
  open: OpenCall,
  { judged, approvedBy }: Ended,
  { result, level }: CheckedResponse,
): Promise<void> {
  const crib = await open.crib;
  await crib.log.record({
    ...factsOf(open, open.time, judged),
    ...(approvedBy && { approvedBy }),
    isError: result.isError,
    result,
    level,
    durationMs: crib.host.now() - open.time,
    ...(open.trace.reached.length > 0 && { reached: [...open.trace.reached] }),
  });
}
