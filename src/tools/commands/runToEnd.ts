import type { JobWork } from "../../core/jobs/job";
import type { CommandOutcome } from "../../core/ports/shell";
import type { RunContext } from "../../core/tools/tool";
import type { ExecEffect } from "../../core/vocabulary/effect";
import { CommandOutput, LiveProgress, type OutputLimits, type Printed } from "./commandOutput";

/** A command that was waited for. */
export interface Waited {
  readonly outcome: CommandOutcome;
  readonly printed: Printed;
  /** Id under which job_output has all of its output. */
  readonly job: string;
}

/**
 * Runs a command and waits for its end. What it prints is shown live, and returned within the room; where that is not all
 * of it, the model gets job_output, because the result names it.
 * @throws ToolError when it could not be started.
 */
export async function runToEnd(
  { command, tty = false }: Pick<ExecEffect, "command" | "tty">,
  room: OutputLimits,
  work: JobWork,
  { jobs, signal, progress, tools }: RunContext,
): Promise<Waited> {
  const output = new CommandOutput(room);
  const live = new LiveProgress(progress);
  const job = await jobs.start({ command, background: false, tty }, (wires) =>
    work({
      signal: AbortSignal.any([signal, wires.signal]),
      onOutput(stream, chunk) {
        output.append(stream, chunk);
        live.append(chunk);
        return wires.onOutput(stream, chunk);
      },
    }),
  );
  await job.ended;
  live.end();
  if (!job.outcome) throw job.failure;
  const printed = output.finish();
  if (printed.isCut) tools.activateTool("job_output");
  return { outcome: job.outcome, printed, job: job.id };
}
