/** How a call that is not made, or fails, is told to a model. */
import { Denial } from "./denial";
import type { DialectTool } from "./dialect";
import type { JudgedCall } from "./prepareCall";
import type { Declined, Plan, ToolResult } from "./tool";
import { messageOf, ToolError } from "./toolError";
import type { ToolShelf } from "./toolShelf";

export const unknownTool = (tools: ToolShelf, name: string): ToolError =>
  new ToolError(
    "unknown_tool",
    `There is no tool "${name}": use one of ${tools
      .all()
      .map((tool) => tool.name)
      .join(", ")}.`,
  );

export const denial = ({ plan, decision, byEffect, context }: JudgedCall): Denial =>
  new Denial(plan.title, decision, plan.effects[byEffect.indexOf(decision)], context.roots);

export const cancelled = (): ToolError =>
  new ToolError("cancelled", "The call was cancelled before anything was done.");

/** A person's no, or nobody's yes. */
export const declined = (plan: Plan, approval: Declined): ToolError =>
  new ToolError("declined", plan.declined?.(approval) ?? declinedText(plan, approval));

const declinedText = (plan: Plan, approval: Declined): string =>
  approval.by === "person"
    ? `The person declined this: ${plan.title}. Nothing was done${approval.feedback ? `; they said: ${approval.feedback}` : ""}. Do not retry it; ask what they want instead.`
    : `${plan.title} needs a person's approval and nobody could give it${approval.feedback ? `: ${approval.feedback}` : ""}. Nothing was done.`;

/** Any failure as a result a model can act on; a defect in a tool is one too. */
export function failure(error: unknown, tool: DialectTool | undefined, args: Record<string, unknown>): ToolResult {
  const known =
    error instanceof ToolError
      ? error
      : new ToolError(
          "internal",
          `${tool?.name ?? "The tool"} failed unexpectedly: ${messageOf(error)}. Nothing more was done.`,
        );
  const text = tool?.presentError?.(known, args) ?? known.message;
  return { text, isError: true, data: { error: known.code, ...known.details } };
}
