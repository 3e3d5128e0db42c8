import * as vscode from "vscode";
import type { Session } from "../../../core/session/session";
import { showError } from "../../../vscode/ui/notifications";
import type { AskParts } from "../../approvals/vscode/askPerson";
import { tryCommand } from "../../preview/tryCommand";
import type { ResultText } from "./resultText";
import { runShown } from "./runShown";

/** What trying a command needs of its surroundings; `crib` in the dialect `standard`. */
export interface TrialParts extends AskParts {
  readonly session: Session;
  /** Shows all files that are asked about in one editor. */
  showAll(): Promise<void>;
  /** Shows a result in an editor. */
  showResult(title: string, result: ResultText): Promise<unknown>;
}

/**
 * `Toolcrib: Try Command…`: runs a command on a layer over the workspace, and shows what it changed for the person to accept
 * or reject.
 */
export async function tryCommandFromPalette(parts: TrialParts): Promise<void> {
  const command = await vscode.window.showInputBox({
    title: vscode.l10n.t("Try Command"),
    prompt: vscode.l10n.t("The command runs on a copy-on-write layer. You decide afterwards which changes to keep."),
    ignoreFocusOut: true,
  });
  if (!command) return;
  const tool = { name: "run_command", displayName: vscode.l10n.t("Try Command") };
  const result = await runShown(tool, { command }, parts, (call, confirm) =>
    tryCommand(parts.crib, parts.session, call, async (judged) => {
      const answer = confirm(judged);
      await parts.showAll();
      return answer;
    }),
  );
  if (result.isError) void showError(`Toolcrib: ${result.text.slice(0, 500)}`);
  else await parts.showResult(vscode.l10n.t("Try Command"), { text: result.text, format: "txt" });
}
