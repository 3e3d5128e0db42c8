import * as z from "zod";
import { durationText, endingText } from "../core/commandEnding";
import { cutToWidth } from "../core/displayWidth";
import type { ExecEffect } from "../core/effect";
import type { CommandOutcome } from "../core/host";
import type { JobWork } from "../core/job";
import { defineTool, type Plan, type RunContext, type ToolResult } from "../core/tool";
import { ToolError } from "../core/toolError";
import { CommandOutput, liveLine, markedStderr } from "./commandOutput";

/** What a command did, for dialects that word it themselves. */
export interface CommandData extends CommandOutcome {
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds it was given. */
  readonly timeoutMs: number;
  /** Under which job_output finds everything that it printed. */
  readonly job: string;
  /** The middle of `stdout` or `stderr` was left out. */
  readonly isCut: boolean;
}

/** What became of a command that the call did not wait for. */
export interface BackgroundData {
  readonly job: string;
  readonly timeoutMs: number;
}

export const runCommand = defineTool({
  name: "run_command",
  displayName: "Run Command",
  summary: "Run a bash command, judged before it runs",
  description:
    "Runs a bash command line and returns its stdout, stderr (each line marked [stderr]), exit code and duration. It gets no input but what `input` gives it, and what it leaves running is stopped when it ends; for a server or a long build set `background`. Read-only commands run at once; others are asked about. Prefer the file tools for reading, searching and editing files.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "shell command execute terminal",
  },
  touches: ["exec"],
  input: z.object({
    command: z.string().min(1).describe("The command line, for bash."),
    cwd: z
      .string()
      .min(1)
      .default(".")
      .describe("Folder to run in, relative to the workspace folder or absolute. Default: the workspace folder."),
    timeout_ms: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe(
        "Milliseconds after which it is stopped. Default and most: the setting toolcrib.limits.commandTimeoutMs.",
      ),
    background: z
      .boolean()
      .default(false)
      .describe(
        "Return at once with a job id; job_output reads what it prints, job_stop ends it, and its end is told with a later result. Default: false.",
      ),
    input: z.string().optional().describe("What the command reads on its standard input. Default: nothing."),
    outside_sandbox: z
      .boolean()
      .default(false)
      .describe(
        "Ask a person to let it run without the sandbox, for a command that the sandbox has stopped. Default: false.",
      ),
    description: z
      .string()
      .optional()
      .describe("What the command is for, in a few words, for the person who is asked."),
  }),
  async plan(
    { command, cwd, timeout_ms, background, input, outside_sandbox, description },
    { host, settings, traits },
  ) {
    checkText(command);
    const most = settings["limits.commandTimeoutMs"];
    if (timeout_ms !== undefined && timeout_ms > most)
      throw new ToolError(
        "invalid_input",
        `timeout_ms ${timeout_ms} is more than the ${most} allowed: use a smaller one.`,
      );
    const folder = await host.resolve(cwd);
    const stat = await host.stat(folder);
    if (stat?.kind !== "directory")
      throw new ToolError(
        stat ? "not_directory" : "not_found",
        `cwd ${folder.shown} ${stat ? "is a file" : "does not exist"}: name a folder.`,
      );
    const effect: ExecEffect = {
      kind: "exec",
      command,
      cwd: folder,
      timeoutMs: timeout_ms ?? Math.min(traits.commandTimeoutMs ?? most, most),
      ...(input !== undefined && { input }),
      ...(background && { background }),
      ...(outside_sandbox && { outsideSandbox: true }),
    };
    return {
      title: titleOf(effect),
      effects: [effect],
      notes: description ? [description] : [],
      run: (context) => (background ? runInBackground(effect, context) : runAndWait(effect, context)),
    } satisfies Plan;
  },
});

function titleOf({ command, background }: ExecEffect): string {
  const whole = command.trim();
  const firstLine = cutToWidth(whole.split("\n")[0] as string, 80);
  const isCut = firstLine !== whole && !firstLine.endsWith("…");
  return `Run ${background ? "in the background: " : ""}${firstLine}${isCut ? "…" : ""}`;
}

const worked = (effect: ExecEffect, { host }: RunContext): JobWork => {
  const { kind, outsideSandbox, ...request } = effect;
  return (wires) => host.exec({ ...request, ...wires });
};

async function runInBackground(effect: ExecEffect, context: RunContext): Promise<ToolResult> {
  const { command, timeoutMs } = effect;
  const job = await context.jobs.start({ command, background: true }, worked(effect, context));
  const data: BackgroundData = { job: job.id, timeoutMs };
  const text = `Started ${job.id} in the background: job_output reads what it prints, job_stop ends it. It is stopped after ${timeoutMs} ms.`;
  return { text, isError: false, data };
}

async function runAndWait(effect: ExecEffect, context: RunContext): Promise<ToolResult> {
  const { settings, traits, signal, progress } = context;
  const room = settings["limits.commandOutputBytes"];
  const output = new CommandOutput(traits.commandOutput ?? { stdout: room, stderr: room });
  const work = worked(effect, context);
  const { command, timeoutMs } = effect;
  const job = await context.jobs.start({ command, background: false }, (wires) =>
    work({
      signal: AbortSignal.any([signal, wires.signal]),
      onOutput(stream, chunk) {
        output.append(stream, chunk);
        progress(liveLine(chunk));
        return wires.onOutput(stream, chunk);
      },
    }),
  );
  await job.ended;
  if (!job.outcome) throw job.failure;
  const data: CommandData = { ...job.outcome, ...output.finish(), timeoutMs, job: job.id };
  return { text: commandText(data), isError: data.endedBy !== "itself", data };
}

function checkText(command: string): void {
  if (command.includes("\0"))
    throw new ToolError("invalid_input", "The command contains a NUL character, which no shell accepts: leave it out.");
  if (command.trim() === "")
    throw new ToolError("invalid_input", "The command is empty: give the command line to run.");
}

/** stdout, then stderr line by line, then how it ended (SH-1, SH-11, SH-13). */
function commandText(data: CommandData): string {
  const { stdout, stderr, durationMs, endedBy, stoppedLeftovers, timeoutMs, isCut, job } = data;
  const isSilent = stdout === "" && stderr === "";
  const parts = [
    ...(stdout === "" ? [] : [stdout.replace(/\n$/, "")]),
    ...(stderr === "" ? [] : [markedStderr(stderr)]),
    ...(isSilent ? ["(no output)"] : []),
  ];
  if (isCut) parts.push(`[job_output with id ${job} reads what was left out]`);
  if (endedBy === "timeout")
    parts.push(`[stopped after ${timeoutMs} ms because it had not ended: raise timeout_ms or do less at once]`);
  if (endedBy === "timeout" && isSilent)
    parts.push("[it printed nothing: if it waits for an answer, give it with input, or use options that ask nothing]");
  if (endedBy === "cancellation") parts.push("[stopped by the person before it had ended]");
  if (stoppedLeftovers) parts.push("[processes it left running were stopped]");
  return [...parts, `[${endingText(data)}, ${durationText(durationMs)}]`].join("\n");
}
