/** How the tools that run commands plan and run one (SH-1, SH-3, SH-8). */
import * as z from "zod";
import type { JobWork } from "../../core/jobs/job";
import { unreachedServerNote } from "../../core/jobs/unreachedServer";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { cutToWidth } from "../../core/text/displayWidth";
import { oneLine } from "../../core/text/oneLine";
import type { Plan, PlanContext, RunContext, ToolResult } from "../../core/tools/tool";
import type { Traits } from "../../core/tools/traits";
import type { ExecEffect, ResolvedPath } from "../../core/vocabulary/effect";
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { ToolError } from "../../core/vocabulary/toolError";
import { analyse } from "../../lib/shell/analyse";
import { categoryOf } from "../../lib/shell/category";
import { fullScreenProgram } from "../../lib/shell/fullScreen";
import { installsPackages } from "../../lib/shell/packageInstalls";
import type { Category } from "../../lib/shell/words/types";
import { planChanges } from "./changesPlan";
import { sharedRoom } from "./commandOutput";
import { type CommandData, commandSettings, commandText } from "./commandText";
import { CommandTrial, checkTrial, trialNote } from "./commandTrial";
import { PartOfChanges, reviewChanges } from "./reviewChanges";
import { runToEnd, type Waited } from "./runToEnd";
import { noteFolder, remembersFolder } from "./startFolder";
import { testReport } from "./testReport";
import { unansweredQuestion } from "./unansweredQuestion";

/** What became of a command that the call did not wait for. */
export interface BackgroundData {
  readonly job: string;
  readonly timeoutMs: number;
}

/** Parameters of every tool that runs a command, beside what it runs and where. */
export const runParameters = {
  timeout_ms: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Timeout in milliseconds. Default and maximum: the setting toolcrib.limits.commandTimeoutMs."),
  background: z
    .boolean()
    .default(false)
    .describe(
      "Return at once with a job id: job_output reads the output, job_stop ends the job, and a later result reports when it has ended. Default: false.",
    ),
  input: z.string().optional().describe("Text for the command's standard input. Default: none."),
  tty: z
    .boolean()
    .default(false)
    .describe(
      "Run the command in a terminal that the person sees and types into, for example to enter a password or use an editor. The person is asked first. Default: false.",
    ),
  outside_sandbox: z
    .boolean()
    .default(false)
    .describe(
      "Ask a person for permission to run the command outside the sandbox, when the sandbox has blocked it. Default: false.",
    ),
  description: z.string().optional().describe("Short explanation of the command, shown to the person who approves it."),
};

/** Where arguments and variables of a command go: see Tool.elsewhere. */
export const inItsLine =
  "arguments and variables are part of the command line, such as NAME=value program 'an argument'";

/** What a tool says itself of the command that it runs in a call within its own. No model can write it. */
export class OwnNote {
  /** @param text for the person who is asked. */
  constructor(readonly text: string) {}
}

/** Those parameters as a call gives them. */
export type RunParameters = z.infer<z.ZodObject<typeof runParameters>>;

/** A command that a tool was asked to run. */
export interface CommandWish extends RunParameters {
  readonly command: string;
  readonly folder: ResolvedPath;
  /** Whether the agent's next command starts where this one's shell ends. */
  readonly movesFolder: boolean;
}

/**
 * Plans the run of a command.
 * @throws ToolError `invalid_input` for a command or a time that cannot be, `not_directory` and `not_found` for the folder.
 */
export async function planCommand(wish: CommandWish, planning: PlanContext): Promise<Plan> {
  const { host, roots, settings, traits, privateInput } = planning;
  if (privateInput instanceof PartOfChanges) return planChanges(privateInput.made, privateInput.part, { host, roots });
  const isTrial = privateInput instanceof CommandTrial;
  const { command, folder, timeout_ms, background, input, tty, outside_sandbox, description, movesFolder } = wish;
  checkText(command);
  if (tty && input !== undefined) throw bothTyped();
  if (isTrial) checkTrial(wish);
  const language = host.shellLanguage();
  if (!tty) checkScreen(command, language, traits);
  const most = settings.limits.commandTimeoutMs;
  if (timeout_ms !== undefined && timeout_ms > most)
    throw new ToolError(
      "invalid_input",
      `timeout_ms ${timeout_ms} exceeds the maximum of ${most}, which toolcrib.limits.commandTimeoutMs sets: use a smaller value.`,
    );
  const stat = await host.stat(folder);
  if (stat?.kind !== "directory")
    throw new ToolError(
      stat ? "not_directory" : "not_found",
      `The working folder ${folder.shown} ${stat ? "is a file" : "does not exist"}: give an existing folder.`,
    );
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
    ...(isTrial && { onLayer: true }),
  };
  const runAs = (movesFolder: boolean, context: RunContext) => runAndWait(effect, movesFolder, planning, context);
  return {
    title: titleOf(effect),
    effects: [effect],
    notes: [
      ...(privateInput instanceof OwnNote ? [privateInput.text] : []),
      ...(tty ? [terminalNote] : []),
      ...(isTrial ? [trialNote] : []),
      ...(description ? [said(description)] : []),
    ],
    async run(context) {
      if (background) return runInBackground(effect, context);
      const ran = await runAs(movesFolder && !isTrial, context);
      if (!isTrial && !(ran.data as CommandData).layer) return ran;
      const asksAll = isTrial || settings["commands.review"] === "always";
      const installs = installsPackages(analyse(command, language));
      return reviewChanges(ran, { command, isTrial, asksAll, installs }, context);
    },
  };
}

