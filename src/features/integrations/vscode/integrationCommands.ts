import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** The commands of integrations in the Workspaces view, without the part of their names that all commands share. */
export const integrationCommandNames = [
  ...(["integrations.review", "integrations.show", "integrations.approve", "integrations.withdraw"] as const),
  ...(["integrations.run", "integrations.test"] as const),
  ...(["integrations.schedule", "integrations.makeTool", "integrations.export"] as const),
  ...(["integrations.secret", "integrations.forgetSecret", "integrations.revoke"] as const),
] as const;

/** What each does. */
export type IntegrationCommands = Readonly<
  Record<(typeof integrationCommandNames)[number], (node?: unknown) => unknown>
>;

/** The commands of integrations; their lines are in the Workspaces view. */
export function registerIntegrations(window: LazyWindow<{ readonly integrationCommands: IntegrationCommands }>): void {
  window.commands(integrationCommandNames, ({ integrationCommands }) => integrationCommands);
}
