/** What both hosts put together in the same way; each brings its own machine, configuration and questions. */
import { type ApprovalStore, Approvals } from "./core/approvals";
import type { CallRecord, Crib } from "./core/crib";
import type { Host } from "./core/host";
import { Journal, type JournalStore } from "./core/journal";
import type { RuleContext } from "./core/rule";
import type { Settings } from "./core/settings";
import { makeDialects } from "./dialects";
import { rules } from "./policy";
import { secretGlobs } from "./policy/secretPaths";
import { tools } from "./tools";

/** What a host brings. */
export interface CribParts {
  readonly host: Host;
  readonly journalStore: JournalStore;
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
}

/** A name of a dialect that exists. */
export type DialectName = keyof ReturnType<typeof makeDialects>;

/** One crib for each dialect over the same parts, journal and approvals. */
export function makeCribs(parts: CribParts): Readonly<Record<DialectName, Crib>> {
  const { host } = parts;
  const context = (): RuleContext => ({
    ...parts.configuration(),
    resolve: (path, base) => host.files.resolve(path, base),
  });
  const dialects = makeDialects(tools);
  const shared = {
    host,
    rules,
    context,
    approvals: new Approvals(parts.approvalStore),
    journal: new Journal(parts.journalStore, host.files),
    hiddenGlobs: ({ settings }: RuleContext) => secretGlobs(settings),
    hiddenVariables: ({ settings }: RuleContext) => settings["commands.hiddenVariables"],
    record: (record: CallRecord) => parts.record(record),
  };
  return { standard: { ...shared, dialect: dialects.standard }, qwen: { ...shared, dialect: dialects.qwen } };
}
