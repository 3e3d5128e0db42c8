/** A run of a schedule that a person approved: a call like any, made in the run's own workspace (EX-5, EX-9). */
import * as z from "zod";
import type { Crib } from "../../core/calls/crib";
import { executeCall } from "../../core/calls/executeCall";
import type { JobWork } from "../../core/jobs/job";
import type { AgentWorkspace } from "../../core/ports/workspaces";
import { schedulesFolder } from "../../core/ports/workspaces";
import { Session } from "../../core/session/session";
import { AddedTools } from "../../core/tools/addedTools";
import { type AnyTool, defineTool, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { ExecEffect } from "../../core/vocabulary/effect";
import { sharedRoom } from "../../tools/commands/commandOutput";
import { commandText } from "../../tools/commands/commandText";
import { runToEnd } from "../../tools/commands/runToEnd";
import { scheduledRunName } from "./scheduleHindrance";
import { callerOfSchedule, type UsableSchedule } from "./schedules";

async function run(effect: ExecEffect, context: RunContext): Promise<ToolResult> {
  const { kind, program, ...request } = effect;
  const room = sharedRoom(context.settings.limits.commandOutputBytes);
  const work: JobWork = (wires) => context.host.exec({ ...request, ...wires });
  const { outcome, printed, job } = await runToEnd(effect, room, work, context);
  const data = { ...outcome, ...printed, timeoutMs: effect.timeoutMs, job };
  const text = commandText(data, context.settings.sandbox !== "off");
  return { text, isError: outcome.endedBy !== "itself" || outcome.exitCode !== 0, data };
}

const runOf = ({ name, digest, definition }: UsableSchedule, { folder }: AgentWorkspace): AnyTool =>
  defineTool({
    name: scheduledRunName,
    displayName: "Scheduled Run",
    summary: `Run the schedule ${name}`,
    description: "Runs what a person approved.",
    metadata: { concurrencySafe: false, readOnly: false, destructive: true, idempotent: false },
    effectKinds: ["exec"],
    input: z.object({}),
    async plan(_input, { host, settings }) {
      const { command, network, timeout_ms } = definition;
      const language = host.shellLanguage();
      const effect: ExecEffect = {
        kind: "exec",
        command,
        ...(language !== "bash" && { language }),
        cwd: await host.resolve("."),
        timeoutMs: Math.min(timeout_ms, settings.limits.commandTimeoutMs),
        program: {
          ...{ tool: name, digest, folder, askedIn: `${schedulesFolder}/${name}.json` },
          permissions: { writes: "workspace", reads: "workspace", network },
        },
      };
      return { title: `Run the schedule ${name}`, effects: [effect], run: (context) => run(effect, context) };
    },
  });

/**
 * Makes the call. Nobody is there to be asked: what the policy asks about is refused.
 * @param place the run's own workspace, which holds the approved files.
 */
export async function callScheduled(
  crib: Crib,
  schedule: UsableSchedule,
  place: AgentWorkspace,
  signal: AbortSignal,
): Promise<ToolResult> {
  const tool = runOf(schedule, place);
  const added = new AddedTools(new Set());
  const { name, displayName, description, input } = tool;
  const origin = { kind: "agent", name: schedule.name } as const;
  added.add({ name, aliases: [], displayName, description, input, tool, toInput: (args) => args, origin });
  const apart = await crib.apart(place);
  const session = new Session(callerOfSchedule(schedule));
  return executeCall({ ...apart, added }, session, { tool: scheduledRunName, input: {}, signal }, async () => ({
    approved: false,
    by: "nobody",
    feedback: "a scheduled run cannot ask anyone",
  }));
}
