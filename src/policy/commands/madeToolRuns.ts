/** The run of a tool that an agent made and a person approved (CT-2). */

import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { allow, askAlways, type Decision } from "../../core/vocabulary/decision";

const rule = "madeTools";

/**
 * The person approved what it does and may do; that it does no more is the sandbox's work, so without one they are asked
 * each time. What is denied as a command stays so.
 * @param asCommand the verdict on its command line.
 */
export async function judgeMadeTool(asCommand: Decision, context: RuleContext): Promise<Decision> {
  if (asCommand.kind === "deny") return asCommand;
  const isHeld = (await context.isHeld?.(false)) ?? false;
  return isHeld
    ? allow(rule, clause`a person approved this tool, and the sandbox confines it to what they approved`)
    : askAlways(rule, clause`no sandbox confines the tool to what a person approved`);
}
