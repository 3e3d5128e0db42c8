import type * as vscode from "vscode";
import type { Session } from "../../../core/session/session";
import { isSavedTaint, unknownTaint } from "../../../core/session/taint";
import { foldedAgent } from "../../../core/vocabulary/agentName";
import type { TaintStore } from "./taintStatus";

const keyOf = ({ agent }: Session) => `toolcrib.takenIn.${foldedAgent(agent)}`;

/** What the sessions of a workspace have taken in, where there is no disk: in VS Code's memory of the workspace (PO-6). */
export class WindowTaints implements TaintStore {
  constructor(private readonly memory: vscode.Memento) {}

  takeOn(session: Session): void {
    const kept = this.memory.get(keyOf(session));
    if (kept !== undefined) session.taint.restore(isSavedTaint(kept) ? kept : unknownTaint);
  }

  save(session: Session): void {
    void this.memory.update(keyOf(session), session.taint.saved());
  }

  reset(session: Session): void {
    void this.memory.update(keyOf(session), undefined);
  }
}
