/** What both hosts put together in the same way; each brings its own machine, configuration and questions. */
import { basename } from "node:path";
import { AddedTools } from "./core/addedTools";
import { type ApprovalStore, Approvals } from "./core/approvals";
import { Audit, type AuditStore } from "./core/audit";
import { type Caller, nobody } from "./core/caller";
import type { ClosedFiles } from "./core/closedFiles";
import { CommandNeeds } from "./core/commandNeeds";
import type { AgentExecutor, CallRecord, Crib } from "./core/crib";
import type { Dialect } from "./core/dialect";
import type { DialectName } from "./core/dialectNames";
import type { ExecHistory } from "./core/execHistory";
import { allHooks, type RunHook } from "./core/hooks";
import type { Host } from "./core/host";
import { Jobs } from "./core/jobs";
import { Journal, type JournalStore } from "./core/journal";
import { type MadeToolStore, MadeTools } from "./core/madeTools";
import { registeredName } from "./core/manifest";
import type { OutputLogPort } from "./core/outputLog";
import type { Policies } from "./core/policies";
import { type RecordingPorts, recordingIn } from "./core/recording";
import type { RuleContext } from "./core/rule";
import { type ScheduleStore, Schedules, type ScheduleTimes } from "./core/schedules";
import type { Settings } from "./core/settings";
import { SkillInstaller } from "./core/skillInstaller";
import { SkillShelf } from "./core/skillShelf";
import type { SkillStore } from "./core/skills";
import { TaskStore } from "./core/tasks";
import { type AgentWorkspace, highestTaint, type Workspaces } from "./core/workspaces";
import { forEveryDialect, makeDialects } from "./dialects";
import type { CallListeners } from "./hooks/callListeners";
import { failureTeller } from "./hooks/failures";
import { ListenerHooks } from "./hooks/listenerHooks";
import { UserHooks } from "./hooks/userHooks";
import { rules } from "./policy";
import { reachOf } from "./policy/addresses";
import { ClosedFilesReader } from "./policy/closedFiles";
import { withClosedFolders } from "./policy/closedFolders";
import { askedGlobs, closedByRules } from "./policy/closingRules";
import { confinementOf } from "./policy/confinement";
import { freesRoom } from "./policy/freesRoom";
import { isKnownToWrite } from "./policy/knownWrites";
import { tightened, withAllowances } from "./policy/managedSettings";
import { twiceNamed } from "./policy/otherNames";
import { policiesApart } from "./policy/policiesApart";
import { disabledReason } from "./policy/policyFileRule";
import type { PolicyReader } from "./policy/policyReader";
import { redacted } from "./policy/redaction";
import { ClassifiedResponses } from "./policy/responses";
import { allowsRuntime } from "./policy/runtimes";
import { secretGlobs, secretPatterns } from "./policy/secretPaths";
import { taintByCaller } from "./policy/workspaceTaint";
import { tools } from "./tools";
import { madeTool } from "./tools/madeTool";
import { callScheduled } from "./tools/scheduledRun";
import { isInPlace } from "./workspaces/agentWorkspaces";
import { DiskQuotas } from "./workspaces/quota";
import { asIfMade } from "./workspaces/unmadeWorkspace";

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
  /** Read anew for every call, because settings, folders and trust change. */
  configuration(): {
    settings: Settings;
    roots: readonly string[];
    home: string;
    closed: readonly string[];
    trusted: boolean;
  };
  /** Reads policy files, anew for every call. */
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
  readonly schedules: { readonly store: ScheduleStore; readonly times: ScheduleTimes };
  /** Starts sub-agents. */
  readonly agents?: AgentExecutor;
  readonly askModel?: Crib["askModel"];
  readonly watchWrites?: Crib["watchWrites"];
}

export { checkRule } from "./policy/commandRules";
export { unplantable } from "./policy/confinement";
export { allowsDialect } from "./policy/policyFileRule";
export { PolicyReader, problemsInPolicy } from "./policy/policyReader";
export { redacted } from "./policy/redaction";
export { placeProblems, problemsInSettings } from "./policy/settingsText";
export type { DialectName };

/** A folder in which an agent works apart from the person's. */
interface Apart {
  readonly folder: string;
  /** It is the agent's own workspace rather than a worktree. */
  readonly inWorkspace?: boolean;
  /** See AgentWorkspace.from. */
  readonly from?: string | undefined;
}

