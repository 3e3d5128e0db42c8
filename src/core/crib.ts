import type { AddedTools } from "./addedTools";
import type { AgentEvent, AgentNews, AgentWish, Subagent } from "./agents";
import type { Approvals } from "./approvals";
import type { JudgedCall } from "./call";
import type { Caller } from "./caller";
import type { CommandNeeds } from "./commandNeeds";
import type { ConfinedCommand, Confinement } from "./confinement";
import type { Decision } from "./decision";
import type { Dialect } from "./dialect";
import type { DiskGuard } from "./diskQuota";
import type { ExecEffect, FetchEffect, ResolvedPath } from "./effect";
import type { Hooks } from "./hooks";
import type { Host } from "./host";
import type { Jobs } from "./jobs";
import type { Journal } from "./journal";
import type { Turn } from "./journalEntry";
import type { Level } from "./level";
import type { MadeTools } from "./madeTools";
import type { Responses } from "./responses";
import type { Rule, RuleContext } from "./rule";
import type { Schedules, UsableSchedule } from "./schedules";
import type { Session } from "./session";
import type { SkillShelf } from "./skillShelf";
import type { TaskStore } from "./tasks";
import type { AskModel, ToolResult } from "./tool";
import type { AddressReach } from "./web";
import type { AgentWorkspace, Workspaces } from "./workspaces";

/** A call that is about to change something: what was called, and what was decided. */
export interface AnnouncedCall {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
  readonly agent: string;
  readonly tool: string;
  /** What it would do, or the name of the tool when it could not be planned. */
  readonly title: string;
  /** As it was given; it may hold secrets. */
  readonly input: unknown;
  /** Absent when it could not be planned. */
  readonly judged?: JudgedCall;
  readonly decision?: Decision;
  /** Who answered an ask. */
  readonly approvedBy?: string;
}

/** One line of the record: an announced call, and how it ended (D-18). */
export interface CallRecord extends AnnouncedCall {
  readonly isError: boolean;
  /** As the model reads it. */
  readonly result: ToolResult;
  /** How confidential the result is. */
  readonly level: Level;
  readonly durationMs: number;
}

/** See Crib.watchWrites. */
export interface WriteWatch {
  /** What a model should know of what its writes brought about, empty when nothing; resolves within the settle time. */
  finish(): Promise<string>;
  /** Ends the watching. */
  stop(): void;
}

/** Everything a call passes through; one for each window or process. */
export interface Crib {
  readonly host: Host;
  readonly dialect: Dialect;
  /** The dialect `standard`, in which tools call each other whatever the model speaks. */
  readonly ownDialect: Dialect;
  /** Tools beside the dialect's, which come and go. */
  readonly added: AddedTools;
  /** In order; the strictest opinion wins. */
  readonly rules: readonly Rule[];
  /** Configuration as it is now; asked for again for every call. @param caller by default nobody. */
  context(caller?: Caller): RuleContext;
  readonly approvals: Approvals;
  readonly needs: CommandNeeds;
  readonly journal: Journal;
  readonly jobs: Jobs;
  readonly tasks: TaskStore;
  /** Tools that agents made. */
  readonly madeTools: MadeTools;
  /** Skills that agents wrote. */
  readonly skills: SkillShelf;
  /** Work that agents wired to run later. */
  readonly schedules: Schedules;
  /** True where the model may be shown the tools as they were first listed, as by MCP clients that do not list them again. */
  readonly listsToolsOnce?: boolean;
  /** Absent where no model is to be had. */
  readonly agents?: AgentExecutor;
  /**
   * The same crib for an agent that works in a folder of its own, apart from the workspace (AG-3).
   * @param root absolute path of an existing folder.
   */
  boundTo(root: string): Promise<Crib>;
  readonly workspaces: Workspaces;
  /** The same crib for calls that work in the agent's own workspace (EX-1); itself for an agent that can have none. */
  inWorkspace(agent: string): Promise<Crib>;
  /** The same crib for calls that work in a temporary workspace (EX-5). */
  apart(workspace: AgentWorkspace): Promise<Crib>;
  /** Makes the call that a run of an approved schedule is, in a workspace of its own (EX-5). Never rejects. */
  runSchedule(schedule: UsableSchedule, place: AgentWorkspace, signal: AbortSignal): Promise<ToolResult>;
  /** The workspace in which all calls of this crib work; absent: the person's folders. */
  readonly workspace?: AgentWorkspace;
  /** Globs that no search looks into. */
  hiddenGlobs(context: RuleContext): readonly string[];
  /** Variables that no command gets. */
  hiddenVariables(context: RuleContext): readonly string[];
  /** Whether the managed policy lets a runtime be used, by its name (EN-2). */
  allowsRuntime(context: RuleContext, runtime: string): boolean;
  /** Judges the addresses that a request leads to (WF-6). */
  reach(effect: FetchEffect, context: RuleContext): AddressReach;
  /** Whether the words of a command say that it writes files; one that says nothing of it may write all the same. */
  isKnownToWrite(effect: ExecEffect): boolean;
  /** What holds commands (D-15). */
  confinement(context: RuleContext, effect?: ConfinedCommand): Confinement;
  /** Counts what a call puts into the agent's own workspace (HB-6); undefined where it reaches none. */
  diskGuard(context: RuleContext): DiskGuard | undefined;
  /** A chat model for repairing calls, as far as the person lets it be used (ED-10). */
  readonly askModel?: AskModel;
  /** Looks at files before a call changes them, to say afterwards what the change brought about. */
  watchWrites?(targets: readonly ResolvedPath[], context: RuleContext, signal: AbortSignal): WriteWatch | undefined;
  readonly hooks: Hooks;
  readonly responses: Responses;
  /** Puts a call on record before it changes anything. @throws ToolError `unrecorded` when it must not go on unrecorded. */
  announce(call: AnnouncedCall): Promise<void>;
  /** Receives one record for every call, refused ones too. Never rejects. */
  record(record: CallRecord): Promise<void>;
  /** Puts on record what was done beside a call, by a person or by the crib. Never rejects. */
  note(event: string, agent: string, detail: string): Promise<void>;
}

/** Whoever hands work over. */
export interface AgentParent {
  readonly crib: Crib;
  readonly session: Session;
  /** The call that asked for it. */
  readonly callId: string;
  readonly turn?: Turn;
  readonly signal: AbortSignal;
  progress(line: string): void;
}

/** Starts agents (AG-6). */
export interface AgentExecutor {
  /**
   * Resolves once it works.
   * @throws ToolError `unavailable` without a model or when too many work, `invalid_input` for a wish that cannot be met.
   */
  start(wish: AgentWish, parent: AgentParent): Promise<Subagent>;
  /** False where every start would fail, because no model can be had. Absent: that is known only by trying. */
  hasModel?(): boolean;
  /** Every agent that works, and the last that ended, oldest first (AG-6). */
  all(): readonly Subagent[];
  find(id: string): Subagent | undefined;
  /** Ends in the background that this agent, as its session is named, was not told about yet; they count as told from now on. */
  news(agent: string): readonly AgentNews[];
  /** @param listener hears of every event. @returns ends the listening. */
  onEvent(listener: (event: AgentEvent) => void): () => void;
}
