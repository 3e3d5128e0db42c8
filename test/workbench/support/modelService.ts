/**
 * The service that the Agent Host gets its models from, on this machine: it plays the steps of the prompt, as
 * `test/demo-model` does, and needs no account.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelRequest } from "./demo";

interface Message {
  readonly role: string;
  readonly content?: string | readonly { readonly type?: string; readonly text?: string }[];
  readonly tool_calls?: readonly unknown[];
}

interface Step {
  readonly text?: string;
  readonly tool?: string;
  readonly input?: object;
}

/** What it was asked, and how it is ended. */
export interface ModelService {
  readonly url: string;
  /** Every request that offered tools. */
  readonly requests: readonly ModelRequest[];
  close(): void;
}

const names = ["gpt-5.3-codex", "gpt-4o-mini"] as const;

const models = names.map((id, index) => ({
  ...{ id, name: `${id} (scripted)`, object: "model", version: id, vendor: "OpenAI", preview: false },
  ...{ model_picker_enabled: true, model_picker_category: "versatile" },
  ...{ is_chat_default: index === 0, is_chat_fallback: index === 0 },
  billing: { is_premium: false, multiplier: 0 },
  supported_endpoints: ["/chat/completions"],
  capabilities: {
    ...{ type: "chat", family: id, tokenizer: "o200k_base", object: "model_capabilities" },
    limits: {
      ...{ max_prompt_tokens: 1_000_000, max_output_tokens: 100_000, max_context_window_tokens: 1_100_000 },
      vision: { max_prompt_images: 5, max_prompt_image_size: 5_000_000, supported_media_types: ["image/png"] },
    },
    supports: { streaming: true, tool_calls: true, parallel_tool_calls: true, vision: true },
  },
}));

/** What is no text stands as its kind in brackets. */
const textOf = ({ content }: Message): string =>
  typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? `[${part.type}]`).join("");

const scriptIn = (text: string) => /```crib-script\n([\s\S]*?)\n```/.exec(text)?.[1];

const callsTools = ({ role, tool_calls }: Message) => role === "assistant" && (tool_calls?.length ?? 0) > 0;

/** Where the conversation stands in the script of its last prompt. */
function read(messages: readonly Message[], offered: readonly string[]): ModelRequest {
  const asked = messages.findLastIndex((message) => message.role === "user" && scriptIn(textOf(message)) !== undefined);
  const prompt = asked < 0 ? "" : textOf(messages[asked] as Message);
  const steps = JSON.parse(scriptIn(prompt) ?? "[]") as readonly Step[];
  const since = messages.slice(asked + 1);
  const round = since.filter(callsTools).length;
  const answers = since.slice(since.findLastIndex(callsTools) + 1);
  const { text, tool, input = {} } = steps[round] ?? { text: "Done." };
  return {
    ...{ prompt, round, offered: [...offered] },
    results: round === 0 ? [] : answers.map(textOf),
    roles: messages.map(({ role }) => role),
    opening: messages[0] ? textOf(messages[0]).slice(0, 10_000) : "",
    step: { ...(text !== undefined && { text }), calls: tool === undefined ? [] : [{ tool, input }] },
  };
}

/** Starts one on a free port of this machine. */
export async function startModelService(): Promise<ModelService> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => answer(request, response, Buffer.concat(pieces).toString("utf8")));
  });
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { pathname } = new URL(request.url ?? "/", url);
    if (pathname.endsWith("/chat/completions")) return complete(JSON.parse(body), response, requests);
    const found = other(pathname, url);
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? { message: "not scripted" }));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, requests, close };
}

interface Completion {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function?: { readonly name: string } }[];
}

let calls = 0;

function complete(asked: Completion, response: ServerResponse, requests: ModelRequest[]): void {
  const offered = (asked.tools ?? []).map((tool) => tool.function?.name ?? "");
  const request = read(asked.messages, offered);
  // Those for a title and the like offer none.
  if (offered.length > 0) requests.push(request);
  const { text = null, calls: made = [] } = request.step;
  const tool_calls = made.map(({ tool, input }, index) => ({
    ...{ index, id: `call_${Date.now()}_${++calls}`, type: "function" },
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  const finish_reason = made.length > 0 ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const about = { id: "answer", created: 1, model: asked.model };
  if (!asked.stream) {
    const message = { role: "assistant", content: text, ...(made.length > 0 && { tool_calls }) };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ ...about, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage }),
    );
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, more: object = {}, finish: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    response.write(`data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", choices, ...more })}\n\n`);
  };
  send({ role: "assistant", content: text ?? "" });
  if (made.length > 0) send({ tool_calls });
  send({}, { usage }, finish_reason);
  response.end("data: [DONE]\n\n");
}

/** What is asked beside the conversation. */
function other(path: string, url: string): object | undefined {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const endpoints = { api: url, proxy: url, telemetry: url };
  if (path === "/models") return { object: "list", data: models };
  if (path === "/models/session")
    return { available_models: names, selected_model: names[0], session_token: "t", expires_at, discounted_costs: {} };
  if (path.startsWith("/models/")) return models.find(({ id }) => path.endsWith(id)) ?? models[0];
  if (path.includes("copilot_internal/user"))
    return {
      ...{ login: "scripted", access_type_sku: "individual_subscription_copilot", copilot_plan: "individual_pro" },
      ...{ chat_enabled: true, endpoints, organization_login_list: [], organization_list: [], quota_snapshots: {} },
    };
  if (path.includes("copilot_internal"))
    return { token: "none", expires_at, refresh_in: 1800, individual: true, chat_enabled: true, endpoints };
  if (path.endsWith("/user")) return { login: "scripted", id: 1 };
  if (path.includes("policy")) return { state: "enabled" };
  return path.includes("_ping") ? { ok: true } : undefined;
}
