/** Medians of any number of participants that do the same thing in turn; one that fails leaves its reason. */
import { type Cell, median } from "./measure";

/** Does the thing once. @returns the milliseconds that count */
export type Participant = () => Promise<number>;

/** What a participant came to: milliseconds, or why there are none. */
export type Outcome = { readonly milliseconds: number } | { readonly failure: string };

/** How long the measured rounds of one participant may take; the first is always made. Milliseconds. */
const budget = 20_000;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]?.slice(0, 160) ?? "";

/**
 * Never throws for a participant that does: the others go on without it.
 * @param warm after one round that is not counted
 */
export async function inTurn<Name extends string>(
  participants: Readonly<Partial<Record<Name, Participant>>>,
  { rounds, warm }: { rounds: number; warm: boolean },
): Promise<Partial<Record<Name, Outcome>>> {
  const all = Object.entries<Participant | undefined>(participants).flatMap(([name, work]) =>
    work
      ? [{ name: name as Name, work, times: [] as number[], spent: 0, failure: undefined as string | undefined }]
      : [],
  );
  for (let round = warm ? -1 : 0; round < rounds; round++)
    for (const one of all) {
      if (one.failure !== undefined || one.spent > budget) continue;
      try {
        const took = await one.work();
        one.spent += took;
        // A slow one's first round counts, because there may be no second.
        if (round >= 0 || one.spent > budget) one.times.push(took);
      } catch (error) {
        one.failure = firstLine(error);
      }
    }
  return Object.fromEntries(
    all.map(({ name, times, failure }) => [
      name,
      failure === undefined ? { milliseconds: median(times) } : { failure },
    ]),
  ) as Partial<Record<Name, Outcome>>;
}

/** The cell of a participant. @param raw what the raw way came to in the same turns. @param runs how often it ran in one. */
export function cellOf(outcome: Outcome, raw: Outcome | undefined, runs = 1): Cell {
  if ("failure" in outcome) return { note: `fails: ${outcome.failure}` };
  const { milliseconds } = outcome;
  return { milliseconds, ...(raw && "milliseconds" in raw ? { ratio: (milliseconds * runs) / raw.milliseconds } : {}) };
}
