/** What an agent did in its own workspace, as a line of its history says it and as people read it (PO-8). */

import type { AnnouncedCall, CallRecord } from "../../core/calls/callRecord";
import { durationText, endingText } from "../../core/jobs/commandEnding";
import type { Jobs } from "../../core/jobs/jobs";
import type { ReachedHost } from "../../core/ports/confinement";
import type { ReachedLimit } from "../../core/ports/reachedLimit";
import type { CommandOutcome } from "../../core/ports/shell";
import type { AgentWorkspace } from "../../core/ports/workspaces";
import { answerText } from "../../core/text/answerText";
import { isInside } from "../../core/vocabulary/paths";
import { type AuditedCall, type AuditedEffect, endedCall } from "../audit/audit";

/** What is known of a command beside its call. */
export interface RunFacts {
  readonly signal?: string;
  /** What stopped it; absent where nothing did. */
  readonly endedBy?: Exclude<CommandOutcome["endedBy"], "itself">;
  /** Limits that it met. */
  readonly limits?: readonly ReachedLimit[];
  /** What the sandbox or a limit refused, one sentence each. */
  readonly notes?: readonly string[];
  /** Hosts that it talked to through its proxy. */
  readonly reached?: readonly ReachedHost[];
}

/** Where the output of a run is kept. */
export interface KeptOutput {
  /** Names it among the workspace's outputs; absent where nothing could be kept. */
  readonly output?: string;
  /** Bytes that were printed, of both streams. */
  readonly outputBytes?: number;
  /** Bytes of them that are not kept. */
  readonly outputLost?: number;
}

/** A call that worked in the workspace, or was kept from it. */
export interface WorkspaceCall extends AuditedCall, RunFacts, KeptOutput {
  /** Of a command: how the agent names it. */
  readonly job?: string;
  /** Of a command: real path of the folder in which it ran. */
  readonly folder?: string;
  /** The command goes on after the call. */
  readonly background?: true;
}

/** The end of a command that went on after its call. */
export interface BackgroundEnd extends RunFacts, KeptOutput {
  readonly kind: "end";
  /** Id of the call that began it. */
  readonly call: string;
  readonly agent: string;
  readonly job: string;
  readonly isError: boolean;
  readonly exitCode?: number;
  readonly durationMs: number;
}

/** What a person did to the workspace. */
export interface WorkspaceEvent {
  readonly kind: "event";
  readonly event: string;
  readonly agent: string;
  readonly detail: string;
}

/** What a line says. */
export type HistoryEntry = WorkspaceCall | BackgroundEnd | WorkspaceEvent;

/** Puts on record what happens in workspaces. Nothing here rejects: what is not recorded is told to a person. */
export interface ExecHistory {
  /** Notes that a call is about to change something. @param bound the workspace in which all calls of its crib work. */
  begin(call: AnnouncedCall, bound: AgentWorkspace | undefined): Promise<void>;
  /** Adds the line of a call that has ended, when it worked in the agent's workspace. @param jobs every agent's. */
  end(record: CallRecord, bound: AgentWorkspace | undefined, jobs: Pick<Jobs, "of">): Promise<void>;
}

/** True for a call made in the person's folders that reached into the agent's own workspace all the same. */
export function reachesInto(folder: string, { judged }: Pick<AnnouncedCall, "judged">): boolean {
  const places = (judged?.plan.effects ?? []).map((effect) => {
    if (effect.kind === "exec") return effect.cwd.real;
    return "target" in effect ? effect.target.real : undefined;
  });
  return places.some((place) => place !== undefined && isInside(folder, place));
}

/** What stopped or held a command, where anything did. */
export function runFacts({ signal, endedBy, limits, notes, reached }: Partial<CommandOutcome>): RunFacts {
  return {
    ...(signal !== undefined && { signal }),
    ...(endedBy !== undefined && endedBy !== "itself" && { endedBy }),
    ...(limits !== undefined && limits.length > 0 && { limits }),
    ...(notes !== undefined && notes.length > 0 && { notes }),
    ...(reached !== undefined && reached.length > 0 && { reached }),
  };
}

/** The job of a call that ran a command. @returns its name, and the agent that it has this name for. */
export function execJobOf({ result, judged, agent }: CallRecord): { name: string; owner: string } | undefined {
  const { job, jobOwner } = (result.data ?? {}) as { readonly job?: unknown; readonly jobOwner?: unknown };
  const isCommand = judged?.plan.effects.some(({ kind }) => kind === "exec");
  // What a person approved is run in the name of what it is, whoever had it run.
  const owner = typeof jobOwner === "string" ? jobOwner : agent;
  return isCommand && typeof job === "string" ? { name: job, owner } : undefined;
}

/** @param redact as for the audit log. @param kept what became of its output; absent for one that goes on. */
export async function workspaceCall(
  record: CallRecord,
  redact: (text: string) => string,
  kept: KeptOutput | "goes on",
): Promise<WorkspaceCall> {
  const job = execJobOf(record)?.name;
  const facts = job === undefined ? {} : runFacts((record.result.data ?? {}) as Partial<CommandOutcome>);
  const command = record.judged?.plan.effects.find((effect) => effect.kind === "exec");
  const folder = command && redact(command.cwd.real);
  const named = { ...(job !== undefined && { job }), ...(folder !== undefined && { folder }) };
  const ended = { ...endedCall(record, redact), ...facts, ...named };
  return kept === "goes on" ? { ...ended, background: true } : { ...ended, ...kept };
}

