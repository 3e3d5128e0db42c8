/** What a model and the loop say to each other. */
import type { DialectTool } from "../../core/tools/tool";

/** Something said. */
export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** A picture or other bytes that the person attached. */
export interface DataPart {
  readonly kind: "data";
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** A model's wish to use a tool. `id` is its own within a conversation. */
export interface CallPart {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

/** What came of a call, as the model is told. */
export interface CallResult {
  readonly text: string;
  /** Pictures and other bytes beside the text. */
  readonly parts?: readonly { readonly mimeType: string; readonly bytes: Uint8Array }[];
  readonly isError?: boolean;
}

/** The result of the call with this id. */
export interface CallResultPart extends CallResult {
  readonly kind: "result";
  readonly id: string;
}

/** What one message is made of. */
export type Part = TextPart | DataPart | CallPart | CallResultPart;

/** One message of a conversation; calls are the assistant's, results and attachments the user's. */
export interface Message {
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
}

/** A piece of an answer as the model gives it; the input of a call may be anything yet. */
export type AnswerPart = TextPart | (Omit<CallPart, "input"> & { readonly input: unknown });

/** A model that answers in pieces. */
export interface Model {
  /** Tokens that it takes at most, tools included. */
  readonly maxInputTokens: number;
  /** Tokens of a message, or of a plain text. Never rejects. */
  countTokens(content: Message | string, signal: AbortSignal): Promise<number>;
  /** @throws ModelBusy, or whatever its provider throws, at the beginning or after some pieces. */
  answer(messages: readonly Message[], tools: readonly DialectTool[], signal: AbortSignal): AsyncIterable<AnswerPart>;
}

/** A failure of a model that is known to pass: it is busy, or its limit of requests is reached. */
export class ModelBusy extends Error {
  /** @param retryAfterMs milliseconds that its provider says to wait; absent: it does not say. */
  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = "ModelBusy";
  }
}

/** All that is said in a chat. What does not fit into the model any more is taken out of it. */
export interface Conversation {
  /** What the model is to be. */
  readonly opening: Message;
  /** Earlier turns, oldest first. */
  readonly earlier: Message[];
  /** The request, and what was said and done for it so far. */
  readonly turn: Message[];
}

/** Its messages in order. */
export const messagesOf = ({ opening, earlier, turn }: Conversation): Message[] => [opening, ...earlier, ...turn];

/** The user's words as a message. */
export const userSays = (text: string, more: readonly Part[] = []): Message => ({
  role: "user",
  parts: [{ kind: "text", text }, ...more],
});

/** What the model said last; empty when it said nothing. */
export function lastWords(messages: readonly Message[]): string {
  const said = messages.findLast(({ role, parts }) => role === "assistant" && textOf(parts) !== "");
  return said ? textOf(said.parts) : "";
}

const textOf = (parts: readonly Part[]) =>
  parts
    .map((part) => (part.kind === "text" ? part.text : ""))
    .join("")
    .trim();

/** The calls of a message, in order. */
export const callsIn = ({ parts }: Message): CallPart[] => parts.filter((part) => part.kind === "call");

/** The results of a message, in order. */
export const resultsIn = ({ parts }: Message): CallResultPart[] => parts.filter((part) => part.kind === "result");

/** Whether every call has its result right behind it, in order, and no result is without a call; no model takes less. */
export const isWellFormed = (messages: readonly Message[]): boolean =>
  messages.every((message, index) => {
    const before = messages[index - 1];
    const asked = before ? callsIn(before) : [];
    const told = resultsIn(message);
    const isRightSide = message.role === "user" ? callsIn(message).length === 0 : told.length === 0;
    const isLast = index === messages.length - 1;
    const idsMatch = asked.length === told.length && asked.every(({ id }, at) => id === told[at]?.id);
    return isRightSide && idsMatch && !(isLast && callsIn(message).length > 0);
  });
