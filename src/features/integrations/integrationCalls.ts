/** Runs of integrations that a person approved, and of their tests: each in a folder of its own (EX-5, EX-7). */

import type { Crib } from "../../core/calls/crib";
import type { AgentWorkspace } from "../../core/ports/workspaces";
import { actionTitle } from "../../core/text/clauses/clause";
import type { ToolResult } from "../../core/tools/tool";
import { type AccessWish, accessText } from "../../core/vocabulary/extraAccess";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { callApproved } from "../schedules/approvedRun";
import type { FindDependencies } from "../schedules/scheduledRun";
import { secretsOf } from "../schedules/scheduleHosts";
import { resultOf, stateOf } from "../schedules/scheduleRunner";
import type { ScheduleBook } from "../schedules/scheduleRuns";
import { type AccessGrants, wishOf } from "../workspaces/accessWish";
import { type IntegrationRuntime, integrationManifestName, integrationsFolder } from "../workspaces/integration";
import { runnableOf, type UsableIntegration } from "./integrations";

/** What is to be done with one. */
export interface IntegrationCall {
  readonly action: "run" | "test";
  /** What its program reads on standard input. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Whose call it is. */
  readonly agent: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How its program is started; the file's name is plain. */
const starts: Readonly<Record<IntegrationRuntime, string>> = {
  node: "node",
  deno: "deno run --allow-all",
  python: "python3",
  bash: "bash",
};

/** The command line of its program. */
export const startOf = ({ manifest: { runtime, entry } }: UsableIntegration): string => `${starts[runtime]} ${entry}`;

/** What runs them. */
export interface IntegrationRuns {
  readonly crib: Crib;
  readonly book: ScheduleBook;
  readonly findDependencies: FindDependencies;
  readonly grants: AccessGrants;
}

/** What the manifest asks for and nobody has allowed: neither with their word on these bytes nor for its commands. */
async function lacking(
  { grants }: IntegrationRuns,
  { workspace, manifest, state }: UsableIntegration,
): Promise<AccessWish | undefined> {
  const wish = state === "approved" ? undefined : await wishOf(workspace, manifest, grants);
  return wish && !(await grants.isGranted(wish)) ? wish : undefined;
}

async function called(
  runs: IntegrationRuns,
  integration: UsableIntegration,
  { action, arguments: given, agent, timeoutMs, signal }: IntegrationCall,
  place: AgentWorkspace,
): Promise<ToolResult> {
  const { name, workspace, digest, manifest } = integration;
  const isRun = action === "run";
  const secrets = isRun ? secretsOf(workspace, manifest) : undefined;
  const closed = await lacking(runs, integration);
  const reach = closed ? { ...manifest, hosts: [], packages: [] } : manifest;
  const dependencies = await runs.findDependencies({ ...runnableOf(integration), digest }, reach);
  const wanted = {
    ...{ name, digest, timeoutMs, caller: `${agent}/integration:${name}` },
    title: isRun ? actionTitle`Run the integration ${name}` : actionTitle`Test the integration ${name}`,
    askedIn: `${integrationsFolder}/${name}/${integrationManifestName}`,
    command: isRun ? startOf(integration) : manifest.test,
    network: reach.hosts,
    ...(isRun && { input: JSON.stringify(given) }),
    ...(secrets && { secrets }),
    ...(dependencies && { dependencies }),
  };
  const result = await callApproved(runs.crib, wanted, place, signal);
  if (!closed) return result;
  return { ...result, text: `${result.text}\n[It could not ${accessText(closed)}: approve it to allow that.]` };
}

/**
 * Runs one, with its secrets where a person approved these bytes, and with its hosts and packages where they allowed those.
 * @throws ToolError `unavailable` while a run of it goes on.
 */
export async function callIntegration(
  runs: IntegrationRuns,
  integration: UsableIntegration,
  call: IntegrationCall,
): Promise<ToolResult> {
  const begun = await runs.book.begin(runnableOf(integration), "person", runs.crib.host.now());
  if (!begun)
    throw new ToolError(
      "unavailable",
      `The integration "${integration.name}" is already running: wait until it has ended.`,
    );
  let result: ToolResult = { text: "It did not run.", isError: true };
  try {
    result = await called(runs, integration, call, begun.place);
  } catch (error) {
    result = { text: messageOf(error), isError: true };
  } finally {
    await begun.end(call.signal.aborted ? "stopped" : stateOf(result), resultOf(result));
  }
  return result;
}
