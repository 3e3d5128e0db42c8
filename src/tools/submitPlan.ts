import * as z from "zod";
import type { PresentEffect } from "../core/effect";
import type { PlanMode } from "../core/planMode";
import { type Declined, defineTool } from "../core/tool";
import { ToolError } from "../core/toolError";
import { shortDiff, unifiedDiff } from "../edits/unifiedDiff";

/** Characters of a plan; a person has to read it. */
const mostCharacters = 50_000;

/** What became of a plan that was approved. */
export interface SubmitPlanData {
  /** The plan as it counts, as Markdown. */
  readonly plan: string;
  /** True when the person changed it. */
  readonly edited: boolean;
}

export const submitPlan = defineTool({
  name: "submit_plan",
  displayName: "Submit Plan",
  summary: "Put a plan before the person and wait for their answer",
  description:
    "Only in plan mode: puts your plan before the person and waits for the answer. They approve it, perhaps after changing it, which ends plan mode; or they send it back with comments. Look at everything that matters first. Say in the plan which files change and how, which commands run, and how the result is checked.",
  metadata: {
    concurrencySafe: false,
    readOnly: true,
    destructive: false,
    idempotent: false,
    searchHint: "plan mode approval proposal exit",
  },
  touches: ["present"],
  input: z.object({
    plan: z.string().min(1).max(mostCharacters).describe("The plan, as Markdown."),
    title: z.string().min(1).max(100).optional().describe("What it is a plan for, in a few words."),
  }),
  async plan({ plan, title = "Plan" }, { session }) {
    if (!session.plan.isOn)
      throw new ToolError(
        "invalid_input",
        "Plan mode is off, so no plan has to be approved: go on with the work, or say in your answer what you mean to do.",
      );
    if (plan.trim() === "")
      throw new ToolError("invalid_input", 'The plan is empty: say in "plan" what you mean to do.');
    const effect: PresentEffect = { kind: "present", title: title.replace(/\s+/g, " "), text: plan };
    return {
      title: `Submit the plan "${effect.title}"`,
      effects: [effect],
      async run({ host }) {
        const approved = host.presented(effect);
        session.plan.approve(approved);
        const data: SubmitPlanData = { plan: approved, edited: approved !== plan };
        return { text: approvedText(plan, data), isError: false, data };
      },
      declined: (answer) => declinedText(answer, session.plan),
    };
  },
});

function approvedText(submitted: string, { plan, edited }: SubmitPlanData): string {
  if (!edited) return "The person approved the plan, and plan mode is off: carry it out now.";
  const diff = unifiedDiff(Buffer.from(submitted), Buffer.from(plan), shortDiff);
  return `The person changed the plan and approved it so, and plan mode is off: carry out the plan as it stands now.\n\n${plan.trimEnd()}\n\nCompared to yours:\n${diff}`;
}

function declinedText({ by, feedback }: Declined, mode: PlanMode): string {
  if (by !== "person")
    return `The plan could not be put before a person${feedback ? `: ${feedback}` : ""}. Plan mode stays on: give the plan in your answer and stop there.`;
  if (!mode.isOn)
    return "The person ended plan mode without an answer to the plan: ask them what to do before you change anything.";
  return feedback
    ? `The person sent the plan back, and plan mode stays on: change it as they say and submit it again. Their comments:\n${feedback}`
    : "The person did not approve the plan, and plan mode stays on: ask them what is missing before you submit another.";
}
