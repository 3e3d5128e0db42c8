/** Why a schedule does not start by itself at the moment (PM-1, PTH-8, EN-1). */
import type { Crib } from "../../core/calls/crib";
import { refusalOf } from "../../core/rules/rule";
import { callerOfSchedule, type UsableSchedule } from "./schedules";

/** The tool by whose name a scheduled run is judged and on record; no model can call it. */
export const scheduledRunName = "scheduled_run";

/**
 * One clause; undefined when it may start. What is due meanwhile is missed, and nobody is told of it run by run.
 * @param planMode whether the agents of this window only plan.
 */
export function scheduleHindrance(
  { context, rules, workspaces }: Pick<Crib, "context" | "rules" | "workspaces">,
  schedule: UsableSchedule,
  planMode: boolean,
): string | undefined {
  const agent = callerOfSchedule(schedule);
  const names = { tool: scheduledRunName, ownTool: scheduledRunName, dialect: "standard" } as const;
  const now = context({ agent, ...names, planMode: false, taint: "PUBLIC" });
  if (!now.settings["schedules.enabled"]) return "the setting toolcrib.schedules.enabled is off";
  if (!now.trusted) return "the workspace is not trusted";
  if (planMode) return "plan mode is on";
  if (workspaces.isElsewhere(schedule.workspace))
    return "it belongs to another project, and runs in windows that have exactly the folders of that project open";
  // A run works in a workspace of its own.
  return refusalOf(rules, { ...now, inWorkspace: true })?.reason;
}
