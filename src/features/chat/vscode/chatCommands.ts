/** The slash commands of @crib that need no model: `/undo` and `/explain`. */

import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { inlineCode, plainMarkdown } from "../../../core/text/markdown";
import { commandDocument } from "../../palette/vscode/explainCommand";
import { turnsOf } from "../../undo/changesByTurn";
import type { Journal } from "../../undo/journal";
import { factsIn } from "./chatHistory";

/** Shows what this chat changed last, with a button that takes it back. */
export async function showLastTurn(
  stream: vscode.ChatResponseStream,
  context: vscode.ChatContext,
  journal: Journal,
): Promise<void> {
  const turns = turnsOf((await journal.undoable()).toReversed());
  const last = factsIn(context).flatMap((facts) => turns.find(({ id }) => id === facts.turn) ?? [])[0];
  if (!last) {
    stream.markdown(vscode.l10n.t("There are no changes of @crib in this chat left to undo."));
    return;
  }
  const lines = last.entries.map(
    ({ title, files }) => `- ${plainMarkdown(title)} (${files.map(inlineCode).join(", ")})`,
  );
  stream.markdown(
    `${vscode.l10n.t("The last changes in this chat, for “{0}”:", plainMarkdown(last.title))}\n\n${lines.join("\n")}\n\n`,
  );
  stream.button({ command: "toolcrib.undoTurn", title: vscode.l10n.t("Undo These Changes"), arguments: [last.id] });
}

/** Explains the command line behind `/explain`; runs nothing (D-12). */
export async function explainInChat(stream: vscode.ChatResponseStream, crib: Crib, prompt: string): Promise<void> {
  const command = prompt.trim();
  if (command === "")
    stream.markdown(
      vscode.l10n.t("Enter a command line, for example `/explain git log | head -3`. It is checked, not run."),
    );
  else stream.markdown(await commandDocument(crib, command));
}
