/** The run of what a person approved: calls like any, made in the run's own workspace (EX-5, EX-9). */

import * as z from "zod";
import type { Crib } from "../../core/calls/crib";
import { executeCall } from "../../core/calls/executeCall";
import type { JobWork } from "../../core/jobs/job";
import type { AgentWorkspace } from "../../core/ports/workspaces";
import { Session } from "../../core/session/session";
import { actionTitle } from "../../core/text/clauses/clause";
import { AddedTools } from "../../core/tools/addedTools";
import { type AnyTool, defineTool, type PlanHost, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { ExecEffect } from "../../core/vocabulary/effect";
import type { GivenSecrets } from "../../core/vocabulary/program";
import { sharedRoom } from "../../tools/commands/commandOutput";
import { commandSettings, commandText } from "../../tools/commands/commandText";
import { runToEnd } from "../../tools/commands/runToEnd";
import { testReport } from "../../tools/commands/testReport";
import { scheduledRunName } from "./scheduleHindrance";

/** What is run. */
export interface ApprovedRun {
  readonly name: string;
  /** For people and models, such as `Run the schedule daily-report`. */
  readonly title: string;
  /** Who the policy and the record take it for. */
  readonly caller: string;
  /** Names the approved bytes. */
  readonly digest: string;
  /** The file in which it asks for what it may reach. */
  readonly askedIn: string;
  readonly command: string;
  /** Hosts that the person let it talk to with their word on it. */
  readonly network: readonly string[];
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** What it reads on standard input; absent: nothing. */
  readonly input?: string;
  readonly secrets?: GivenSecrets;
  /** What has to be there before it begins; absent: nothing. */
  readonly dependencies?: Dependencies;
}

/** What a lock file names, installed once for the approved bytes in a folder that runs cannot change. */
export interface Dependencies {
  readonly place: AgentWorkspace;
  /** The command that installs them there. */
  readonly command: string;
  /** Hosts that it may fetch them from. */
  readonly network: readonly string[];
  /** Writes the files that the command needs, unless all is installed. @returns whether it is. */
  begin(): Promise<boolean>;
  /** Notes that all is installed. */
  end(): Promise<void>;
  /** Has a run find them. @param folder of the run. */
  link(folder: string): Promise<void>;
}

async function run(effect: ExecEffect, host: PlanHost, context: RunContext): Promise<ToolResult> {
  const { kind, program, ...request } = effect;
  const room = sharedRoom(context.settings.limits.commandOutputBytes);
  const work: JobWork = (wires) => context.host.exec({ ...request, ...wires });
  const { outcome, printed, job } = await runToEnd(effect, room, work, context);
  const tests = await testReport(printed, { cwd: effect.cwd, host });
  const of = { job, jobOwner: context.session.agent };
  const data = { ...outcome, ...printed, timeoutMs: effect.timeoutMs, ...of, ...(tests && { tests }) };
  const text = commandText(data, commandSettings(context.settings));
  return { text, isError: outcome.endedBy !== "itself" || outcome.exitCode !== 0, data };
}

const toolOf = (wanted: ApprovedRun, folder: string): AnyTool =>
  defineTool({
    name: scheduledRunName,
    displayName: "Approved Run",
    summary: wanted.title,
    description: "Runs what a person approved.",
    metadata: { concurrencySafe: false, readOnly: false, destructive: true, idempotent: false },
    effectKinds: ["exec"],
    input: z.object({}),
    async plan(_input, { host, settings }) {
      const { command, network, timeoutMs, input, digest, name, askedIn, secrets, dependencies } = wanted;
      const language = host.shellLanguage();
      const effect: ExecEffect = {
        kind: "exec",
        command,
        ...(language !== "bash" && { language }),
        cwd: await host.resolve("."),
        timeoutMs: Math.min(timeoutMs, settings.limits.commandTimeoutMs),
        ...(input !== undefined && { input }),
        program: {
          ...{ tool: name, digest, folder, askedIn, isGranted: true },
          permissions: { writes: "workspace", reads: "workspace", network },
          ...(secrets && { secrets }),
          ...(dependencies && { dependencies: dependencies.place.folder }),
        },
      };
      return { title: wanted.title, effects: [effect], run: (context) => run(effect, host, context) };
    },
  });

/** Nobody is there to be asked: what the policy asks about is refused. */
async function call(crib: Crib, wanted: ApprovedRun, place: AgentWorkspace, signal: AbortSignal): Promise<ToolResult> {
  const tool = toolOf(wanted, place.folder);
  const added = new AddedTools(new Set());
  const { name, displayName, description, input } = tool;
  const origin = { kind: "agent", name: wanted.name } as const;
  added.add({ name, aliases: [], displayName, description, input, tool, toInput: (args) => args, origin });
  const apart = await crib.apart(place);
  const session = new Session(wanted.caller);
  const trace = { files: [], requests: [], reached: [] };
  const request = { tool: scheduledRunName, input: {}, signal, trace };
  const result = await executeCall({ ...apart, added }, session, request, async () => ({
    approved: false,
    by: "nobody",
    feedback: "an approved run cannot ask anyone",
  }));
  const lineage = session.taint.lineage.map(({ time, call, exchanged, ...entry }) => entry);
  return {
    ...result,
    ...(lineage.length > 0 && { lineage }),
    ...(trace.reached.length > 0 && { reached: trace.reached }),
  };
}

/**
 * Installs what it depends on where that is not there yet, and runs it. Never rejects.
 * @param place the run's own workspace, which holds the approved files.
 */
export async function callApproved(
  crib: Crib,
  wanted: ApprovedRun,
  place: AgentWorkspace,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { dependencies } = wanted;
  if (!dependencies) return call(crib, wanted, place, signal);
  if (!(await dependencies.begin())) {
    const { secrets: _, dependencies: __, input: ___, ...plain } = wanted;
    const { command, network } = dependencies;
    const title = actionTitle`Install the packages of ${wanted.name}`;
    const installed = await call(crib, { ...plain, title, command, network }, dependencies.place, signal);
    if (installed.isError)
      return { ...installed, text: `Its packages could not be installed, so it did not run.\n${installed.text}` };
    await dependencies.end();
  }
  await dependencies.link(place.folder);
  return call(crib, wanted, place, signal);
}
