/** The history of what agents did in their own workspaces, and of what people did to those (PO-8). */
import { join } from "node:path";
import type { AnnouncedCall, CallRecord } from "../../../../core/calls/callRecord";
import type { Job } from "../../../../core/jobs/job";
import type { AgentJobs, Jobs } from "../../../../core/jobs/jobs";
import type { OutputPiece } from "../../../../core/ports/outputLog";
import type { AgentWorkspace, Workspaces } from "../../../../core/ports/workspaces";
import { messageOf } from "../../../../core/vocabulary/toolError";
import { isPlainFolder } from "../../../approvedFolders/node/wholeFolder";
import {
  type ExecHistory,
  execJobOf,
  type HistoryEntry,
  type HistoryRun,
  type KeptOutput,
  reachesInto,
  runFacts,
  runsOf,
  workspaceCall,
} from "../../execHistory";
import { baseOf, isOfRun } from "../baseOf";
import { type ReadHistory, readHistory } from "./historyCheck";
import { HistoryFile } from "./historyFile";
import { ownHeadPath } from "./historyHead";
import { type HistoryPlace, historyPlace } from "./historyPlace";
import { KeptOutputs } from "./keptOutputs";
import { RunMarks, runMarkOf } from "./runMarks";

/** What the history needs of its host. */
export interface HistoryPorts {
  readonly workspaces: Pick<Workspaces, "of">;
  /** Where this host notes what it wrote last. */
  readonly stateFolder: string;
  now(): number;
  /** Takes secrets out of a command, an address or a title. */
  redact(text: string): string;
  /** Tells a person, once, that lines are lost. */
  warn(text: string): void;
}

/** The parts of one workspace's history. */
interface Opened {
  readonly place: HistoryPlace;
  readonly ownHead: string;
  readonly file: HistoryFile;
  readonly outputs: KeptOutputs;
  readonly marks: RunMarks;
}

/** A history as people see it. */
export interface ReadRuns extends ReadHistory {
  readonly runs: readonly HistoryRun[];
}

/** See the head of the file; one for each window or process. */
export class WorkspaceHistory implements ExecHistory {
  readonly #opened = new Map<string, Opened>();
  readonly #listeners = new Set<() => void>();
  /** Ends of commands in the background that are still to be written. */
  readonly #later = new Set<Promise<void>>();
  #isFailing = false;

  constructor(private readonly ports: HistoryPorts) {}

  async begin(call: AnnouncedCall, bound: AgentWorkspace | undefined): Promise<void> {
    const workspace = this.#workspaceOf(call, bound);
    if (!workspace) return;
    const { marks, file } = this.#open(workspace);
    await this.#attempt(() => marks.begin(call.id));
    if (await isPlainFolder(workspace.folder)) await this.#attempt(() => file.begin(call.time));
  }

  async end(record: CallRecord, bound: AgentWorkspace | undefined, all: Pick<Jobs, "of">): Promise<void> {
    const workspace = this.#workspaceOf(record, bound);
    if (!workspace) return;
    // A call that was refused before the workspace was made leaves nothing there; the audit log has it.
    if (!(await isPlainFolder(workspace.folder)))
      return this.#attempt(() => this.#open(workspace).marks.end(record.id));
    const opened = this.#open(workspace);
    const { name, owner = record.agent } = execJobOf(record) ?? {};
    const jobs = all.of(owner);
    const job = name === undefined ? undefined : jobs.find(name);
    const goesOn = job !== undefined && !job.hasEnded;
    const kept = async (): Promise<KeptOutput | "goes on"> => {
      if (goesOn) return "goes on";
      return name === undefined ? {} : opened.outputs.keep(jobs, name);
    };
    await this.#append(opened, async () => workspaceCall(record, this.ports.redact, await kept()), record.time);
    if (goesOn) this.#follow(opened, record, job, jobs);
    else await this.#attempt(() => opened.marks.end(record.id));
    this.#changed();
  }

  /** Adds what a person did to a workspace. */
  async note(workspace: AgentWorkspace, event: string, detail: string): Promise<void> {
    const entry: HistoryEntry = { kind: "event", event, agent: "person", detail };
    await this.#append(this.#open(workspace), async () => entry, this.ports.now());
    this.#changed();
  }

