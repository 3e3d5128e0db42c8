/** What a model reads of a program under a debugger. */
import type {
  BreakpointState,
  DebugFrame,
  DebugRun,
  DebugScope,
  DebugStatus,
  DebugVariable,
} from "../../core/ports/editor/debugging";
import type { AgentDebugger } from "../../core/tools/agentDebugger";
import type { RunContext, ToolResult } from "../../core/tools/tool";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { plainOutput } from "../../lib/edits/terminal/terminalText";

/** Lines of variables that are shown without being asked for, and at most. */
const maxNear = 40;
const maxLines = 300;

/** Where a program is, as facts. */
export interface DebugData extends DebugStatus {
  readonly title: string;
  /** Absolute path and 1-based line, where it is stopped in a file. */
  readonly path?: string;
  readonly line?: number;
  /** What it printed since the last call. */
  readonly output: string;
}

/** @throws ToolError `unavailable` where no editor debugs programs. */
export function debuggerOf({ host }: RunContext): AgentDebugger {
  if (host.debugging) return host.debugging;
  throw notHere();
}

export const notHere = (): ToolError =>
  new ToolError(
    "unavailable",
    "No editor debugs programs here: run the program with run_command and print what you want to know.",
  );

/** Waits until a program stops or ends, and tells where it is. @param waitMs milliseconds. */
export async function settledResult(run: DebugRun, waitMs: number, context: RunContext): Promise<ToolResult> {
  const status = await run.settled(waitMs, context.signal);
  const at = status.state === "stopped" ? await stopOf(run, context) : undefined;
  const output = plainOutput(run.takeOutput());
  const unbound = await unboundText(context);
  const lines = [
    `${statusText(run, status, waitMs)}${at ? ` in ${at.place}.` : ""}`,
    ...(at?.lines ?? []),
    ...(output.trim() === "" ? [] : ["Output:", output.trimEnd()]),
    ...(status.state === "ended" || unbound === "" ? [] : [unbound]),
  ];
  const place = at?.frame?.path === undefined ? {} : { path: at.frame.path, line: at.frame.line };
  const data: DebugData = { ...status, title: run.title, ...place, output };
  return { text: lines.join("\n"), isError: false, data };
}

function statusText({ title }: DebugRun, { state, reason, detail, exitCode }: DebugStatus, waitMs: number): string {
  if (state === "ended") return `${title} has ended${exitCode === undefined ? "" : ` with exit code ${exitCode}`}.`;
  if (state === "running")
    return `${title} is running and has not stopped within ${waitMs} ms: wait with debug_step and the action wait, stop it with pause, or set breakpoints.`;
  const because: Readonly<Record<string, string>> = {
    breakpoint: "at a breakpoint",
    exception: "at an exception",
    entry: "at its first line",
    step: "after a step",
    pause: "because it was paused",
  };
  const told = detail === undefined ? "" : ` (${detail})`;
  return `${title} has stopped ${because[reason ?? ""] ?? `(${reason})`}${told}`;
}

/** The innermost frame, with its line and what is near. */
async function stopOf(run: DebugRun, context: RunContext) {
  const [thread] = await run.threads(1);
  const frame = thread?.frames[0];
  if (!frame) return { place: "code without a place", lines: [], frame };
  const { place, line } = await frameText(frame, debuggerOf(context));
  const scopes = await run.variables(0, [], 0);
  const near = scopes.slice(0, 2).flatMap((scope) => scopeLines(scope));
  const more = near.length > maxNear ? [`[${near.length - maxNear} more lines: debug_variables shows all]`] : [];
  return { place, lines: [...line, ...near.slice(0, maxNear), ...more], frame };
}

/** A frame's name and place, and the line itself where it may be read. */
export async function frameText(
  { name, path, source, line }: DebugFrame,
  debugging: AgentDebugger,
): Promise<{ readonly place: string; readonly line: readonly string[] }> {
  if (path === undefined) return { place: `${name} (${shownPath(source ?? "")}:${line})`, line: [] };
  const { target, text } = await debugging.sourceLine(path, line);
  const place = `${name} (${target.shown}:${line})`;
  return { place, line: text === undefined ? [] : [`${line}: ${text}`] };
}

/** Names and values, indented by their level. */
export function scopeLines({ name, variables }: DebugScope): string[] {
  return variables.length === 0 ? [] : [`${name}:`, ...variables.flatMap((one) => variableLines(one, 1))];
}

export function variableLines(variable: DebugVariable, level: number): string[] {
  const { name, value, lazy, children = [] } = variable;
  const shown = lazy ? "(a getter, which was not run)" : value.replaceAll(/\r\n|\r|\n/g, "⏎");
  const line = `${"  ".repeat(level)}${name}: ${shown}`;
  return [line, ...children.flatMap((child) => variableLines(child, level + 1))];
}

/** Lines joined, those in excess counted. */
export function fittedLines(lines: readonly string[]): string {
  if (lines.length <= maxLines) return lines.join("\n");
  const left = lines.length - maxLines;
  return [...lines.slice(0, maxLines), `[${left} more lines: look into one variable, or with less depth]`].join("\n");
}

/** A breakpoint in words. @param shown path of its file. */
export function breakpointText({ line, condition, logMessage, ...state }: BreakpointState, shown: string): string {
  const moved =
    state.actualLine !== undefined && state.actualLine !== line ? `, moved to line ${state.actualLine}` : "";
  const what = [
    ...(condition === undefined ? [] : [` if ${condition}`]),
    ...(logMessage === undefined ? [] : [` prints ${JSON.stringify(logMessage)}`]),
  ].join("");
  const bound = state.verified === false ? `, not bound to code${state.message ? ` (${state.message})` : " yet"}` : "";
  return `${shown}:${line}${what}${moved}${bound}`;
}

/** Tells of breakpoints at which nothing can stop; empty where there are none. */
async function unboundText(context: RunContext): Promise<string> {
  const debugging = debuggerOf(context);
  const unbound = (await debugging.breakpoints()).filter(({ verified }) => verified === false);
  const named = await Promise.all(
    unbound.map(async (one) => breakpointText(one, (await debugging.sourceLine(one.path, one.line)).target.shown)),
  );
  return named.length === 0 ? "" : `Breakpoints that are not bound to code yet: ${named.join("; ")}`;
}
