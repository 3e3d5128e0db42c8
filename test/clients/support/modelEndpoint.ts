/** A model endpoint on this machine that plays a script, in the ways that agent clients speak to a model. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model does next: it calls a tool of the crib, or says its last words. */
export type Step = { readonly tool: string; readonly input: object } | { readonly text: string };

/** What came back of a call: what the model reads of it, and whether it sees a picture. */
export interface SeenResult {
  readonly text: string;
  readonly hasPicture: boolean;
}

/** An endpoint that plays one script. */
export interface ModelEndpoint {
  /** Without a path. */
  readonly origin: string;
  /** The results in the longest conversation that a client sent. */
  results(): readonly SeenResult[];
  close(): Promise<void>;
}

interface Offered {
  readonly name: string;
  readonly namespace?: string;
}

/** A request, whichever way it was put. */
interface Asked {
  readonly offered: readonly Offered[];
  readonly results: readonly SeenResult[];
}

type Json = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

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

const chatRequest = ({ tools, messages }: Json): Asked => ({
  offered: listOf(tools).map((tool) => ({ name: textOf((tool.function as Json | undefined)?.name) })),
  results: withPicturesAfter(listOf(messages)),
});

const responsesRequest = ({ tools, input }: Json): Asked => ({
  offered: listOf(tools).flatMap((tool) =>
    tool.type === "namespace"
      ? listOf(tool.tools).map(({ name }) => ({ name: textOf(name), namespace: textOf(tool.name) }))
      : [{ name: textOf(tool.name) }],
  ),
  results: listOf(input).flatMap(({ type, output }) => (type === "function_call_output" ? [seenIn(output)] : [])),
});

/**
 * A call of our tool as the client wants it: it puts the server's name before ours, and one that keeps tools back has
 * a tool to call them with.
 */
function callOf(
  offered: readonly Offered[],
  { tool, input }: Extract<Step, { tool: string }>,
): Offered & { readonly arguments: string } {
  const isOurs = ({ name, namespace = "" }: Offered) => /toolcrib/.test(`${namespace}${name}`) && name.endsWith(tool);
  const found = offered.find(isOurs);
  if (found) return { ...found, arguments: JSON.stringify(input) };
  const kept = { name: `mcp__toolcrib__${tool}`, arguments: input };
  return { name: "tool_call", arguments: JSON.stringify(kept) };
}

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };

function answerChat(response: ServerResponse, asked: Asked, step: Step, model: string): void {
  const head = { id: "answer", object: "chat.completion.chunk", created: 1, model };
  const send = (delta: object, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: "assistant", content: "text" in step ? step.text : null });
  if ("tool" in step) {
    const call = callOf(asked.offered, step);
    send({ tool_calls: [{ index: 0, id: `call_${asked.results.length}`, type: "function", function: call }] });
  }
  send({}, "tool" in step ? "tool_calls" : "stop");
  const counted = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  response.write(`data: ${JSON.stringify({ ...head, choices: [], usage: counted })}\n\n`);
  response.end("data: [DONE]\n\n");
}

function answerResponses(response: ServerResponse, asked: Asked, step: Step): void {
  const id = `item_${asked.results.length}`;
  const send = (event: { readonly type: string } & Json) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const item =
    "tool" in step
      ? {
          ...{ type: "function_call", id, call_id: `call_${asked.results.length}` },
          ...callOf(asked.offered, step),
        }
      : { type: "message", id, role: "assistant", content: [{ type: "output_text", text: step.text }] };
  send({ type: "response.created", response: { id: "answer" } });
  send({ type: "response.output_item.done", output_index: 0, item });
  send({ type: "response.completed", response: { id: "answer", output: [item], usage } });
  response.end();
}

/** Opens it on a free port. @param script the n-th step is taken when a request carries n results. */
export async function serveModel(script: readonly Step[]): Promise<ModelEndpoint> {
  let longest: readonly SeenResult[] = [];
  const answer = (path: string, body: Json, response: ServerResponse) => {
    const isChat = path.endsWith("/chat/completions");
    const asked = isChat ? chatRequest(body) : responsesRequest(body);
    if (asked.results.length > longest.length) longest = asked.results;
    // Questions beside the work, such as one for a title, come without tools.
    const next = asked.offered.length > 0 ? script[asked.results.length] : undefined;
    const step = next ?? { text: "Done." };
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (isChat) answerChat(response, asked, step, textOf(body.model));
    else answerResponses(response, asked, step);
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    if (request.method === "POST" && /\/(?:chat\/completions|responses)$/.test(path)) {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as Json;
      return answer(path, body, response);
    }
    response.writeHead(404, { "content-type": "application/json" }).end('{"error":{"message":"not scripted"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results: () => longest,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
