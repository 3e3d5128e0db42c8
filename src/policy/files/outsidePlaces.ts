/** The denial of a place outside the workspace, with advice on where to go instead. */

import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { type Decision, deny } from "../../core/vocabulary/decision";
import type { ExecEffect, ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, parentOf } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";

/** Folders of the system for temporary files, on Linux and macOS. */
const temporaryPlace = /^(?:\/private)?(?:\/(?:var\/)?tmp|\/var\/folders)(?:\/|$)/;

/** Those that bubblewrap puts the agent's own folder in the place of; macOS has other real names for them. */
const replacedPlace = /^\/(?:var\/)?tmp(?:\/|$)/;

/** The folder right below one of these that a path lies in. */
const topOf = (path: string): string | undefined => /^\/(?:var\/)?tmp(?:\/[^/]+)?/.exec(path)?.[0];

/** One of these in the text of a command. */
const namedPlace = /(?<![\w.~/-])\/(?:var\/)?tmp(?![\w.-])/;

/** Folders that are open or closed, and lie in a place that the agent's own folder is put in. */
const besideOwn = ({ roots, workspace = [], closed, home }: RuleContext): string[] =>
  [...roots, ...workspace, ...closed, home].filter((folder) => replacedPlace.test(folder));

/** Whether a command that runs unasked can see the temporary folder of its agent: nothing else lies in its place. */
export const showsOwnTemporary = (context: RuleContext): boolean => besideOwn(context).length === 0;

/** True for a command whose text names the temporary folder of its agent, and that can see it. */
export const namesOwnTemporary = (command: string, context: RuleContext): boolean =>
  namedPlace.test(command) && showsOwnTemporary(context);

/**
 * True for a place that a command finds in the temporary folder of its own agent, because the sandbox puts that there: what
 * the same name leads to outside of it is touched by nobody. What lies beside a workspace folder there is meant otherwise.
 */
export async function isInOwnTemporary({ path, real }: ResolvedPath, context: RuleContext): Promise<boolean> {
  if (![path, real].every((name) => replacedPlace.test(name))) return false;
  const others = besideOwn(context);
  const isBeside = [path, real].some((name) =>
    others.some(
      (other) => topOf(other) === topOf(name) || isInside(parentOf(other), name, false) || isInside(name, other, false),
    ),
  );
  return !isBeside && ((await context.isHeld?.(false)) ?? false);
}

/** What everybody has: libraries and programs of the system, and what it is called and made of. */
const systemPlace =
  /^\/usr\/(?:include|share|lib|lib64|bin|local\/(?:bin|include|lib))(?:\/|$)|^\/etc\/(?:os-release|debian_version|hostname)$|^\/proc\/(?:cpuinfo|meminfo|version|loadavg|uptime)$/;

/** True for a real path of a place of the system that holds nothing of a person's. */
export const isSystemPlace = (real: string): boolean => systemPlace.test(real);

/** True for a place of the system that a command may read in the sandbox, in which nothing that is closed or open lies. */
export async function isShownSystemPlace({ real }: ResolvedPath, context: RuleContext): Promise<boolean> {
  if (!isSystemPlace(real)) return false;
  const { roots, workspace = [], closed, home } = context;
  const holdsOthers = [...roots, ...workspace, ...closed, home].some((folder) => isInside(real, folder));
  return !holdsOthers && ((await context.isHeld?.(false)) ?? false);
}

/** No sandbox holds a command that asks to run outside it. */
export const asRun = (context: RuleContext, { outsideSandbox }: Pick<ExecEffect, "outsideSandbox">): RuleContext =>
  outsideSandbox ? { ...context, isHeld: async () => false } : context;

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
    clause`writing outside the workspace is never allowed, and ${shownPath(real)} is outside`,
  );
  const isTemporary = [path, real].some((name) => temporaryPlace.test(name));
  const hasOwnFolder = isTemporary && (context.inWorkspace || (await context.isHeld?.(false)));
  return hasOwnFolder ? { ...refused, instead: temporaryAdvice } : refused;
}
