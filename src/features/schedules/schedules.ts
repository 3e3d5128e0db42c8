/** Work that agents wire to run later: what is there, and what a person said to its very bytes (EX-5, EX-7). */

import type { FollowedCall } from "../../core/calls/beside/followedCall";
import { schedulesFolder } from "../../core/ports/workspaces";
import type { Effect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import {
  type ApprovalState,
  type FolderFile,
  type FolderVerdict,
  recordedVerdict,
} from "../approvedFolders/approvedFolder";
import { RefreshedList } from "../approvedFolders/refreshedList";
import type { IntegrationManifest } from "../workspaces/integration";
import type { ScheduleDefinition } from "./scheduleDefinition";

/** A schedule as it was read. */
export interface Schedule {
  readonly name: string;
  /** Real path of the agent's workspace that it lies in. */
  readonly folder: string;
  /** Name of that workspace. */
  readonly workspace: string;
  readonly state: ApprovalState;
  /** The definition's bytes. */
  readonly source: Uint8Array;
  /** The files that it runs, by their paths in the run's folder. */
  readonly files: readonly FolderFile[];
  /** Names the bytes of the definition and of all files, and no others. */
  readonly digest: string;
  /** Of the integration whose folder it runs; absent where that has no manifest, or a wrong one. */
  readonly integration?: IntegrationManifest;
  /** Absent when it cannot be used. */
  readonly definition?: ScheduleDefinition;
  /** One clause on why it cannot be used. */
  readonly problem?: string;
  /** What the person said when they rejected it. */
  readonly comment?: string;
}

/** What a schedule runs, as it was read. */
export type ScheduledFiles = Pick<Schedule, "files" | "integration" | "problem">;

/** A schedule that can be run once it is approved. */
export type UsableSchedule = Schedule & { readonly definition: ScheduleDefinition };

/** Names a schedule among all of one base; a folder's name too. */
export const keyOf = ({ workspace, name }: Pick<Schedule, "workspace" | "name">): string => `${workspace}.${name}`;

/** Who the policy, the record and the Running view take a run for: somebody for whom what is said of its agent holds (EN-1). */
export const callerOfSchedule = ({ name, definition }: UsableSchedule): string =>
  `${definition.agent}/schedule:${name}`;

/** Where schedules lie, and where what was said to them is kept: apart from the workspaces, so that none brings its approval. */
export interface ScheduleStore {
  /** Those of all agents, by workspace and name, read anew. Never rejects. */
  all(): Promise<readonly Schedule[]>;
  /** One of them, read anew; undefined when it is not there. Never rejects. */
  find(schedule: Pick<Schedule, "workspace" | "name">): Promise<Schedule | undefined>;
  /** The files that a schedule of a folder would run. @param workspace real path of the agent's workspace. Never rejects. */
  files(workspace: string, below: string): Promise<ScheduledFiles>;
  /** Remembers what a person said to these bytes; undefined: nothing any more. */
  decide(schedule: Schedule, verdict: FolderVerdict | undefined, comment?: string): Promise<void>;
  /** Removes its definition, and what was said to it. */
  remove(schedule: Schedule): Promise<void>;
}

/** What cron lines mean. Times are milliseconds since 1970. */
export interface ScheduleTimes {
  /** The time zone of this machine. */
  readonly zone: string;
  /** One clause on why a cron line cannot be used in a time zone; undefined when it can. */
  problem(cron: string, timezone: string | undefined): string | undefined;
  /** The latest time that was due after one and by another; undefined when there was none. */
  latest(definition: ScheduleDefinition, after: number, now: number): number | undefined;
  /** The next times after then. */
  next(definition: ScheduleDefinition, now: number, count: number): readonly number[];
}

/** What the schedules need of their host. */
export interface SchedulePorts {
  readonly store: ScheduleStore;
  readonly times: ScheduleTimes;
  /** Puts on record what a person said. */
  note(event: string, detail: string): void;
}

const sameAnswer = (one: Schedule, other: Schedule) =>
  one.digest === other.digest && one.state === other.state && one.comment === other.comment;

const isSame = (some: readonly Schedule[], others: readonly Schedule[]): boolean =>
  some.length === others.length &&
  some.every((one, at) => {
    const other = others[at];
    return other && keyOf(one) === keyOf(other) && sameAnswer(one, other);
  });

const definitions = new RegExp(`[\\\\/]${schedulesFolder}[\\\\/][^\\\\/]+\\.json$`);

function mayTouch(effect: Effect, inWorkspace: boolean): boolean {
  if (effect.kind === "write") return inWorkspace || definitions.test(effect.target.path);
  return effect.kind === "exec" && inWorkspace;
}

/** The schedules of all agents, as one window or process knows them. */
export class Schedules {
  readonly #list: RefreshedList<Schedule>;

  constructor(private readonly ports: SchedulePorts) {
    this.#list = new RefreshedList({
      read: () => ports.store.all(),
      isSame,
      unread: (reason) => ports.note("schedules unread", reason),
    });
  }

  get times(): ScheduleTimes {
    return this.ports.times;
  }

  /** As they were last read. */
  all(): readonly Schedule[] {
    return this.#list.all();
  }

  /** Those of one workspace. @param folder its real path. */
  in(folder: string): readonly Schedule[] {
    return this.all().filter((schedule) => schedule.folder === folder);
  }

  /** One of them, read anew. */
  find(schedule: Pick<Schedule, "workspace" | "name">): Promise<Schedule | undefined> {
    return this.ports.store.find(schedule);
  }

  /** See {@link ScheduleStore}. */
  files(workspace: string, below: string): Promise<ScheduledFiles> {
    return this.ports.store.files(workspace, below);
  }

  /** Reads them anew, once for all who ask while they are being read. Never rejects. */
  refresh(): Promise<void> {
    return this.#list.refresh();
  }

  /** Reads them anew when a call may have changed a definition, or a file that one runs. */
  async follow({ judged }: Pick<FollowedCall, "judged">): Promise<void> {
    const { effects = [] } = judged?.plan ?? {};
    if (effects.some((effect) => mayTouch(effect, judged?.context.inWorkspace === true))) await this.refresh();
  }

  /**
   * A person's word on what they were shown.
   * @throws ToolError `stale` when it is not any more what they were shown, `invalid_input` when it cannot be used.
   */
  async decide(shown: Schedule, verdict: FolderVerdict | undefined, comment?: string): Promise<void> {
    const now = await this.ports.store.find(shown);
    if (now?.digest !== shown.digest)
      throw new ToolError("stale", `The schedule "${shown.name}" was changed during the review: review it again.`);
    if (verdict === "approved" && now.state === "unusable")
      throw new ToolError("invalid_input", `The schedule "${shown.name}" cannot be approved: ${now.problem}.`);
    await this.ports.store.decide(now, verdict, comment);
    const said = recordedVerdict(keyOf(shown), shown.digest, comment);
    this.ports.note(`schedule ${verdict ?? "approval withdrawn"}`, said);
    await this.refresh();
  }

  /** Removes a schedule for a person. */
  async remove(schedule: Schedule): Promise<void> {
    await this.ports.store.remove(schedule);
    this.ports.note("schedule removed", keyOf(schedule));
    await this.refresh();
  }

  /** @param listener called whenever one came, went or changed. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    return this.#list.onChange(listener);
  }
}
