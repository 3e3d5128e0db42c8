import * as vscode from "vscode";
import type { Crib } from "../core/crib";
import type { Turn } from "../core/journalEntry";
import type { ToolResult } from "../core/tool";
import type { ShownCall } from "./shownCalls";

/** A call of our own chat participant while VS Code may be asking about it. */
export interface ChatQuestion {
  /** What VS Code was given to show, once it asks. */
  shown?: ShownCall;
  /** With the tools that its request is offered. */
  readonly crib: Crib;
  /** The request that it is part of. */
  readonly turn: Turn;
  /** What came of it; VS Code hands on just what a model reads. */
  outcome?: ToolResult;
  /** Live progress, one line at a time. */
  progress(line: string): void;
  /** Takes the question out of the chat; the call then fails as cancelled. */
  withdraw(): void;
}

/** Makes a call through VS Code; rejects when the token is cancelled. */
export type InvokeInChat = (token: vscode.CancellationToken) => Thenable<vscode.LanguageModelToolResult>;

/** Equal for the same call. */
export const callKey = (tool: string, input: object) => JSON.stringify([tool, input]);

/**
 * Questions that VS Code asks in a chat cannot be answered by an extension. Those about calls that our own participant
 * makes can be withdrawn, so that an answer given in the diff editor or in the tree counts at once.
 */
export class ChatQuestions {
  readonly #open = new Map<ChatQuestion, string>();

  /** The call that is being made with this input and was not asked about yet, or was answered elsewhere. */
  find(tool: string, input: object): ChatQuestion | undefined {
    const key = callKey(tool, input);
    const alike = [...this.#open].filter(([, other]) => other === key).map(([question]) => question);
    return alike.find(({ shown }) => shown === undefined || shown.review.verdict !== undefined);
  }

  /** The call of our own participant that is being made with this input; of several alike, one that has not ended. */
  made(tool: string, input: object): ChatQuestion | undefined {
    const key = callKey(tool, input);
    const alike = [...this.#open].filter(([, other]) => other === key).map(([question]) => question);
    return alike.find(({ outcome }) => outcome === undefined) ?? alike[0];
  }

  /** Follows a call until it has ended. */
  async follow<T>(
    { crib, turn, progress }: Pick<ChatQuestion, "crib" | "turn" | "progress">,
    tool: string,
    input: object,
    token: vscode.CancellationToken,
    make: (question: ChatQuestion, token: vscode.CancellationToken) => Promise<T>,
  ): Promise<T> {
    const source = new vscode.CancellationTokenSource();
    const link = token.onCancellationRequested(() => source.cancel());
    const question: ChatQuestion = { crib, turn, progress, withdraw: () => source.cancel() };
    this.#open.set(question, callKey(tool, input));
    try {
      return await make(question, source.token);
    } finally {
      this.#open.delete(question);
      link.dispose();
      source.dispose();
    }
  }
}
