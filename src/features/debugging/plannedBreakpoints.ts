/** Breakpoints as models give them. */
import * as z from "zod";
import type { Breakpoint } from "../../core/ports/editor/debugging";
import { breakpointCode, debuggedProgram } from "../../core/tools/agentDebugger";
import type { PlanContext } from "../../core/tools/tool";
import type { DelegateEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { decode } from "../../lib/edits/text/encoding";
import { TextLines } from "../../lib/edits/text/textLines";

/** The parameter of every tool that sets some. */
export const breakpointInput = z.object({
  path: z.string().min(1).describe("Path of the file, relative to the workspace folder or absolute."),
  line: z.number().int().min(1).describe("Number of the line, counted from 1."),
  condition: z.string().min(1).max(1000).optional().describe("Stop only where this expression is true."),
  log: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe("Print this text instead of stopping; expressions in braces are evaluated."),
});

/** Breakpoints of a call, and what a person is asked about because of them. */
export interface PlannedBreakpoints {
  readonly breakpoints: readonly Breakpoint[];
  /** Absent where they evaluate nothing. */
  readonly code?: DelegateEffect;
}

/** @throws ToolError for a place at which there is no line. */
export async function plannedBreakpoints(
  given: readonly z.infer<typeof breakpointInput>[],
  { host }: PlanContext,
): Promise<PlannedBreakpoints> {
  const breakpoints: Breakpoint[] = [];
  for (const { path, line, condition, log } of given) {
    const target = await host.resolve(path);
    const stat = await host.stat(target);
    if (stat?.kind !== "file")
      throw new ToolError("not_found", `${target.shown} is not a file, so it has no line ${line}: check the path.`);
    const { text } = decode(await host.read(target), target.shown);
    const { count } = new TextLines(text);
    if (line > count)
      throw new ToolError("invalid_input", `${target.shown} has ${count} lines, so there is no line ${line}.`);
    const wish = { ...(condition !== undefined && { condition }), ...(log !== undefined && { logMessage: log }) };
    breakpoints.push({ path: target.path, line, ...wish });
  }
  const code = breakpointCode(breakpoints);
  if (code === "") return { breakpoints };
  return { breakpoints, code: { kind: "delegate", to: debuggedProgram, prompt: code } };
}
