/** What is answered to a question, and who answers it. */

import type { Declined } from "../../tools/tool";
import type { QuestionAnswer } from "../../vocabulary/effect";
import type { JudgedCall } from "../call";
import type { Crib } from "../crib";

/** An ask that was answered with yes. */
export interface Yes {
  readonly approved: true;
  /** Who said yes, for the record: `person`, `remembered (SCOPE)`, `VS Code`, `option`. */
  readonly by: string;
  /** What to write instead of the proposal, by real path, where the person changed it (D-16). */
  readonly edits?: ReadonlyMap<string, Uint8Array>;
  /** What they made of a text that was put before them, where they changed it. */
  readonly presented?: string;
  /** What they answered to the questions that were put before them, in the order of these. */
  readonly answers?: readonly QuestionAnswer[];
  /** Told to the model with the result. */
  readonly note?: string;
}

/** The answer to an ask. */
export type Answer = Yes | ({ readonly approved: false } & Declined);

/** Asks whoever can say yes. */
export type Confirm = (call: JudgedCall) => Promise<Answer>;

/** What a person has answered for longer; undefined when that does not answer everything that is asked. */
export function rememberedAnswer(crib: Crib, { byRules, plan, byEffect }: JudgedCall): Answer | undefined {
  const scopes = byRules ? undefined : crib.approvals.cover(plan.effects, byEffect);
  return scopes && { approved: true, by: `remembered (${scopes.join(", ")})` };
}
