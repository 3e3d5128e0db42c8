/** Asking a service that may be busy: again after a while, within bounds (WS-1). */

import type { WebAnswer } from "../../core/ports/web";
import { ToolError } from "../../core/vocabulary/toolError";
import { wantedPause } from "../../tools/web/retryAfter";

/** Times that one request is made at most. */
const maxTries = 3;
/** Milliseconds that all requests of a search may take, waiting included. */
export const maxTime = 30_000;
/** Milliseconds that one request may take. */
const tryTime = 15_000;
/** Milliseconds after the first failure, doubled after each; between the half and all of it is waited. */
const firstPause = 1000;

const busy = new Set([429, 503]);

/** The clock and the dice. */
export interface SearchTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  /** @throws ToolError `cancelled`, at once. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const cancelled = () => new ToolError("cancelled", "The search was cancelled.");

/** As it passes. */
export const realTime: SearchTime = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancelled());
      const giveUp = () => {
        clearTimeout(timer);
        reject(cancelled());
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      }, milliseconds);
      signal.addEventListener("abort", giveUp, { once: true });
    }),
};

/** One request, and who is to be told of waiting. */
export interface BusyRequest {
  readonly name: string;
  /** Milliseconds since 1970 at which all has to be over. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly time: SearchTime;
  /** Makes the request. */
  send(timeoutMs: number): Promise<WebAnswer>;
  progress(line: string): void;
}

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;

function stillBusy({ name }: BusyRequest, { status }: WebAnswer, tries: number, wanted: number | undefined): ToolError {
  const again = wanted ? `in ${seconds(wanted)}` : "later";
  const times = tries === 1 ? "once" : `${tries} times`;
  return new ToolError(
    "http_error",
    `${name} is busy or its limit is reached (${status}, asked ${times}): search again ${again}, or continue without it.`,
    { status },
  );
}

/**
 * The first answer of a service that is not busy.
 * @throws ToolError `http_error` when it stays busy, `cancelled`, and what `send` throws.
 */
export async function patientAnswer(asking: BusyRequest): Promise<WebAnswer> {
  const { name, deadline, signal, time } = asking;
  for (let tries = 1; ; tries += 1) {
    const answer = await asking.send(Math.max(1, Math.min(tryTime, deadline - time.now())));
    if (!busy.has(answer.status)) return answer;
    const wanted = wantedPause(answer, time.now());
    const pause = wanted ?? firstPause * 2 ** (tries - 1) * (0.5 + time.random() / 2);
    if (tries === maxTries || time.now() + pause >= deadline) throw stillBusy(asking, answer, tries, wanted);
    asking.progress(`${name} is busy (${answer.status}): retrying in ${seconds(pause)}`);
    await time.wait(pause, signal);
  }
}
