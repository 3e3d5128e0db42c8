/** Sub-agents in the real registry, without a model: a test says what they do and when they end. */

import type { AgentExecutor } from "../../src/core/calls/crib";
import type { AgentReport, AgentWish, WorktreeReport } from "../../src/core/tools/delegation";
import { type AgentModel, AgentRecord } from "../../src/features/subAgents/agentRecord";
import { AgentRegistry } from "../../src/features/subAgents/agentRegistry";

/** What differs from a plain agent in the background. */
export interface RegisteredAgent extends Partial<Omit<AgentWish, "prompt">> {
  readonly id: string;
  readonly parent?: string;
  readonly prompt?: string;
  readonly startedAt?: number;
  readonly worktree?: WorktreeReport;
}

/** The registry as an executor that starts nothing. @param now milliseconds since 1970. */
export function registeredAgents(now: () => number = Date.now) {
  const registry = new AgentRegistry(now);
  const executor: AgentExecutor = {
    start: () => Promise.reject(new Error("This test starts agents itself.")),
    all: () => registry.all(),
    find: (id) => registry.find(id),
    news: (agent) => registry.news(agent),
    onEvent: (listener) => registry.onEvent(listener),
  };
  return {
    executor,
    registry,
    /** One that works until it is cancelled or ended. */
    add({ id, parent = "tester", startedAt = now(), worktree, ...wish }: RegisteredAgent): AgentRecord {
      const record = new AgentRecord({
        ...{ id, parent, callId: "call", depth: 1, startedAt, ...(worktree && { worktree }) },
        wish: { prompt: "Write the docs.\nAll of them.", mode: "background", ...wish },
        model: silent,
      });
      registry.add(record);
      record.signal.addEventListener("abort", () => end(record, { state: "cancelled", text: "It was told to stop." }));
      return record;
    },
    end,
  };

  function end(record: AgentRecord, report: Partial<AgentReport> = {}): void {
    record.end({ state: "done", text: "Done.", lineage: [], ...report });
    registry.ended(record);
  }
}

/** Never asked. */
const silent = { name: "a model" } as AgentModel;
