import type { Session } from "../../../core/session/session";
import type { SessionState } from "../../../core/session/sessionState";
import { isSavedTaint, unknownTaint } from "../../../core/session/taint";
import { foldedAgent } from "../../../core/vocabulary/agentName";
import type { TaintStore } from "./taintStatus";

const keyOf = ({ agent }: Session) => `toolcrib.takenIn.${foldedAgent(agent)}`;

/** What the sessions of a workspace have taken in, where there is no disk: with the rest that its window keeps (PO-6). */
export class WindowTaints implements TaintStore {
  constructor(private readonly memory: SessionState) {}

  takeOn(session: Session): void {
    const kept = this.memory.get(keyOf(session));
    if (kept !== undefined) session.taint.restore(isSavedTaint(kept) ? kept : unknownTaint);
  }

  save(session: Session): void {
    this.memory.set(keyOf(session), session.taint.saved());
  }

  reset(session: Session): void {
    this.memory.set(keyOf(session), undefined);
  }
}
