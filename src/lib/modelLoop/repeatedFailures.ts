/** Keeps a model from making one failing call over and over. */
import type { CallPart, CallResult } from "./conversation";

/** After this many equal failures in a row an equal call is not made any more. */
const maxFailures = 3;

interface Failure {
  readonly text: string;
  readonly times: number;
}

/** How long something took says nothing about whether it failed in the same way. */
const withoutTimes = (text: string) => text.replace(/\d+(\.\d+)? ?m?s\b/g, "");

const keyOf = ({ name, input }: CallPart) => JSON.stringify([name, input]);

/** The failures since something was last changed, which is what may make a call succeed that has failed before. */
export class RepeatedFailures {
  readonly #failures = new Map<string, Failure>();

  /** Why a call is not made again; undefined when it may be. */
  refusal(call: CallPart): string | undefined {
    const { times = 0 } = this.#failures.get(keyOf(call)) ?? {};
    return times < maxFailures
      ? undefined
      : `Not done: this exact call of ${call.name} has failed ${times} times in a row in the same way: change its input, fix what makes it fail, or do without it.`;
  }

  /** @param isReadOnly whether the tool changes nothing. */
  note(call: CallPart, { text, isError }: CallResult, isReadOnly: boolean): void {
    const key = keyOf(call);
    if (isError) {
      const failed = withoutTimes(text);
      const before = this.#failures.get(key);
      this.#failures.set(key, { text: failed, times: before?.text === failed ? before.times + 1 : 1 });
    } else if (isReadOnly) this.#failures.delete(key);
    else this.#failures.clear();
  }
}
