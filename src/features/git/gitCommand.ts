/** Commands of git within a call of one of these tools, judged by what they have really done. */
import type { RunContext, ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { OwnNote } from "../../tools/commands/commandRun";

/** The part of a command's data that tells it. */
interface CommandData {
  readonly exitCode?: unknown;
  readonly stdout?: unknown;
  readonly isCut?: unknown;
  readonly changes?: { readonly leavesGit?: unknown };
}

const dataOf = ({ data }: ToolResult) => (data ?? {}) as CommandData;

/**
 * Runs a command that changes the repository. That it ended well is not enough: what it wrote on a layer is there only when
 * it was applied, all of it.
 * @param input for `run_command`. @param note says to the person what it does. @param failed a sentence for when it was not done.
 * @throws ToolError `command_failed` with that and what the command told.
 */
export async function changeWithGit(
  input: object,
  note: string,
  failed: string,
  context: RunContext,
): Promise<ToolResult> {
  const result = await context.call("run_command", input, new OwnNote(note));
  const { exitCode, changes } = dataOf(result);
  if (result.isError || exitCode !== 0 || changes?.leavesGit === true)
    throw new ToolError("command_failed", `${failed} ${result.text}`);
  return result;
}

/** What a command printed that only reads. */
export interface GitAnswer {
  readonly stdout: string;
  /** True when it is not all. */
  readonly isCut: boolean;
}

/** Asks git something. @param failed as in {@link changeWithGit}. @throws ToolError `command_failed`. */
export async function askGit(command: string, failed: string, context: RunContext): Promise<GitAnswer> {
  const result = await context.call("run_command", { command });
  const { exitCode, stdout, isCut } = dataOf(result);
  if (result.isError || exitCode !== 0 || typeof stdout !== "string")
    throw new ToolError("command_failed", `${failed} ${result.text}`);
  return { stdout, isCut: isCut === true };
}
