/** The process that runs raw tools, as a participant of `inTurn`. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { RawAnswer, RawRun } from "./rawProcess";

/** One small process, started once. */
export class RawHelper {
  readonly #child: ChildProcess;

  /** @param program the bundle of rawProcess.ts. */
  constructor(program: string) {
    this.#child = fork(program, [], { execArgv: [] });
  }

  /** @returns milliseconds as the helper measured them. @throws Error when the raw tool cannot be started. */
  async run({ raw, root }: RawRun): Promise<number> {
    this.#child.send({ raw, root } satisfies RawRun);
    const [answer] = (await once(this.#child, "message")) as [RawAnswer];
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.milliseconds;
  }

  close(): void {
    this.#child.kill();
  }
}
