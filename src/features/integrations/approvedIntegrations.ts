/** What integration_run needs to run an integration with its secrets: the bytes that a person approved (EX-1). */
import { secretsOf } from "../schedules/scheduleHosts";
import { integrationManifestName, integrationsFolder } from "../workspaces/integration";
import type { ApprovedIntegration } from "../workspaces/integrationRun";
import { callIntegration, type IntegrationRuns, startOf } from "./integrationCalls";
import { approved, type Integrations } from "./integrations";

/**
 * @param runs asked for when one is run.
 * @returns what finds one by its workspace; see IntegrationServices.
 */
export const approvedIn =
  (integrations: Integrations, runs: () => IntegrationRuns) =>
  async (workspace: string, name: string): Promise<ApprovedIntegration> => {
    const found = await integrations.find({ workspace, name });
    if (found && found.state !== "approved") await integrations.want(found);
    const integration = approved(name, found);
    const { digest, manifest } = integration;
    const secrets = secretsOf(workspace, manifest);
    return {
      command: startOf(integration),
      program: {
        ...{ tool: name, digest, folder: integration.folder, isGranted: true },
        askedIn: `${integrationsFolder}/${name}/${integrationManifestName}`,
        permissions: { writes: "workspace", reads: "workspace", network: manifest.hosts },
        ...(secrets && { secrets }),
      },
      run: (given, timeoutMs, { session, signal }) =>
        callIntegration(runs(), integration, {
          ...{ action: "run", arguments: given, agent: session.agent, timeoutMs, signal },
        }),
    };
  };
