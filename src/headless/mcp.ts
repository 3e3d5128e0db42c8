/** The crib as an MCP server on standard input and output (D-1). */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from "@modelcontextprotocol/sdk/types.js";
import type { DialectTool } from "../core/dialect";
import { type Confirm, executeCall, type JudgedCall } from "../core/pipeline";
import { inputSchema } from "../core/tool";
import { saveSession } from "../node/sessionFiles";
import { previewOf } from "../review/preview";
import { unattended } from "./call";
import type { Machine } from "./machine";
import type { ApproveMode } from "./options";

const described = ({ name, displayName, description, input, tool }: DialectTool): McpTool => ({
  name,
  title: displayName,
  description,
  inputSchema: inputSchema(input) as McpTool["inputSchema"],
  annotations: {
    title: displayName,
    readOnlyHint: tool.metadata.readOnly,
    destructiveHint: tool.metadata.destructive,
    idempotentHint: tool.metadata.idempotent,
    openWorldHint: tool.touches.some((kind) => kind === "exec" || kind === "fetch" || kind === "delegate"),
  },
});

/** Asks the person behind the client, when the client can; a client that cannot leaves it refused. */
const elicited =
  (server: Server): Confirm =>
  async (call: JudgedCall) => {
    if (!server.getClientCapabilities()?.elicitation) return unattended("policy")(call);
    const answer = await server.elicitInput({
      message: `${call.plan.title}\n${call.decision.reason}\n\n${previewOf(call.plan, call.byEffect)}`,
      requestedSchema: {
        type: "object",
        properties: { approve: { type: "boolean", title: "Allow this", default: false } },
        required: ["approve"],
      },
    });
    const yes = answer.action === "accept" && answer.content?.approve === true;
    return yes ? { approved: true, by: "person" } : { approved: false, by: "person" };
  };

/** Serves until standard input ends. */
export async function serveMcp(machine: Machine, mode: ApproveMode, version: string): Promise<void> {
  const { crib, session } = machine;
  const server = new Server({ name: "toolcrib", version }, { capabilities: { tools: {} } });
  const confirm = mode === "policy" ? elicited(server) : unattended(mode);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: crib.dialect.tools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const token = params._meta?.progressToken;
    let step = 0;
    const progress = (message: string) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress: ++step, message };
      // A client that went away no longer needs to hear of progress.
      extra.sendNotification({ method: "notifications/progress", params }).catch(() => {});
    };
    const call = { tool: params.name, input: params.arguments ?? {}, signal: extra.signal, progress };
    const { text, isError, data } = await executeCall(crib, session, call, confirm);
    await saveSession(machine.stateFolder, session);
    return { content: [{ type: "text", text }], isError, ...(isRecord(data) && { structuredContent: data }) };
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);
