import type { Confirm } from "../../core/calls/approvals/answer";
import type { Call, JudgedCall } from "../../core/calls/call";
import type { Crib } from "../../core/calls/crib";
import { executeCall } from "../../core/calls/executeCall";
import type { Session } from "../../core/session/session";
import type { ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { changesIn, type DryRun, dryRun } from "../../features/preview/dryRun";
import { canBeTried, tryCommand } from "../../features/preview/tryCommand";
import { keepSession } from "../../node/state/sessionFiles";
import type { Machine } from "../machine";
import type { ApproveMode, Options } from "../options";
import { warn } from "../warn";

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

/**
 * `toolcrib call --dry-run TOOL JSON`: what the call would do, as a result; nothing is changed (IFC-5). A command is run on
 * a layer over the workspace, which is gone afterwards.
 */
export async function dryRunOnce(
  { crib, session }: Machine,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ToolResult> {
  const { tool, input } = namedCall(args);
  const call = { tool, input, signal };
  if (await canBeTried(crib, session, call)) return triedOnce(crib, session, call);
  const { summary, isError, ...data } = await dryRun(crib, session, tool, input);
  return { text: summary, isError, data };
}

async function triedOnce(crib: Crib, session: Session, call: Call): Promise<ToolResult> {
  let proposed: Pick<DryRun, "wouldChange" | "diff"> = { wouldChange: [] };
  const result = await tryCommand(crib, session, call, async ({ plan }) => {
    proposed = changesIn(plan.effects);
    return { approved: false, by: "option", feedback: "a dry run applies no changes" };
  });
  return { ...result, data: { ...(result.data as object), ...proposed } };
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
