/** What a run gets by the manifest of the integration whose files it runs: secrets, and the hosts that may have them (EX-1). */
import type { GivenSecrets } from "../../core/vocabulary/program";
import { type IntegrationManifest, neededSecrets } from "../workspaces/integration";
import type { UsableSchedule } from "./schedules";

/** The secrets that an integration's manifest names; undefined where it names none. */
export function secretsOf(
  workspace: string,
  integration: Pick<IntegrationManifest, "name" | "secrets"> | undefined,
): GivenSecrets | undefined {
  const secrets = integration ? neededSecrets(integration) : [];
  if (!integration || secrets.length === 0) return undefined;
  const names = secrets.map(({ name }) => name).sort();
  const asFiles = secrets.flatMap(({ name, isFile }) => (isFile ? [name] : [])).sort();
  return { workspace, integration: integration.name, names, ...(asFiles.length > 0 && { asFiles }) };
}

/** The hosts of a run: with secrets those of the integration that has them, and no others. */
export function hostsOfSchedule({
  definition,
  integration,
}: Pick<UsableSchedule, "definition" | "integration">): readonly string[] {
  const { network } = definition;
  if (!integration) return network;
  const hasSecrets = Object.keys(integration.secrets).length > 0;
  return hasSecrets || network.length === 0 ? integration.hosts : network;
}
