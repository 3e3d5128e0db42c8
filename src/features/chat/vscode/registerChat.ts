import * as vscode from "vscode";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import { askInChat } from "./askInChat";

/** What answers in chat. */
export interface ChatServices {
  readonly answer: vscode.ChatRequestHandler;
  followUps(result: vscode.ChatResult): vscode.ChatFollowup[];
}

/** The chat participant @crib, and the command that opens the chat with it. */
export function registerChat(window: LazyWindow<{ readonly chat: ChatServices }>): void {
  const participant = vscode.chat.createChatParticipant("toolcrib.crib", async (...request) =>
    (await window.services()).chat.answer(...request),
  );
  participant.followupProvider = {
    provideFollowups: async (result) => (await window.services()).chat.followUps(result),
  };
  window.context.subscriptions.push(participant, vscode.commands.registerCommand("toolcrib.ask", askInChat));
}
