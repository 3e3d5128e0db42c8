/** Google's way: contents that are generated. */
import { callOf, type Json, listOf, type Protocol, type SeenResult, textOf } from "./protocol";

const hasPicture = (parts: readonly Json[]) =>
  parts.some(({ inlineData }) => textOf((inlineData as Json | undefined)?.mimeType).startsWith("image/"));

/** A picture comes in the response or beside it. */
function seenIn(parts: readonly Json[]): readonly SeenResult[] {
  return parts.flatMap(({ functionResponse }) => {
    if (functionResponse === undefined) return [];
    const { response = {}, parts: own } = functionResponse as Json;
    const { output, error } = response as Json;
    const isShown = hasPicture(listOf(own)) || hasPicture(parts);
    return [{ text: textOf(output) || textOf(error), hasPicture: isShown }];
  });
}

export const geminiContents: Protocol = {
  path: /:streamGenerateContent$/,
  read: ({ tools, contents }) => ({
    offered: listOf(tools)
      .flatMap(({ functionDeclarations }) => listOf(functionDeclarations))
      .map(({ name }) => ({ name: textOf(name) })),
    results: listOf(contents).flatMap(({ parts }) => seenIn(listOf(parts))),
  }),
  answer(response, asked, step, model) {
    const { name, input: args } = "tool" in step ? callOf(asked.offered, step) : { name: "", input: {} };
    const part = "tool" in step ? { functionCall: { name, args } } : { text: step.text };
    const candidates = [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }];
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    response.end(`data: ${JSON.stringify({ candidates, usageMetadata, modelVersion: model })}\n\n`);
  },
};
