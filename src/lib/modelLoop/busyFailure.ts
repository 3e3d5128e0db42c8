/** Tells from a provider's words that its model is busy: there is no code for it that all share. */
import { ModelBusy } from "./conversation";

/** What providers say of a limit that passes; a quota that is used up does not. */
const busyWords = /rate.?limit|too many requests|overloaded|\b(429|503|529)\b|(?:retry|try again) (in|after|later)/i;
const lastingWords = /quota|billing|payment|credit/i;

const wait = /(?:retry|try again)\D{0,20}(\d+(?:\.\d+)?) ?(ms|s|m)/i;
const unitMs = { ms: 1, s: 1000, m: 60_000 } as const;

/** A failure that passes, with the time that its provider says to wait; undefined for any other. */
export function busyFailure(message: string): ModelBusy | undefined {
  if (!busyWords.test(message) || lastingWords.test(message)) return undefined;
  const [, amount, unit] = wait.exec(message) ?? [];
  const retryAfterMs = amount && unit ? Number(amount) * unitMs[unit.toLowerCase() as keyof typeof unitMs] : undefined;
  return new ModelBusy(message, retryAfterMs);
}
