import * as vscode from "vscode";
import { type Judged, type JudgedPlace, judgedHarnesses, judgedPlaces, type SetUpHooks } from "../judgedHarnesses";

const places: Readonly<Record<JudgedPlace, string>> = {
  local: vscode.l10n.t("VS Code, Local harness"),
  agentHost: vscode.l10n.t("VS Code, Agent Host (Copilot)"),
  copilotCli: vscode.l10n.t("Copilot CLI"),
  claudeCode: vscode.l10n.t("Claude Code"),
};

const judgements: Readonly<Record<Judged, string>> = {
  closed: vscode.l10n.t("judged"),
  open: vscode.l10n.t("judged, but fails open"),
  broken: vscode.l10n.t("not judged: the hook cannot be started"),
  not: vscode.l10n.t("not judged"),
};

const failures: Readonly<Record<Judged, string>> = {
  closed: vscode.l10n.t(
    "A hook that cannot be started or breaks refuses the call. One that is too slow lets it through.",
  ),
  open: vscode.l10n.t("A hook that cannot be started, breaks or is too slow lets the call through."),
  broken: vscode.l10n.t(
    "The hook's program is gone. Calls are refused, or go on unjudged, until you repair the hook with Toolcrib: Judge Built-in Tools.",
  ),
  not: vscode.l10n.t("Its built-in tools follow only its own rules."),
};

/** How the tools of one harness are judged, as people see it. */
export interface JudgedRow {
  readonly place: string;
  readonly judged: string;
  readonly state: Judged;
}

/** One for each harness. */
export function judgedRows(hooks: SetUpHooks): readonly JudgedRow[] {
  const judged = judgedHarnesses(hooks);
  return judgedPlaces.map((place) => ({
    place: places[place],
    judged: judgements[judged[place]],
    state: judged[place],
  }));
}

/** What the hooks are for and what holds now, as Markdown. */
export function judgedText(hooks: SetUpHooks): string {
  const judged = judgedHarnesses(hooks);
  const row = (place: JudgedPlace) =>
    `| ${places[place]} | ${judgements[judged[place]]} | ${failures[judged[place]]} |`;
  return [
    vscode.l10n.t(
      "An agent that has Toolcrib's tools usually has built-in ones as well, which Toolcrib neither runs nor confines. Harnesses start a hook before each call of a tool. Toolcrib's hook judges built-in tools by the same policy: it denies what the policy denies, and asks where the harness can ask. It never allows anything, so that no other question is skipped.",
    ),
    "",
    `| ${vscode.l10n.t("Harness")} | ${vscode.l10n.t("Built-in tools")} | ${vscode.l10n.t("When the hook fails")} |`,
    "|---|---|---|",
    ...judgedPlaces.map(row),
    "",
    vscode.l10n.t(
      "Toolcrib's sandbox does not confine the commands of built-in tools. You can switch the plugin off on the Plugins page, and the hooks with this command.",
    ),
  ].join("\n");
}
