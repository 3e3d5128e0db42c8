/** Anthropic's way: messages. */
import { callOf, type Json, listOf, type Protocol, type SeenResult, textOf } from "./protocol";

function seenIn(content: unknown): SeenResult {
  if (typeof content === "string") return { text: content, hasPicture: false };
  const parts = listOf(content);
  return {
    text: parts.map(({ text }) => textOf(text)).join(""),
    hasPicture: parts.some(({ type }) => type === "image"),
  };
}

const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

export const anthropicMessages: Protocol = {
  path: /\/messages$/,
  read: ({ tools, messages }) => ({
    offered: listOf(tools).map(({ name }) => ({ name: textOf(name) })),
    results: listOf(messages)
      .flatMap(({ content }) => listOf(content))
      .flatMap(({ type, content }) => (type === "tool_result" ? [seenIn(content)] : [])),
  }),
  answer(response, asked, step, model) {
    const send = (event: { readonly type: string } & Json) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    const none = { stop_reason: null, stop_sequence: null };
    const id = `msg_${asked.results.length}`;
    send({
      type: "message_start",
      message: { ...{ id, type: "message", role: "assistant", model, content: [] }, ...none, usage },
    });
    const index = 0;
    if ("tool" in step) {
      const { name, input } = callOf(asked.offered, step);
      const content_block = { type: "tool_use", id: `toolu_${asked.results.length}`, name, input: {} };
      send({ type: "content_block_start", index, content_block });
      const delta = { type: "input_json_delta", partial_json: JSON.stringify(input) };
      send({ type: "content_block_delta", index, delta });
    } else {
      send({ type: "content_block_start", index, content_block: { type: "text", text: "" } });
      send({ type: "content_block_delta", index, delta: { type: "text_delta", text: step.text } });
    }
    send({ type: "content_block_stop", index });
    const delta = { stop_reason: "tool" in step ? "tool_use" : "end_turn", stop_sequence: null };
    send({ type: "message_delta", delta, usage: { output_tokens: 5 } });
    send({ type: "message_stop" });
    response.end();
  },
};
