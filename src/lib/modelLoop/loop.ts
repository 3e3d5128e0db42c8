/** The loop between a model and the tools: ask, call what it wants, tell it what came of it, until it is done. */

import { unknownTool } from "../../core/calls/callFailures";
import { metadataOf } from "../../core/tools/dialect";
import type { ToolCatalog } from "../../core/tools/toolCatalog";
import { messageOf } from "../../core/vocabulary/toolError";
import type { AskedCall } from "./askedCalls";
import { inBatches } from "./batches";
import { ContextWindow } from "./contextWindow";
import type { CallPart, CallResult, Conversation, Model, Part } from "./conversation";
import { type AnsweringPorts, type ModelAnswer, nextAnswer } from "./modelAnswer";
import { pause } from "./pause";
import { RepeatedFailures } from "./repeatedFailures";

/** What the loop needs of its surroundings. */
export interface LoopPorts {
  readonly model: Model;
  /** Asked anew each round, for a call may activate tools. */
  readonly tools: Pick<ToolCatalog, "find" | "all" | "activeTools" | "closestNames" | "isOfUse">;
  /** Makes a call; failures come back as results, so that the model can go on. */
  callTool(call: CallPart): Promise<CallResult>;
  /** Text of the model, as it comes. */
  onText(text: string): void;
  /** Something that the person should know, in one sentence: a call that was not made, a model that is busy. */
  onNote?(note: string): void;
  /** Earlier messages were shortened or left out, because the model has no room for them. */
  onTrim?(): void;
  readonly signal: AbortSignal;
  /** Times the model is asked at most. */
  readonly maxRounds: number;
  /** Waits for a busy model; fulfilled at once when it is cancelled. By default real time. */
  pause?(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Why the loop ended. */
export type LoopEnding = "done" | "rounds" | "cancelled" | "empty";

/** Calls of one answer that are made; the model is told of the others that they were not. */
export const maxCalls = 64;

const notDone: CallResult = { text: "Not done: the request was cancelled.", isError: true };

/**
 * Runs until the model calls no more tools. Whatever happens, every call has its result.
 * @param conversation its turn grows by what is said and done, and what there is no room for is taken out of it.
 * @throws what the model's provider throws, when asking again does not help; ToolError `too_large` when nothing fits.
 */
export async function runLoop(conversation: Conversation, ports: LoopPorts): Promise<LoopEnding> {
  const { turn } = conversation;
  const { signal, maxRounds } = ports;
  const room = new ContextWindow(ports.model);
  const failures = new RepeatedFailures();
  for (let round = 0; round < maxRounds; round++) {
    if (signal.aborted) return "cancelled";
    const answer = await nextAnswer(conversation, answeringPorts(ports, room));
    const parts = partsOf(answer);
    if (parts.length > 0) turn.push({ role: "assistant", parts });
    if (answer.calls.length > 0) turn.push({ role: "user", parts: await resultsOf(answer.calls, ports, failures) });
    if (signal.aborted) return "cancelled";
    if (answer.calls.length === 0) return parts.length > 0 ? "done" : "empty";
  }
  return "rounds";
}

const answeringPorts = (ports: LoopPorts, room: ContextWindow): AnsweringPorts => ({
  room,
  model: ports.model,
  tools: ports.tools.activeTools(),
  signal: ports.signal,
  onText: (text) => ports.onText(text),
  onNote: (note) => ports.onNote?.(note),
  onTrim: () => ports.onTrim?.(),
  pause: ports.pause ?? pause,
});

const partsOf = ({ text, calls }: ModelAnswer): Part[] => [
  ...(text.trim() === "" ? [] : [{ kind: "text", text } as const]),
  ...calls.map(({ call }) => call),
];

async function resultsOf(calls: readonly AskedCall[], ports: LoopPorts, failures: RepeatedFailures): Promise<Part[]> {
  const isSafe = ({ call }: AskedCall) => factsOf(call, ports).concurrencySafe;
  const made = await inBatches(calls.slice(0, maxCalls), isSafe, (asked) => resultOf(asked, ports, failures));
  const left = calls.slice(maxCalls).map(() => tooMany(calls.length));
  if (left.length > 0) ports.onNote?.(`The model wanted ${calls.length} calls at once: ${maxCalls} of them were made.`);
  return calls.map(({ call }, index) => ({
    kind: "result",
    id: call.id,
    ...((made[index] ?? left[index - made.length]) as CallResult),
  }));
}

const tooMany = (count: number): CallResult => ({
  text: `Not done: too many calls at once (${count}, of which the first ${maxCalls} were made); repeat those that are still needed.`,
  isError: true,
});

/** What is not there harms nobody. */
const factsOf = ({ name }: CallPart, { tools }: LoopPorts) => {
  const tool = tools.find(name);
  return tool ? metadataOf(tool) : { concurrencySafe: true, readOnly: true };
};

async function resultOf(
  { call, problem }: AskedCall,
  ports: LoopPorts,
  failures: RepeatedFailures,
): Promise<CallResult> {
  if (ports.signal.aborted) return notDone;
  const repeated = failures.refusal(call);
  if (repeated !== undefined) return refused(repeated, ports);
  const wrong = problem ?? unknown(call, ports);
  const result = wrong === undefined ? await made(call, ports) : refused(wrong, ports);
  failures.note(call, result, factsOf(call, ports).readOnly);
  return result;
}

/** Whoever makes calls shows them; of these nobody else hears. */
function refused(text: string, { onNote }: LoopPorts): CallResult {
  onNote?.(text);
  return { text, isError: true };
}

const unknown = ({ name }: CallPart, { tools }: LoopPorts) =>
  tools.find(name) ? undefined : unknownTool(tools, name).message;

async function made(call: CallPart, ports: LoopPorts): Promise<CallResult> {
  try {
    return await ports.callTool(call);
  } catch (error) {
    return { text: `The call failed: ${messageOf(error)}.`, isError: true };
  }
}
