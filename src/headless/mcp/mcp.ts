/** The crib as an MCP server on standard input and output (D-1). */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Confirm } from "../../core/calls/approvals/answer";
import type { Call, JudgedCall } from "../../core/calls/call";
import { executeCall } from "../../core/calls/executeCall";
import { resolveCallTool } from "../../core/calls/resolveCallTool";
import { revealed } from "../../core/text/markdown";
import { oneLine } from "../../core/text/oneLine";
import { agentToolName } from "../../core/tools/deferral";
import { metadataOf, parametersOf } from "../../core/tools/dialect";
import type { DialectTool } from "../../core/tools/tool";
import { ToolCatalog } from "../../core/tools/toolCatalog";
import { previewOf, wholeDiff } from "../../features/preview/preview";
import { keepSession } from "../../node/state/sessionFiles";
import { isPresented, unattended } from "../commands/call";
import { type Machine, warn } from "../machine";
import type { Options } from "../options";
import { BoundedInput, type LongMessage, maxMessageBytes } from "./boundedInput";
import { CallProgress, eventsOf } from "./callProgress";
import type { ConfirmUntil } from "./clientAgents";
import { followClientRoots } from "./clientRoots";
import { mcpResult, wantsFacts } from "./mcpResult";
import { sampleTimeoutMs } from "./sampledModel";
import { followWindowPlan } from "./windowPlan";

const described = (offered: DialectTool): McpTool => {
  const { name, displayName, description, tool } = offered;
  const { readOnly, destructive, idempotent } = metadataOf(offered);
  return {
    name,
    title: displayName,
    description,
    inputSchema: parametersOf(offered) as McpTool["inputSchema"],
    annotations: {
      title: displayName,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: tool.effectKinds.some((kind) => kind === "exec" || kind === "fetch" || kind === "delegate"),
    },
  };
};

/** Asks the person behind the client, when the client can; a client that cannot leaves it refused. */
const elicited =
  (server: Server, signal: AbortSignal): Confirm =>
  async (call: JudgedCall) => {
    if (!server.getClientCapabilities()?.elicitation) return unattended("policy")(call);
    const answer = await server.elicitInput(
      {
        message: `${revealed(oneLine(call.plan.title))}\n${revealed(oneLine(call.decision.reason))}\n\n${previewOf(call.plan, call.byEffect, wholeDiff)}`,
        requestedSchema: {
          type: "object",
          properties: {
            approve: { type: "boolean", title: "Allow this", default: false },
            ...(isPresented(call) && {
              comments: { type: "string", title: "What should change, if it is sent back" },
            }),
          },
          required: ["approve"],
        },
      },
      { signal, timeout: sampleTimeoutMs },
    );
    const { approve, comments } = (answer.action === "accept" && answer.content) || {};
    if (approve === true) return { approved: true, by: "person" };
    return {
      approved: false,
      by: "person",
      ...(typeof comments === "string" && comments.trim() && { feedback: comments }),
    };
  };

/** Serves until standard input ends or the process is told to stop; then whatever still runs is stopped as well. */
export async function serveMcp(
  machine: Machine,
  {
    approve: mode,
    turn: turnId,
    rootsAreGiven,
    structured,
    textOnly,
    ofWindow,
  }: Pick<Options, "approve" | "turn" | "rootsAreGiven" | "structured" | "textOnly" | "ofWindow">,
  version: string,
  interrupted: AbortSignal,
): Promise<void> {
  const { crib, session } = machine;
  // A client tells nothing of its user's requests.
  const turn =
    turnId === undefined ? { id: crypto.randomUUID(), title: "A session over MCP" } : { id: turnId, title: turnId };
  const server = new Server({ name: "toolcrib", version }, { capabilities: { tools: { listChanged: true } } });
  const rootsKnown = rootsAreGiven ? async () => {} : followClientRoots(server, machine, warn);
  const followPlan = ofWindow ? followWindowPlan(session.plan, machine.stateFolder) : () => {};
  followPlan();
  const catalog = new ToolCatalog(crib, session);
  // A client that went away no longer needs to hear of tools.
  const tellChange = () => void server.sendToolListChanged().catch(() => {});
  const endListening = catalog.onChange(tellChange);
  const confirm: ConfirmUntil = (signal) => (call) =>
    (mode === "policy" || isPresented(call) ? elicited(server, signal) : unattended(mode))(call);
  machine.clientAgents?.connect(server, confirm);
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: catalog
      .activeTools()
      .filter((tool) => catalog.isOfUse(tool))
      .map(described),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    await rootsKnown();
    await machine.enter();
    followPlan();
    const id = crypto.randomUUID();
    const progress = new CallProgress(params._meta?.progressToken, (told) => extra.sendNotification(told));
    const endEvents = crib.agents?.onEvent(eventsOf(id, (event) => progress.event(event)));
    const signal = AbortSignal.any([extra.signal, stop.signal]);
    const wish: Call = { id, tool: params.name, input: params.arguments ?? {}, signal, turn };
    // What of a sub-agent's doings is told as an event needs no line besides.
    const startsAgents = catalog.find(resolveCallTool(catalog, wish).tool)?.tool.name === agentToolName;
    const call = startsAgents ? wish : { ...wish, progress: (text: string) => progress.line(text) };
    const calling = executeCall(crib, session, call, confirm(signal)).finally(() => endEvents?.());
    running.add(calling);
    const result = await calling.finally(() => running.delete(calling));
    await keepSession(machine.sessionState, session, warn);
    return mcpResult(result, structured || (!textOnly && wantsFacts(server.getClientVersion()?.name)));
  });
  const input = new BoundedInput((message) => answerTooLong(message, (error) => void transport.send(error)));
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    input.once("end", resolve);
    interrupted.addEventListener("abort", () => resolve(), { once: true });
  });
  const transport = new StdioServerTransport(process.stdin.pipe(input), process.stdout, {
    maxBufferSize: 2 * maxMessageBytes,
  });
  await server.connect(transport);
  await ended;
  process.stdin.unpipe(input).pause();
  endListening();
  stop.abort();
  await Promise.allSettled(running);
  await server.close();
}

interface ErrorAnswer {
  readonly jsonrpc: "2.0";
  readonly id?: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Answers a message that is too long to be read.
 * @returns what to read in place of an answer to a question of ours, which would be waited for otherwise.
 */
function answerTooLong({ bytes, id, kind }: LongMessage, send: (answer: ErrorAnswer) => void): ErrorAnswer | undefined {
  const message = `The message is ${bytes} bytes; the limit is ${maxMessageBytes}: send less at once.`;
  warn(message);
  const error = { code: ErrorCode.InvalidRequest, message };
  const answer: ErrorAnswer = { jsonrpc: "2.0", ...(id !== undefined && { id }), error };
  if (kind === "response") return answer;
  if (kind !== "notification") send(answer);
  return undefined;
}
