/** The denial of a place outside the workspace, with advice on where to go instead. */

import type { RuleContext } from "../../core/rules/rule";
import { type Decision, deny } from "../../core/vocabulary/decision";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";

/** Folders of the system for temporary files, on Linux and macOS. */
const temporaryPlace = /^(?:\/private)?(?:\/(?:var\/)?tmp|\/var\/folders)(?:\/|$)/;

const insideAdvice = "do not try another way: choose a file inside the workspace, or tell the person what you need";
const temporaryAdvice = "write temporary files to $TMPDIR and everything else inside the workspace";

/** The denial of what belongs inside the workspace. */
export const refuseOutside = (rule: string, reason: string): Decision => ({
  ...deny(rule, reason),
  instead: insideAdvice,
});

/**
 * The denial of a write. A folder for temporary files can be named where the sandbox or the agent's own workspace sets
 * `$TMPDIR`; elsewhere it is the person's, or not set at all.
 */
export async function refuseWritingOutside(
  rule: string,
  { path, real }: ResolvedPath,
  context: RuleContext,
): Promise<Decision> {
  const refused = refuseOutside(
    rule,
    `writing outside the workspace is never allowed, and ${shownPath(real)} is outside`,
  );
  const isTemporary = [path, real].some((name) => temporaryPlace.test(name));
  const hasOwnFolder = isTemporary && (context.inWorkspace || (await context.isHeld?.(false)));
  return hasOwnFolder ? { ...refused, instead: temporaryAdvice } : refused;
}
