/** Everything that is being done, in one form: what agents noted down, and what runs in the background (SH-8, TK-4). */

import type { AgentExecutor } from "../../core/calls/crib";
import type { Job } from "../../core/jobs/job";
import { type AgentJobs, endingOfJob, type Jobs } from "../../core/jobs/jobs";
import { cutToWidth } from "../../core/text/displayWidth";
import type { Subagent } from "../../core/tools/delegation";
import type { DebuggedProgram, DebugRuns } from "../debugging/debugRuns";
import { isEnded, type Task, type TaskState, type TaskStore } from "./tasks";

/** Columns of a title. */
const widestTitle = 200;

/** What can be said of each; titles are one line. */
interface WorkFacts extends Pick<Task, "id" | "title" | "description" | "state" | "agent" | "createdAt"> {
  /** When it went into its state; for one that runs, when it began. Milliseconds since 1970. */
  readonly since: number;
  /** How it ended, where more is known of it than its state. */
  readonly ending?: string;
}

/** A task, a command, an agent, or a program under a debugger. */
export type Work = WorkFacts &
  (
    | { readonly kind: "task"; readonly task: Task }
    | {
        readonly kind: "command";
        readonly job: Job;
        /** It is a sub-agent's that is at work, and ends with that unless somebody keeps it. */
        readonly endsWithAgent?: boolean;
      }
    | { readonly kind: "agent"; readonly subagent: Subagent }
    | { readonly kind: "debug"; readonly program: DebuggedProgram }
  );

export const workOfTask = (task: Task): Work => ({
  kind: "task",
  task,
  id: task.id,
  title: task.title,
  ...(task.description !== undefined && { description: task.description }),
  state: task.state,
  agent: task.agent,
  createdAt: task.createdAt,
  since: task.changedAt,
});

/** @param agents all that there are. */
export const workOfJob = (job: Job, agents: readonly Subagent[] = []): Work => ({
  kind: "command",
  job,
  endsWithAgent: !job.isKept && agents.some(({ agent, state }) => agent === job.facts.agent && state === "running"),
  id: job.id,
  title: firstLine(job.facts.command),
  state: stateOfJob(job),
  agent: job.facts.agent,
  createdAt: job.startedAt,
  since: job.startedAt,
  ...(job.hasEnded && { ending: endingOfJob(job) }),
});

export const workOfAgent = (subagent: Subagent): Work => ({
  kind: "agent",
  subagent,
  id: subagent.id,
  title: firstLine(subagent.wish.description ?? subagent.wish.prompt),
  state: subagent.state === "running" ? "in_progress" : subagent.state,
  agent: subagent.parent,
  createdAt: subagent.startedAt,
  since: subagent.startedAt,
});

export const workOfProgram = (program: DebuggedProgram): Work => ({
  kind: "debug",
  program,
  id: "debug",
  title: firstLine(program.title),
  state: "in_progress",
  agent: program.agent,
  createdAt: program.startedAt,
  since: program.startedAt,
});

const firstLine = (text: string): string => cutToWidth(text.trim().split("\n")[0] as string, widestTitle);

function stateOfJob({ hasEnded, failure, outcome }: Job): TaskState {
  if (!hasEnded) return "in_progress";
  if (outcome?.endedBy === "cancellation") return "cancelled";
  return !failure && outcome?.endedBy === "itself" && outcome.exitCode === 0 ? "done" : "failed";
}

/** True while it works by itself. */
export const isWorkRunning = ({ kind, state }: Work): boolean => kind !== "task" && state === "in_progress";

/** `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `running for 12 s`, how it ended, or nothing. @param now milliseconds since 1970. */
export const progressText = (work: Work, now: number): string =>
  isWorkRunning(work) ? `running for ${elapsedText(now - work.since)}` : (work.ending ?? "");

/** Where it all comes from. */
export interface WorkSources {
  readonly tasks: TaskStore;
  readonly jobs: Jobs;
  readonly agents?: AgentExecutor;
  readonly debugging?: Pick<DebugRuns, "programs" | "onChange">;
}

/** Of every agent, in no order; commands that somebody waited for only while they run. */
export function allWork({ tasks, jobs, agents, debugging }: WorkSources): Work[] {
  const commands = jobs.all().filter((job) => !job.hasEnded || job.facts.background);
  return [
    ...tasks.all().map(workOfTask),
    ...commands.map((job) => workOfJob(job, agents?.all())),
    ...inBackground(agents?.all() ?? []),
    ...(debugging?.programs() ?? []).map(workOfProgram),
  ];
}

/** What one agent may see of it. */
export interface OwnWork {
  readonly tasks: TaskStore;
  readonly jobs: AgentJobs;
  /** The agents to which it handed work. */
  ownAgents(): readonly Subagent[];
}

/** All tasks, and what the agent has running in the background itself, in the order in which it was begun (TK-1, TK-4). */
export function workFor({ tasks, jobs, ownAgents }: OwnWork): Work[] {
  const commands = jobs.ids().flatMap((id) => jobs.find(id) ?? []);
  const work = [...tasks.all().map(workOfTask), ...commands.map((job) => workOfJob(job)), ...inBackground(ownAgents())];
  return work.sort((a, b) => a.createdAt - b.createdAt);
}

const inBackground = (agents: readonly Subagent[]): Work[] =>
  agents.filter(({ wish }) => wish.mode === "background").map(workOfAgent);

/** For people: what has not ended in the order in which it was begun, then what has ended, the latest first. */
export const workInOrder = (work: readonly Work[]): Work[] => [
  ...work.filter(({ state }) => !isEnded(state)).sort((a, b) => a.createdAt - b.createdAt),
  ...work.filter(({ state }) => isEnded(state)).sort((a, b) => b.createdAt - a.createdAt),
];

/** What belongs to one agent. */
export interface WorkGroup {
  readonly agent: string;
  /** Never empty. */
  readonly work: readonly Work[];
}

/** One group for each agent, in the order of their names, so that an agent stands before those that work for it. */
export function byAgent(work: readonly Work[]): WorkGroup[] {
  const names = [...new Set(work.map(({ agent }) => agent))].sort();
  return names.map((agent) => ({ agent, work: work.filter((one) => one.agent === agent) }));
}