/** Columns of a model's words about its command: more would hide the command itself. */
const maxSaid = 200;

/** A model's words, which must not read as ours: on one line, in quotation marks that are nowhere in them. */
const said = (description: string) =>
  clause`The model says: “${cutToWidth(oneLine(description), maxSaid).replace(/[“”„‟«»"]/g, "'")}”`;

const terminalNote = clause`You can type into its terminal. The model reads everything the terminal shows.`;

/** @throws ToolError for a program that would only wait for a terminal until its time is over. */
function checkScreen(command: string, language: ShellLanguage, { offersTerminal }: Traits): void {
  const program = fullScreenProgram(analyse(command, language).commands);
  if (!program) return;
  const inTerminal = offersTerminal ? ", or set tty to let the person use it in a terminal" : "";
  throw new ToolError(
    "invalid_input",
    `${program.name} needs a terminal, and commands do not have one, so it was not run: ${program.instead}${inTerminal}.`,
  );
}

const bothTyped = () =>
  new ToolError(
    "invalid_input",
    "tty and input cannot be combined, because the person types in a terminal: leave one of them out.",
  );

function titleOf({ command, background, tty, onLayer }: ExecEffect): string {
  const whole = command.trim();
  const firstLine = cutToWidth(whole.split("\n")[0] as string, 80);
  const isCut = firstLine !== whole && !firstLine.endsWith("…");
  const line = `${firstLine}${isCut ? "…" : ""}`;
  if (background && tty)
    return onLayer
      ? actionTitle`Try in the background, in a terminal: ${line}`
      : actionTitle`Run in the background, in a terminal: ${line}`;
  if (background)
    return onLayer ? actionTitle`Try in the background: ${line}` : actionTitle`Run in the background: ${line}`;
  if (tty) return onLayer ? actionTitle`Try in a terminal: ${line}` : actionTitle`Run in a terminal: ${line}`;
  return onLayer ? actionTitle`Try ${line}` : actionTitle`Run ${line}`;
}

const worked = (effect: ExecEffect, movesFolder: boolean, context: RunContext): JobWork => {
  const { kind, outsideSandbox, ...request } = effect;
  const tellsFolder = movesFolder && !effect.tty && !effect.language && remembersFolder(context);
  return (wires) => context.host.exec({ ...request, ...wires, ...(tellsFolder && { tellsFolder }) });
};

async function runInBackground(effect: ExecEffect, context: RunContext): Promise<ToolResult> {
  const { command, timeoutMs, tty = false } = effect;
  const job = await context.jobs.start({ command, background: true, tty }, worked(effect, false, context));
  // The result names both.
  for (const name of ["job_output", "job_stop"]) context.tools.activateTool(name);
  const data: BackgroundData = { job: job.id, timeoutMs };
  const text = `Started ${job.id} in the background: job_output reads its output, job_stop ends it. It will be stopped after ${timeoutMs} ms.`;
  return { text, isError: false, data };
}

/** Classes of commands whose output is a list of lines, of which half a one misleads (SH-6). */
const printsLines: ReadonlySet<Category> = new Set(["search", "read", "list"]);

async function runAndWait(
  effect: ExecEffect,
  movesFolder: boolean,
  planning: Pick<PlanContext, "host" | "ownWorkspace">,
  context: RunContext,
): Promise<ToolResult> {
  const { settings, traits } = context;
  const category = traits.commandOutput?.byClass ? categoryOf(analyse(effect.command, effect.language)) : undefined;
  const room = {
    ...(traits.commandOutput ?? sharedRoom(settings.limits.commandOutputBytes)),
    ...(category && { wholeLines: printsLines.has(category) }),
  };
  const waited = await runToEnd(effect, room, worked(effect, movesFolder, context), context);
  const tests = await testReport(waited.printed, { cwd: effect.cwd, host: planning.host });
  const data: CommandData = { ...dataOf(waited, effect, planning, context), ...(tests && { tests }) };
  return { text: commandText(data, commandSettings(settings)), isError: data.endedBy !== "itself", data };
}

/** Everything that is known of a command that has ended. */
function dataOf(
  { outcome, printed, job }: Waited,
  effect: ExecEffect,
  planning: Pick<PlanContext, "ownWorkspace">,
  context: RunContext,
): CommandData {
  const { command, timeoutMs, cwd, tty, language } = effect;
  const { endedBy, exitCode, folder } = outcome;
  const nextFolder = endedBy === "itself" ? noteFolder(cwd, folder, context, planning) : undefined;
  const mayHaveWaited = !tty && (endedBy === "timeout" || (endedBy === "itself" && exitCode !== 0));
  const question = mayHaveWaited ? unansweredQuestion(printed.stdout, printed.stderr) : undefined;
  const isHeld = outcome.sandbox !== "none";
  const server = unreachedServerNote({ ...printed, command, exitCode, isHeld }, context.jobs);
  return {
    ...outcome,
    ...printed,
    timeoutMs,
    job,
    ...(language && language !== "bash" && { language }),
    ...(nextFolder !== undefined && { nextFolder }),
    ...(question && { question }),
    ...(server !== undefined && { server }),
  };
}

function checkText(command: string): void {
  if (command.includes("\0"))
    throw new ToolError("invalid_input", "The command contains a NUL character, which no shell accepts: remove it.");
  if (command.trim() === "")
    throw new ToolError("invalid_input", "The command is empty: give the command line to run.", {
      parameter: "command",
      problem: "empty",
    });
}
