import * as z from "zod";
import type { PlanMode } from "../core/session/planMode";
import { actionTitle } from "../core/text/clauses/clause";
import { type Declined, defineTool } from "../core/tools/tool";
import type { PresentEffect } from "../core/vocabulary/effect";
import { ToolError } from "../core/vocabulary/toolError";
import { shortDiff, unifiedDiff } from "../lib/edits/diff/unifiedDiff";

/** Characters of a plan; a person has to read it. */
const maxCharacters = 50_000;

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
  summary: "Submit a plan to the person and wait for the answer",
  description:
    "Only in plan mode: submits your plan to the person and waits for the answer. Approval, with or without changes to the plan, ends plan mode; otherwise the plan comes back with comments. Investigate thoroughly first. State in the plan which files change and how, which commands run, and how the result is verified.",
  metadata: {
    concurrencySafe: false,
    readOnly: true,
    destructive: false,
    idempotent: false,
    searchHint: "plan mode approval proposal exit",
  },
  effectKinds: ["present"],
  input: z.object({
    plan: z.string().min(1).max(maxCharacters).describe("The plan, as Markdown."),
    title: z.string().min(1).max(100).optional().describe("Short title of the plan."),
  }),
  async plan({ plan, title = "Plan" }, { session }) {
    if (!session.plan.isOn)
      throw new ToolError(
        "invalid_input",
        "Plan mode is off, so no plan needs approval: continue with the work, or describe your plan in your answer.",
      );
    if (plan.trim() === "")
      throw new ToolError("invalid_input", 'The plan is empty: describe in "plan" what you intend to do.');
    const effect: PresentEffect = { kind: "present", title: title.replace(/\s+/g, " "), text: plan };
    return {
      title: actionTitle`Submit the plan "${effect.title}"`,
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
  if (!edited) return "The person approved the plan, and plan mode is now off: carry out the plan.";
  const diff = unifiedDiff(Buffer.from(submitted), Buffer.from(plan), shortDiff);
  return `The person edited and approved the plan, and plan mode is now off: carry out this plan.\n\n${plan.trimEnd()}\n\nCompared to yours:\n${diff}`;
}

function declinedText({ by, feedback }: Declined, mode: PlanMode): string {
  if (by !== "person")
    return `The plan could not be shown to a person${feedback ? `: ${feedback}` : ""}. Plan mode stays on: give the plan in your answer and stop there.`;
  if (!mode.isOn)
    return "The person ended plan mode without answering the plan: ask them what to do before you change anything.";
  return feedback
    ? `The person returned the plan with comments, and plan mode stays on: revise the plan and submit it again. Their comments:\n${feedback}`
    : "The person did not approve the plan, and plan mode stays on: ask them what is missing before you submit another one.";
}
