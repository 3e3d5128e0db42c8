/** The branch of the Workspaces view with an agent's integrations (EX-7). */
import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import { approvalIcons } from "../../approvedFolders/vscode/approvalItems";
import type { WorkspaceNode, WorkspaceSection } from "../../workspaces/vscode/workspaceNodes";
import { type Integration, type Integrations, keyOfIntegration, needsApproval } from "../integrations";
import { integrationFactLines, integrationStateText } from "../integrationText";

/** A line that is an integration. */
export interface IntegrationNode extends WorkspaceNode {
  readonly integration: Integration;
}

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** One without secrets runs without a person's word on its bytes. */
const stateOf = (integration: Integration): string =>
  integration.problem === undefined && integration.state === "pending" && !needsApproval(integration)
    ? ""
    : integrationStateText(integration);

function itemOf(integration: Integration): vscode.TreeItem {
  const item = new vscode.TreeItem(revealed(integration.name), None);
  const state = stateOf(integration);
  item.id = `${keyOfIntegration(integration)}\nintegration`;
  item.description = state;
  item.tooltip = integrationFactLines(integration).join("\n") || state;
  item.iconPath = state === "" ? new vscode.ThemeIcon("plug") : approvalIcons[integration.state];
  const secrets = needsApproval(integration) ? " secrets" : "";
  item.contextValue = `integration ${integration.state}${secrets}`;
  item.accessibilityInformation = { label: [integration.name, ...(state === "" ? [] : [state])].join(", ") };
  item.command = {
    command: "toolcrib.integrations.show",
    title: vscode.l10n.t("Show Contents"),
    arguments: [{ integration }],
  };
  return item;
}

/** The integrations in a workspace; nothing where there are none. */
export const integrationsSection =
  (integrations: Integrations): WorkspaceSection =>
  async (workspace) => {
    await integrations.refresh();
    const own = integrations.all().filter((one) => one.workspace === workspace.id);
    if (own.length === 0) return [];
    const nodes = own.map(
      (integration): IntegrationNode => ({ workspace, integration, item: () => itemOf(integration) }),
    );
    const item = () => {
      const made = new vscode.TreeItem(vscode.l10n.t("Integrations"), Collapsed);
      made.id = `${workspace.folder}\nintegrations`;
      made.description = `${own.length}`;
      made.iconPath = new vscode.ThemeIcon("plug");
      made.accessibilityInformation = { label: vscode.l10n.t("Integrations of {0}, {1}", workspace.id, own.length) };
      return made;
    };
    return [{ workspace, item, children: async () => nodes }];
  };