/** One crib for each dialect over the same parts, journal and approvals. */
export function makeCribs(parts: CribParts): Readonly<Record<DialectName, Crib>> {
  const { host, workspaces } = parts;
  const closedFiles = new ClosedFilesReader(host.files);
  const audit = new Audit({
    store: parts.auditStore,
    now: host.now,
    redact: redacted,
    warn: (text) => parts.warn(text),
  });
  const noteOfPerson = (event: string, detail: string) => audit.note(event, "person", detail);
  const approvals = new Approvals({ store: parts.approvalStore, now: host.now, note: noteOfPerson });
  const needs = new CommandNeeds();
  const withPrefixes = (settings: Settings): Settings => ({
    ...settings,
    "commands.allow": [...settings["commands.allow"], ...approvals.prefixes],
  });
  let noted: string | undefined;
  const notePolicies = ({ unusable }: Policies) => {
    if (unusable === noted) return;
    noted = unusable;
    void audit.note(unusable === undefined ? "policy repaired" : "policy broken", "", unusable ?? "");
  };
  const contextOn =
    (host: Host, { folder, inWorkspace = false, from }: Partial<Apart> = {}) =>
    (caller: Caller = nobody): RuleContext => {
      const configuration = parts.configuration();
      const { settings: given } = configuration;
      const written = parts.policies.read(given, configuration.roots);
      notePolicies(written);
      const reachesOwn = folder === undefined && disabledReason(written, caller.agent) === undefined;
      const reached = reachesOwn ? workspaces.of(caller.agent)?.folder : undefined;
      const ownWorkspace = inWorkspace ? folder : reached;
      const policies = folder === undefined ? written : policiesApart(written, configuration.roots, folder);
      const settings = tightened(withAllowances(withPrefixes(given), policies), policies, caller.agent);
      const own = ownWorkspace !== undefined && isInPlace(ownWorkspace) ? [ownWorkspace] : [];
      const roots = folder === undefined ? [...configuration.roots, ...own] : [folder];
      const closed = [...configuration.closed, workspaces.base];
      const facts = { ...configuration, caller, settings, policies, roots, closed, project: workspaces.project };
      // What an agent names in its own workspace closes nothing: a link there could tell it what is in any file.
      const tree = inWorkspace ? undefined : folder;
      const everywhere = [...new Set([...roots, ...configuration.roots])];
      let files: Promise<ClosedFiles> | undefined;
      let ownTaint: ReturnType<Workspaces["taintOf"]> | undefined;
      return {
        ...facts,
        ...(ownWorkspace !== undefined && { ownWorkspace }),
        ownTaint() {
          const ofAgent = inWorkspace ? workspaces.of(caller.agent)?.folder : undefined;
          ownTaint ??= highestTaint(workspaces, [ownWorkspace, ofAgent, from]);
          return ownTaint;
        },
        ...(folder !== undefined && { workspace: configuration.roots }),
        ...(folder !== undefined && (inWorkspace ? { inWorkspace } : { isolated: true, worktree: folder })),
        resolve: (path, base) => host.files.resolve(path, base),
        otherNames: async function (this: RuleContext, reals: readonly string[]) {
          return host.fileNames ? twiceNamed(reals, this, host.fileNames) : new Map();
        },
        ...(host.shell.isPlain?.(settings.shell) && { inPlainShell: true }),
        needsMore: (effect) => needs.has(effect),
        names: async (real) => (await host.files.list(await host.files.resolve(real))).map(({ name }) => name),
        repositoriesAt: (folder) => host.shell.repositoriesAt(folder),
        async isHeld(outsideSandbox) {
          return (await host.shell.isHeld?.(confinementOf(this), outsideSandbox)) ?? false;
        },
        closedFiles() {
          files ??= closedFiles
            .read(configuration.roots, closedByRules({ ...facts, roots: everywhere }), tree)
            .then((named) => withClosedFolders(named, this));
          return files;
        },
      };
    };
  const context = contextOn(host);
  const dialects = makeDialects(tools);
  const hiddenVariables = ({ settings }: RuleContext) => settings["commands.hiddenVariables"];
  const tell = failureTeller({ warn: (text) => parts.warn(text), note: audit.note.bind(audit) });
  const added = new AddedTools(namesIn(dialects));
  const { madeTools: store } = parts;
  const quotas = new DiskQuotas(freesRoom);
  const madeTools = new MadeTools({
    store,
    added,
    make: (tool, noticed) => madeTool(store, tool, noticed),
    note: (event, detail) => void noteOfPerson(event, detail),
  });
  const schedules = new Schedules({ ...parts.schedules, note: noteOfPerson });
  const jobs = new Jobs(parts.outputLogs, host.now);
  const journal = new Journal({ store: parts.journalStore, files: host.files, now: host.now, note: noteOfPerson });
  const skills = new SkillShelf({
    store: parts.skills,
    installer: new SkillInstaller({ files: host.files, journal, store: parts.skills, rules, context }),
    ownerOf: basename,
    note: (event, detail) => void noteOfPerson(event, detail),
  });
  const recording: RecordingPorts = {
    ...{ audit, jobs, execHistory: parts.execHistory, followers: [madeTools, skills, schedules] },
    before: async ({ judged }) => judged && taintByCaller(judged, workspaces.taint),
    warn: (text) => parts.warn(text),
    log: (record) => parts.log?.(record),
    isStrict: ({ judged }) => (judged?.context ?? context()).settings["audit.strict"],
  };
  const shared = {
    host,
    rules,
    context,
    approvals,
    needs,
    journal,
    jobs,
    tasks: new TaskStore(host.now),
    added,
    ownDialect: dialects.standard,
    madeTools,
    skills,
    schedules,
    workspaces,
    ...(parts.agents && { agents: parts.agents }),
    hiddenGlobs: (asked: RuleContext) =>
      secretGlobs(
        { secretPaths: [...asked.settings.secretPaths, ...askedGlobs(asked)] },
        // What an agent itself keeps in its workspace is for it to find.
        asked.inWorkspace ? [] : secretPatterns,
      ),
    hiddenVariables,
    reach: reachOf,
    confinement: confinementOf,
    isKnownToWrite,
    diskGuard: (asked: RuleContext) => quotas.guard(asked),
    allowsRuntime,
    hooks: allHooks([
      new UserHooks({ run: parts.runHook, hiddenVariables, tell }),
      ...(parts.listeners ? [new ListenerHooks(parts.listeners, tell)] : []),
    ]),
    responses: new ClassifiedResponses({
      context,
      now: host.now,
      note: audit.note.bind(audit),
      taintWorkspace: workspaces.taint,
    }),
    ...recordingIn(recording),
    note: (event: string, agent: string, detail: string) => audit.note(event, agent, detail),
    ...(parts.askModel && { askModel: parts.askModel }),
    ...(parts.watchWrites && { watchWrites: parts.watchWrites }),
  };
  const boundTo = async (root: string, name: DialectName): Promise<Crib> => {
    const bound = await parts.hostAt(root);
    const { now } = host;
    // The editor's languages know nothing of files outside the workspace, so nobody waits for what they say.
    const { watchWrites, ...crib } = cribs[name];
    return {
      ...crib,
      host: bound,
      context: contextOn(bound, { folder: root }),
      journal: new Journal({ store: parts.worktreeJournalStore, files: bound.files, now, note: noteOfPerson }),
    };
  };
  const workspaceHosts = new Map<string, Promise<Host>>();
  const hostIn = ({ folder }: AgentWorkspace): Promise<Host> => {
    const known = workspaceHosts.get(folder) ?? parts.hostAt(folder).then((host) => asIfMade(host, folder));
    workspaceHosts.set(folder, known);
    return known;
  };
  const inWorkspace = async (agent: string, name: DialectName): Promise<Crib> => {
    const workspace = workspaces.of(agent);
    return workspace ? apart(workspace, await hostIn(workspace), name) : cribs[name];
  };
  const apart = (workspace: AgentWorkspace, host: Host, name: DialectName): Crib => {
    // The editor's languages know nothing of files outside the person's folders.
    const { watchWrites, ...crib } = cribs[name];
    const { folder, from } = workspace;
    const context = contextOn(host, { folder, inWorkspace: true, from });
    return { ...crib, ...recordingIn(recording, workspace), host, workspace, context };
  };
  const cribs: Readonly<Record<DialectName, Crib>> = forEveryDialect((name) => ({
    ...shared,
    dialect: dialects[name],
    boundTo: (root) => boundTo(root, name),
    inWorkspace: (agent) => inWorkspace(agent, name),
    runSchedule: (schedule, place, signal) => callScheduled(cribs.standard, schedule, place, signal),
    apart: async (workspace) => apart(workspace, await parts.hostAt(workspace.folder), name),
  }));
  return cribs;
}

const namesIn = (dialects: Readonly<Record<DialectName, Dialect>>): ReadonlySet<string> =>
  new Set(
    Object.values(dialects).flatMap((dialect) =>
      dialect.tools.flatMap(({ name, aliases, tool }) => [
        ...[name, tool.name, ...aliases],
        registeredName(dialect.name, name),
      ]),
    ),
  );
