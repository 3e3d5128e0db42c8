/** A real crib whose sub-agents play parts: each follows the rounds that are written for its prompt. */

import type { AgentEvent } from "../../../../src/core/tools/delegation";
import { ToolError } from "../../../../src/core/vocabulary/toolError";
import type { AskPerson } from "../../../../src/features/subAgents/agentQuestions";
import type { AgentModel } from "../../../../src/features/subAgents/agentRecord";
import { Subagents } from "../../../../src/features/subAgents/subagents";
import type { GitWorktrees } from "../../../../src/features/worktrees/node/gitWorktrees";
import { type AnswerPart, type CallPart, type Message, resultsIn } from "../../../../src/lib/modelLoop/conversation";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import { git, worktreesIn } from "../../../support/repository";
import type { Tree } from "../../../support/tempFolder";

/** A model's words. */
export const says = (text: string) => [{ kind: "text", text } as const];

let made = 0;

/** A model's call. */
export const calls = (name: string, input: object): CallPart => ({ kind: "call", id: `call-${++made}`, name, input });

/** What a model was told in one round. */
export interface Told {
  /** What the tools of the round before answered. */
  readonly results: readonly string[];
  readonly messages: readonly Message[];
  readonly offered: readonly string[];
}

/** What a model answers in one round. */
export type Line = readonly AnswerPart[] | ((told: Told) => readonly AnswerPart[] | Promise<readonly AnswerPart[]>);

/** The rounds of each agent by its prompt. */
export type Parts = Readonly<Record<string, readonly Line[]>>;

/** A crib with sub-agents. */
export interface AgentCrib extends RealCrib {
  readonly agents: Subagents;
  readonly worktrees: GitWorktrees;
  readonly events: AgentEvent[];
  /** Titles of the questions that were put to a person. */
  readonly questions: string[];
  /** Runs a sub-agent by the tool. */
  agent(prompt: string, input?: object): ReturnType<RealCrib["call"]>;
}

const textIn = ({ parts }: Message) => parts.map((part) => (part.kind === "text" ? part.text : "")).join("");

function casting(name: string, parts: Parts): AgentModel {
  return {
    name,
    problem: (error) => `${name} failed: ${error instanceof Error ? error.message : String(error)}.`,
    model: {
      maxInputTokens: 1_000_000,
      countTokens: async (content) => JSON.stringify(content).length,
      async *answer(messages, tools, signal) {
        const [, request] = messages;
        const rounds = parts[request ? textIn(request) : ""];
        const said = messages.filter(({ role }) => role === "assistant").length;
        const line = rounds?.[said];
        if (!line) throw new Error(`nothing is written for round ${said} of ${request && textIn(request)}`);
        const last = messages.at(-1) as Message;
        const told = {
          results: resultsIn(last).map(({ text }) => text),
          messages,
          offered: tools.map((tool) => tool.name),
        };
        const spoken = typeof line === "function" ? Promise.resolve(line(told)) : line;
        yield* await unlessStopped(spoken, signal);
      },
    },
  };
}

/** As a provider does, an answer ends when its request is cancelled. */
const unlessStopped = <T>(answer: T | Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("cancelled")), { once: true });
    if (signal.aborted) reject(new Error("cancelled"));
    Promise.resolve(answer).then(resolve, reject);
  });

/** What differs from a plain crib with sub-agents. */
export interface AgentCribOptions extends Omit<CribOptions, "agents"> {
  readonly ask?: AskPerson;
  /** Models beside `main`, by name. */
  readonly models?: readonly string[];
}

export async function agentCrib(parts: Parts, tree: Tree = {}, options: AgentCribOptions = {}): Promise<AgentCrib> {
  const { ask, models = [], ...rest } = options;
  const { worktrees } = worktreesIn();
  const questions: string[] = [];
  const agents = new Subagents({
    async model(wish = "main") {
      if (wish !== "main" && !models.includes(wish))
        throw new ToolError("invalid_input", `There is no chat model "${wish}".`);
      return casting(wish, parts);
    },
    async ask(crib, call, signal) {
      questions.push(call.plan.title);
      return ask ? ask(crib, call, signal) : { approved: true, by: "person" };
    },
    worktrees,
    now: Date.now,
  });
  const events: AgentEvent[] = [];
  agents.onEvent((event) => events.push(event));
  const real = await realCrib(tree, { ...rest, agents });
  return {
    ...real,
    agents,
    worktrees,
    events,
    questions,
    agent: (prompt, input = {}) => real.call("run_agent", { prompt, ...input }),
  };
}

/** Makes a folder a repository with all its files in one commit. */
export function commitAll(folder: string): void {
  git(folder, "init", "--quiet");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", "first");
}

/** A promise to be kept by the test. */
export function deferred<T = void>(): { readonly promise: Promise<T>; keep(value: T): void } {
  let keep: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep: (value) => keep(value) };
}
