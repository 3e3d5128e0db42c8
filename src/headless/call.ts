import { type Confirm, executeCall } from "../core/pipeline";
import type { ToolResult } from "../core/tool";
import { ToolError } from "../core/toolError";
import { saveSession } from "../node/sessionFiles";
import type { Machine } from "./machine";
import type { ApproveMode } from "./options";

/** Answers asks without a person. */
export const unattended =
  (mode: ApproveMode): Confirm =>
  async ({ decision }) =>
    mode === "all"
      ? { approved: true, by: "option" }
      : { approved: false, by: "nobody", feedback: `${decision.reason} (run with --approve all to allow it)` };

/**
 * `toolcrib call TOOL JSON`: one call.
 * @throws ToolError when it could not be made at all; whatever becomes of it otherwise is a result.
 */
export async function callOnce(
  machine: Machine,
  mode: ApproveMode,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ToolResult> {
  const [tool, json = "{}"] = args;
  if (tool === undefined) throw new ToolError("invalid_input", "Name the tool to call: toolcrib call TOOL JSON.");
  const input = parseInput(json);
  const result = await executeCall(machine.crib, machine.session, { tool, input, signal }, unattended(mode));
  await saveSession(machine.stateFolder, machine.session);
  return result;
}

function parseInput(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ToolError("invalid_input", `The tool's input is not JSON (${(error as Error).message}).`);
  }
}
