import { type ApprovalStore, Approvals, forgetfulStore } from "../../src/core/calls/approvals/approvals";

/** Approvals whose clock counts them, with what they put on record in `notes`. */
export function approvalsOver(store: ApprovalStore = forgetfulStore, notes: string[] = []): Approvals {
  let now = 0;
  return new Approvals({ store, now: () => ++now, note: (event, detail) => notes.push(`${event}: ${detail}`) });
}
