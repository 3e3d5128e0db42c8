/** Programs that do what a file of the folder says, whatever they are asked (D-13). */

import type { RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { ask, type Decision } from "../../../core/vocabulary/decision";
import { parentOf } from "../../../core/vocabulary/paths";
import { messageOf } from "../../../core/vocabulary/toolError";
import type { Usage } from "../../../lib/shell/usage";
import type { SimpleCommand } from "../../../lib/shell/words/types";
import type { Folders } from "../../commands/workingFolders";

const rule = "commands.unknown";

/** The first of these names in a folder or above it, up to the root that holds it. */
async function nameAt(folder: string, names: readonly string[], context: RuleContext): Promise<string | undefined> {
  const { real, root } = await context.resolve(folder);
  // What is elsewhere is judged as a path.
  if (root === undefined) return undefined;
  const there = new Set(await context.names(real));
  return names.find((name) => there.has(name)) ?? (real === root ? undefined : nameAt(parentOf(real), names, context));
}

/** Asks where no sandbox keeps a program from writing, sending and running what such a file names. */
export async function judgeObeyed(
  { name = "" }: SimpleCommand,
  { obeys }: Usage,
  folders: Folders,
  context: RuleContext,
): Promise<Decision[]> {
  if (obeys.length === 0 || (await context.isHeld?.(false))) return [];
  for (const folder of folders ?? []) {
    try {
      const found = await nameAt(folder, obeys, context);
      if (found !== undefined)
        return [
          ask(rule, clause`without a sandbox, ${found} here can make ${name} write files, send data or run programs`),
        ];
    } catch (error) {
      return [ask(rule, clause`the configuration files of ${name} here cannot be listed: ${messageOf(error)}`)];
    }
  }
  return [];
}
