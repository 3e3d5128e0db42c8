/** What a tool of another extension returns, taken as a result where it is one. */
import type { ResultPart, ToolResult } from "../../core/tools/tool";
import { plainCopy } from "./plainCopy";

/** Characters of text, and of facts as JSON. */
const maxCharacters = 1_000_000;
const maxParts = 20;
/** Bytes of all parts together. */
const maxBytes = 20 * 1024 * 1024;

const fields = new Set(["text", "data", "parts", "isError"]);

/**
 * A result that shares nothing with what was returned.
 * @throws Error with one clause on why it is no answer.
 */
export function resultOfAnswer(answer: unknown): ToolResult {
  if (typeof answer === "string") return { text: textOf(answer), isError: false };
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw new Error(`it returned ${nameOf(answer)}, but an answer must be a text or { text, data, parts, isError }`);
  const odd = Object.keys(answer).find((key) => !fields.has(key));
  if (odd !== undefined)
    throw new Error(
      `it returned ${JSON.stringify(odd.slice(0, 50))}, but an answer must be a text or { text, data, parts, isError }`,
    );
  const { text, data, parts = [], isError = false } = answer as Record<string, unknown>;
  if (typeof isError !== "boolean") throw new Error("isError in its answer must be true or false");
  const facts = data === undefined ? undefined : plainCopy(data, maxCharacters);
  const taken = partsOf(parts);
  if (text === undefined && facts === undefined && taken.length === 0) throw new Error("its answer is empty");
  return {
    text: text === undefined ? shownOf(facts, taken.length) : textOf(text),
    isError,
    ...(facts !== undefined && { data: facts }),
    ...(taken.length > 0 && { parts: taken }),
  };
}

const nameOf = (value: unknown) => {
  if (value === undefined || value === null) return "nothing";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
};

function textOf(text: unknown): string {
  if (typeof text !== "string") throw new Error(`the text of its answer is ${nameOf(text)}`);
  if (text.length > maxCharacters)
    throw new Error(`its answer is ${text.length} characters long; the limit is ${maxCharacters}`);
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

const shownOf = (facts: unknown, parts: number) =>
  facts === undefined ? `${parts} ${parts === 1 ? "part" : "parts"} without a text.` : JSON.stringify(facts, null, 2);

function partsOf(parts: unknown): ResultPart[] {
  if (!Array.isArray(parts)) throw new Error(`the parts of its answer are ${nameOf(parts)}`);
  if (parts.length > maxParts) throw new Error(`its answer has ${parts.length} parts; the limit is ${maxParts}`);
  const bytes = parts.reduce((sum, part) => sum + (part?.data instanceof Uint8Array ? part.data.length : 0), 0);
  if (bytes > maxBytes) throw new Error(`the parts of its answer have ${bytes} bytes; the limit is ${maxBytes}`);
  return parts.map(partOf);
}

function partOf(part: unknown): ResultPart {
  const { mimeType, data } = (part ?? {}) as Record<string, unknown>;
  if (
    typeof mimeType !== "string" ||
    !/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mimeType) ||
    !(data instanceof Uint8Array)
  )
    throw new Error("a part of its answer is not { mimeType, data } with bytes");
  return { kind: mimeType.startsWith("image/") ? "image" : "file", mimeType, bytes: Uint8Array.from(data) };
}
