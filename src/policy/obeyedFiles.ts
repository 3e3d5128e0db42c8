/** Programs that do what a file of the folder says, whatever they are asked (D-13). */
import { ask, type Decision } from "../core/decision";
import type { RuleContext } from "../core/rule";
import { messageOf } from "../core/toolError";
import type { SimpleCommand } from "../shell/types";
import type { Usage } from "../shell/usage";
import { parentOf } from "./commandPaths";
import type { Folders } from "./workingFolders";

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
        return [ask(rule, `without a sandbox ${name} may write, send or run what ${found} here says`)];
    } catch (error) {
      return [ask(rule, `which files ${name} obeys here cannot be listed: ${messageOf(error)}`)];
    }
  }
  return [];
}
