import * as vscode from "vscode";
import { agentModeTitle } from "../../../lib/modelLoop/turnsOfCalls";
import { localTitle } from "../../../vscode/ui/localReason";
import type { ChangedTurn } from "../changesByTurn";

/** The name of a turn for a person: what they asked for stays as they wrote it, and what a call does is told in their language. */
export function turnTitle({ title, entries }: ChangedTurn): string {
  if (title === agentModeTitle) return vscode.l10n.t("Agent mode");
  const isCall = entries.every(({ turn, command }) => turn === undefined && command === undefined);
  return isCall ? localTitle(title) : title;
}
