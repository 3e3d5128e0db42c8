import * as z from "zod";
import type { CommandOutcome } from "../core/host";
import { OutputBuffer } from "../core/outputBuffer";
import { defineTool } from "../core/tool";
import { ToolError } from "../core/toolError";
import { plainOutput } from "../edits/terminalText";

/** What a command did, for dialects that word it themselves. */
export interface CommandData extends CommandOutcome {
  readonly stdout: string;
  readonly stderr: string;
}

export const runCommand = defineTool({
  name: "run_command",
  displayName: "Run Command",
  summary: "Run a bash command, judged before it runs",
  description:
    "Runs a bash command line and returns its stdout, stderr (each line marked [stderr]), exit code and duration. It gets no input, and what it leaves running is stopped when it ends. Read-only commands run at once; others are asked about. Prefer the file tools for reading, searching and editing files.",
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
    description: z
      .string()
      .optional()
      .describe("What the command is for, in a few words, for the person who is asked."),
  }),
  async plan({ command, cwd, timeout_ms, description }, { host, settings }) {
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
    const timeoutMs = timeout_ms ?? most;
    const firstLine = command.trim().split("\n")[0] as string;
    return {
      title: `Run ${firstLine.length > 80 || firstLine !== command.trim() ? `${firstLine.slice(0, 80)}…` : firstLine}`,
      effects: [{ kind: "exec", command, cwd: folder, timeoutMs }],
      notes: description ? [description] : [],
      async run({ host, settings, signal, progress }) {
        const room = settings["limits.commandOutputBytes"];
        const buffers = { stdout: new OutputBuffer(room), stderr: new OutputBuffer(room) };
        const outcome = await host.exec({
          command,
          cwd: folder,
          timeoutMs,
          signal,
          onOutput(stream, chunk) {
            buffers[stream].append(chunk);
            progress(lastLine(chunk));
          },
        });
        const data: CommandData = {
          ...outcome,
          stdout: plainOutput(buffers.stdout.text()),
          stderr: plainOutput(buffers.stderr.text()),
        };
        return { text: commandText(data, timeoutMs), isError: outcome.endedBy !== "itself", data };
      },
    };
  },
});

function checkText(command: string): void {
  if (command.includes("\0"))
    throw new ToolError("invalid_input", "The command contains a NUL character, which no shell accepts: leave it out.");
  if (command.trim() === "")
    throw new ToolError("invalid_input", "The command is empty: give the command line to run.");
}

const lastLine = (chunk: Uint8Array) =>
  Buffer.from(chunk)
    .toString("utf8")
    .trimEnd()
    .split(/[\r\n]/)
    .at(-1) ?? "";

/** stdout, then stderr line by line, then how it ended (SH-1, SH-11). */
function commandText(
  { stdout, stderr, exitCode, signal, durationMs, endedBy, stoppedLeftovers }: CommandData,
  timeoutMs: number,
): string {
  const marked = stderr
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `[stderr] ${line}`);
  const parts = [
    ...(stdout === "" ? [] : [stdout.replace(/\n$/, "")]),
    ...(stderr === "" ? [] : marked),
    ...(stdout === "" && stderr === "" ? ["(no output)"] : []),
  ];
  const took = durationMs >= 1000 ? `${(durationMs / 1000).toFixed(1)} s` : `${Math.round(durationMs)} ms`;
  const ending = exitCode === undefined ? `ended by ${signal ?? "an unknown signal"}` : `exit code: ${exitCode}`;
  if (endedBy === "timeout")
    parts.push(`[stopped after ${timeoutMs} ms because it had not ended: raise timeout_ms or do less at once]`);
  if (endedBy === "cancellation") parts.push("[stopped by the person before it had ended]");
  if (stoppedLeftovers) parts.push("[processes it left running were stopped]");
  return [...parts, `[${ending}, ${took}]`].join("\n");
}
