/** The crib as an MCP server on standard input and output (D-1). */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as McpTool,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Confirm } from "../../core/calls/approvals/answer";
import type { Call, JudgedCall } from "../../core/calls/call";
import { executeCall } from "../../core/calls/executeCall";
import { resolveCallTool } from "../../core/calls/resolveCallTool";
import type { Turn } from "../../core/journal/journalEntry";
import { revealed } from "../../core/text/markdown";
import { oneLine } from "../../core/text/oneLine";
import { agentToolName } from "../../core/tools/deferral";
import { metadataOf, parametersOf } from "../../core/tools/dialect";
import type { DialectTool, ToolResult } from "../../core/tools/tool";
import { ToolCatalog } from "../../core/tools/toolCatalog";
import { previewOf, wholeDiff } from "../../features/preview/preview";
import { keepSession } from "../../node/state/sessionFiles";
import { isPresented, unattended } from "../commands/call";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { warn } from "../warn";
import { BoundedInput, maxMessageBytes } from "./boundedInput";
import { CallProgress, eventsOf } from "./callProgress";
import type { ConfirmUntil } from "./clientAgents";
import { followClientRoots } from "./clientRoots";
import { elicitAnswers } from "./elicitedAnswers";
import { mcpResult, wantsFacts } from "./mcpResult";
import { offerTexts, type ToolLookup, textCapabilities } from "./offeredTexts";
import { sampleTimeoutMs } from "./sampledModel";
import { answerMalformed, answerTooLong } from "./unreadMessages";
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

/** What a request brings beside its parameters. */
type CallExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Asks the person behind the client, when the client can; a client that cannot leaves it refused. */
const elicited =
  (server: Server, signal: AbortSignal): Confirm =>
  async (call: JudgedCall) => {
    if (!server.getClientCapabilities()?.elicitation) return unattended("policy")(call);
    const questions = call.plan.effects.flatMap((effect) => (effect.kind === "present" && effect.questions) || []);
    if (questions.length > 0) return elicitAnswers(server, call.plan.title, questions, signal);
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

/** How a person is asked, and in what form results are given. */
type ServeOptions = Pick<Options, "approve" | "turn" | "rootsAreGiven" | "structured" | "textOnly" | "ofWindow">;

/** Serves until standard input ends or the process is told to stop; then whatever still runs is stopped as well. */
export async function serveMcp(
  machine: Machine,
  options: ServeOptions,
  version: string,
  interrupted: AbortSignal,
): Promise<void> {
  const server = new Server(
    { name: "toolcrib", version },
    { capabilities: { tools: { listChanged: true }, ...textCapabilities } },
  );
  const served = new ServedCrib(server, machine, options);
  const input: BoundedInput = new BoundedInput((message) => answerTooLong(message, (error) => transport.send(error)));
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    input.once("end", resolve);
    interrupted.addEventListener("abort", () => resolve(), { once: true });
  });
  const transport = new StdioServerTransport(process.stdin.pipe(input), process.stdout, {
    maxBufferSize: 2 * maxMessageBytes,
  });
  answerMalformed(transport, input.lines);
  await server.connect(transport);
  await ended;
  process.stdin.unpipe(input).pause();
  await served.stop();
  await server.close();
}

/** Answers what a client asks of a crib. */
class ServedCrib {
  readonly #catalog: ToolCatalog;
  /** Waits for what the client has said of its folders. */
  readonly #rootsKnown: () => Promise<void>;
  readonly #followPlan: () => void;
  readonly #turn: Turn;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  readonly #endListening: () => void;
  readonly #confirm: ConfirmUntil = (signal) => (call) => {
    const { approve } = this.options;
    return (approve === "policy" || isPresented(call) ? elicited(this.server, signal) : unattended(approve))(call);
  };

  constructor(
    private readonly server: Server,
    private readonly machine: Machine,
    private readonly options: ServeOptions,
  ) {
    const { crib, session, stateFolder } = machine;
    const { turn, rootsAreGiven, ofWindow } = options;
    // A client tells nothing of its user's requests.
    this.#turn =
      turn === undefined ? { id: crypto.randomUUID(), title: "A session over MCP" } : { id: turn, title: turn };
    this.#rootsKnown = rootsAreGiven ? async () => {} : followClientRoots(server, machine, warn);
    this.#followPlan = ofWindow ? followWindowPlan(session.plan, stateFolder) : () => {};
    this.#followPlan();
    this.#catalog = new ToolCatalog(crib, session);
    // A client that went away no longer needs to hear of tools.
    this.#endListening = this.#catalog.onChange(() => void server.sendToolListChanged().catch(() => {}));
    machine.clientAgents?.connect(server, this.#confirm);
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: this.#tools() }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => this.#call(params, extra));
    offerTexts(server, this.#lookUp);
  }

  /** Ends what still runs. */
  async stop(): Promise<void> {
    this.#endListening();
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  #tools(): McpTool[] {
    return this.#catalog
      .activeTools()
      .filter((tool) => this.#catalog.isOfUse(tool))
      .map(described);
  }

  async #call(params: CallToolRequest["params"], extra: CallExtra): Promise<CallToolResult> {
    await this.#rootsKnown();
    await this.machine.enter();
    this.#followPlan();
    const calling = this.#execute(params, extra);
    this.#running.add(calling);
    const result = await calling.finally(() => this.#running.delete(calling));
    await keepSession(this.machine.sessionState, this.machine.session, warn);
    const { structured, textOnly } = this.options;
    return mcpResult(result, structured || (!textOnly && wantsFacts(this.server.getClientVersion()?.name)));
  }

  /** A call of one of our tools, whatever dialect is spoken; a client that only reads asks nobody. */
  readonly #lookUp: ToolLookup = async (tool, input, signal) => {
    await this.#rootsKnown();
    await this.machine.enter();
    this.#followPlan();
    const { crib, session, sessionState } = this.machine;
    const call: Call = { tool, input, signal: AbortSignal.any([signal, this.#stop.signal]), turn: this.#turn };
    const looking = executeCall({ ...crib, dialect: crib.ownDialect }, session, call, unattended("policy"));
    this.#running.add(looking);
    const result = await looking.finally(() => this.#running.delete(looking));
    await keepSession(sessionState, session, warn);
    return result;
  };

  #execute({ name, arguments: input = {}, _meta }: CallToolRequest["params"], extra: CallExtra): Promise<ToolResult> {
    const { crib, session } = this.machine;
    const id = crypto.randomUUID();
    const progress = new CallProgress(_meta?.progressToken, (told) => extra.sendNotification(told));
    const endEvents = crib.agents?.onEvent(eventsOf(id, (event) => progress.event(event)));
    const signal = AbortSignal.any([extra.signal, this.#stop.signal]);
    const wish: Call = { id, tool: name, input, signal, turn: this.#turn };
    // What of a sub-agent's doings is told as an event needs no line besides.
    const startsAgents = this.#catalog.find(resolveCallTool(this.#catalog, wish).tool)?.tool.name === agentToolName;
    const call = startsAgents ? wish : { ...wish, progress: (text: string) => progress.line(text) };
    return executeCall(crib, session, call, this.#confirm(signal)).finally(() => endEvents?.());
  }
}
