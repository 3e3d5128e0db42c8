import type { Crib } from "./crib";
import type { WriteEffect } from "./effect";
import type { WriteReceipt } from "./host";
import type { JournalChange, JournalEntry } from "./journal";

/** Writes one call's changes to the journal: each before it happens, and again when it has (D-17). */
export interface CallJournal {
  /** Makes a write between the two records; a write that failed is struck out again. */
  write(effect: WriteEffect, make: () => Promise<WriteReceipt>): Promise<WriteReceipt>;
}

export function callJournal(crib: Crib, call: Pick<JournalEntry, "id" | "agent" | "tool" | "title">): CallJournal {
  const done: JournalChange[] = [];
  const time = crib.host.now();
  const put = (state: JournalEntry["state"], changes: readonly JournalChange[]) =>
    crib.journal.record({ ...call, time, state, changes });
  return {
    async write(effect, make) {
      await put("pending", [...done, change(effect, [])]);
      try {
        const receipt = await make();
        const after = receipt.written ?? effect.after;
        done.push(change({ ...effect, after }, receipt.createdDirectories));
        return receipt;
      } finally {
        await put("done", done);
      }
    },
  };
}

const change = ({ target, before, after }: WriteEffect, createdDirectories: readonly string[]): JournalChange => ({
  path: target.path,
  real: target.real,
  shown: target.shown,
  before,
  after,
  createdDirectories,
});
