/** What a model reads of a command that has ended, in the standard words. */
import {
  durationText,
  endingText,
  leftOutOutputNote,
  nextFolderNote,
  questionNote,
  type UnansweredQuestion,
} from "../../core/jobs/commandEnding";
import type { CommandOutcome } from "../../core/ports/shell";
import type { Settings } from "../../core/settings/settings";
import { markedStderr } from "../../core/text/markedStderr";
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { type LocatedReport, reportLine } from "../../lib/testRuns/reportLine";
import type { Printed } from "./commandOutput";

/** What a command did, for dialects that word it themselves. */
export interface CommandData extends CommandOutcome, Printed {
  /** Milliseconds it was given. */
  readonly timeoutMs: number;
  /** Under which job_output finds everything that it printed. */
  readonly job: string;
  /** Absent: bash. */
  readonly language?: Exclude<ShellLanguage, "bash">;
  /** Where the agent's next command starts, as people see it, when that is not where this one did. */
  readonly nextFolder?: string;
  /** What it asked for in vain; only of one that failed or was stopped. */
  readonly question?: UnansweredQuestion;
  /** The tests that its output tells of, which prove nothing (EX-2). */
  readonly tests?: LocatedReport;
  /** A line on a server of the agent's that it did not reach. */
  readonly server?: string;
}

/** Whether a sandbox held it, for the last line; nothing where the person wants none (D-15). */
function holdText({ sandbox }: CommandData, isSandboxWanted: boolean): string {
  if (sandbox !== "none") return ", in the sandbox";
  return isSandboxWanted ? ", no sandbox" : "";
}

/** For a model that wrote bash. */
const shellNotes: Readonly<Record<Exclude<ShellLanguage, "bash">, string>> = {
  powershell: "[run by PowerShell, not bash]",
  cmd: "[run by cmd.exe, not bash]",
};

/** What a person has set of commands. */
export interface CommandSettings {
  readonly isSandboxWanted: boolean;
  /** Milliseconds that a command may take at most. */
  readonly mostMs: number;
}

/** Below this many milliseconds a time was most likely meant in seconds. */
const fewMs = 200;

function timeoutText(timeoutMs: number, mostMs: number): string {
  const ended = `timed out after ${timeoutMs} ms`;
  if (timeoutMs >= mostMs) return `[${ended}, the most that toolcrib.limits.commandTimeoutMs allows: do less at once]`;
  const unit = timeoutMs < fewMs ? "times are in milliseconds, so " : "";
  return `[${ended}: ${unit}raise timeout_ms or do less at once]`;
}

/** Lines on what became of it beside its output. */
function remarks(data: CommandData, mostMs: number): string[] {
  const { stdout, stderr, endedBy, stoppedLeftovers, timeoutMs, isCut, leftOut, job, nextFolder, question } = data;
  const isSilent = stdout === "" && stderr === "";
  const lines: string[] = [];
  if (isCut) lines.push(leftOutOutputNote(job, leftOut));
  if (endedBy === "timeout") lines.push(timeoutText(timeoutMs, mostMs));
  if (endedBy === "timeout" && isSilent)
    lines.push("[no output: if the command waits for input, pass it with input or use non-interactive options]");
  if (endedBy === "cancellation") lines.push("[stopped by the person]");
  if (question) lines.push(questionNote(question, "parameters"));
  if (data.language) lines.push(shellNotes[data.language]);
  if (stoppedLeftovers) lines.push("[processes that it left running were stopped]");
  if (nextFolder !== undefined) lines.push(nextFolderNote(nextFolder));
  if (data.server !== undefined) lines.push(data.server);
  if (data.tests) lines.push(reportLine(data.tests, data));
  return lines;
}

/** What the settings say of it. */
export const commandSettings = ({ sandbox, limits }: Pick<Settings, "sandbox" | "limits">): CommandSettings => ({
  isSandboxWanted: sandbox !== "off",
  mostMs: limits.commandTimeoutMs,
});

/** stdout, then stderr line by line, then how it ended (SH-1, SH-11, SH-13). */
export function commandText(data: CommandData, { isSandboxWanted, mostMs }: CommandSettings): string {
  const { stdout, stderr, durationMs } = data;
  const output = [
    ...(stdout === "" ? [] : [stdout.replace(/\n$/, "")]),
    ...(stderr === "" ? [] : [markedStderr(stderr)]),
  ];
  const ending = `[${endingText(data)}, ${durationText(durationMs)}${holdText(data, isSandboxWanted)}]`;
  return [...(output.length > 0 ? output : ["(no output)"]), ...remarks(data, mostMs), ending].join("\n");
}
