/** The loop between a model and the tools: ask, call what it wants, tell it what came of it, until it is done. */

/** What one turn of a conversation is made of. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly input: object }
  | ({ readonly kind: "result"; readonly id: string } & CallResult);

/** What came of a call, as the model is told. */
export interface CallResult {
  readonly text: string;
  /** Pictures and other bytes beside the text. */
  readonly parts?: readonly { readonly mimeType: string; readonly bytes: Uint8Array }[];
}

/** One message of a conversation. */
export interface Message {
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
}

/** A model that answers in pieces. Throws what its provider throws. */
export interface Model {
  answer(messages: readonly Message[], signal: AbortSignal): AsyncIterable<Exclude<Part, { kind: "result" }>>;
}

/** What the loop needs of its surroundings. */
export interface LoopPorts {
  readonly model: Model;
  /** Makes a call; failures come back as text, so that the model can go on. */
  callTool(call: Extract<Part, { kind: "call" }>): Promise<CallResult>;
  /** Text of the model, as it comes. */
  onText(text: string): void;
  readonly signal: AbortSignal;
  /** Times the model is asked at most. */
  readonly maxRounds: number;
}

const notDone: CallResult = { text: "Not done: the request was cancelled." };

/** Why the loop ended. */
export type LoopEnding = "done" | "rounds" | "cancelled" | "empty";

/**
 * Runs until the model calls no more tools.
 * @param messages the conversation so far, ending with the person's request; grows by what is said and done.
 */
export async function runLoop(messages: Message[], ports: LoopPorts): Promise<LoopEnding> {
  for (let round = 0; round < ports.maxRounds; round++) {
    if (ports.signal.aborted) return "cancelled";
    const parts = await collect(messages, ports);
    const calls = parts.filter((part) => part.kind === "call");
    if (parts.length > 0) messages.push({ role: "assistant", parts });
    if (ports.signal.aborted) return "cancelled";
    if (calls.length === 0) return parts.length > 0 ? "done" : "empty";
    const results: Part[] = [];
    for (const call of calls) {
      const result = ports.signal.aborted ? notDone : await ports.callTool(call);
      results.push({ kind: "result", id: call.id, ...result });
    }
    messages.push({ role: "user", parts: results });
  }
  return "rounds";
}

async function collect(
  messages: readonly Message[],
  { model, onText, signal }: LoopPorts,
): Promise<Exclude<Part, { kind: "result" }>[]> {
  const parts: Exclude<Part, { kind: "result" }>[] = [];
  for await (const part of model.answer(messages, signal)) {
    if (part.kind === "text") onText(part.text);
    const last = parts.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      parts[parts.length - 1] = { kind: "text", text: last.text + part.text };
    else parts.push(part);
  }
  return parts;
}
