import type { AnswerPart, Message, Model } from "./conversation";

/**
 * The same model, telling the tokens of every message that it is sent, each time it is sent, and of what it answers (AG-6).
 * Counting a message again costs nothing.
 */
export function meteredModel(model: Model, spend: (tokens: number) => void): Model {
  const counted = new WeakMap<Message, Promise<number>>();
  const count = (message: Message, signal: AbortSignal): Promise<number> => {
    const known = counted.get(message) ?? model.countTokens(message, signal);
    counted.set(message, known);
    return known;
  };
  return {
    maxInputTokens: model.maxInputTokens,
    countTokens: (content, signal) =>
      typeof content === "string" ? model.countTokens(content, signal) : count(content, signal),
    async *answer(messages, tools, signal) {
      const sent = await Promise.all(messages.map((message) => count(message, signal)));
      spend(sent.reduce((sum, tokens) => sum + tokens, 0));
      const said: string[] = [];
      try {
        for await (const part of model.answer(messages, tools, signal)) {
          said.push(wordsOf(part));
          yield part;
        }
      } finally {
        spend(await model.countTokens(said.join(""), signal));
      }
    },
  };
}

const wordsOf = (part: AnswerPart): string =>
  part.kind === "text" ? part.text : `${part.name} ${JSON.stringify(part.input)}`;
