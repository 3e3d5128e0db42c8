import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { judgeEffect } from "../../../core/rules/rule";
import { commandExplanation } from "./commandExplanation";

/** What a command line is made of and what the policy says to it, as Markdown. Runs nothing (D-12). */
export async function commandDocument(crib: Crib, command: string): Promise<string> {
  const context = crib.context();
  const cwd = await context.resolve(".");
  const timeoutMs = context.settings.limits.commandTimeoutMs;
  const language = crib.host.shell.languageFor?.(context.settings.shell) ?? "bash";
  const decision = await judgeEffect(crib.rules, { kind: "exec", command, language, cwd, timeoutMs }, context);
  return commandExplanation(command, decision, language);
}

/** `Toolcrib: Explain Command…` @param proposed what the input begins with, when it is a text. */
export async function explainCommand(
  crib: Crib,
  show: (title: string, text: string) => Promise<void>,
  proposed?: unknown,
): Promise<void> {
  const command = await vscode.window.showInputBox({
    title: vscode.l10n.t("Explain Command"),
    prompt: vscode.l10n.t("Enter a command line. It is analyzed and checked, not run."),
    ...(typeof proposed === "string" && { value: proposed }),
    ignoreFocusOut: true,
  });
  if (command) await show(vscode.l10n.t("Command"), await commandDocument(crib, command));
}
