/** What a model wants to call, made into calls that can be made, or refused with a sentence. */
import { messageOf } from "../../core/vocabulary/toolError";
import type { AnswerPart, CallPart } from "./conversation";

/** A call of an answer; `problem` says why it cannot be made. */
export interface AskedCall {
  readonly call: CallPart;
  readonly problem?: string;
}

type GivenCall = Extract<AnswerPart, { kind: "call" }>;

/** @param taken ids of the conversation so far; the new one joins them. */
export function askedCall(given: GivenCall, taken: Set<string>): AskedCall {
  const id = freeId(given.id, taken);
  taken.add(id);
  const { input, problem } = objectFrom(given.input);
  const call: CallPart = { kind: "call", id, name: given.name, input };
  return problem === undefined ? { call } : { call, problem: `${given.name} was not called: ${problem}` };
}

/** Some providers number the calls of every answer anew, and some not at all. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  if (id && !taken.has(id)) return id;
  for (let count = 2; ; count++) {
    const free = `${id || "call"}-${count}`;
    if (!taken.has(free)) return free;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object, given as such or as JSON text. Of what is none, the conversation keeps an empty one. */
function objectFrom(given: unknown): { readonly input: object; readonly problem?: string } {
  if (isObject(given)) return { input: given };
  if (given === undefined || given === "") return { input: {} };
  if (typeof given !== "string") return { input: {}, problem: notAnObject(given) };
  try {
    const parsed: unknown = JSON.parse(given);
    return isObject(parsed) ? { input: parsed } : { input: {}, problem: notAnObject(parsed) };
  } catch (error) {
    return { input: {}, problem: `its input is not valid JSON (${messageOf(error)}); give it as one JSON object.` };
  }
}

const notAnObject = (value: unknown) =>
  `its input must be a JSON object with its parameters by name, but was ${value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`}.`;
