/** Folders that are closed to the caller, where they lie in a root: left out of what is found there as named files are (EX-4). */
import type { ClosedFiles } from "../core/closedFiles";
import { isInside } from "../core/paths";
import type { RuleContext } from "../core/rule";
import { closedReason, placeOf } from "./scope";

/** @param named what else is closed. */
export function withClosedFolders(
  named: ClosedFiles,
  context: Pick<RuleContext, "roots" | "closed" | "ownWorkspace">,
): ClosedFiles {
  const { roots, closed } = context;
  const isReached = closed.some((folder) => roots.some((root) => isInside(root, folder, false)));
  if (!isReached) return named;
  return {
    isEmpty: false,
    reason: (target, isFolder) =>
      placeOf(target, context) === "closed" ? closedReason : named.reason(target, isFolder),
    examine: (target) => named.examine(target),
  };
}
