/** A tool that an agent made, as a model calls it: a run of its approved script in the sandbox (CT-2). */

import * as z from "zod";
import { type LeftOutOutput, leftOutOutputNote } from "../../core/jobs/commandEnding";
import type { JobWork } from "../../core/jobs/job";
import { shortened } from "../../core/jobs/outputBuffer";
import type { CommandOutcome } from "../../core/ports/shell";
import { actionTitle } from "../../core/text/clauses/clause";
import type { AddedTool } from "../../core/tools/addedTools";
import { ignoredNote } from "../../core/tools/arguments/strangeArguments";
import { inputFromSchema, uncheckedInput } from "../../core/tools/jsonSchema";
import type { DialectTool } from "../../core/tools/tool";
import { defineTool, type PlanContext, type RunContext, type ToolResult } from "../../core/tools/tool";
import { translate } from "../../core/tools/translate";
import type { ExecEffect } from "../../core/vocabulary/effect";
import { programFolderVariable } from "../../core/vocabulary/program";
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { ToolError } from "../../core/vocabulary/toolError";
import { runToEnd } from "../../tools/commands/runToEnd";
import type { ApprovedIntegration, IntegrationServices } from "../workspaces/integrationRun";
import { runnable } from "./madeToolFolder";
import { type MadeToolManifest, runsScript, type ScriptManifest } from "./madeToolManifest";
import { type MadeTool, type MadeToolStore, madeToolsFolder, type UsableTool } from "./madeTools";

/** Bytes of an answer as JSON; the beginning and the end of a longer one are its text. */
const stdoutRoom = 1024 * 1024;
/** Bytes of what a tool prints to stderr that are told. */
const stderrRoom = 4000;

/** What is known of a run, beside what the tool itself gives as `data`. */
export interface MadeToolData extends Pick<CommandOutcome, "exitCode" | "durationMs" | "sandbox" | "endedBy"> {
  /** Under which job_output finds everything that it printed. */
  readonly job: string;
  /** What the tool gave as `data`. */
  readonly result?: unknown;
}

const folderIn: Readonly<Record<ShellLanguage, string>> = {
  bash: `$${programFolderVariable}`,
  powershell: `$env:${programFolderVariable}`,
  cmd: `%${programFolderVariable}%`,
};

/** Options keep out code from elsewhere: of python's environment and the person's own packages, and of shell start-up files. */
const starts = { node: "node", python: "python3 -B -E -s", bash: "bash --noprofile --norc" } as const;

const commandOf = ({ runtime, script }: ScriptManifest, language: ShellLanguage): string =>
  `${starts[runtime]} "${folderIn[language]}/${script}"`;

/** A cloned repository's words are not told to a model before a person has read them. */
const unread = ({ name, state }: MadeTool) =>
  `A tool that an agent made in ${madeToolsFolder}/${name}. It cannot be called: ${state === "rejected" ? "a person rejected it" : state === "unusable" ? "something is wrong with its files" : "it is waiting for a person's approval"}.`;

/** How a model sees a tool that was approved. */
function described({ name, manifest }: UsableTool, tool: DialectTool["tool"]): DialectTool {
  const { description, parameters } = manifest;
  return { ...unnamed(name, tool), description, ...inputFromSchema(parameters) };
}

const unnamed = (name: string, tool: DialectTool["tool"]) => ({
  name,
  aliases: [],
  displayName: name,
  tool,
  toInput: (args: Record<string, unknown>) => args,
});

const isHarmless = ({ manifest }: MadeTool) =>
  manifest !== undefined &&
  runsScript(manifest) &&
  manifest.permissions.writes === "none" &&
  manifest.permissions.network.length === 0;

/**
 * What a model calls of a tool. The folder is read at the moment of the call, and what runs is a copy of the very bytes
 * that were approved.
 * @param noticed called when the folder is not as it was when this was made.
 * @param approved finds the integration that a tool runs, see IntegrationServices.
 */
