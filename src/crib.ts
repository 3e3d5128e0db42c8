/** What both hosts put together in the same way; each brings its own machine, configuration and questions. */
import { type ApprovalStore, Approvals } from "./core/approvals";
import type { ClosedFiles } from "./core/closedFiles";
import type { CallRecord, Crib } from "./core/crib";
import type { Host } from "./core/host";
import { Jobs } from "./core/jobs";
import { Journal, type JournalStore } from "./core/journal";
import type { OutputLogPort } from "./core/outputLog";
import type { RuleContext } from "./core/rule";
import type { Settings } from "./core/settings";
import { type DialectName, forEveryDialect, makeDialects } from "./dialects";
import { rules } from "./policy";
import { ClosedFilesReader } from "./policy/closedFiles";
import { confinementOf } from "./policy/confinement";
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
  record(record: CallRecord): void;
  readonly askModel?: Crib["askModel"];
  readonly watchWrites?: Crib["watchWrites"];
}

export { withCheckedRules } from "./policy/commandRules";
export type { DialectName };

/** One crib for each dialect over the same parts, journal and approvals. */
export function makeCribs(parts: CribParts): Readonly<Record<DialectName, Crib>> {
  const { host } = parts;
  const closedFiles = new ClosedFilesReader(host.files);
  const approvals = new Approvals(parts.approvalStore);
  const withPrefixes = <C extends { settings: Settings }>(configuration: C): C => ({
    ...configuration,
    settings: {
      ...configuration.settings,
      "commands.allow": [...configuration.settings["commands.allow"], ...approvals.prefixes],
    },
  });
  const context = (): RuleContext => {
    const configuration = withPrefixes(parts.configuration());
    let closed: Promise<ClosedFiles> | undefined;
    return {
      ...configuration,
      resolve: (path, base) => host.files.resolve(path, base),
      closedFiles() {
        closed ??= closedFiles.read(configuration.roots);
        return closed;
      },
    };
  };
  const dialects = makeDialects(tools);
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
    record: (record: CallRecord) => parts.record(record),
    ...(parts.askModel && { askModel: parts.askModel }),
    ...(parts.watchWrites && { watchWrites: parts.watchWrites }),
  };
  return forEveryDialect((name) => ({ ...shared, dialect: dialects[name] }));
}
