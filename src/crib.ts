/** What both hosts put together in the same way; each brings its own machine, configuration and questions. */
import { existsSync } from "node:fs";
import { AddedTools } from "./core/addedTools";
import type { AgentExecutor } from "./core/agents";
import { type ApprovalStore, Approvals } from "./core/approvals";
import { Audit, type AuditStore } from "./core/audit";
import { type Caller, nobody } from "./core/caller";
import type { ClosedFiles } from "./core/closedFiles";
import type { AnnouncedCall, CallRecord, Crib } from "./core/crib";
import type { Dialect } from "./core/dialect";
import type { DialectName } from "./core/dialectNames";
import { allHooks, type RunHook } from "./core/hooks";
import type { Host } from "./core/host";
import { Jobs } from "./core/jobs";
import { Journal, type JournalStore } from "./core/journal";
import { type MadeToolStore, MadeTools } from "./core/madeTools";
import { registeredName } from "./core/manifest";
import type { OutputLogPort } from "./core/outputLog";
import type { Policies } from "./core/policies";
import type { RuleContext } from "./core/rule";
import type { Settings } from "./core/settings";
import { TaskStore } from "./core/tasks";
import type { AgentWorkspace, Workspaces } from "./core/workspaces";
import { forEveryDialect, makeDialects } from "./dialects";
import type { CallListeners } from "./hooks/callListeners";
import { failureTeller } from "./hooks/failures";
import { ListenerHooks } from "./hooks/listenerHooks";
import { UserHooks } from "./hooks/userHooks";
import { rules } from "./policy";
import { ClosedFilesReader } from "./policy/closedFiles";
import { askedGlobs, closedByRules } from "./policy/closingRules";
import { confinementOf } from "./policy/confinement";
import { tightened, withAllowances } from "./policy/managedSettings";
import { policiesApart } from "./policy/policiesApart";
import type { PolicyReader } from "./policy/policyReader";
import { redacted } from "./policy/redaction";
import { ClassifiedResponses } from "./policy/responses";
import { secretGlobs } from "./policy/secretPaths";
import { tools } from "./tools";
import { madeTool } from "./tools/madeTool";

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
  /** Where agents have workspaces of their own. */
  readonly workspaces: Workspaces;
  /** Starts sub-agents. */
  readonly agents?: AgentExecutor;
  readonly askModel?: Crib["askModel"];
  readonly watchWrites?: Crib["watchWrites"];
}

export { checkRule } from "./policy/commandRules";
export { allowsDialect } from "./policy/policyFileRule";
export { PolicyReader, problemsInPolicy } from "./policy/policyReader";
export { placeProblems, problemsInSettings } from "./policy/settingsText";
export type { DialectName };

/** A folder in which an agent works apart from the person's. */
interface Apart {
  readonly folder: string;
  /** It is the agent's own workspace rather than a worktree. */
  readonly inWorkspace?: boolean;
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
    (host: Host, { folder, inWorkspace = false }: Partial<Apart> = {}) =>
    (caller: Caller = nobody): RuleContext => {
      const configuration = parts.configuration();
      const { settings: given } = configuration;
      const written = parts.policies.read(given, configuration.roots);
      notePolicies(written);
      const ownWorkspace = folder === undefined || inWorkspace ? workspaces.of(caller.agent)?.folder : undefined;
      const policies = folder === undefined ? written : policiesApart(written, configuration.roots, folder);
      const settings = tightened(withAllowances(withPrefixes(given), policies), policies, caller.agent);
      const own = ownWorkspace !== undefined && existsSync(ownWorkspace) ? [ownWorkspace] : [];
      const roots = folder === undefined ? [...configuration.roots, ...own] : [folder];
      const closed = [...configuration.closed, workspaces.base];
      const facts = { ...configuration, caller, settings, policies, roots, closed };
      const everywhere = [...new Set([...roots, ...configuration.roots])];
      let files: Promise<ClosedFiles> | undefined;
      return {
        ...facts,
        ...(ownWorkspace !== undefined && { ownWorkspace }),
        ...(folder !== undefined && { workspace: configuration.roots }),
        ...(folder !== undefined && (inWorkspace ? { inWorkspace } : { isolated: true })),
        resolve: (path, base) => host.files.resolve(path, base),
        async isHeld(outsideSandbox) {
          return (await host.shell.isHeld?.(confinementOf(this), outsideSandbox)) ?? false;
        },
        closedFiles() {
          files ??= closedFiles.read(configuration.roots, closedByRules({ ...facts, roots: everywhere }), folder);
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
  const madeTools = new MadeTools({
    store,
    added,
    make: (tool, noticed) => madeTool(store, tool, noticed),
    note: (event, detail) => void noteOfPerson(event, detail),
  });
  const shared = {
    host,
    rules,
    context,
    approvals,
    journal: new Journal({
      store: parts.journalStore,
      files: host.files,
      now: host.now,
      note: noteOfPerson,
    }),
    jobs: new Jobs(parts.outputLogs, host.now),
    tasks: new TaskStore(host.now),
    added,
    ownDialect: dialects.standard,
    madeTools,
    workspaces,
    ...(parts.agents && { agents: parts.agents }),
    hiddenGlobs: (asked: RuleContext) =>
      secretGlobs({ secretPaths: [...asked.settings.secretPaths, ...askedGlobs(asked)] }),
    hiddenVariables,
    confinement: confinementOf,
    hooks: allHooks([
      new UserHooks({ run: parts.runHook, hiddenVariables, tell }),
      ...(parts.listeners ? [new ListenerHooks(parts.listeners, tell)] : []),
    ]),
    responses: new ClassifiedResponses({ context, now: host.now, note: audit.note.bind(audit) }),
    announce: (call: AnnouncedCall) => {
      const { settings } = call.judged?.context ?? context();
      return audit.begin(call, settings["audit.strict"]);
    },
    async record(record: CallRecord) {
      parts.log?.(record);
      await madeTools.follow(record);
      await audit.end(record);
    },
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
    const known = workspaceHosts.get(folder) ?? parts.hostAt(folder);
    workspaceHosts.set(folder, known);
    return known;
  };
  const inWorkspace = async (agent: string, name: DialectName): Promise<Crib> => {
    const workspace = workspaces.of(agent);
    if (!workspace) return cribs[name];
    const host = await hostIn(workspace);
    // The editor's languages know nothing of files outside the person's folders.
    const { watchWrites, ...crib } = cribs[name];
    return { ...crib, host, workspace, context: contextOn(host, { folder: workspace.folder, inWorkspace: true }) };
  };
  const cribs: Readonly<Record<DialectName, Crib>> = forEveryDialect((name) => ({
    ...shared,
    dialect: dialects[name],
    boundTo: (root) => boundTo(root, name),
    inWorkspace: (agent) => inWorkspace(agent, name),
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
