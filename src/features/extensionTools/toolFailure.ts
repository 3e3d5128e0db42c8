/** How a model is told that a tool of another extension did not do what it should. */
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { RegisteredTool } from "./registeredTools";

/** Characters of what somebody has thrown. */
const maxTold = 2000;

/** What was thrown, as one clause. */
export const clauseOf = (error: unknown): string => {
  const text = messageOf(error)
    .slice(0, maxTold)
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[.\s]+$/, "");
  return text === "" ? "it gave no reason" : text;
};

/** @param problem one clause without a final period. */
export const toolFailure = ({ extension, definition }: RegisteredTool, problem: string): ToolError =>
  new ToolError(
    "tool_failed",
    `The tool ${definition.name} of the extension ${extension} failed: ${problem}. Go on without it, or tell the person.`,
  );
