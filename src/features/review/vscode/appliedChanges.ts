import type * as vscode from "vscode";
import { type LineCounts, lineCounts } from "../../preview/lineCounts";
import { type ChangedTurn, changesOfTurn, type TurnChange, turnsOf } from "../../undo/changesByTurn";
import type { Journal, JournalSummary } from "../../undo/journal";

/** What a turn made of one file, without the contents. */
export interface AppliedChange extends Pick<TurnChange, "kind" | "from" | "first"> {
  readonly effect: Omit<TurnChange["effect"], "before" | "after">;
  /** Whether there was a file before. */
  readonly was: boolean;
  readonly counts: LineCounts | undefined;
}

function withoutContents({ kind, from, first, effect }: TurnChange): AppliedChange {
  const { before, after, ...rest } = effect;
  const was = from !== undefined || before !== undefined;
  const counts = from ? { added: 0, removed: 0 } : lineCounts(before, after);
  return { kind, ...(from && { from }), first, effect: rest, was, counts };
}

const keptKey = "toolcrib.keptChanges";

/** The changes that agents have made and nobody has marked as seen, from the journal. */
export class AppliedChanges {
  readonly #changes = new Map<string, Promise<AppliedChange[]>>();

  constructor(
    private readonly journal: Pick<Journal, "list" | "get">,
    private readonly memory: vscode.Memento,
  ) {}

  /** The latest first; without what was undone, what a crash kept from happening, and what was kept. */
  async turns(): Promise<ChangedTurn[]> {
    const kept = new Set(this.#kept);
    const entries = await this.journal.list();
    return turnsOf(entries.filter(({ id, state, files }) => state === "done" && files.length > 0 && !kept.has(id)));
  }

  /** What a turn made of each file; read once for the same calls. */
  changesOf({ entries }: ChangedTurn): Promise<AppliedChange[]> {
    const key = JSON.stringify(entries.map(({ id, files }) => [id, files]));
    const known = this.#changes.get(key) ?? this.#read(entries);
    this.#changes.set(key, known);
    return known;
  }

  async #read(calls: readonly JournalSummary[]): Promise<AppliedChange[]> {
    const entries = await Promise.all(calls.map(({ id }) => this.journal.get(id)));
    const stands = (call: number, shown: string) => calls[call]?.files.includes(shown) === true;
    return changesOfTurn(entries, stands).map(withoutContents);
  }

  get #kept(): readonly string[] {
    return this.memory.get<string[]>(keptKey, []);
  }

  /** Marks turns as seen; nothing else changes. Marks of calls that the journal has forgotten go with it. */
  async keep(turns: readonly ChangedTurn[]): Promise<void> {
    const known = new Set((await this.journal.list()).map(({ id }) => id));
    const ids = [...this.#kept, ...turns.flatMap(({ entries }) => entries.map(({ id }) => id))];
    await this.memory.update(keptKey, [...new Set(ids.filter((id) => known.has(id)))]);
  }
}