export function madeTool(
  store: MadeToolStore,
  shown: MadeTool,
  noticed: () => void,
  approved: IntegrationServices["approved"],
): AddedTool {
  const { name, state, manifest } = shown;
  const isApproved = state === "approved" && manifest !== undefined;
  const description = isApproved ? manifest.description : unread(shown);
  const find = async () => {
    const now = await store.find(name);
    if (now?.digest !== shown.digest || now.state !== state) noticed();
    return runnable(name, now);
  };
  const tool = defineTool({
    name,
    displayName: name,
    summary: `Made by an agent in ${madeToolsFolder}/${name}`,
    description,
    metadata: {
      concurrencySafe: isHarmless(shown),
      readOnly: isHarmless(shown),
      destructive: manifest?.permissions.writes === "workspace",
      idempotent: false,
      searchHint: `agent made ${name.replaceAll("_", " ")}`,
    },
    effectKinds: ["exec"],
    input: z.looseObject({}),
    async plan(given, context) {
      const found = await find();
      const { manifest, digest } = found;
      const known = described(found, tool);
      const { input } = translate(known, given);
      const ignored = ignoredNote(known, given);
      const { effect, run } = runsScript(manifest)
        ? await scriptRun({ name, manifest, digest, folder: store.programFolder(digest) }, input, context)
        : await integrationRun(manifest, await approved(...ofIntegration(manifest)), input, context);
      return {
        title: actionTitle`Run the tool ${name}, which an agent made`,
        effects: [effect],
        async run(context) {
          const now = await find();
          if (now.digest !== digest)
            throw new ToolError("stale", `The tool "${name}" was changed since the call was judged: call it again.`);
          if (runsScript(manifest)) await store.prepare(now);
          const result = await run(context);
          return ignored === undefined ? result : { ...result, text: `${result.text}\n\n${ignored}` };
        },
      };
    },
  });
  const schema = isApproved ? manifest.parameters : { type: "object" };
  return {
    ...unnamed(name, tool),
    description,
    ...uncheckedInput(schema),
    origin: { kind: "agent", name: `${madeToolsFolder}/${name}` },
  };
}

/** A run as it is judged, and how it is made. */
interface PlannedRun {
  readonly effect: ExecEffect;
  run(context: RunContext): Promise<ToolResult>;
}

/** What of a tool its run is made of. */
interface Script extends Pick<UsableTool, "name" | "digest"> {
  readonly manifest: ScriptManifest;
  /** Where the copy of what was approved is. */
  readonly folder: string;
}

async function scriptRun(
  { name, manifest, digest, folder }: Script,
  input: unknown,
  { host, settings }: PlanContext,
): Promise<PlannedRun> {
  const language = host.shellLanguage();
  const effect: ExecEffect = {
    kind: "exec",
    command: commandOf(manifest, language),
    ...(language !== "bash" && { language }),
    cwd: await host.resolve("."),
    timeoutMs: Math.min(manifest.timeout_ms, settings.limits.commandTimeoutMs),
    input: JSON.stringify(input),
    program: { tool: name, digest, folder, permissions: manifest.permissions },
  };
  return { effect, run: (context) => runProgram(name, effect, manifest, context) };
}

const ofIntegration = ({ integration }: MadeToolManifest): [workspace: string, name: string] => [
  integration?.workspace ?? "",
  integration?.name ?? "",
];

/** It runs in a folder of its own, where it is judged again: of the folders that are open it sees nothing. */
async function integrationRun(
  { timeout_ms }: MadeToolManifest,
  { command, program, run }: ApprovedIntegration,
  input: unknown,
  { host, settings }: PlanContext,
): Promise<PlannedRun> {
  const timeoutMs = Math.min(timeout_ms, settings.limits.commandTimeoutMs);
  const given = input as Readonly<Record<string, unknown>>;
  const permissions = { ...program.permissions, writes: "none", reads: "none" } as const;
  const cwd = await host.resolve(".");
  return {
    effect: {
      kind: "exec",
      command,
      cwd,
      timeoutMs,
      input: JSON.stringify(given),
      program: { ...program, permissions },
    },
    async run(context) {
      const result = await run(given, timeoutMs, context);
      if (result.isError) return result;
      const data = result.data as MadeToolData & { readonly stdout?: string; readonly leftOut?: readonly unknown[] };
      const { text, isError, data: facts } = answered(data.stdout ?? "", data.leftOut?.length === 0, data);
      return { ...result, text, isError, data: facts };
    },
  };
}

