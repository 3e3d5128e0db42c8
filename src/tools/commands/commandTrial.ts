/** Trying a command: it runs on a layer, and a person decides on what it changed. */

import { clause } from "../../core/text/clauses/clause";
import { ToolError } from "../../core/vocabulary/toolError";

/** Handed to a tool that runs commands: its command is tried. No model can write it. */
export class CommandTrial {}

/** For the person who is asked. */
export const trialNote = clause`It runs on a copy-on-write layer over the workspace: nothing is changed before you have seen what it would change.`;

/** What a trial looks at of the wish to run a command. */
interface TriedWish {
  readonly background: boolean;
  readonly tty: boolean;
  readonly outside_sandbox: boolean;
}

/** @throws ToolError `invalid_input` for what cannot be tried. */
export function checkTrial({ background, tty, outside_sandbox }: TriedWish): void {
  if (background || tty || outside_sandbox)
    throw new ToolError(
      "invalid_input",
      "A command in the background, in a terminal or outside the sandbox cannot be tried: leave that out, or run it.",
    );
}
