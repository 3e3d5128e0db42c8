/** How a call that is not made, or fails, is told to a model. */

import { Denial } from "../rules/denial";
import { searchToolName } from "../tools/deferral";
import type { Declined, DialectTool, KnownTools, Plan, ToolResult } from "../tools/tool";
import { messageOf, ToolError } from "../vocabulary/toolError";
import type { JudgedCall } from "./call";

/** What an advice on tools needs to know of them. */
type ToolNames = Pick<KnownTools, "all" | "activeTools" | "closestNames" | "isOfUse">;

/** Names the tools that may have been meant, or where none is like it those that the model is offered. */
export function unknownTool(tools: ToolNames, name: string): ToolError {
  const closest = tools.closestNames(name);
  const advice = closest.length > 0 ? `did you mean ${eitherOf(closest)}?` : `use one of ${offeredNames(tools)}.`;
  return new ToolError("unknown_tool", `There is no tool "${name}": ${advice}`);
}

function offeredNames(tools: ToolNames): string {
  const [all, active] = [tools.all(), tools.activeTools()];
  const ofUse = active.filter((tool) => tools.isOfUse(tool));
  const names = ofUse.map((tool) => tool.name).join(", ");
  const search = active.length < all.length && all.find(({ tool }) => tool.name === searchToolName);
  return search ? `${names}, or find another with ${search.name}` : names;
}

/** `a, b or c`. */
const eitherOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join();

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
export function callFailure(error: unknown, tool: DialectTool | undefined, args: Record<string, unknown>): ToolResult {
  const known =
    error instanceof ToolError
      ? error
      : new ToolError(
          "internal",
          `${tool?.name ?? "The tool"} failed unexpectedly: ${messageOf(error)}. Nothing more was done.`,
        );
  const text = tool?.presentError?.(known, args) ?? known.message;
  const refusal = error instanceof Denial ? { refusal: error.refusal } : {};
  return { text, isError: true, data: { error: known.code, ...known.details }, ...refusal };
}
