import * as z from "zod";
import { cutToWidth } from "../core/displayWidth";
import type { ExecEffect } from "../core/effect";
import type { JobWork } from "../core/job";
import { defineTool, type Plan, type RunContext, type ToolResult } from "../core/tool";
import { ToolError } from "../core/toolError";
import { type CommandData, commandText } from "./commandText";
import { runToEnd, type Waited } from "./runToEnd";
import { noteFolder, remembersFolder, usualFolder } from "./startFolder";
import { unansweredQuestion } from "./unansweredQuestion";

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
    "Runs a bash command line (on Windows without a bash one of PowerShell or cmd.exe, as the result then says) and returns its stdout, stderr (each line marked [stderr]), exit code and duration. It gets no input but what `input` gives it, and what it leaves running is stopped when it ends; for a server or a long build set `background`. Read-only commands run at once; others are asked about. Prefer the file tools for reading, searching and editing files.",
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
      .optional()
      .describe(
        "Folder to run in, relative to the workspace folder or absolute. Default: where your last cd led, at first the workspace folder.",
      ),
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
    tty: z
      .boolean()
      .default(false)
      .describe(
        "Run it in a terminal that the person sees and types into, for a program that needs one: a password, a wizard, an editor. A person is asked. Default: false.",
      ),
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
  async plan({ command, cwd, timeout_ms, background, input, tty, outside_sandbox, description }, context) {
    const { host, settings, traits } = context;
    checkText(command);
    if (tty && input !== undefined) throw bothTyped();
    const most = settings["limits.commandTimeoutMs"];
    if (timeout_ms !== undefined && timeout_ms > most)
      throw new ToolError(
        "invalid_input",
        `timeout_ms ${timeout_ms} is more than the ${most} allowed: use a smaller one.`,
      );
    const folder = cwd === undefined ? await usualFolder(context) : await host.resolve(cwd);
    const stat = await host.stat(folder);
    if (stat?.kind !== "directory")
      throw new ToolError(
        stat ? "not_directory" : "not_found",
        `cwd ${folder.shown} ${stat ? "is a file" : "does not exist"}: name a folder.`,
      );
    const language = host.shellLanguage();
    const effect: ExecEffect = {
      kind: "exec",
      command,
      ...(language !== "bash" && { language }),
      cwd: folder,
      timeoutMs: timeout_ms ?? Math.min(traits.commandTimeoutMs ?? most, most),
      ...(input !== undefined && { input }),
      ...(background && { background }),
      ...(outside_sandbox && { outsideSandbox: true }),
      ...(tty && { tty }),
    };
    return {
      title: titleOf(effect),
      effects: [effect],
      notes: [...(description ? [description] : []), ...(tty ? [terminalNote] : [])],
      run: (context) => (background ? runInBackground(effect, context) : runAndWait(effect, context)),
    } satisfies Plan;
  },
});

const terminalNote = "You can type into its terminal. What the terminal shows, the model reads.";

const bothTyped = () =>
  new ToolError(
    "invalid_input",
    "tty and input were both given, but in a terminal the person types: leave one of them out.",
  );

function titleOf({ command, background, tty }: ExecEffect): string {
  const whole = command.trim();
  const firstLine = cutToWidth(whole.split("\n")[0] as string, 80);
  const isCut = firstLine !== whole && !firstLine.endsWith("…");
  const where = [...(background ? ["in the background"] : []), ...(tty ? ["in a terminal"] : [])].join(", ");
  return `Run ${where === "" ? "" : `${where}: `}${firstLine}${isCut ? "…" : ""}`;
}

const worked = (effect: ExecEffect, context: RunContext): JobWork => {
  const { kind, outsideSandbox, ...request } = effect;
  const tellsFolder = !effect.background && !effect.tty && !effect.language && remembersFolder(context);
  return (wires) => context.host.exec({ ...request, ...wires, ...(tellsFolder && { tellsFolder }) });
};

async function runInBackground(effect: ExecEffect, context: RunContext): Promise<ToolResult> {
  const { command, timeoutMs, tty = false } = effect;
  const job = await context.jobs.start({ command, background: true, tty }, worked(effect, context));
  // The result names both.
  for (const name of ["job_output", "job_stop"]) context.tools.activateTool(name);
  const data: BackgroundData = { job: job.id, timeoutMs };
  const text = `Started ${job.id} in the background: job_output reads what it prints, job_stop ends it. It is stopped after ${timeoutMs} ms.`;
  return { text, isError: false, data };
}

async function runAndWait(effect: ExecEffect, context: RunContext): Promise<ToolResult> {
  const { settings, traits } = context;
  const bytes = settings["limits.commandOutputBytes"];
  const room = traits.commandOutput ?? { stdout: bytes, stderr: bytes };
  const waited = await runToEnd(effect, room, worked(effect, context), context);
  const data = dataOf(waited, effect, context);
  return { text: commandText(data, settings.sandbox !== "off"), isError: data.endedBy !== "itself", data };
}

/** Everything that is known of a command that has ended. */
function dataOf({ outcome, printed, job }: Waited, effect: ExecEffect, context: RunContext): CommandData {
  const { timeoutMs, cwd, tty, language } = effect;
  const { endedBy, exitCode, folder } = outcome;
  const nextFolder = endedBy === "itself" ? noteFolder(cwd, folder, context) : undefined;
  const mayHaveWaited = !tty && (endedBy === "timeout" || (endedBy === "itself" && exitCode !== 0));
  const question = mayHaveWaited ? unansweredQuestion(printed.stdout, printed.stderr) : undefined;
  return {
    ...outcome,
    ...printed,
    timeoutMs,
    job,
    ...(language && language !== "bash" && { language }),
    ...(nextFolder !== undefined && { nextFolder }),
    ...(question && { question }),
  };
}

function checkText(command: string): void {
  if (command.includes("\0"))
    throw new ToolError("invalid_input", "The command contains a NUL character, which no shell accepts: leave it out.");
  if (command.trim() === "")
    throw new ToolError("invalid_input", "The command is empty: give the command line to run.");
}
