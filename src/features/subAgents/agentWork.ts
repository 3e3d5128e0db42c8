/** One agent's work from its prompt to its last words. */

import type { Confirm } from "../../core/calls/approvals/answer";
import type { Crib } from "../../core/calls/crib";
import { executeCall } from "../../core/calls/executeCall";
import type { Turn } from "../../core/journal/journalEntry";
import type { Session } from "../../core/session/session";
import type { AgentReport } from "../../core/tools/delegation";
import { ToolCatalog } from "../../core/tools/toolCatalog";
import {
  type CallPart,
  type CallResult,
  type Conversation,
  lastWords,
  userSays,
} from "../../lib/modelLoop/conversation";
import { runLoop } from "../../lib/modelLoop/loop";
import { meteredModel } from "../../lib/modelLoop/meteredModel";
import { agentInstructions } from "./agentInstructions";
import type { AgentRecord } from "./agentRecord";
import type { AgentRegistry } from "./agentRegistry";
import { AgentSteps } from "./agentSteps";

/** Characters of its last words that are handed on. */
const maxCharacters = 100_000;

/** Where an agent works, and as whom. */
export interface Workplace {
  readonly crib: Crib;
  readonly session: Session;
  /** What its calls are part of. */
  readonly turn?: Turn;
  readonly confirm: Confirm;
  /** Hears what it does, a line at a time. */
  progress(line: string): void;
}

/** How the work of an agent ended. */
export type WorkOutcome = Pick<AgentReport, "state" | "text">;

/** Lets an agent work until it is done or stopped. Never rejects. */
export async function work(record: AgentRecord, registry: AgentRegistry, place: Workplace): Promise<WorkOutcome> {
  const { crib, session } = place;
  const { signal, wish } = record;
  const maxRounds = crib.context().settings.limits.agentRounds;
  const steps = new AgentSteps(record, registry, place.progress);
  const conversation: Conversation = {
    opening: userSays(agentInstructions(wish, session.plan.isOn)),
    earlier: [],
    turn: [userSays(wish.prompt)],
  };
  const words = () => cut(lastWords(conversation.turn));
  try {
    const ending = await runLoop(conversation, {
      model: meteredModel(record.facts.model.model, (tokens) => steps.spend(tokens)),
      tools: new ToolCatalog(crib, session),
      callTool: (call) => callTool(call, record, place, steps),
      onText: (text) => steps.say(text),
      onNote: (note) => steps.note(note),
      signal,
      maxRounds,
    });
    steps.flush();
    if (ending === "done") return { state: "done", text: words() };
    if (ending === "cancelled") return { state: "cancelled", text: soFar("it was stopped.", record, words()) };
    const why =
      ending === "rounds"
        ? `it had not finished after ${maxRounds} rounds (toolcrib.limits.agentRounds).`
        : "its model gave an empty answer.";
    return { state: "failed", text: soFar(why, record, words()) };
  } catch (error) {
    steps.flush();
    if (signal.aborted) return { state: "cancelled", text: soFar("it was stopped.", record, words()) };
    return { state: "failed", text: soFar(record.facts.model.problem(error), record, words()) };
  }
}

async function callTool(
  { name, input }: CallPart,
  { signal }: AgentRecord,
  { crib, session, turn, confirm }: Workplace,
  steps: AgentSteps,
): Promise<CallResult> {
  const step = steps.begin(name);
  const call = { tool: name, input, signal, ...(turn && { turn }), planned: step.planned };
  const { text, parts, isError } = await executeCall(crib, session, call, confirm);
  step.end(isError);
  return { text, isError, ...(parts && { parts }) };
}

/** Why an agent did not come to its end, as a sentence, and how far it came. */
function soFar(why: string, { activity: { calls } }: AgentRecord, words: string): string {
  const said = words === "" ? "" : ` Its last message:\n${words}`;
  return `${why} It made ${calls} ${calls === 1 ? "call" : "calls"}.${said}`;
}

const cut = (text: string): string =>
  text.length > maxCharacters
    ? `${text.slice(0, maxCharacters)}\n[… ${text.length - maxCharacters} characters left out …]`
    : text;
