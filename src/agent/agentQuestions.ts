/** Questions of several agents to one person: one after the other, each with the name of who asks. */

import { type Approval, type Confirm, rememberedAnswer } from "../core/approval";
import type { JudgedCall } from "../core/call";
import type { Crib } from "../core/crib";
import { unlessAborted } from "../core/unlessAborted";

/** Puts one question before a person. @param signal aborted when nobody waits for the answer any more. */
export type AskPerson = (crib: Crib, call: JudgedCall, signal: AbortSignal) => Promise<Approval>;

/** Who asks. */
export interface Asking {
  /** For people: `agent_3 (fix the tests)`. */
  readonly name: string;
  readonly crib: Crib;
  readonly signal: AbortSignal;
}

const left: Approval = { approved: false, by: "nobody", feedback: "the agent that asked was cancelled" };

/** Waiting questions, first come first served. */
export class AgentQuestions {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly ask: AskPerson) {}

  /** How one agent asks. */
  of({ name, crib, signal }: Asking): Confirm {
    const put = async (call: JudgedCall): Promise<Approval> => {
      // The person may have answered it for good while it waited.
      const answer = rememberedAnswer(crib, call);
      const plan = { ...call.plan, title: `${name}: ${call.plan.title}` };
      return answer ?? this.ask(crib, { ...call, plan }, signal);
    };
    return (call) => this.#inTurn(() => put(call), signal);
  }

  async #inTurn(put: () => Promise<Approval>, signal: AbortSignal): Promise<Approval> {
    const answer = this.#last.then(() => unlessAborted(put, signal));
    this.#last = answer.catch(() => {});
    // Whoever is cancelled does not wait for the questions before its own.
    return (await unlessAborted(() => answer, signal)) ?? left;
  }
}
