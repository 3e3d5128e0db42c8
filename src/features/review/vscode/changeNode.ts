/** What the tree of changes consists of. */

import type { ChangedTurn } from "../../undo/changesByTurn";
import type { AppliedChange } from "./appliedChanges";

/** One line of the tree. */
export type ChangeNode =
  | { readonly kind: "turn"; readonly turn: ChangedTurn }
  /** What one command changed in a turn, as a turn under its command line. */
  | { readonly kind: "command"; readonly turn: ChangedTurn }
  | { readonly kind: "applied"; readonly turn: ChangedTurn; readonly change: AppliedChange };
