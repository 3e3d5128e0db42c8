/** What both hosts put together in the same way; each brings its own machine, configuration and questions. */
import { type ApprovalStore, Approvals } from "./core/approvals";
import { Audit, type AuditStore } from "./core/audit";
import { type Caller, nobody } from "./core/caller";
import type { ClosedFiles } from "./core/closedFiles";
import type { AnnouncedCall, CallRecord, Crib } from "./core/crib";
import { type Hooks, noHooks } from "./core/hooks";
import type { Host } from "./core/host";
import { Jobs } from "./core/jobs";
import { Journal, type JournalStore } from "./core/journal";
import type { OutputLogPort } from "./core/outputLog";
import { plainResponses } from "./core/responses";
import type { RuleContext } from "./core/rule";
import type { Settings } from "./core/settings";
import { type DialectName, forEveryDialect, makeDialects } from "./dialects";
import { rules } from "./policy";
import { ClosedFilesReader } from "./policy/closedFiles";
import { confinementOf } from "./policy/confinement";
import { redacted } from "./policy/redaction";
import { secretGlobs } from "./policy/secretPaths";
import { tools } from "./tools";

/** What a host brings. */
export interface CribParts {
  readonly host: Host;
  readonly journalStore: JournalStore;
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
  readonly auditStore: AuditStore;
  /** Tells a person that something is wrong with the crib itself. */
  warn(text: string): void;
  /** A line for whoever watches; the audit log has it all. */
  log?(record: CallRecord): void;
  readonly hooks?: Hooks;
  readonly askModel?: Crib["askModel"];
  readonly watchWrites?: Crib["watchWrites"];
}

export { checkRule } from "./policy/commandRules";
export { placeProblems, problemsInSettings } from "./policy/settingsText";
export type { DialectName };

/** One crib for each dialect over the same parts, journal and approvals. */
export function makeCribs(parts: CribParts): Readonly<Record<DialectName, Crib>> {
  const { host } = parts;
  const closedFiles = new ClosedFilesReader(host.files);
  const approvals = new Approvals(parts.approvalStore);
  const withPrefixes = <C extends { settings: Settings }>(configuration: C): C => {
    const { settings } = configuration;
    const { prefixes } = approvals;
    if (prefixes.length === 0) return configuration;
    return {
      ...configuration,
      settings: { ...settings, "commands.allow": [...settings["commands.allow"], ...prefixes] },
    };
  };
  const context = (caller: Caller = nobody): RuleContext => {
    const configuration = withPrefixes(parts.configuration());
    let closed: Promise<ClosedFiles> | undefined;
    return {
      ...configuration,
      caller,
      resolve: (path, base) => host.files.resolve(path, base),
      closedFiles() {
        closed ??= closedFiles.read(configuration.roots);
        return closed;
      },
    };
  };
  const dialects = makeDialects(tools);
  const audit = new Audit({
    store: parts.auditStore,
    now: host.now,
    redact: redacted,
    warn: (text) => parts.warn(text),
  });
  const shared = {
    host,
    rules,
    context,
    approvals,
    journal: new Journal(parts.journalStore, host.files),
    jobs: new Jobs(parts.outputLogs, host.now),
    hiddenGlobs: ({ settings }: RuleContext) => secretGlobs(settings),
    hiddenVariables: ({ settings }: RuleContext) => settings["commands.hiddenVariables"],
    confinement: confinementOf,
    hooks: parts.hooks ?? noHooks,
    responses: plainResponses,
    announce: (call: AnnouncedCall) => audit.begin(call, parts.configuration().settings["audit.strict"]),
    async record(record: CallRecord) {
      parts.log?.(record);
      await audit.end(record);
    },
    note: (event: string, agent: string, detail: string) => audit.note(event, agent, detail),
    ...(parts.askModel && { askModel: parts.askModel }),
    ...(parts.watchWrites && { watchWrites: parts.watchWrites }),
  };
  return forEveryDialect((name) => ({ ...shared, dialect: dialects[name] }));
}