async function runProgram(
  name: string,
  effect: ExecEffect,
  { runtime }: ScriptManifest,
  context: RunContext,
): Promise<ToolResult> {
  const { kind, program, ...request } = effect;
  const room = { stdout: stdoutRoom, stderr: stderrRoom };
  const work: JobWork = (wires) => context.host.exec({ ...request, ...wires });
  const { outcome, printed, job } = await runToEnd(effect, room, work, context);
  const { exitCode, durationMs, sandbox, endedBy } = outcome;
  const data: MadeToolData = { exitCode, durationMs, sandbox, endedBy, job };
  const failed = failureText(name, outcome, printed.stderr, { runtime, timeoutMs: effect.timeoutMs });
  // What a run that went well prints to stderr is not told.
  const leftOut = printed.leftOut.filter(({ stream }) => failed !== undefined || stream === "stdout");
  const result =
    failed === undefined
      ? answered(printed.stdout, leftOut.length === 0, data)
      : { text: withOutput(failed, printed.stdout), isError: true, data };
  return withinRoom(result, leftOut, job, context);
}

/** No more than a result may have of a command's output, and where the rest of what was printed is. */
function withinRoom(
  result: ToolResult,
  leftOut: readonly LeftOutOutput[],
  job: string,
  { settings, tools }: RunContext,
): ToolResult {
  const { text, cutAt } = shortened(result.text, settings.limits.commandOutputBytes);
  if (cutAt === undefined && leftOut.length === 0) return result;
  tools.activateTool("job_output");
  const note = leftOutOutputNote(job, leftOut.length > 0 ? leftOut : [{ stream: "stdout" }]);
  return { ...result, text: `${text.trimEnd()}\n${note}` };
}

/** How a run went wrong, in one sentence, and the end of what it printed to stderr; undefined when it went well. */
function failureText(
  name: string,
  { exitCode, signal, endedBy }: CommandOutcome,
  stderr: string,
  { runtime, timeoutMs }: { runtime: ScriptManifest["runtime"]; timeoutMs: number },
): string | undefined {
  const said = stderr.trim() === "" ? "" : `\nIt printed to stderr:\n${stderr.trim()}`;
  const program = starts[runtime].split(" ")[0];
  if (endedBy === "cancellation") return `The tool ${name} was stopped before it had ended.${said}`;
  if (endedBy === "timeout")
    return `The tool ${name} was stopped after ${timeoutMs} ms because it had not ended: make it do less at once, or raise timeout_ms in its tool.json.${said}`;
  if (endedBy === "limit")
    return `The tool ${name} was stopped because it reached a limit: make it do less at once.${said}`;
  if (exitCode === 127 && new RegExp(`\\b${program}: (?:command )?not found`).test(stderr))
    return `The tool ${name} needs the program ${program}, which is not on this machine's PATH: ask the person to install it.`;
  if (exitCode === 0) return undefined;
  const how = exitCode === undefined ? `was ended by ${signal ?? "a signal"}` : `failed with exit code ${exitCode}`;
  return `The tool ${name} ${how}: fix its script or its arguments.${said}`;
}

const withOutput = (text: string, stdout: string): string =>
  stdout.trim() === "" ? text : `${text}\nIt printed:\n${stdout.trim()}`;

const answer = z.strictObject({ text: z.string(), data: z.unknown().optional(), isError: z.boolean().optional() });

/** JSON of the agreed form is the result; everything else that it printed is its text. */
function answered(stdout: string, isWhole: boolean, data: MadeToolData): ToolResult {
  const given = answer.safeParse(isWhole ? jsonIn(stdout) : undefined);
  if (given.success) {
    const { text, isError = false, data: result } = given.data;
    return { text, isError, data: result === undefined ? data : { ...data, result } };
  }
  return { text: stdout === "" ? "(the tool printed nothing)" : stdout.replace(/\n$/, ""), isError: false, data };
}

function jsonIn(text: string): unknown {
  try {
    return text.trimStart().startsWith("{") ? JSON.parse(text) : undefined;
  } catch {
    // A text that begins like JSON is a text.
    return undefined;
  }
}
