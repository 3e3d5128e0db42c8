/** The branch of the Workspaces view with an agent's integrations (EX-7). */
import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import { personsLanguage } from "../../../vscode/ui/localReason";
import { approvalIcons } from "../../approvedFolders/vscode/approvalItems";
import type { AccessGrants } from "../../workspaces/accessWish";
import type { WorkspaceNode, WorkspaceSection } from "../../workspaces/vscode/workspaceNodes";
import { type Integration, type Integrations, keyOfIntegration, needsApproval } from "../integrations";
import {
  type GivenToIntegration,
  givenClauses,
  givenTo,
  integrationFactLines,
  integrationStateText,
} from "../integrationText";
import type { SecretStore } from "../secretStore";

/** A line that is an integration. */
export interface IntegrationNode extends WorkspaceNode {
  readonly integration: Integration;
}

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** One without secrets runs without a person's word on its bytes. */
const stateOf = (integration: Integration): string =>
  integration.problem === undefined && integration.state === "pending" && !needsApproval(integration)
    ? ""
    : integrationStateText(integration, personsLanguage);

function itemOf(integration: Integration, given: GivenToIntegration): vscode.TreeItem {
  const item = new vscode.TreeItem(revealed(integration.name), None);
  const state = stateOf(integration);
  item.id = `${keyOfIntegration(integration)}\nintegration`;
  item.description = state;
  const clauses = givenClauses(integration, given, personsLanguage).map((clause) =>
    vscode.l10n.t("{0}.", `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`),
  );
  item.tooltip = [...integrationFactLines(integration), ...clauses].join("\n") || state;
  item.iconPath = state === "" ? new vscode.ThemeIcon("plug") : approvalIcons[integration.state];
  const words = [
    ...(needsApproval(integration) ? ["secrets"] : []),
    ...(given.secrets.size > 0 ? ["given"] : []),
    ...(given.grant ? ["granted"] : []),
  ];
  item.contextValue = ["integration", integration.state, ...words].join(" ");
  item.accessibilityInformation = { label: [integration.name, ...(state === "" ? [] : [state])].join(", ") };
  item.command = {
    command: "toolcrib.integrations.show",
    title: vscode.l10n.t("Show Contents"),
    arguments: [{ integration }],
  };
  return item;
}

/** Where these lines come from. */
export interface IntegrationSources {
  readonly integrations: Integrations;
  readonly grants: Pick<AccessGrants, "all">;
  readonly secrets: Pick<SecretStore, "get">;
}

/** The integrations in a workspace; nothing where there are none. */
export const integrationsSection =
  ({ integrations, grants, secrets }: IntegrationSources): WorkspaceSection =>
  async (workspace) => {
    await integrations.refresh();
    const own = integrations.all().filter((one) => one.workspace === workspace.id);
    if (own.length === 0) return [];
    const granted = await grants.all();
    const nodes = await Promise.all(
      own.map(async (integration): Promise<IntegrationNode> => {
        const given = await givenTo(integration, granted, (...of) => secrets.get(...of));
        return { workspace, integration, item: () => itemOf(integration, given) };
      }),
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
