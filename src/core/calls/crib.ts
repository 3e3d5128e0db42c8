import type { Jobs } from "../jobs/jobs";
import type { CallJournals } from "../journal/callJournal";
import type { Turn } from "../journal/journalEntry";
import type { Host } from "../ports/host";
import type { AgentWorkspace, Workspaces } from "../ports/workspaces";
import type { Rule, RuleContext } from "../rules/rule";
import type { Session } from "../session/session";
import type { AddedTools } from "../tools/addedTools";
import type { AgentEvent, AgentNews, AgentWish, Subagent } from "../tools/delegation";
import type { Dialect } from "../tools/dialect";
import type { AskModel } from "../tools/tool";
import type { Caller } from "../vocabulary/caller";
import type { ResolvedPath } from "../vocabulary/effect";
import type { Approvals } from "./approvals/approvals";
import type { Hooks } from "./beside/hooks";
import type { NewsSource } from "./beside/news";
import type { CallPolicy } from "./callPolicy";
import type { CallLog } from "./callRecord";
import type { LiveCommands } from "./hosts/liveCommands";
import type { Responses } from "./responses";

/** See Crib.watchWrites. */
export interface WriteWatch {
  /** What a model should know of what its writes brought about, empty when nothing; resolves within the settle time. */
  finish(): Promise<string>;
  /** Ends the watching. */
  stop(): void;
}

/** Where a call works when it does not work in the person's folders. */
export interface CribPlaces {
  /**
   * The same crib for an agent that works in a folder of its own, apart from the workspace (AG-3).
   * @param root absolute path of an existing folder.
   */
  boundTo(root: string): Promise<Crib>;
  /** The same crib for calls that work in the agent's own workspace (EX-1); itself for an agent that can have none. */
  inWorkspace(agent: string): Promise<Crib>;
  /** The same crib for calls that work in a temporary workspace (EX-5). */
  apart(workspace: AgentWorkspace): Promise<Crib>;
}

/** What every call passes through; one for each window or process, and each dialect. */
export interface Crib extends CribPlaces {
  readonly host: Host;
  readonly dialect: Dialect;
  /** The dialect `standard`, in which tools call each other whatever the model speaks. */
  readonly ownDialect: Dialect;
  /** Tools beside the dialect's, which come and go. */
  readonly added: AddedTools;
  /** True where the model may be shown the tools as they were first listed, as by MCP clients that do not list them again. */
  readonly listsToolsOnce?: boolean;
  /** True where calls are only judged here and somebody else makes them: nothing of ours holds or takes back their commands. */
  readonly isMadeElsewhere?: true;
  /** In order; the strictest opinion wins. */
  readonly rules: readonly Rule[];
  /** The policy by the configuration as it is now; asked for again for every call. @param caller by default nobody. */
  context(caller?: Caller): CallPolicy;
  readonly approvals: Approvals;
  readonly hooks: Hooks;
  readonly responses: Responses;
  readonly journal: CallJournals;
  readonly jobs: Jobs;
  /** What commands change that work on the folders themselves. */
  readonly live: LiveCommands;
  /** Absent where no model is to be had. */
  readonly agents?: AgentExecutor;
  readonly workspaces: Workspaces;
  /** The workspace in which all calls of this crib work; absent: the person's folders. */
  readonly workspace?: AgentWorkspace;
  /** In the order in which their news are told. */
  readonly news: readonly NewsSource[];
  readonly log: CallLog;
  /** A chat model for repairing calls, as far as the person lets it be used (ED-10). */
  readonly askModel?: AskModel;
  /** Looks at files before a call changes them, to say afterwards what the change brought about. */
  watchWrites?(targets: readonly ResolvedPath[], context: RuleContext, signal: AbortSignal): WriteWatch | undefined;
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
