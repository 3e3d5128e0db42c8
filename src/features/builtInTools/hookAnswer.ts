/** A verdict in the words of each harness. */
import type { HarnessName, HookVerdict } from "./harness";

/** Characters of a reason at most: some harnesses read no more than 64 KB of a hook's output. */
const maxReason = 8000;

/**
 * What the hook prints, for exit code 0, which every harness reads; empty for no opinion. Plugins of the Agent Host read
 * the flat form alone, Claude Code documents the nested one alone, and the others were seen to take both together.
 * @param harness undefined when the input did not tell.
 */
export function hookAnswer(harness: HarnessName | undefined, { kind, reason }: HookVerdict): string {
  if (kind === "none") return "";
  const said = { permissionDecision: kind, permissionDecisionReason: reason.slice(0, maxReason) };
  const nested = { hookSpecificOutput: { hookEventName: "PreToolUse", ...said } };
  return JSON.stringify(harness === "claude-code" ? nested : { ...said, ...nested });
}
