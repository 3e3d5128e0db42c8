/** Folders that are closed to the caller where they lie in a root, and the record of its runs: left out as named files are (EX-4, PO-8). */

import type { RuleContext } from "../../core/rules/rule";
import type { ClosedFiles } from "../../core/vocabulary/closedFiles";
import { isInside, overlaps } from "../../core/vocabulary/paths";
import { historyReason, isHistory } from "./ownFiles";
import { closedReason, placeOf } from "./scope";

/** @param named what else is closed. */
export function withClosedFolders(
  named: ClosedFiles,
  context: Pick<RuleContext, "roots" | "closed" | "ownWorkspace" | "worktree">,
): ClosedFiles {
  const { roots, closed, ownWorkspace } = context;
  const isReached = closed.some((folder) => roots.some((root) => isInside(root, folder, false)));
  const reachesOwn = roots.some((root) => ownWorkspace !== undefined && overlaps(root, ownWorkspace));
  if (!isReached && !reachesOwn) return named;
  return {
    isEmpty: false,
    isDeep: named.isDeep || isReached,
    reason(target, isFolder) {
      if (isReached && placeOf(target, context) === "closed") return closedReason;
      return isHistory(target, context) ? historyReason : named.reason(target, isFolder);
    },
    examine: (target) => named.examine(target),
  };
}
