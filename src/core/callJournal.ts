import type { Crib } from "./crib";
import type { WriteEffect } from "./effect";
import type { WriteReceipt } from "./host";
import { type JournalChange, type JournalEntry, takeBack } from "./journal";
import { messageOf, ToolError } from "./toolError";

/** Writes one call's changes to the journal: each before it happens, and again when it has (D-17). */
export interface CallJournal {
  /**
   * Makes writes in their order, between the two records.
   * @returns one receipt for each.
   * @throws what the write that failed threw, after those before it were taken back.
   */
  write(effects: readonly WriteEffect[]): Promise<WriteReceipt[]>;
}

interface Made {
  readonly effect: WriteEffect;
  readonly change: JournalChange;
  readonly receipt: WriteReceipt;
}

export function callJournal(crib: Crib, call: Pick<JournalEntry, "id" | "agent" | "tool" | "title">): CallJournal {
  const { files } = crib.host;
  const done: JournalChange[] = [];
  const time = crib.host.now();
  const put = (state: JournalEntry["state"], changes: readonly JournalChange[]) =>
    crib.journal.record({ ...call, time, state, changes });

  async function make(effect: WriteEffect, ready: Promise<void>): Promise<Made> {
    const { target, before, after, mode } = effect;
    const receipt = await files.write(target, before, after, { mode, ready });
    const change = changeOf({ ...effect, after: receipt.written ?? after }, receipt.createdDirectories);
    return { effect, change, receipt };
  }

  /** The last first. @returns those that could not be taken back, with the reason. */
  async function takeAllBack(made: readonly Made[]): Promise<{ left: Made; reason: string }[]> {
    const left: { left: Made; reason: string }[] = [];
    for (const one of made.toReversed()) {
      const { target } = one.effect;
      await takeBack(files, target, one.change, one.change.after).catch((error) =>
        left.unshift({ left: one, reason: messageOf(error) }),
      );
    }
    return left;
  }

  return {
    async write(effects) {
      // The new bytes may go to the disk beside the record; they take their place after it.
      const recorded = put("pending", [...done, ...effects.map((effect) => changeOf(effect, []))]);
      const made: Made[] = [];
      try {
        for (const effect of effects) made.push(await make(effect, recorded));
        done.push(...made.map(({ change }) => change));
        return made.map(({ receipt }) => receipt);
      } catch (error) {
        const left = await takeAllBack(made);
        done.push(...left.map((one) => one.left.change));
        if (left.length === 0) throw error;
        throw halfDone(error, left);
      } finally {
        await recorded.then(
          () => put("done", done),
          () => {},
        );
      }
    },
  };
}

/** Someone else changed a file in the very moment: what is left is in the journal and said. */
const halfDone = (error: unknown, left: readonly { left: Made; reason: string }[]) =>
  new ToolError(
    error instanceof ToolError ? error.code : "internal",
    `${messageOf(error)} What had been written before could not be taken back: ${left.map((one) => `${one.left.change.shown} (${one.reason})`).join("; ")}`,
  );

const changeOf = (
  { target, before, after, mode }: WriteEffect,
  createdDirectories: readonly string[],
): JournalChange => ({
  path: target.path,
  real: target.real,
  shown: target.shown,
  before,
  after,
  ...(mode !== undefined && { mode }),
  createdDirectories,
});