  /** Keeps the lines of a workspace whose folder is about to be deleted. @throws Error when they cannot be moved. */
  async setAside(workspace: AgentWorkspace): Promise<void> {
    await this.#open(workspace).file.setAside(this.ports.now());
  }

  /** @param maxFiles files that are read, the newest; absent: all. @throws Error of the file system. */
  read(workspace: AgentWorkspace, maxFiles?: number): Promise<ReadHistory> {
    const { place, ownHead } = this.#open(workspace);
    return readHistory(place, ownHead, maxFiles);
  }

  /**
   * What agents and people did there, the newest first, with what is wrong with the record of it.
   * @param most runs at most.
   * @param maxFiles as for `read`. @throws Error of the file system.
   */
  async runs(workspace: AgentWorkspace, most = Number.POSITIVE_INFINITY, maxFiles?: number): Promise<ReadRuns> {
    const { marks } = this.#open(workspace);
    // One may begin or end while the history is read.
    const before = await marks.going();
    const read = await this.read(workspace, maxFiles);
    const after = await marks.going();
    const isGoing = (call: string) => [before, after].some((marked) => marked.has(runMarkOf(call)));
    return { ...read, runs: runsOf(read.lines, most, isGoing) };
  }

  /** What a run printed, in order; undefined when nothing of it is kept. */
  async output(workspace: AgentWorkspace, { output }: HistoryRun): Promise<AsyncGenerator<OutputPiece> | undefined> {
    return output === undefined ? undefined : this.#open(workspace).outputs.read(output);
  }

  /** Calls that change something there at the moment, in any window or process. */
  async going(workspace: AgentWorkspace): Promise<number> {
    return (await this.#open(workspace).marks.going()).size;
  }

  /** @param listener called whenever a line was added by this process. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when all that has ended is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#later);
  }

  #open(workspace: AgentWorkspace): Opened {
    const known = this.#opened.get(workspace.folder);
    if (known) return known;
    const place = historyPlace(baseOf(workspace.folder), workspace);
    // Nothing of a schedule's run stays when its folder goes.
    const ownHead = isOfRun(workspace.folder)
      ? join(place.vouchers, "own.json")
      : ownHeadPath(this.ports.stateFolder, workspace.folder);
    const opened = {
      ...{ place, ownHead },
      file: new HistoryFile(place, ownHead),
      outputs: new KeptOutputs(place.outputs),
      marks: new RunMarks(place.running),
    };
    this.#opened.set(workspace.folder, opened);
    return opened;
  }

  #workspaceOf(call: AnnouncedCall, bound: AgentWorkspace | undefined): AgentWorkspace | undefined {
    if (bound) return bound;
    const own = this.ports.workspaces.of(call.agent);
    return own && reachesInto(own.folder, call) ? own : undefined;
  }

  /** Writes the end of a command that goes on after its call. */
  #follow(opened: Opened, record: CallRecord, job: Job, jobs: AgentJobs): void {
    const written = job.ended
      .then(() => this.#append(opened, () => this.#endOf(opened, record, job, jobs), this.ports.now()))
      .then(() => opened.marks.end(record.id))
      .then(() => this.#changed())
      .finally(() => this.#later.delete(written));
    this.#later.add(written);
  }

  async #endOf({ outputs }: Opened, { id, agent }: CallRecord, job: Job, jobs: AgentJobs): Promise<HistoryEntry> {
    const { outcome } = job;
    const exitCode = outcome?.exitCode;
    return {
      ...{ kind: "end", call: id, agent, job: job.id, isError: outcome?.endedBy !== "itself" },
      ...(exitCode !== undefined && { exitCode }),
      durationMs: outcome?.durationMs ?? this.ports.now() - job.startedAt,
      ...runFacts(outcome ?? {}),
      ...(await outputs.keep(jobs, job.id)),
    };
  }

  async #append({ file }: Opened, entry: () => Promise<HistoryEntry>, time: number): Promise<void> {
    await this.#attempt(async () => {
      await file.append(await entry(), time);
      this.#isFailing = false;
    });
  }

  async #attempt(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!this.#isFailing)
        this.ports.warn(`The history of an agent's workspace cannot be written: ${messageOf(error)}.`);
      this.#isFailing = true;
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
