import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import type { AgentEvent } from "../../core/tools/delegation";
import { eventText } from "./clientAgents";

/** Milliseconds between two lines of progress: a flood of output is no flood of messages. */
const pause = 100;

/** What a client that asked for it hears of a call while it is made. */
export class CallProgress {
  #step = 0;
  #told = 0;

  /** @param token as the client gave it; undefined: it does not want to hear. */
  constructor(
    private readonly token: string | number | undefined,
    private readonly send: (notification: ServerNotification) => Promise<void>,
  ) {}

  /** A line for a person; one that follows another too soon is left out. */
  line(message: string): void {
    if (Date.now() - this.#told < pause) return;
    this.#told = Date.now();
    this.#tell({ message });
  }

  /** What a sub-agent did: in words, and as it is for programs (AG-4). None is left out. */
  event(event: AgentEvent): void {
    this.#tell({ message: eventText(event), _meta: { "toolcrib/event": event } });
  }

  #tell(more: { message: string; _meta?: Record<string, unknown> }): void {
    if (this.token === undefined) return;
    const params = { progressToken: this.token, progress: ++this.#step, ...more };
    // A client that went away no longer needs to hear of progress.
    this.send({ method: "notifications/progress", params }).catch(() => {});
  }
}

/** Of all agents' events those of the agents that one call has started, and of the agents below them. */
export function eventsOf(call: string, tell: (event: AgentEvent) => void): (event: AgentEvent) => void {
  const own = new Set<string>();
  return (event) => {
    if (event.call_id !== call && !own.has(event.parent_id)) return;
    own.add(`${event.parent_id}/${event.subagent_id}`);
    tell(event);
  };
}
