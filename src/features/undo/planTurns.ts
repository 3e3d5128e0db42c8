import type { ChangedTurn } from "./changesByTurn";
import type { Journal } from "./journal";
import type { RestorePlan } from "./restorePlan";

/** Plans to take back what the calls of turns wrote, as far as it stands. @throws ToolError `not_found` when nothing does. */
export function planTurns(journal: Journal, turns: readonly ChangedTurn[]): Promise<RestorePlan> {
  const subject = turns.length === 1 ? turns[0]?.title : `${turns.length} turns`;
  return journal.planUndo(
    turns.flatMap(({ entries }) => entries.map(({ id }) => id)),
    subject,
  );
}
