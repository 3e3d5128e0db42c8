/** What an agent did, as Markdown for whoever watches it. */

import { fenced, inlineCode, plainMarkdown, withoutPictures } from "../../core/text/markdown";
import type { AgentStep, Subagent } from "../../core/tools/delegation";
import { activityTexts } from "./agentTree";

/** What the text is made from. */
export interface TranscriptFacts {
  readonly agent: Subagent;
  /** Oldest first. */
  readonly steps: readonly { readonly step: AgentStep; readonly time: number }[];
  /** How many steps before them are no longer kept. */
  readonly left: number;
}

/** The whole text: what was asked of the agent, what it did, and what it came back with. */
export function transcriptText({ agent, steps, left }: TranscriptFacts): string {
  const { wish, worktree, report } = agent;
  return [
    `# ${plainMarkdown(wish.description ?? agent.id)}`,
    factsOf(agent),
    ...(worktree ? [`Branch ${inlineCode(worktree.branch)} in ${inlineCode(worktree.folder)}`] : []),
    "## Task",
    fenced("text", wish.prompt),
    "## Steps",
    ...(left > 0 ? [`_${left} earlier steps are no longer kept._`] : []),
    ...(steps.length > 0 ? steps.map(({ step }) => stepText(step)) : ["_Nothing yet._"]),
    ...(report ? ["## Result", withoutPictures(report.text)] : []),
  ].join("\n\n");
}

function factsOf({ id, parent, model, state, activity, wish }: Subagent): string {
  const facts = [
    `${inlineCode(id)} of ${inlineCode(parent)}`,
    plainMarkdown(wish.mode),
    plainMarkdown(model),
    `**${state}**`,
    ...activityTexts(activity),
  ];
  return facts.join(" · ");
}

/** A step in a line; what the model said as it meant it. */
function stepText(step: AgentStep): string {
  if (step.kind === "text") return withoutPictures(step.text);
  if (step.kind === "call") return `→ ${inlineCode(step.tool)} ${plainMarkdown(step.title)}`;
  return `← ${inlineCode(step.tool)} ${step.isError ? "**failed**" : "answered"}`;
}
