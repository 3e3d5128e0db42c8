import type * as vscode from "vscode";
import type { SessionState } from "../../core/session/sessionState";

/** What a window keeps in VS Code's memory of the workspace, which is written a moment after it was told. */
export class WindowMemory implements SessionState {
  constructor(private readonly memory: vscode.Memento) {}

  get(key: string): unknown {
    return this.memory.get(key);
  }

  set(key: string, value: unknown): void {
    void this.memory.update(key, value);
  }
}
