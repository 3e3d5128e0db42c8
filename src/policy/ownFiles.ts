/** Toolcrib's own files: no tool ever writes them (D-7, PO-8). */
import type { ResolvedPath } from "../core/effect";
import { isInside, relativeInside } from "../core/paths";
import type { RuleContext } from "../core/rule";
import { execHistoryName } from "../core/workspaces";
import { foldName } from "./names";

/** Holds the policy of a workspace folder and what else belongs to Toolcrib there. */
const ownFolder = ".toolcrib";

/** A file of a tool that an agent makes: it does nothing before a person has approved it (CT-2). */
const madeToolFile = /^\.toolcrib\/tools\/[a-z][a-z0-9_]*\/[^/]/;

function isInOwnFolder({ path, real, root }: ResolvedPath): boolean {
  if (root === undefined) return false;
  return [path, real]
    .filter((name) => isInside(root, name))
    .map((name) => relativeInside(root, name))
    .some((below) => isOwn(below.split("/")) && !(madeToolFile.test(below) && !isOwn(below.split("/").slice(1))));
}

/** In any spelling that a file system may take for it. */
const isOwn = (names: readonly string[]) => names.map(foldName).includes(ownFolder);

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
export const historyReason = `${execHistoryName} is Toolcrib's record of what was run, which no tool reads or writes`;

/** Why a file is not written by any tool, whoever says yes; undefined for all others. */
export function ownFileReason(
  target: ResolvedPath,
  context: Pick<RuleContext, "policies" | "ownWorkspace">,
): string | undefined {
  const { policies } = context;
  if (isInOwnFolder(target)) return `${ownFolder} holds Toolcrib's own policy, which no tool writes`;
  if (isHistory(target, context)) return historyReason;
  const isManaged = policies.managedPaths.some((path) =>
    [target.path, target.real].some((name) => isInside(path, name, false) || isInside(name, path, false)),
  );
  return isManaged ? "it is a managed policy, which no tool writes" : undefined;
}
