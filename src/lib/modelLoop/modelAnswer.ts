/** One answer of a model, with what can be done about a model that is busy, breaks off or says nothing. */
import type { DialectTool } from "../../core/tools/tool";
import { raceAbort } from "../../core/util/raceAbort";
import { messageOf } from "../../core/vocabulary/toolError";
import { type AskedCall, askedCall } from "./askedCalls";
import type { ContextWindow } from "./contextWindow";
import { type Conversation, callsIn, type Model, ModelBusy, messagesOf, userSays } from "./conversation";

/** What one answer is made of. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly AskedCall[];
}

/** What asking a model needs. */
export interface AnsweringPorts {
  readonly model: Model;
  readonly room: ContextWindow;
  readonly tools: readonly DialectTool[];
  readonly signal: AbortSignal;
  /** Text of the model, as it comes. */
  onText(text: string): void;
  /** Something that the person should know, in one sentence. */
  onNote(note: string): void;
  /** Earlier messages were shortened or left out. */
  onTrim(): void;
  /** Waits; fulfilled at once when it is cancelled. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** How often a request is made again, for each reason. */
const retries = { busy: 6, broken: 3 } as const;
/** Milliseconds waited at most, whatever a provider says. */
const maxPause = 60_000;
/** Characters and calls after which an answer is not listened to any more. */
const maxAnswerLength = { characters: 1_000_000, calls: 1000 } as const;

const goOn = "Your answer was cut off here. Continue from where it was cut off, without repeating that.";
const sayMore = "Your answer was empty. Go on with the task, or say what you have found.";

/**
 * What the model answers; an answer without text and calls is what it is after it was asked twice.
 * @throws what the provider throws, when asking again does not help.
 */
export async function nextAnswer(conversation: Conversation, ports: AnsweringPorts): Promise<ModelAnswer> {
  const { tools, signal } = ports;
  const { turn } = conversation;
  const tries = { busy: 0, broken: 0, empty: 0 };
  for (;;) {
    if (await raceAbort(() => ports.room.fit(conversation, tools, signal), signal)) ports.onTrim();
    const { failure, ...answer } = await listen(conversation, ports, tries.empty > 0);
    const isEmpty = answer.calls.length === 0 && answer.text.trim() === "";
    if (signal.aborted) return answer;
    // Calls that came whole are worth making, however the answer ended.
    if (answer.calls.length > 0) return answer;
    if (!failure) {
      if (!isEmpty || tries.empty++ > 0) return answer;
      continue;
    }
    if (!isEmpty) turn.push({ role: "assistant", parts: [{ kind: "text", text: answer.text }] });
    const reason = reasonOf(failure.error, isEmpty && tries.broken === 0);
    if (!reason || ++tries[reason] > retries[reason]) throw failure.error;
    if (!isEmpty) turn.push(userSays(goOn));
    await waitFor(failure.error, tries[reason], ports);
    if (signal.aborted) return { text: "", calls: [] };
  }
}

/** Undefined when asking again is of no use: it failed before it said anything, and not because it is busy. */
function reasonOf(error: unknown, saidNothing: boolean): "busy" | "broken" | undefined {
  if (error instanceof ModelBusy) return "busy";
  return saidNothing ? undefined : "broken";
}

async function waitFor(error: unknown, attempt: number, { onNote, pause, signal }: AnsweringPorts): Promise<void> {
  const asked = error instanceof ModelBusy ? error.retryAfterMs : undefined;
  const milliseconds = Math.min(maxPause, Math.max(asked ?? 0, 1000 * 2 ** (attempt - 1)));
  const what = error instanceof ModelBusy ? "The model is busy" : "The answer was cut off";
  onNote(`${what} (${messageOf(error)}): trying again in ${Math.ceil(milliseconds / 1000)} s.`);
  await pause(milliseconds, signal);
}

interface Heard extends ModelAnswer {
  /** Set when the answer broke off. */
  readonly failure?: { readonly error: unknown };
}

/** @param wasEmpty whether the answer before was empty, which the model is told. */
async function listen(conversation: Conversation, ports: AnsweringPorts, wasEmpty: boolean): Promise<Heard> {
  const { model, tools, signal, onText } = ports;
  const messages = messagesOf(conversation);
  const taken = new Set(messages.flatMap(callsIn).map(({ id }) => id));
  const calls: AskedCall[] = [];
  let text = "";
  try {
    const asked = wasEmpty ? [...messages, userSays(sayMore)] : messages;
    for await (const part of untilAborted(model.answer(asked, tools, signal), signal)) {
      if (part.kind === "text") {
        text += part.text;
        onText(part.text);
      } else calls.push(askedCall(part, taken));
      if (text.length > maxAnswerLength.characters || calls.length >= maxAnswerLength.calls) break;
    }
    return { text, calls };
  } catch (error) {
    return { text, calls, failure: { error } };
  }
}

/** The pieces until it is cancelled, whether or not who gives them heeds that. */
async function* untilAborted<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await raceAbort(() => iterator.next(), signal);
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    // It may never come to its end, so nobody waits for that.
    iterator.return?.().catch(() => {});
  }
}