/** How a call ended, for an icon; `brokenOff`: whoever ran it in the background was gone before it had ended. */
export type ExecRunState = "ok" | "failed" | "denied" | "cancelled" | "running" | "brokenOff";

/** One call of the history as people see it, a command in the background with its end. */
export interface HistoryRun extends RunFacts, KeptOutput {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly call: string;
  readonly agent: string;
  readonly tool: string;
  /** The command, else the one path, else what the call was for; its tool where that was never known. */
  readonly what: string;
  readonly isCommand: boolean;
  /** Real path of the folder in which a command ran; absent in lines of before that was noted. */
  readonly folder?: string;
  readonly state: ExecRunState;
  /** The verdict, its rule and who said yes; empty for one that was not judged. */
  readonly judged: string;
  readonly reason: string;
  /** Code of the failure of a call that ran nothing. */
  readonly error?: string;
  readonly exitCode?: number;
  readonly durationMs: number;
}

/** Lines of a history as they are read back; they hold, so they are of the form in which they were written. */
export type HistoryValue = HistoryEntry & { readonly time: string };

/** What reads better than a call's title. */
const tellingKinds: ReadonlySet<AuditedEffect["kind"]> = new Set(["exec", "write", "read", "list", "fetch"]);

const cancelledBy: ReadonlySet<string> = new Set(["cancelled", "declined"]);

/** Whether a call goes on, in any window or process. */
type IsGoing = (call: string) => boolean;

function stateOf(line: WorkspaceCall, end: BackgroundEnd | undefined, isGoing: IsGoing): ExecRunState {
  const { verdict, error = "", endedBy, isError, exitCode } = { ...line, ...end };
  if (line.background && !end) return isGoing(line.call) ? "running" : "brokenOff";
  if (verdict === "deny" || error === "denied") return "denied";
  if (endedBy === "cancellation" || cancelledBy.has(error)) return "cancelled";
  return isError || endedBy !== undefined || (exitCode ?? 0) !== 0 ? "failed" : "ok";
}

/** The command, or whatever all effects of a call are about. */
function tellingEffect(effects: readonly AuditedEffect[]): AuditedEffect | undefined {
  const telling = effects.filter(({ kind }) => tellingKinds.has(kind));
  const [first] = telling;
  const isOnly = telling.every(({ target }) => target === first?.target);
  return telling.find(({ kind }) => kind === "exec") ?? (isOnly ? first : undefined);
}

function runOf(
  line: WorkspaceCall & { readonly time: string },
  end: BackgroundEnd | undefined,
  isGoing: IsGoing,
): HistoryRun {
  const { call, agent, tool, title, effects, verdict, rule, reason = "", error, folder } = line;
  const effect = tellingEffect(effects);
  const { exitCode, durationMs, output, outputBytes, outputLost, ...facts } = { ...line, ...end };
  return {
    ...{ time: Date.parse(line.time), call, agent, tool, what: effect?.target ?? title, reason, durationMs },
    isCommand: effect?.kind === "exec",
    state: stateOf(line, end, isGoing),
    judged: verdict === undefined ? "" : `${verdict} (${rule})${answerText(line)}`,
    ...(folder !== undefined && { folder }),
    ...(error !== undefined && { error }),
    ...(exitCode !== undefined && { exitCode }),
    ...runFacts(facts),
    ...(output !== undefined && { output }),
    ...(outputBytes !== undefined && { outputBytes }),
    ...(outputLost !== undefined && { outputLost }),
  };
}

/** The calls of a history, the newest first. @param most at most. @param isGoing asked for those without an end. */
export function runsOf(lines: readonly HistoryValue[], most: number, isGoing: IsGoing): HistoryRun[] {
  const ends = new Map<string, BackgroundEnd>();
  const runs: HistoryRun[] = [];
  for (const line of lines.toReversed()) {
    if (line.kind === "end") ends.set(line.call, line);
    if (line.kind !== "call") continue;
    runs.push(runOf(line, ends.get(line.call), isGoing));
    if (runs.length >= most) break;
  }
  return runs;
}

const stateWords: Readonly<Record<ExecRunState, string>> = {
  ok: "done",
  failed: "failed",
  denied: "denied",
  cancelled: "cancelled",
  running: "started in the background",
  brokenOff: "interrupted: the process running it exited",
};

const stopWords: Readonly<Record<NonNullable<RunFacts["endedBy"]>, string>> = {
  timeout: ", stopped at its time limit",
  cancellation: ", stopped",
  limit: ", stopped at a limit",
};

/** `make all`, `exec_read notes.txt`, or `exec_read` for one that did not get so far. */
export const callOfRun = ({ isCommand, tool, what }: HistoryRun): string =>
  isCommand || what === tool ? what : `${tool} ${what}`;

/** `exit code: 1, 3.2 s`, `denied`, `done, 2 ms`, `failed (not found), 2 ms`. */
export function endingOfRun({ state, exitCode, signal, error, endedBy, durationMs }: HistoryRun): string {
  if (state === "denied" || state === "running" || state === "brokenOff") return stateWords[state];
  const hasCode = exitCode !== undefined || signal !== undefined;
  const why = endedBy === undefined ? "" : stopWords[endedBy];
  const cause = state === "failed" && error !== undefined ? ` (${error.replaceAll("_", " ")})` : "";
  const ending = hasCode ? endingText({ exitCode, signal }) : `${stateWords[state]}${cause}`;
  return `${ending}, ${durationText(durationMs)}${why}`;
}
