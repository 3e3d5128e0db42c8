/** Sub-agents of an MCP server: the model that answers them is the client's, and so is the person whom they ask (AG-7). */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Confirm } from "../../core/calls/approvals/answer";
import type { AgentEvent } from "../../core/tools/delegation";
import type { AskModel } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { Subagents } from "../../features/subAgents/subagents";
import type { Worktrees } from "../../features/worktrees/worktrees";
import { askSampled, lendsModel, sampledModel } from "./sampledModel";

/** Asks for a call. @param signal aborted when nobody waits for the answer any more. */
export type ConfirmUntil = (signal: AbortSignal) => Confirm;

/** Who lends the model, and who is asked. */
interface Client {
  readonly server: Server;
  readonly confirm: ConfirmUntil;
}

/** Made before there is a client, because the tools are. */
export class ClientAgents {
  readonly executor: Subagents;
  #client: Client | undefined;

  constructor(worktrees: Worktrees) {
    this.executor = new Subagents({
      model: async (wish) => sampledModel(this.#connected().server, wish),
      ask: (_, call, signal) => this.#connected().confirm(signal)(call),
      worktrees,
      now: Date.now,
      hasModel: () => this.#client !== undefined && lendsModel(this.#client.server),
    });
  }

  /** Asks the client's model a question of the tools' own. */
  readonly askModel: AskModel = async (question, signal) =>
    this.#client && askSampled(this.#client.server)(question, signal);

  #connected(): Client {
    if (!this.#client)
      throw new ToolError("unavailable", "No MCP client is connected, so no agent can work: do the work yourself.");
    return this.#client;
  }

  /** From now on agents can work. */
  connect(server: Server, confirm: ConfirmUntil): void {
    this.#client = { server, confirm };
  }
}

/** What is told of an agent, for a person who reads along. */
export function eventText(event: AgentEvent): string {
  const { subagent_id: id } = event;
  switch (event.type) {
    case "subagent_start":
      return `${id} begins: ${event.description}`;
    case "subagent_end":
      return `${id} has ended (${event.state})`;
    case "subagent_event": {
      const { event: step } = event;
      if (step.kind === "text") return `${id}: ${step.text}`;
      return step.kind === "call"
        ? `${id}: ${step.title}`
        : `${id}: ${step.tool} ${step.isError ? "failed" : "is done"}`;
    }
  }
}
