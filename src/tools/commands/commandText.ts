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

/** Lines on what became of it beside its output. */
function remarks(data: CommandData): string[] {
  const { stdout, stderr, endedBy, stoppedLeftovers, timeoutMs, isCut, leftOut, job, nextFolder, question } = data;
  const isSilent = stdout === "" && stderr === "";
  const lines: string[] = [];
  if (isCut) lines.push(leftOutOutputNote(job, leftOut));
  if (endedBy === "timeout") lines.push(`[timed out after ${timeoutMs} ms: raise timeout_ms or do less at once]`);
  if (endedBy === "timeout" && isSilent)
    lines.push("[no output: if the command waits for input, pass it with input or use non-interactive options]");
  if (endedBy === "cancellation") lines.push("[stopped by the person]");
  if (question) lines.push(questionNote(question, "parameters"));
  if (data.language) lines.push(shellNotes[data.language]);
  if (stoppedLeftovers) lines.push("[processes that it left running were stopped]");
  if (nextFolder !== undefined) lines.push(nextFolderNote(nextFolder));
  if (data.tests) lines.push(reportLine(data.tests, data));
  return lines;
}

/** stdout, then stderr line by line, then how it ended (SH-1, SH-11, SH-13). */
export function commandText(data: CommandData, isSandboxWanted: boolean): string {
  const { stdout, stderr, durationMs } = data;
  const output = [
    ...(stdout === "" ? [] : [stdout.replace(/\n$/, "")]),
    ...(stderr === "" ? [] : [markedStderr(stderr)]),
  ];
  const ending = `[${endingText(data)}, ${durationText(durationMs)}${holdText(data, isSandboxWanted)}]`;
  return [...(output.length > 0 ? output : ["(no output)"]), ...remarks(data), ending].join("\n");
}
