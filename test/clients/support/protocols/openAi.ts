/** OpenAI's two ways: chat completions and responses. */
import { type Asked, callOf, type Json, listOf, type Protocol, type SeenResult, type Step, textOf } from "./protocol";

/** The text of a content that is a text or a list of parts, and whether a picture is among them. */
function seenIn(content: unknown): SeenResult {
  if (typeof content === "string") return { text: content, hasPicture: false };
  const parts = listOf(content);
  return {
    text: parts.map(({ text }) => textOf(text)).join(""),
    hasPicture: parts.some(({ type }) => type === "image_url" || type === "input_image"),
  };
}

/** A picture may come in a message of its own after the result that it belongs to. */
function withPicturesAfter(messages: readonly Json[]): SeenResult[] {
  const results: SeenResult[] = [];
  for (const { role, content } of messages) {
    const seen = seenIn(content);
    const last = results.at(-1);
    if (role === "tool") results.push(seen);
    else if (role === "user" && last && seen.hasPicture) results[results.length - 1] = { ...last, hasPicture: true };
  }
  return results;
}

const calledIn = (asked: Asked, step: Extract<Step, { tool: string }>) => {
  const { input, ...tool } = callOf(asked.offered, step);
  return { ...tool, arguments: JSON.stringify(input) };
};

export const chatCompletions: Protocol = {
  path: /\/chat\/completions$/,
  read: ({ tools, messages }) => ({
    offered: listOf(tools).map((tool) => ({ name: textOf((tool.function as Json | undefined)?.name) })),
    results: withPicturesAfter(listOf(messages)),
  }),
  answer(response, asked, step, model) {
    const head = { id: "answer", object: "chat.completion.chunk", created: 1, model };
    const send = (delta: object, finish_reason: string | null = null) =>
      response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    send({ role: "assistant", content: "text" in step ? step.text : null });
    if ("tool" in step) {
      const call = calledIn(asked, step);
      send({ tool_calls: [{ index: 0, id: `call_${asked.results.length}`, type: "function", function: call }] });
    }
    send({}, "tool" in step ? "tool_calls" : "stop");
    const counted = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    response.write(`data: ${JSON.stringify({ ...head, choices: [], usage: counted })}\n\n`);
    response.end("data: [DONE]\n\n");
  },
};

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };

export const responses: Protocol = {
  path: /\/responses$/,
  read: ({ tools, input }) => ({
    offered: listOf(tools).flatMap((tool) =>
      tool.type === "namespace"
        ? listOf(tool.tools).map(({ name }) => ({ name: textOf(name), namespace: textOf(tool.name) }))
        : [{ name: textOf(tool.name) }],
    ),
    results: listOf(input).flatMap(({ type, output }) => (type === "function_call_output" ? [seenIn(output)] : [])),
  }),
  answer(response, asked, step) {
    const id = `item_${asked.results.length}`;
    const send = (event: { readonly type: string } & Json) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    const item =
      "tool" in step
        ? { ...{ type: "function_call", id, call_id: `call_${asked.results.length}` }, ...calledIn(asked, step) }
        : { type: "message", id, role: "assistant", content: [{ type: "output_text", text: step.text }] };
    send({ type: "response.created", response: { id: "answer" } });
    send({ type: "response.output_item.done", output_index: 0, item });
    send({ type: "response.completed", response: { id: "answer", output: [item], usage } });
    response.end();
  },
};
