import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { cutToWidth } from "../../core/text/displayWidth";
import { oneLine } from "../../core/text/oneLine";
import {
  type AgentMode,
  type AgentReport,
  agentModes,
  delegateTo,
  type WorktreeReport,
} from "../../core/tools/delegation";
import { defineTool, type Plan, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { DelegateEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { reportText } from "./agentReport";

/** Characters of a prompt; a model reads no more with sense. */
const maxCharacters = 100_000;

/** An agent that was started, and what it came back with when the call waited for it. */
export interface RunAgentData {
  readonly agent: string;
  readonly mode: AgentMode;
  readonly state: "running" | AgentReport["state"];
  /** Its last words, or why it failed. */
  readonly text?: string;
  readonly worktree?: WorktreeReport;
}

export const runAgent = defineTool({
  name: "run_agent",
  displayName: "Run Agent",
  summary: "Delegate work to a sub-agent",
  description:
    "Delegates work to a sub-agent, which has the same tools, works independently and cannot see this conversation: put everything it needs into the prompt, and say what it should report. `sync` waits and returns its last message; `background` returns its id at once and reports its end with a later result; `worktree` lets it work on a git branch in a separate folder, waits, and returns the branch with its changes, for the person to merge or discard. Use it for work that can be described in full, and for several independent pieces of work at once.",
  metadata: {
    concurrencySafe: true,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "sub-agent delegate parallel worktree background branch",
  },
  effectKinds: ["delegate"],
  usual: ["description"],
  input: z.object({
    prompt: z.string().min(1).max(maxCharacters).describe("The work, with everything the sub-agent needs to know."),
    description: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Summary of the work in three to ten words, for people."),
    model: z.string().min(1).optional().describe("Id, family or name of a chat model. Default: your own."),
    mode: z
      .enum(agentModes)
      .default("sync")
      .describe(
        "sync: wait for it; background: continue at once; worktree: work on a separate git branch. Default: sync.",
      ),
    branch_name: z
      .string()
      .min(1)
      .optional()
      .describe("Name of the new branch, for worktree. Default: made from the description."),
    tools: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe("Names of the tools it may call. Default: all of yours."),
  }),
  async plan({ prompt, description, model, mode, branch_name, tools }) {
    if (prompt.trim() === "")
      throw new ToolError("invalid_input", 'The prompt is empty: say in "prompt" what the sub-agent should do.');
    if (branch_name !== undefined && mode !== "worktree")
      throw new ToolError(
        "invalid_input",
        `branch_name ${JSON.stringify(branch_name)} was given with mode ${mode}, which makes no branch: use mode worktree or leave it out.`,
      );
    const effect: DelegateEffect = { kind: "delegate", to: delegateTo(mode), prompt };
    // Questions to the person begin with it.
    const work = oneLine(description ?? "") || cutToWidth(oneLine(prompt.trim().split("\n")[0] as string), 60);
    const wish = {
      prompt,
      mode,
      description: work,
      ...(model !== undefined && { model }),
      ...(branch_name !== undefined && { branch: branch_name }),
      ...(tools && { tools }),
    };
    return {
      title: titleOf(mode, work),
      effects: [effect],
      async run(context: RunContext): Promise<ToolResult> {
        if (!context.startAgent)
          throw new ToolError(
            "unavailable",
            "There is no chat model here that a sub-agent could use: do the work yourself.",
          );
        const agent = await context.startAgent(wish);
        const begun = { agent: agent.id, mode };
        if (mode === "background")
          return { text: startedText(agent.id), isError: false, data: { ...begun, state: "running" } };
        return reported(begun, await agent.ended);
      },
    } satisfies Plan;
  },
});

function titleOf(mode: AgentMode, work: string): string {
  switch (mode) {
    case "sync":
      return actionTitle`Start a sub-agent: ${work}`;
    case "background":
      return actionTitle`Start a sub-agent in the background: ${work}`;
    case "worktree":
      return actionTitle`Start a sub-agent in a worktree: ${work}`;
  }
}

const startedText = (id: string) =>
  `Started ${id} in the background. It is listed among the tasks, where its status can be set to cancelled; a later result reports its end.`;

function reported(begun: Pick<RunAgentData, "agent" | "mode">, report: AgentReport): ToolResult {
  const { state, text, worktree, lineage } = report;
  const data: RunAgentData = { ...begun, state, text, ...(worktree && { worktree }) };
  return { text: reportText(begun.agent, report), isError: state !== "done", data, lineage };
}
