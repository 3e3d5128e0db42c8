/** Questions of several agents to one person: one after the other, each with the name of who asks. */

import { type Answer, type Confirm, rememberedAnswer } from "../../core/calls/approvals/answer";
import type { JudgedCall } from "../../core/calls/call";
import type { Crib } from "../../core/calls/crib";
import { actionTitle, nested } from "../../core/text/clauses/clause";
import { raceAbort } from "../../core/util/raceAbort";

/** Puts one question before a person. @param signal aborted when nobody waits for the answer any more. */
export type AskPerson = (crib: Crib, call: JudgedCall, signal: AbortSignal) => Promise<Answer>;

/** Who asks. */
export interface AskingAgent {
  /** For people: `agent_3 (fix the tests)`. */
  readonly name: string;
  readonly crib: Crib;
  readonly signal: AbortSignal;
}

const left: Answer = { approved: false, by: "nobody", feedback: "the agent that asked was cancelled" };

/** Waiting questions, first come first served. */
export class AgentQuestions {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly ask: AskPerson) {}

  /** How one agent asks. */
  of({ name, crib, signal }: AskingAgent): Confirm {
    const put = async (call: JudgedCall): Promise<Answer> => {
      // The person may have answered it for good while it waited.
      const answer = rememberedAnswer(crib, call);
      const plan = { ...call.plan, title: actionTitle`${name}: ${nested(call.plan.title)}` };
      return answer ?? this.ask(crib, { ...call, plan }, signal);
    };
    return (call) => this.#inTurn(() => put(call), signal);
  }

  async #inTurn(put: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    const answer = this.#last.then(() => raceAbort(put, signal));
    this.#last = answer.catch(() => {});
    // Whoever is cancelled does not wait for the questions before its own.
    return (await raceAbort(() => answer, signal)) ?? left;
  }
}
