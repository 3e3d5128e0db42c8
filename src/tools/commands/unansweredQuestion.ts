/** What a program asked for that got no answer, as far as its output shows: commands have no terminal and, at first, no input. */
import type { UnansweredQuestion } from "../../core/jobs/commandEnding";
import { cutToWidth } from "../../core/text/displayWidth";

/** Characters at the end of the output in which programs complain. */
const tailLength = 4096;
/** Columns of a line that are quoted. */
const maxQuoted = 120;

/** The end of a line that waits for what comes behind it. */
const prompt =
  /(?:\?|:|[([]y(?:es)?\/no?(?:\/\S{1,20})?[)\]]:?|^[\w-]{1,20}>|\?\s?[([][^()[\]]{1,40}[)\]]:?|:\s?\([^()]{1,80}\))$/i;

/** Lines in which programs say that they asked in vain; each row has examples in the tests. */
const complaints: readonly { readonly says: RegExp; readonly wants: UnansweredQuestion["wants"] }[] = [
  { says: /\/dev\/tty['"]?: No such device or address/, wants: "terminal" },
  { says: /could not read (?:Username|Password) for /, wants: "terminal" },
  { says: /Pseudo-terminal will not be allocated/, wants: "terminal" },
  { says: /(?:stdin|standard input|input device|input) is not (?:a|from a) (?:tty|terminal)/i, wants: "terminal" },
  { says: /must be run (?:from|in) a terminal|a terminal is required/i, wants: "terminal" },
  { says: /Inappropriate ioctl for device|Vim: Error reading input/, wants: "terminal" },
  { says: /Host key verification failed/, wants: "terminal" },
  { says: /Permission denied \([\w,-]*(?:password|keyboard-interactive)[\w,-]*\)/, wants: "terminal" },
  { says: /failed tty get|open terminal failed: not a terminal/, wants: "terminal" },
  { says: /Aborting commit due to empty commit message|no commit message provided/i, wants: "text" },
  { says: /EOF when reading a line/, wants: "answer" },
  { says: /\[Y\/n\] Abort\./, wants: "answer" },
];

const lastUnfinishedLine = (text: string): string => text.slice(text.lastIndexOf("\n") + 1).trim();

/** @param texts what each stream printed, as plain text. */
export function unansweredQuestion(...texts: readonly string[]): UnansweredQuestion | undefined {
  const ends = texts.map((text) => text.slice(-tailLength));
  const asked = ends.map(lastUnfinishedLine).find((line) => prompt.test(line));
  const lines = ends.flatMap((end) => end.split("\n"));
  const complaint = complaints
    .map(({ says, wants }) => ({ line: lines.findLast((line) => says.test(line))?.trim(), wants }))
    .find(({ line }) => line !== undefined);
  const line = asked ?? complaint?.line;
  return line === undefined ? undefined : { line: cutToWidth(line, maxQuoted), wants: complaint?.wants ?? "answer" };
}
