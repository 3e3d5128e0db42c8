import type { ApprovalStore } from "../core/calls/approvals/approvals";
import type { RunHook } from "../core/calls/beside/hooks";
import type { CallRecord } from "../core/calls/callRecord";
import type { AgentExecutor, Crib } from "../core/calls/crib";
import type { JournalStore } from "../core/journal/journalEntry";
import type { Host } from "../core/ports/host";
import type { OutputLogPort } from "../core/ports/outputLog";
import type { Workspaces } from "../core/ports/workspaces";
import type { Settings } from "../core/settings/settings";
import type { AuditStore } from "../features/audit/audit";
import type { CallListeners } from "../features/hooks/callListeners";
import type { IntegrationStore } from "../features/integrations/integrations";
import type { MadeToolStore } from "../features/madeTools/madeTools";
import type { ScheduleParts } from "../features/schedules/scheduledRun";
import type { SkillStore } from "../features/skills/skills";
import type { AccessGrants } from "../features/workspaces/accessWish";
import type { ExecHistory } from "../features/workspaces/execHistory";
import type { PolicyReader } from "../policy/policyFiles/policyReader";
import type { Disk } from "./disk";

/** The configuration at one moment. */
export interface Configuration {
  readonly settings: Settings;
  /** Real paths of the open folders. */
  readonly roots: readonly string[];
  readonly home: string;
  /** Real paths that no tool may touch; see RuleContext. */
  readonly closed: readonly string[];
  readonly trusted: boolean;
}

/** What a host brings. */
export interface CribParts {
  readonly host: Host;
  /** The same machine for work in one folder apart. @param root real path of an existing folder. */
  hostAt(root: string): Promise<Host>;
  readonly journalStore: JournalStore;
  /** For changes in agents' own worktrees, which are not taken back with those of the workspace. */
  readonly worktreeJournalStore: JournalStore;
  readonly outputLogs: OutputLogPort;
  readonly approvalStore: ApprovalStore;
  /** Asked for every call, because settings, folders and trust change. */
  configuration(): Configuration;
  /** Reads the policy files for every call. */
  readonly policies: PolicyReader;
  readonly auditStore: AuditStore;
  /** Tells a person that something is wrong with the crib itself. */
  warn(text: string): void;
  /** A line for whoever watches; the audit log has it all. */
  log?(record: CallRecord): void;
  /** Runs the programs that the settings name. */
  readonly runHook: RunHook;
  /** Other extensions that want to know of calls. */
  readonly listeners?: CallListeners;
  /** Where agents make tools of their own. */
  readonly madeTools: MadeToolStore;
  /** Where agents write skills. */
  readonly skills: SkillStore;
  /** Where agents have workspaces of their own. */
  readonly workspaces: Workspaces;
  /** What happens there, in the files of their histories. */
  readonly execHistory: ExecHistory;
  /** Where agents wire work to run later, and what cron lines mean. */
  readonly schedules: ScheduleParts;
  /** Where agents keep programs of their own. */
  readonly integrations: IntegrationStore;
  /** Undefined on a host that has none: then there are no agents' workspaces and no skills of the person's own. */
  readonly disk: Disk | undefined;
  /** What people said of what those may reach. */
  readonly grants: AccessGrants;
  /** Starts sub-agents. */
  readonly agents?: AgentExecutor;
  readonly askModel?: Crib["askModel"];
  readonly watchWrites?: Crib["watchWrites"];
}
