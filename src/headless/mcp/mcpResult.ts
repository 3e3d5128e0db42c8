/** A result as an MCP client gets it: text and pictures for the model, and facts for clients that want them. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ResultPart, ToolResult } from "../../core/tools/tool";

/** Clients, by the name they give, that show facts beside the text; many others show their model the facts in its place. */
const clientsWithFacts: ReadonlySet<string> = new Set(["mcp-inspector", "inspector-client"]);

/** Whether a client gets facts that were not asked for on the command line. */
export const wantsFacts = (clientName: string | undefined): boolean =>
  clientName !== undefined && clientsWithFacts.has(clientName);

/** @param withFacts adds `structuredContent`. */
export function mcpResult(result: ToolResult, withFacts: boolean): CallToolResult {
  const { text, parts, isError, undo } = result;
  const facts = withFacts ? factsOf(result) : undefined;
  return {
    content: contentOf(text, parts),
    isError,
    ...(facts && { structuredContent: facts }),
    ...(undo && { _meta: { "toolcrib/undo": undo } }),
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");

/** The text, then pictures as images and other bytes as embedded resources. */
const contentOf = (text: string, parts: readonly ResultPart[] = []): CallToolResult["content"] => [
  { type: "text", text },
  ...parts.map(({ kind, mimeType, bytes }) =>
    kind === "image"
      ? ({ type: "image", mimeType, data: base64(bytes) } as const)
      : ({ type: "resource", resource: { uri: "toolcrib:part", mimeType, blob: base64(bytes) } } as const),
  ),
];

type Facts = Readonly<Record<string, unknown>>;

/**
 * The facts of a result without what its text says. A failure's sentence is among them, because many clients give their
 * model nothing but these.
 */
function factsOf({ text, isError, data }: ToolResult): Facts | undefined {
  const facts = isRecord(data) ? withoutBody(data, text) : undefined;
  return isError ? { ...facts, message: text } : facts;
}

/** Fields that hold what the text shows, whatever is in them. */
const bodies: ReadonlySet<string> = new Set(["text", "stdout", "stderr"]);

/** Characters of a fact; a longer text is content. */
const maxFactLength = 500;

const withoutBody = (data: Facts, text: string): Facts =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const fact = bodies.has(name) ? undefined : factIn(value, text);
      return fact === undefined ? [] : [[name, fact]];
    }),
  );

/** Lists are what the text lists, except lists of numbers; so are lines, and whatever is the whole text. */
function factIn(value: unknown, text: string): unknown {
  if (typeof value === "string")
    return value.length > maxFactLength || /[\r\n]/.test(value) || value === text.trim() ? undefined : value;
  if (Array.isArray(value)) return value.every((entry) => typeof entry === "number") ? value : undefined;
  return isRecord(value) ? withoutBody(value, text) : value;
}

const isRecord = (data: unknown): data is Facts => typeof data === "object" && data !== null && !Array.isArray(data);
