import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { patient } from "../../../scripts/testing/patience.cjs";

/** What is left of a type when it counts as true. */
type Truthy<T> = Exclude<T, undefined | null | false | 0 | "">;

/** Each question has the page lay itself out, so that what takes long is asked less and less often. */
const [firstMs, longestMs, growth] = [100, 400, 1.3];

/** Set for what a question itself waits for: it is asked again, which helps where waiting longer does not. */
const within = new AsyncLocalStorage<true>();

/**
 * Asks again and again until the answer is truthy; an error counts as "not yet" and is told when time is up. `timeoutMs`: on an
 * idle machine.
 */
export async function waitFor<T>(what: string, question: () => Promise<T> | T, timeoutMs = 40_000): Promise<Truthy<T>> {
  const waitMs = within.getStore() ? timeoutMs : patient(timeoutMs);
  const deadline = Date.now() + waitMs;
  let last: unknown;
  let pauseMs = firstMs;
  do {
    try {
      const answer = await within.run(true, async () => question());
      if (answer) return answer as Truthy<T>;
      last = answer;
    } catch (error) {
      last = error;
    }
    await pause(pauseMs);
    pauseMs = Math.min(longestMs, pauseMs * growth);
  } while (Date.now() < deadline);
  throw new Error(`Waited ${waitMs / 1000} s in vain for ${what}; at last: ${last}`);
}
