/** What a person makes of an integration: a schedule of it, or a tool (EX-7). Pure. */
import { type MadeToolManifest, manifestText } from "../madeTools/madeToolManifest";
import { type ScheduleDefinition, scheduleText } from "../schedules/scheduleDefinition";
import { integrationsFolder } from "../workspaces/integration";
import { startOf } from "./integrationCalls";
import type { UsableIntegration } from "./integrations";

/** Milliseconds after which a run of either is stopped. */
const timeoutMs = 600_000;

/** Name of a tool that runs it: tools have `_` where integrations have `-`. */
export const toolNameOf = ({ name }: Pick<UsableIntegration, "name">): string =>
  `${/^[a-z]/.test(name) ? "" : "run_"}${name.replaceAll("-", "_")}`.slice(0, 48);

/** Text of the `tool.json` of a tool that runs it. */
export function toolTextOf({ name, workspace, manifest: { description } }: UsableIntegration): string {
  const manifest: MadeToolManifest = {
    name: toolNameOf({ name }),
    description,
    parameters: { type: "object", properties: {} },
    timeout_ms: timeoutMs,
    permissions: { writes: "none", reads: "none", network: [] },
    integration: { workspace, name },
  };
  return manifestText(manifest);
}

/**
 * Text of a schedule that runs it.
 * @param agent whose integration it is.
 * @param when cron line and time zone; absent: a person starts it.
 */
export function scheduleTextOf(
  integration: UsableIntegration,
  agent: string,
  when: Pick<ScheduleDefinition, "cron" | "timezone">,
): string {
  return scheduleText({
    ...when,
    agent,
    command: startOf(integration),
    files: `${integrationsFolder}/${integration.name}`,
    catch_up: "skip",
    network: integration.manifest.hosts,
    timeout_ms: timeoutMs,
  });
}
