/** What the tree of changes consists of. */

import type { ChangedTurn } from "../../undo/changesByTurn";
import type { UnansweredFile, UnansweredProposal } from "../unanswered";
import type { AppliedChange } from "./appliedChanges";
import type { PendingReview, Reviewed } from "./pendingReview";

/** One line of the tree. */
export type ChangeNode =
  | { readonly kind: "pending"; readonly review: PendingReview }
  | { readonly kind: "proposed"; readonly review: PendingReview; readonly file: Reviewed }
  | { readonly kind: "unanswered"; readonly proposal: UnansweredProposal }
  | { readonly kind: "unansweredFile"; readonly proposal: UnansweredProposal; readonly file: UnansweredFile }
  | { readonly kind: "turn"; readonly turn: ChangedTurn }
  /** What one command changed in a turn, as a turn under its command line. */
  | { readonly kind: "command"; readonly turn: ChangedTurn }
  | { readonly kind: "applied"; readonly turn: ChangedTurn; readonly change: AppliedChange };
