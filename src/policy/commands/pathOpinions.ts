/** What is said of one place that a command reads, looks at or writes (D-5, D-7, D-13). */

import { execHistoryName } from "../../core/ports/workspaces";
import type { RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { ask, askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { readsAnything } from "../confidentiality/classification";
import { closedFilesName } from "../files/closedFilesReader";
import { asksToRead } from "../files/closingRules";
import { readingTwiceNamed } from "../files/otherNames";
import { isInOwnTemporary, isShownSystemPlace, refuseWritingOutside, showsOwnTemporary } from "../files/outsidePlaces";
import { historyReason, isHistory, ownFileReason } from "../files/ownFiles";
import { protectedReason, protectedSource } from "../files/protectedPaths";
import { closedReason, placeOf } from "../files/scope";
import { secretPattern } from "../files/secretPaths";
import { oddPath } from "../matching/fileNames";
import { pathOpinion } from "../matching/ruleMatching";
import { followPaths } from "./commandPaths";
import type { Folders } from "./workingFolders";

/** Name of the rule on paths in commands. */
export const pathRule = "commands.path";
/** Asks because nobody knows in which folder a command works. */
export const folderRule = "commands.folder";
/** Refuses a closed place. */
export const closedDenial = deny(pathRule, closedReason);

const holdsClosed = (target: ResolvedPath, context: RuleContext) =>
  context.closed.some((folder) => isInside(target.real, folder, false));

const folderText = ({ shown }: ResolvedPath) => (/^\.?$/.test(shown) ? clause`this folder` : shown);

/** The opinion on one place; undefined for none. */
export type Judge = (target: ResolvedPath) => Promise<Decision | undefined>;

/** What is closed for everybody: places of others, and what `.toolcribignore` names. */
export async function closedOpinion(target: ResolvedPath, context: RuleContext): Promise<Decision | undefined> {
  if (placeOf(target, context) === "closed") return closedDenial;
  if (isHistory(target, context)) return deny(pathRule, historyReason);
  const { reason } = await (await context.closedFiles()).examine(target);
  return reason === undefined ? undefined : deny(pathRule, reason);
}

/** A program that works on a whole folder cannot be told to leave files in it alone. */
async function holdsOpinion(target: ResolvedPath, context: RuleContext): Promise<Decision | undefined> {
  if (holdsClosed(target, context))
    return ask(pathRule, clause`${nested(folderText(target))} contains a folder of another agent or of Toolcrib`);
  // In the sandbox the record is not there.
  if (target.real === context.ownWorkspace && !(await context.isHeld?.(false)))
    return ask(pathRule, clause`${nested(folderText(target))} contains ${execHistoryName}, which no tool may read`);
  return holdsNamedOpinion(target, context);
}

/** Asks about a folder in which files are closed. */
export async function holdsNamedOpinion(target: ResolvedPath, context: RuleContext): Promise<Decision | undefined> {
  const facts = await (await context.closedFiles()).examine(target);
  if (!facts.holdsClosed) return undefined;
  const folder = folderText(target);
  return ask(
    pathRule,
    facts.holdsClosed === "by file"
      ? clause`${nested(folder)} may contain files that ${closedFilesName} names`
      : clause`${nested(folder)} may contain files that a policy rule closes`,
  );
}

/** True where not every file of the workspace that is not hidden in the sandbox may be read unasked. */
const keepsFiles = async (context: RuleContext) =>
  !(await context.closedFiles()).isEmpty || asksToRead(context) || !readsAnything(context);

/** Judges where a path leads, in every folder the command may run in. */
export async function everywhere(
  path: string,
  folders: Folders,
  context: RuleContext,
  judge: Judge,
): Promise<Decision[]> {
  const absolute = /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  if (folders === undefined && !absolute)
    return [
      ask(
        (await keepsFiles(context)) ? pathRule : folderRule,
        clause`its working folder depends on an earlier command`,
      ),
    ];
  const opinions: Decision[] = [];
  for (const folder of absolute ? ["/"] : (folders ?? [])) {
    try {
      const opinion = await judge(await followPaths(path, folder, context));
      if (opinion) opinions.push(opinion);
    } catch (error) {
      opinions.push(
        ask(
          pathRule,
          clause`${JSON.stringify(path)} cannot be resolved: ${error instanceof Error ? error.message : String(error)}`,
        ),
      );
    }
  }
  return opinions;
}

/** Judges what is read, or only looked at. @param content whether its content is read. */
export const reading =
  (context: RuleContext, content: boolean): Judge =>
  async (target) => {
    const refused = await closedOpinion(target, context);
    if (refused) return refused;
    const ruled = pathOpinion(target, content ? "read" : "list", context);
    if (ruled) return ruled;
    const isOutside = placeOf(target, context) === "outside";
    const isShown = context.inWorkspace || showsOwnTemporary(context);
    const isOpen =
      (isShown && (await isInOwnTemporary(target, context))) || (await isShownSystemPlace(target, context));
    if (isOutside && !isOpen) return ask(pathRule, clause`${shownPath(target.real)} is outside the workspace`);
    const odd = oddPath(target.path);
    if (odd !== undefined) return ask(pathRule, clause`"${target.shown}" is an unusual name: ${nested(odd)}`);
    const named = content && !isOutside ? await readingTwiceNamed(target, context) : undefined;
    if (named) return named;
    const secret = content ? secretPattern(target, context) : undefined;
    const holds = content && !isOutside ? await holdsOpinion(target, context) : undefined;
    return (
      holds ??
      (secret === undefined ? undefined : ask(pathRule, clause`${target.shown} may contain secrets (${secret})`))
    );
  };

/** Judges what is written. */
export const writing =
  (context: RuleContext): Judge =>
  async (target) => {
    const refused = await closedOpinion(target, context);
    if (refused) return refused;
    if (placeOf(target, context) === "outside")
      return (await isInOwnTemporary(target, context)) ? undefined : refuseWritingOutside(pathRule, target, context);
    const own = ownFileReason(target, context);
    if (own !== undefined) return deny(pathRule, own);
    const ruled = pathOpinion(target, "write", context);
    if (ruled) return ruled.kind === "deny" ? ruled : askAlways(ruled.rule, ruled.reason);
    const reason = protectedReason(target, context);
    return reason === undefined
      ? holdsOpinion(target, context)
      : { ...askAlways(pathRule, reason), ...protectedSource(target, context) };
  };
