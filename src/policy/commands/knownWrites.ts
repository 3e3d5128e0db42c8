/** Whether the words of a command say that it writes files, for the order of calls (OR-2). */
import type { ExecEffect } from "../../core/vocabulary/effect";
import { analyse } from "../../lib/shell/analyse";
import { writesFiles } from "../../lib/shell/usage";
import { withForwardSlashes } from "../../lib/shell/windows/usage";

/** See Crib.isKnownToWrite. What cannot be analysed counts as writing. */
export function isKnownToWrite({ command, language }: ExecEffect): boolean {
  const { commands, problem } = analyse(command, language);
  return problem !== undefined || commands.map(withForwardSlashes).some(writesFiles);
}
