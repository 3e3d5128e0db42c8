/** What a hook's program reads: one JSON object, its fields named as by other programs that have such hooks. */
import type { CallFacts, ResultFacts } from "../../../toolcrib-api";

/** Which hook it is, as those programs call it. */
export type HookEvent = "PreToolUse" | "PostToolUse";

/** @param cwd the folder in which the program starts. @param ended absent before the call. */
export function hookInput(
  { id, agent, dialect, tool, ownTool, input, title, effects, verdict, taint, planMode, roots }: CallFacts,
  cwd: string,
  ended?: ResultFacts,
): string {
  const event: HookEvent = ended ? "PostToolUse" : "PreToolUse";
  const facts = {
    hook_event_name: event,
    session_id: agent,
    cwd,
    permission_mode: planMode ? "plan" : "default",
    tool_name: tool,
    tool_input: input,
    tool_use_id: id,
    ...(ended && { tool_response: ended }),
    dialect,
    own_tool: ownTool,
    title,
    effects,
    verdict,
    taint,
    roots,
  };
  return `${JSON.stringify(facts)}\n`;
}
