/** Commands that ran without a question, held to only read, and needed more than that (D-13). */
import type { ExecEffect } from "../vocabulary/effect";

type Command = Pick<ExecEffect, "command" | "cwd">;

/** More are not kept: the oldest would then fail once more before a person is asked. */
const max = 1000;

const keyOf = ({ command, cwd }: Command) => JSON.stringify([cwd.real, command]);

/** What is known of them while the host runs. */
export class CommandNeeds {
  readonly #known = new Set<string>();

  note(command: Command): void {
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size >= max) this.#known.delete(oldest);
    this.#known.add(keyOf(command));
  }

  has(command: Command): boolean {
    return this.#known.has(keyOf(command));
  }
}
