/** A model that gives prepared answers, and surroundings for the loop around it. */
import * as z from "zod";
import type { DialectTool } from "../../../../src/core/tools/tool";
import { defineTool } from "../../../../src/core/tools/tool";
import {
  type AnswerPart,
  type CallPart,
  type Conversation,
  type Message,
  type Model,
  type TextPart,
  userSays,
} from "../../../../src/lib/modelLoop/conversation";
import { type LoopPorts, runLoop } from "../../../../src/lib/modelLoop/loop";

export const text = (words: string): TextPart => ({ kind: "text", text: words });
export const call = (id: string, name = "look", input: object = { id }): CallPart => ({
  kind: "call",
  id,
  name,
  input,
});

/** What a model does in one round: it says pieces, and may then break off. */
export interface Round {
  readonly says: readonly AnswerPart[];
  readonly thenThrows?: unknown;
}

/** A model that gives these answers, one a round, and notes what it was told. Counts four characters as a token. */
export function scripted(rounds: readonly (readonly AnswerPart[] | Round)[], maxInputTokens = 1_000_000) {
  const told: Message[][] = [];
  const offered: string[][] = [];
  const model: Model = {
    maxInputTokens,
    countTokens: async (content) => Math.ceil(JSON.stringify(content).length / 4),
    async *answer(messages, tools) {
      told.push(structuredClone([...messages]) as Message[]);
      offered.push(tools.map(({ name }) => name));
      const round = rounds[told.length - 1] ?? [];
      const { says, thenThrows } = "says" in round ? round : { says: round, thenThrows: undefined };
      yield* says;
      if (thenThrows !== undefined) throw thenThrows;
    },
  };
  return { model, told, offered };
}

const fakeTool = (name: string, readOnly: boolean): DialectTool => {
  const tool = defineTool({
    name,
    displayName: name,
    summary: name,
    description: name,
    input: z.object({}),
    metadata: { concurrencySafe: readOnly, readOnly, destructive: false, idempotent: readOnly },
    effectKinds: [],
    plan: () => Promise.reject(new Error("never planned")),
  });
  return { name, aliases: [], displayName: name, description: name, input: tool.input, tool, toInput: (args) => args };
};

/** `look` may run beside others, `change` may not. */
export const fakeTools = [fakeTool("look", true), fakeTool("change", false)];

export const shelfOf = (tools: readonly DialectTool[]): LoopPorts["tools"] => ({
  all: () => tools,
  find: (name) => tools.find((tool) => tool.name === name),
  activeTools: () => tools,
  isOfUse: () => true,
  closestNames: (name) => tools.map((tool) => tool.name).filter((other) => other.startsWith(name.slice(0, 3))),
});

/** Runs the loop on prepared answers. */
export async function play(
  rounds: readonly (readonly AnswerPart[] | Round)[],
  { maxInputTokens, ...ports }: Partial<LoopPorts> & { readonly maxInputTokens?: number } = {},
) {
  const { model, told, offered } = scripted(rounds, maxInputTokens);
  const calls: string[] = [];
  const said: string[] = [];
  const notes: string[] = [];
  const pauses: number[] = [];
  const conversation: Conversation = { opening: userSays("be good"), earlier: [], turn: [userSays("please")] };
  const run = () =>
    runLoop(conversation, {
      model,
      tools: shelfOf(fakeTools),
      callTool: async ({ id }) => {
        calls.push(id);
        return { text: `result ${id}` };
      },
      onText: (words) => said.push(words),
      onNote: (note) => notes.push(note),
      signal: new AbortController().signal,
      maxRounds: 5,
      pause: async (milliseconds) => void pauses.push(milliseconds),
      ...ports,
    });
  const ending = await run().catch((error: unknown) => error);
  return { ending, told, offered, calls, said, notes, pauses, conversation, turn: conversation.turn };
}
