import * as vscode from "vscode";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** What answers in chat. */
export interface ChatServices {
  readonly answer: vscode.ChatRequestHandler;
  followUps(result: vscode.ChatResult): vscode.ChatFollowup[];
}

/** The chat participant @crib. */
export function registerChat(window: LazyWindow<{ readonly chat: ChatServices }>): void {
  const participant = vscode.chat.createChatParticipant("toolcrib.crib", async (...request) =>
    (await window.services()).chat.answer(...request),
  );
  participant.followupProvider = {
    provideFollowups: async (result) => (await window.services()).chat.followUps(result),
  };
  window.context.subscriptions.push(participant);
}
