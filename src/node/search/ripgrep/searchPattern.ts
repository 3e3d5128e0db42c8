/** The pattern of a search, as ripgrep is told it and refuses it. */
import type { SearchScope } from "../../../core/ports/search";
import { ToolError } from "../../../core/vocabulary/toolError";
import type { Engine } from "./engineProcess";

/** Lines are searched one by one, unless a match may span several; CR LF ends one too. */
export const patternArgs = (
  pattern: string,
  { caseSensitive, multiline }: Pick<SearchScope, "caseSensitive" | "multiline">,
): string[] => [
  "--crlf",
  ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
  caseSensitive ? "--case-sensitive" : "--ignore-case",
  "--regexp",
  pattern,
];

/** What ripgrep explains by an option that nobody here can give. */
const explained: readonly (readonly [RegExp, string])[] = [
  [
    /the literal "(\\[nr])" is not allowed/,
    'the literal "$1" matches nothing, because lines are searched one by one and without their ends. Set multiline, or search for a part of one line; $$ is its end.',
  ],
  [/look-around, .*is not supported/, "look-around such as (?=…) is not supported. Match the surroundings as well."],
  [/backreferences are not supported/, "back-references such as \\1 are not supported. Write out what is meant."],
];

/**
 * Waits until a search is over.
 * @param isStopped what there is to know is known already.
 * @throws ToolError `invalid_pattern`, `cancelled`, or `unavailable` when ripgrep could not be started.
 */
export async function ended(running: Engine, isStopped: boolean): Promise<void> {
  if (isStopped) running.stop();
  const { code, complaint } = await running.finish();
  if (!isStopped && code === 2 && complaint.trim()) throw refused(complaint.trim().replace(/^rg: /, ""));
}

function refused(complaint: string): ToolError {
  for (const [words, sentence] of explained) {
    const found = words.exec(complaint);
    if (found)
      return new ToolError("invalid_pattern", `The search could not run: ${found[0].replace(words, sentence)}`);
  }
  return new ToolError(
    "invalid_pattern",
    `The search could not run: ${complaint}\nCorrect the pattern; special characters are escaped with a backslash.`,
  );
}
