/** Messages of a client that cannot be read are answered all the same: whoever sent one would wait for ever (D-1). */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCErrorResponse } from "@modelcontextprotocol/sdk/types.js";
import { oneLine } from "../../core/text/oneLine";
import { messageOf } from "../../core/vocabulary/toolError";
import { warn } from "../warn";
import { idAndKindOf, type LongMessage, maxMessageBytes } from "./boundedInput";

const errorAnswer = (code: number, message: string, id: LongMessage["id"]): JSONRPCErrorResponse => ({
  jsonrpc: "2.0",
  ...(id !== undefined && { id }),
  error: { code, message },
});

/**
 * Answers a message that was not read.
 * @returns what to read in place of an answer to a question of ours, which would be waited for otherwise.
 */
function answer(
  { id, kind }: Pick<LongMessage, "id" | "kind">,
  [code, message]: readonly [code: number, message: string],
  send: Transport["send"],
): JSONRPCErrorResponse | undefined {
  warn(message);
  const error = errorAnswer(code, message, id);
  if (kind === "response") return error;
  if (kind !== "notification") void send(error);
  return undefined;
}

/** The same for a message that is too long to be read. */
export const answerTooLong = (long: LongMessage, send: Transport["send"]): JSONRPCErrorResponse | undefined =>
  answer(
    long,
    [
      ErrorCode.InvalidRequest,
      `The message is ${long.bytes} bytes; the limit is ${maxMessageBytes}: send less at once.`,
    ],
    send,
  );

type Problem = readonly [code: number, message: string];

const parseProblem = (error: unknown): Problem => [
  ErrorCode.ParseError,
  `The message is not JSON (${oneLine(messageOf(error))}): send one JSON-RPC message a line.`,
];

const invalid = (what: string): Problem => [
  ErrorCode.InvalidRequest,
  `The message is not a JSON-RPC 2.0 message: ${what}.`,
];

function shapeProblem(message: unknown): Problem {
  if (Array.isArray(message)) return invalid("batches are not taken; send each message on a line of its own");
  if (typeof message !== "object" || message === null) return invalid("it is not an object");
  const { jsonrpc, id, method, params, result, error } = message as Readonly<Record<string, unknown>>;
  if (jsonrpc !== "2.0") return invalid('"jsonrpc" is not "2.0"');
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id))
    return invalid('"id" is neither a string nor an integer');
  if (method === undefined && result === undefined && error === undefined)
    return invalid('it has none of "method", "result" and "error"');
  if (method !== undefined && typeof method !== "string") return invalid('"method" is not a string');
  for (const [name, value] of Object.entries({ params, result, error }))
    if (value !== undefined && !isObject(value)) return invalid(`"${name}" is not an object`);
  return invalid('it has a key that JSON-RPC does not define, or its "_meta" or "progressToken" has the wrong type');
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Answers what the transport cannot read, and passes on what it can. To be called before a server is connected.
 * @param lines what the transport is given, message by message.
 */
export function answerMalformed(transport: Transport, lines: Buffer[]): void {
  transport.onmessage = () => void lines.shift();
  transport.onerror = () => {
    const line = lines.shift()?.toString() ?? "";
    if (line.trim() === "") return;
    let message: unknown;
    let problem: Problem | undefined;
    try {
      message = JSON.parse(line);
    } catch (error) {
      problem = parseProblem(error);
    }
    const instead = answer(idAndKindOf(message), problem ?? shapeProblem(message), (sent) => transport.send(sent));
    // It stands for none of the lines.
    if (instead) lines.unshift(Buffer.of());
    if (instead) transport.onmessage?.(instead);
  };
}
