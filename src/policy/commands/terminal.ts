import { clause } from "../../core/text/clauses/clause";
import { ask, type Decision } from "../../core/vocabulary/decision";

/**
 * The verdict on a command in a terminal that a person types into. It is asked about whatever it is, for it waits for
 * that person and nobody judges what they type; only this very command in a terminal can be approved for good (D-12).
 */
export function decisionInTerminal({ prefixes, ...decision }: Decision): Decision {
  if (decision.kind !== "allow") return decision;
  return ask("commands.terminal", clause`it runs in a terminal that a person types into`, decision.parts);
}
