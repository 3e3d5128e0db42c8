/** How a command ended, in the words that models and people read (SH-1, SH-13). */

import type { OutputStream } from "../ports/outputLog";
import type { CommandOutcome } from "../ports/shell";

/** `340 ms`, `12.3 s`. */
export const durationText = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds)} ms`;

/** `exit code: 3`, `ended by SIGTERM`. */
export const endingText = ({ exitCode, signal }: Pick<CommandOutcome, "exitCode" | "signal">): string =>
  exitCode === undefined ? `ended by ${signal ?? "an unknown signal"}` : `exit code: ${exitCode}`;

/** What a program asked for in vain. */
export interface UnansweredQuestion {
  /** The line in which it asked, or complained that it could not. */
  readonly line: string;
  /** An answer on its standard input, a terminal, which input cannot take the place of, or a text from an editor. */
  readonly wants: "answer" | "terminal" | "text";
}

/**
 * What was asked, and how to go on.
 * @param ways `parameters` where the model sees those of `run_command`, else `shell`.
 */
export function questionNote({ line, wants }: UnansweredQuestion, ways: "parameters" | "shell"): string {
  const [answer, terminal] =
    ways === "parameters" ? ["give it with input", "set tty, or "] : ["pipe the answer into it", ""];
  if (wants === "text")
    return `[it tried to open an editor, and there is none ("${line}"): give the text with an option, such as -m]`;
  return wants === "answer"
    ? `[it asked "${line}" and got no answer: ${answer}, or use an option that skips the question, such as --yes]`
    : `[it needs a terminal, and there is none ("${line}"): ${terminal}use options or settings that make it non-interactive]`;
}

/** @param folder as people see it. */
export const nextFolderNote = (folder: string): string => `[the next command starts in ${folder}]`;

/** A part of a stream that a result leaves out. */
export interface LeftOutOutput {
  readonly stream: OutputStream;
  /** Its first byte in what the program printed; undefined where what is shown was folded, so that places differ. */
  readonly from?: number;
}

const placeOf = ({ stream, from }: LeftOutOutput) =>
  `stream ${stream}${from === undefined ? "" : ` and offset ${from}`}`;

/** Nothing that a program prints is lost (C-33). @param job under which it is kept. @param leftOut one part at least. */
export const leftOutOutputNote = (job: string, leftOut: readonly LeftOutOutput[]): string =>
  `[job_output with id ${job}, ${leftOut.map(placeOf).join(", or with ")} reads what was left out]`;
