/** Keeps a conversation within what its model takes. */
import { parametersOf } from "../../core/tools/dialect";
import type { DialectTool } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { type Conversation, callsIn, type Message, type Model, messagesOf, resultsIn } from "./conversation";
import { cutOnce, cuttable, withStubs } from "./shortenedResults";

/** What counting may be wrong by: a provider adds words of its own around every message. */
const usable = 0.95;
/** What is aimed at once something has to go, so that it is not every round. */
const aim = 0.75;

/** The room that one model has for one conversation. */
export class ContextWindow {
  readonly #counted = new WeakMap<Message, number>();
  #tools: { readonly text: string; readonly tokens: number } | undefined;

  constructor(private readonly model: Pick<Model, "maxInputTokens" | "countTokens">) {}

  /**
   * Takes out of a conversation what the model has no room for: the oldest results are cut to a stub, then the oldest turns
   * and rounds go whole, never a call without its result; at last the longest texts are cut.
   * @returns whether something was taken out.
   * @throws ToolError `too_large` when nothing that is left can be cut.
   */
  async fit(conversation: Conversation, tools: readonly DialectTool[], signal: AbortSignal): Promise<boolean> {
    const { maxInputTokens } = this.model;
    // Some providers do not know what their models take.
    if (!(maxInputTokens > 0)) return false;
    const most = Math.floor(maxInputTokens * usable) - (await this.#tokensOf(tools, signal));
    const used = () => this.#used(conversation, signal);
    if ((await used()) <= most) return false;
    const aimed = most * aim;
    for (const step of steps) while ((await used()) > aimed && step(conversation));
    while ((await used()) > most) if (!cutLongest(conversation)) throw this.#tooLarge(most);
    return true;
  }

  #tooLarge(most: number): ToolError {
    return new ToolError(
      "too_large",
      `The request is too long: after the tool definitions, the model has room for ${Math.max(0, most)} of its ${this.model.maxInputTokens} tokens; choose a model that takes more, or offer it fewer tools.`,
    );
  }

  async #used(conversation: Conversation, signal: AbortSignal): Promise<number> {
    const counts = await Promise.all(messagesOf(conversation).map((message) => this.#count(message, signal)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async #count(message: Message, signal: AbortSignal): Promise<number> {
    const known = this.#counted.get(message);
    if (known !== undefined) return known;
    const tokens = await this.model.countTokens(message, signal);
    this.#counted.set(message, tokens);
    return tokens;
  }

  async #tokensOf(tools: readonly DialectTool[], signal: AbortSignal): Promise<number> {
    const text = JSON.stringify(tools.map((tool) => [tool.name, tool.description, parametersOf(tool)]));
    if (this.#tools?.text !== text) this.#tools = { text, tokens: await this.model.countTokens(text, signal) };
    return this.#tools.tokens;
  }
}

/** Each makes some room, the least missed first; false when it cannot any more. */
const steps: readonly ((conversation: Conversation) => boolean)[] = [stubOldestResult, dropOldestTurn, dropOldestRound];

/** What the model was told last stays as it is. */
function stubOldestResult({ earlier, turn }: Conversation): boolean {
  const newest = turn.at(-1);
  for (const list of [earlier, turn])
    for (const [index, message] of list.entries()) {
      const stubbed = message === newest ? message : withStubs(message);
      if (stubbed === message) continue;
      list[index] = stubbed;
      return true;
    }
  return false;
}

const beginsTurn = (message: Message) => message.role === "user" && resultsIn(message).length === 0;

function dropOldestTurn({ earlier }: Conversation): boolean {
  if (earlier.length === 0) return false;
  const next = earlier.findIndex((message, index) => index > 0 && beginsTurn(message));
  earlier.splice(0, next < 0 ? earlier.length : next);
  return true;
}

/** A round is what the model said, with the results of what it called; the request and the last round stay. */
function dropOldestRound({ turn }: Conversation): boolean {
  const [, first] = turn;
  if (!first) return false;
  const length = callsIn(first).length > 0 ? 2 : 1;
  if (turn.length <= length + 2) return false;
  turn.splice(1, length);
  return true;
}

function cutLongest(conversation: Conversation): boolean {
  const [longest] = [conversation.earlier, conversation.turn]
    .flatMap((list) => list.map((message, index) => ({ list, index, message, characters: cuttable(message) })))
    .sort((a, b) => b.characters - a.characters);
  if (!longest || longest.characters === 0) return false;
  longest.list[longest.index] = cutOnce(longest.message);
  return true;
}
