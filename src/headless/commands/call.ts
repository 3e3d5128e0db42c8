import type { Confirm } from "../../core/calls/approvals/answer";
import type { JudgedCall } from "../../core/calls/call";
import { executeCall } from "../../core/calls/executeCall";
import type { ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { dryRun } from "../../features/preview/dryRun";
import { keepSession } from "../../node/state/sessionFiles";
import { type Machine, warn } from "../machine";
import type { ApproveMode, Options } from "../options";

/** True for what is there to be answered by a person: no option answers it. */
export const isPresented = ({ plan }: JudgedCall): boolean => plan.effects.some(({ kind }) => kind === "present");

/** Answers asks without a person. */
export const unattended =
  (mode: ApproveMode): Confirm =>
  async (call) => {
    const { decision } = call;
    if (isPresented(call))
      return { approved: false, by: "nobody", feedback: `${decision.reason}, and nobody can be asked here` };
    return mode === "all"
      ? { approved: true, by: "option" }
      : { approved: false, by: "nobody", feedback: `${decision.reason} (run with --approve all to allow it)` };
  };

/**
 * `toolcrib call TOOL JSON`: one call.
 * @throws ToolError when it could not be made at all; whatever becomes of it otherwise is a result.
 */
export async function callOnce(
  machine: Machine,
  { approve, positionals, turn }: Pick<Options, "approve" | "positionals" | "turn">,
  signal: AbortSignal,
): Promise<ToolResult> {
  const call = { ...namedCall(positionals), signal, ...(turn !== undefined && { turn: { id: turn, title: turn } }) };
  const result = await executeCall(machine.crib, machine.session, call, unattended(approve));
  await keepSession(machine.sessionState, machine.session, warn);
  return result;
}

/** `toolcrib call --dry-run TOOL JSON`: what the call would do, as a result; nothing is done (IFC-5). */
export async function dryRunOnce({ crib, session }: Machine, args: readonly string[]): Promise<ToolResult> {
  const { tool, input } = namedCall(args);
  const { summary, isError, ...data } = await dryRun(crib, session, tool, input);
  return { text: summary, isError, data };
}

function namedCall([tool, json = "{}"]: readonly string[]): { tool: string; input: unknown } {
  if (tool === undefined) throw new ToolError("invalid_input", "Name the tool to call: toolcrib call TOOL JSON.");
  return { tool, input: parseInput(json) };
}

function parseInput(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ToolError("invalid_input", `The tool's input is not JSON (${(error as Error).message}).`);
  }
}
