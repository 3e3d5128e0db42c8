/** The model of an MCP client, for agents of this server (AG-7): the client asks it, and may show a person what is asked. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type {
  CreateMessageResultWithTools,
  ImageContent,
  Tool as McpTool,
  SamplingMessage,
  SamplingMessageContentBlock,
  TextContent,
} from "@modelcontextprotocol/sdk/types.js";
import { parametersOf } from "../../core/tools/dialect";
import type { AskModel, DialectTool } from "../../core/tools/tool";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { AgentModel } from "../../features/subAgents/agentRecord";
import type { AnswerPart, Message, Model, Part } from "../../lib/modelLoop/conversation";

/** Tokens that any model takes that is used with tools; a client does not say how many its own takes. */
const maxInputTokens = 100_000;
/** Tokens of one answer. */
const maxTokens = 16_000;
/** Milliseconds for which a client's answer is waited for that a person may have to give, or to agree to. */
export const sampleTimeoutMs = 10 * 60_000;
/** Milliseconds for which the answer to a question of the tools' own is waited for: the call that asks it waits as long. */
const briefTimeoutMs = 60_000;
/** Characters of a token in text that is hard on tokenizers: too many tokens counted is the safe side. */
const charactersPerToken = 3;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const dataContent = (mimeType: string, bytes: Uint8Array): TextContent | ImageContent =>
  mimeType.startsWith("image/")
    ? { type: "image", mimeType, data: base64(bytes) }
    : { type: "text", text: `[${bytes.length} bytes of ${mimeType} cannot be shown to this model.]` };

function contentOf(part: Part): SamplingMessageContentBlock {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "data":
      return dataContent(part.mimeType, part.bytes);
    case "call":
      return { type: "tool_use", id: part.id, name: part.name, input: { ...part.input } };
    case "result": {
      const { id, text, parts = [], isError } = part;
      const shown = parts.map(({ mimeType, bytes }) => dataContent(mimeType, bytes));
      const content = [{ type: "text" as const, text }, ...shown];
      return { type: "tool_result", toolUseId: id, content, ...(isError && { isError }) };
    }
  }
}

const sampled = ({ role, parts }: Message): SamplingMessage => ({ role, content: parts.map(contentOf) });

const described = (tool: DialectTool): McpTool => ({
  name: tool.name,
  description: tool.description,
  inputSchema: parametersOf(tool) as McpTool["inputSchema"],
});

function* answered({ content }: CreateMessageResultWithTools): Iterable<AnswerPart> {
  for (const block of Array.isArray(content) ? content : [content]) {
    if (block.type === "text") yield { kind: "text", text: block.text };
    if (block.type === "tool_use") yield { kind: "call", id: block.id, name: block.name, input: block.input };
  }
}

/** Whether a client has a model that can call tools. */
export const lendsModel = (server: Server): boolean => server.getClientCapabilities()?.sampling?.tools !== undefined;

/**
 * @param wish a name that is passed on; the client decides.
 * @throws ToolError `unavailable` when the client has no model to lend, or none that calls tools.
 */
export function sampledModel(server: Server, wish: string | undefined): AgentModel {
  if (!lendsModel(server))
    throw new ToolError(
      "unavailable",
      "Agents need a model, and this MCP client lends none that can call tools (its capability sampling.tools is missing): do the work yourself.",
    );
  const model: Model = {
    maxInputTokens,
    async countTokens(content) {
      const text = typeof content === "string" ? content : JSON.stringify(sampled(content));
      return Math.ceil(text.length / charactersPerToken);
    },
    async *answer([opening, ...messages], tools, signal) {
      const first = opening?.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
      const result = await server.createMessage(
        {
          ...(first && { systemPrompt: first }),
          ...(wish !== undefined && { modelPreferences: { hints: [{ name: wish }] } }),
          messages: messages.map(sampled),
          tools: tools.map(described),
          maxTokens,
        },
        { signal, timeout: sampleTimeoutMs },
      );
      yield* answered(result);
    },
  };
  const name = wish ?? "the client's model";
  return { name, model, problem: (error) => `The model of the MCP client gave no answer: ${messageOf(error)}.` };
}

/** Asks a client's model a question of the tools' own; no answer where the client lends none (ED-10). */
export const askSampled =
  (server: Server): AskModel =>
  async (question, signal) => {
    if (!server.getClientCapabilities()?.sampling) return undefined;
    try {
      const messages = [{ role: "user" as const, content: { type: "text" as const, text: question } }];
      const { content } = await server.createMessage({ messages, maxTokens }, { signal, timeout: briefTimeoutMs });
      return content.type === "text" ? content.text : undefined;
    } catch {
      // The person's no, a busy model, a closed connection: a question of convenience is not worth a failure.
      return undefined;
    }
  };
