/** What the ways of speaking to a model have in common. */
import type { ServerResponse } from "node:http";

/** What the model does next: it calls a tool of the crib, or one of the client itself, or says its last words. */
export type Step =
  | { readonly tool: string; readonly input: object; readonly isClients?: boolean }
  | { readonly text: string };

/** What came back of a call: what the model reads of it, and whether it sees a picture. */
export interface SeenResult {
  readonly text: string;
  readonly hasPicture: boolean;
}

/** A tool that a client offers, in a namespace where it has one. */
export interface Offered {
  readonly name: string;
  readonly namespace?: string;
}

/** A request, whichever way it was put. */
export interface Asked {
  readonly offered: readonly Offered[];
  readonly results: readonly SeenResult[];
}

export type Json = Readonly<Record<string, unknown>>;

/** One way of speaking to a model. */
export interface Protocol {
  /** Of the paths that it is spoken at. */
  readonly path: RegExp;
  read(body: Json): Asked;
  /** Writes the whole answer after the head. */
  answer(response: ServerResponse, asked: Asked, step: Step, model: string): void;
}

export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * A call of our tool as the client wants it: it puts the server's name before ours, and one that keeps tools back has
 * a tool to call them with.
 */
export function callOf(
  offered: readonly Offered[],
  { tool, input, isClients }: Extract<Step, { tool: string }>,
): Offered & { readonly input: object } {
  if (isClients) return { name: tool, input };
  const isOurs = ({ name, namespace = "" }: Offered) => /toolcrib/.test(`${namespace}${name}`) && name.endsWith(tool);
  const found = offered.find(isOurs);
  if (found) return { ...found, input };
  return { name: "tool_call", input: { name: `mcp__toolcrib__${tool}`, arguments: input } };
}
