/** Toolcrib's own files: no tool ever writes them (D-7, PO-8). */

import { execHistoryName } from "../../core/ports/workspaces";
import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { bothNames, foldName, foldPath } from "../matching/fileNames";

/** Holds the policy of a workspace folder and what else belongs to Toolcrib there. */
const ownFolder = ".toolcrib";

/**
 * What tools may propose there all the same: files of a tool that an agent makes, which do nothing before a person has approved
 * it (CT-2), and the notes of the workspace, each of which a person is asked about.
 */
const proposedFile = /^\.toolcrib\/(?:tools\/[a-z][a-z0-9_]*\/[^/]|memory\.md$)/;

function isInOwnFolder(target: ResolvedPath): boolean {
  const { root } = target;
  if (root === undefined) return false;
  return bothNames(target)
    .filter((name) => isInside(root, name))
    .map((name) => relativeInside(root, name))
    .some((below) => isOwn(below) && !(proposedFile.test(below) && !isOwn(below.slice(below.indexOf("/") + 1))));
}

/** In any spelling that a file system may take for it. */
function isOwn(below: string): boolean {
  const folded = foldPath(below);
  return folded.includes(ownFolder) && folded.split("/").includes(ownFolder);
}

/** The record of an agent's runs, at the top of its workspace. */
export const isHistory = (
  { path, real }: Pick<ResolvedPath, "path" | "real">,
  { ownWorkspace }: Pick<RuleContext, "ownWorkspace">,
): boolean =>
  ownWorkspace !== undefined &&
  [path, real]
    .filter((name) => isInside(ownWorkspace, name))
    .some((name) => foldName(relativeInside(ownWorkspace, name).split("/")[0] as string) === execHistoryName);

/** Why that is neither read nor written, one clause. */
export const historyReason = clause`${execHistoryName} is Toolcrib's record of past runs, which no tool may read or write`;

/** Why a file is not written by any tool, whoever says yes; undefined for all others. */
export function ownFileReason(
  target: ResolvedPath,
  context: Pick<RuleContext, "policies" | "ownWorkspace">,
): string | undefined {
  const { policies } = context;
  if (isInOwnFolder(target)) return clause`${ownFolder} contains Toolcrib's own policy, which no tool may write`;
  if (isHistory(target, context)) return historyReason;
  const isManaged = policies.managedPaths.some((path) =>
    [target.path, target.real].some((name) => isInside(path, name, false) || isInside(name, path, false)),
  );
  return isManaged ? clause`it is a managed policy, which no tool may write` : undefined;
}
