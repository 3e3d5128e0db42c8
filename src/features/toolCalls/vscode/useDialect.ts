import * as vscode from "vscode";
import type { Dialect } from "../../../core/tools/dialect";
import { agentName, type DialectName, dialectNames, dialectTitles } from "../../../core/vocabulary/dialectNames";
import { showInformation } from "../../../vscode/ui/notifications";

const setting = "dialect";

/** A workspace that has the setting would hide what a person sets for themselves. */
const targetOf = (configuration: vscode.WorkspaceConfiguration): vscode.ConfigurationTarget =>
  configuration.inspect(setting)?.workspaceValue === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;

/** `Toolcrib: Select Tool Names…`: which tools, and which of the custom agents, agent mode is offered (D-2). */
export async function useDialect(dialects: Readonly<Record<DialectName, Dialect>>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("toolcrib");
  const inForce = configuration.get(setting);
  const choices = dialectNames.map((name) => ({
    label: dialectTitles[name],
    description: name === inForce ? vscode.l10n.t("{0}, in use", name) : name,
    detail: dialects[name].tools.map((tool) => tool.name).join(", "),
    name,
  }));
  const chosen = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t("Toolcrib: Tools for Agent Mode"),
    placeHolder: vscode.l10n.t("Choose the tool names your model knows best. The tools behind them are the same."),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!chosen || chosen.name === inForce) return;
  await configuration.update(setting, chosen.name, targetOf(configuration));
  void showInformation(
    vscode.l10n.t(
      'Toolcrib: agent mode is now offered the tools of {0}. In Chat, their custom agent is "{1}".',
      chosen.label,
      agentName(chosen.name),
    ),
  );
}
