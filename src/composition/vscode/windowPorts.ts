import type * as vscode from "vscode";
import type { CallListeners } from "../../features/hooks/callListeners";
import type { AskPerson } from "../../features/subAgents/agentQuestions";

/** What the cribs need of the rest of the window. */
export interface WindowPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly listeners: CallListeners;
  /** Disposes of a part with the extension. */
  keep<T extends vscode.Disposable>(part: T): T;
  /** How sub-agents ask. */
  readonly ask: AskPerson;
  warn(text: string): void;
}
