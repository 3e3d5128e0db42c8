/** The denial of a place outside the workspace, with advice on where to go instead. */
import { type Decision, deny } from "../core/decision";
import type { ResolvedPath } from "../core/effect";
import type { RuleContext } from "../core/rule";
import { shownPath } from "../core/shownPath";

/** Folders of the system for temporary files, on Linux and macOS. */
const temporaryPlace = /^(?:\/private)?(?:\/(?:var\/)?tmp|\/var\/folders)(?:\/|$)/;

const insideAdvice =
  "do not retry it another way: choose something inside the workspace, or tell the person what you need";
const temporaryAdvice =
  "let commands write temporary files to $TMPDIR, a folder of their own, and write everything else inside the workspace";

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
