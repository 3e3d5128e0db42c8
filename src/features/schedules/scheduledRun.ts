/** A run of a schedule that a person approved (EX-5, EX-9). */

import type { Crib } from "../../core/calls/crib";
import { type AgentWorkspace, schedulesFolder } from "../../core/ports/workspaces";
import { actionTitle } from "../../core/text/clauses/clause";
import type { ToolResult } from "../../core/tools/tool";
import type { IntegrationManifest } from "../workspaces/integration";
import { callApproved, type Dependencies } from "./approvedRun";
import { hostsOfSchedule, secretsOf } from "./scheduleHosts";
import type { Runnable, ScheduleBook } from "./scheduleRuns";
import { callerOfSchedule, type ScheduleStore, type ScheduleTimes, type UsableSchedule } from "./schedules";

/** What a run depends on, by the lock file among its files; undefined where there is none. */
export type FindDependencies = (
  run: Runnable & { readonly digest: string },
  integration: IntegrationManifest | undefined,
) => Promise<Dependencies | undefined>;

/** What schedules are to a host that has any. */
export interface ScheduleParts {
  readonly store: ScheduleStore;
  readonly times: ScheduleTimes;
  /**
   * What schedules and approved integrations ran.
   * @param now milliseconds since 1970.
   * @param hidden texts that nothing shows: secrets that runs were given.
   */
  bookFor(now: () => number, hidden: () => Iterable<string>): ScheduleBook;
  readonly findDependencies: FindDependencies;
}

/** Makes the call. @param place the run's own workspace, which holds the approved files. */
export async function callScheduled(
  crib: Crib,
  findDependencies: FindDependencies,
  schedule: UsableSchedule,
  place: AgentWorkspace,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { name, digest, definition, workspace, integration } = schedule;
  const secrets = secretsOf(workspace, integration);
  const dependencies = await findDependencies(schedule, integration);
  return callApproved(
    crib,
    {
      ...{ name, title: actionTitle`Run the schedule ${name}`, caller: callerOfSchedule(schedule), digest },
      ...{ askedIn: `${schedulesFolder}/${name}.json`, command: definition.command },
      network: hostsOfSchedule(schedule),
      timeoutMs: definition.timeout_ms,
      ...(secrets && { secrets }),
      ...(dependencies && { dependencies }),
    },
    place,
    signal,
  );
}
