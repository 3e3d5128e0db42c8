import type { WebAnswer } from "../../core/ports/web";

/** Milliseconds until a service wants to be asked again, where it says so: seconds or a date. */
export function wantedPause(answer: WebAnswer, now: number): number | undefined {
  const given = answer.headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(given)) return Number(given) * 1000;
  const date = /^[A-Z][a-z]{2}, /.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
