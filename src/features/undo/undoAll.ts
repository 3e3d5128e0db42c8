/** Takes back every call, one after the other, over one reading of the journal (D-17). */

import type { JournalRecord } from "../../core/journal/journalEntry";
import { ToolError } from "../../core/vocabulary/toolError";
import type { JournalHistory } from "./journalHistory";
import type { RestorePlan } from "./restorePlan";
import { isAsWanted } from "./restoreWrites";

/** What it needs of the journal. */
export interface UndoAllPorts<Outcome> {
  /** See JournalStore. */
  ids(): Promise<ReadonlySet<string>>;
  /** Reads the whole journal. */
  history(): Promise<JournalHistory>;
  /** Plans to take one call back. */
  plan(history: JournalHistory, call: JournalRecord): Promise<RestorePlan>;
  /** @param id that the entry of this undo gets. */
  apply(plan: RestorePlan, id: string): Promise<Outcome>;
}

/** Why nothing is undone. */
export const nothingToUndo = () => new ToolError("not_found", "There is no change to undo.");

/** Whether a crash cut a call off before its first write. */
export const neverHappened = ({ state }: Pick<JournalRecord, "state">, { files }: RestorePlan): boolean =>
  state === "pending" && files.every(isAsWanted);

/**
 * The newest call first. The journal is read again when somebody else added or removed an entry, when a file is not as the
 * reading says, and at the end, because another process may have added changes to a call that is already taken back.
 * @yields each call that was taken back; what comes after it is done only when the next one is asked for.
 * @throws ToolError `not_found` when there is nothing to undo, and what planning or applying throws.
 */
export async function* undoAllCalls<Outcome>(ports: UndoAllPorts<Outcome>): AsyncGenerator<Outcome, void, undefined> {
  let isAny = false;
  for (;;) {
    // Before the journal is read: what is added while it is read counts as new.
    const known = new Set(await ports.ids());
    const history = await ports.history();
    const calls = history.undoable().reverse();
    if (calls.length === 0) break;
    for await (const outcome of undoRead(ports, known, history, calls)) {
      isAny = true;
      yield outcome;
    }
  }
  if (!isAny) throw nothingToUndo();
}

const isSame = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size === others.size && [...some].every((id) => others.has(id));

/** Ends early where the reading may no longer hold. @param known receives the ids of the entries that are made. */
async function* undoRead<Outcome>(
  ports: UndoAllPorts<Outcome>,
  known: Set<string>,
  history: JournalHistory,
  calls: readonly JournalRecord[],
): AsyncGenerator<Outcome, void, undefined> {
  for (const [at, call] of calls.entries()) {
    const isFresh = at === 0;
    if (!isFresh && !isSame(await ports.ids(), known)) return;
    const plan = await ports.plan(history, call).catch((error) => {
      if (isFresh) throw error;
      return undefined;
    });
    if (!plan || (!isFresh && plan.files.some(({ conflict }) => conflict))) return;
    const id = crypto.randomUUID();
    const outcome = await ports.apply(plan, id);
    known.add(id);
    if (!neverHappened(call, plan)) yield outcome;
  }
}
