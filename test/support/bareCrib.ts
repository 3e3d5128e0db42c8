/** A crib with tools and rules of the test's own, over a real folder. */

import assert from "node:assert/strict";
import * as z from "zod";
import { newsOf } from "../../src/composition/makeCribs";
import type { Answer, Confirm } from "../../src/core/calls/approvals/answer";
import type { ApprovalStore } from "../../src/core/calls/approvals/approvals";
import { noHooks } from "../../src/core/calls/beside/hooks";
import type { JudgedCall } from "../../src/core/calls/call";
import type { CallPolicy } from "../../src/core/calls/callPolicy";
import type { CallRecord } from "../../src/core/calls/callRecord";
import { executeCall } from "../../src/core/calls/executeCall";
import { LiveCommands } from "../../src/core/calls/hosts/liveCommands";
import { plainResponses } from "../../src/core/calls/responses";
import { Jobs } from "../../src/core/jobs/jobs";
import { CommandNeeds } from "../../src/core/ports/commandNeeds";
import type { FilePort } from "../../src/core/ports/files";
import type { Host } from "../../src/core/ports/host";
import { noRepositories } from "../../src/core/ports/repository";
import type { SearchPort } from "../../src/core/ports/search";
import type { CommandRequest } from "../../src/core/ports/shell";
import type { Rule } from "../../src/core/rules/rule";
import { Session } from "../../src/core/session/session";
import { noPolicies } from "../../src/core/settings/policies";
import { readSettings } from "../../src/core/settings/readSettings";
import { AddedTools } from "../../src/core/tools/addedTools";
import {
  type AnyTool,
  defineTool,
  type Plan,
  type PlanContext,
  type Tool,
  type ToolResult,
} from "../../src/core/tools/tool";
import { nobody } from "../../src/core/vocabulary/caller";
import { nothingClosed } from "../../src/core/vocabulary/closedFiles";
import { allow } from "../../src/core/vocabulary/decision";
import type { ExecEffect, ReadEffect, WriteEffect } from "../../src/core/vocabulary/effect";
import { ToolError } from "../../src/core/vocabulary/toolError";
import { standard } from "../../src/dialects/shared/standard";
import { Integrations } from "../../src/features/integrations/integrations";
import { IntegrationFiles } from "../../src/features/integrations/node/integrationFiles";
import { MadeTools } from "../../src/features/madeTools/madeTools";
import { MadeToolFiles } from "../../src/features/madeTools/node/madeToolFiles";
import { RejectionComments } from "../../src/features/needsYou/rejectionComments";
import { ScheduleBookFiles } from "../../src/features/schedules/node/scheduleBook";
import { schedulesIn } from "../../src/features/schedules/node/scheduleFiles";
import { ScheduleNews } from "../../src/features/schedules/scheduleNews";
import { Schedules } from "../../src/features/schedules/schedules";
import { SkillFiles } from "../../src/features/skills/node/skillFiles";
import { SkillCatalog, type SkillPorts } from "../../src/features/skills/skillCatalog";
import { TaskStore } from "../../src/features/tasks/tasks";
import { TestRuns } from "../../src/features/tests/testRuns";
import { Journal, type JournalEntry, type JournalStore } from "../../src/features/undo/journal";
import { AccessGrantFiles } from "../../src/features/workspaces/node/accessGrants";
import { AgentWorkspaces } from "../../src/features/workspaces/node/agentWorkspaces";
import { OutputLogs } from "../../src/node/commands/outputLogs";
import { NodeFiles } from "../../src/node/files/nodeFiles";
import { readRoots } from "../../src/node/files/resolvePath";
import { projectOf } from "../../src/node/state/project";
import { isKnownToWrite } from "../../src/policy/commands/knownWrites";
import { confinementOf } from "../../src/policy/files/confinement";
import { reachOf } from "../../src/policy/network/addressRule";
import { secretValues } from "../../src/policy/secrets/secretValues";
import { approvalsOver } from "./approvals";
import { quietOutcome } from "./commandRequest";
import type { FullCrib } from "./realCrib";
import { type Tree, tempFolder } from "./tempFolder";

/** Allows everything. */
export const anything: Rule = { name: "anything", judge: () => allow("anything", "the test allows it") };

/** A store in memory that notes every entry put into it. */
export class MemoryJournal implements JournalStore {
  readonly puts: JournalEntry[] = [];
  readonly entries = new Map<string, JournalEntry>();
  constructor(private readonly log: (event: string) => void = () => {}) {}
  async put(entry: JournalEntry): Promise<void> {
    this.log(`journal ${entry.state} ${entry.changes.map((change) => change.shown).join(",")}`);
    this.puts.push(entry);
    this.entries.set(entry.id, entry);
  }
  async end(entry: JournalEntry): Promise<void> {
    if (this.entries.get(entry.id)?.state === "pending") await this.put(entry);
  }
  async list() {
    return [...this.entries.values()].map((entry) => ({
      ...entry,
      changes: entry.changes.map(({ before, after, ...change }) => change),
    }));
  }
  async ids(): Promise<ReadonlySet<string>> {
    return new Set(this.entries.keys());
  }
  async get(id: string): Promise<JournalEntry> {
    const entry = this.entries.get(id);
    if (!entry) throw new ToolError("not_found", `no ${id}`);
    return entry;
  }
}

/** A tool whose plan is a function of the test. */
export const toolOf = (
  plan: (context: PlanContext) => Promise<Plan>,
  changes: Partial<Tool<Record<string, unknown>>> = {},
): AnyTool =>
  defineTool({
    name: "probe",
    displayName: "Probe",
    summary: "A stand-in",
    description: "A tool of the test.",
    metadata: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: false },
    effectKinds: ["read", "list", "write", "exec", "fetch", "delegate", "present"],
    ...changes,
    input: z.object({}),
    plan: (_input, context) => plan(context),
  });

export interface BareOptions {
  readonly tools?: Readonly<Record<string, AnyTool>>;
  readonly rules?: readonly Rule[];
  readonly tree?: Tree;
  readonly confirm?: Confirm;
  readonly approvalStore?: ApprovalStore;
  readonly host?: Partial<Host>;
  readonly crib?: Partial<FullCrib>;
}

/** What happened, in order, and everything to make more of it happen. */
export interface BareCrib {
  readonly crib: FullCrib;
  readonly root: string;
  readonly files: FilePort;
  readonly session: Session;
  readonly events: string[];
  readonly asked: JudgedCall[];
  readonly records: CallRecord[];
  readonly commands: CommandRequest[];
  readonly journal: MemoryJournal;
  call(tool?: string, input?: unknown, signal?: AbortSignal): Promise<ToolResult>;
  read(path: string): Promise<ReadEffect>;
  write(path: string, before: string | undefined, after: string | undefined): Promise<WriteEffect>;
  exec(command: string, cwd?: string): Promise<ExecEffect>;
}

function noSkills(): SkillCatalog {
  const store = new SkillFiles(tempFolder(), () => "/none");
  const installer: SkillPorts["installer"] = {
    plan: () => assert.fail("there is no skill"),
    install: () => assert.fail("there is no skill"),
    remove: () => assert.fail("there is no skill"),
  };
  const personal: SkillPorts["personal"] = { all: async () => [], read: async () => undefined };
  return new SkillCatalog({ store, installer, personal, ownerOf: () => "", note: () => {} });
}

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const yes: Answer = { approved: true, by: "person" };

export async function bareCrib(options: BareOptions = {}): Promise<BareCrib> {
  const root = tempFolder(options.tree);
  const roots = await readRoots([root]);
  const events: string[] = [];
  const files: FilePort = new NodeFiles(() => roots, root);
  const write = files.write.bind(files);
  files.write = (...args) => {
    events.push(`write ${args[0].shown}`);
    return write(...args);
  };
  const commands: CommandRequest[] = [];
  const search: SearchPort = {
    findFiles: async () => ({ files: [], truncated: false }),
    passedOver: async () => 0,
    searchText: async () => ({ lines: [], truncated: false, filesSearched: 0 }),
    matchingFiles: async () => ({ files: [], truncated: false }),
    ignoredNames: async () => new Set(),
    whyIgnored: async () => undefined,
  };
  const host: Host = {
    files,
    shell: {
      repositoriesAt: async () => noRepositories,
      async run(request) {
        commands.push(request);
        return quietOutcome;
      },
    },
    search,
    now: () => 1_700_000_000_000,
    ...options.host,
  };
  const journal = new MemoryJournal((event) => events.push(event));
  const asked: JudgedCall[] = [];
  const records: CallRecord[] = [];
  const added = new AddedTools(new Set());
  const jobs = new Jobs(new OutputLogs(tempFolder()), host.now);
  const tasks = new TaskStore(host.now);
  const testRuns = new TestRuns();
  const schedules = new Schedules({ ...schedulesIn(tempFolder(), () => tempFolder()), note: () => {} });
  const book = new ScheduleBookFiles(() => tempFolder(), host.now);
  const scheduleNews = new ScheduleNews(schedules, book, () => false);
  const rejectionComments = new RejectionComments();
  const grants = new AccessGrantFiles(() => tempFolder());
  const needs = new CommandNeeds();
  const agents = options.crib?.agents;
  const changes = new Journal({ store: journal, files: host.files, now: host.now });
  const crib: FullCrib = {
    host,
    dialect: standard(options.tools ?? {}),
    ownDialect: standard(options.tools ?? {}),
    rules: options.rules ?? [anything],
    context: (caller = nobody): CallPolicy => ({
      caller,
      settings: readSettings({}).settings,
      roots: [root],
      home: root,
      closed: [],
      closedFiles: async () => nothingClosed,
      repositoriesAt: async () => noRepositories,
      policies: noPolicies,
      trusted: true,
      resolve: (path, base) => host.files.resolve(path, base),
      async names(folder) {
        return (await this.entries(folder)).map(({ name }) => name);
      },
      async entries(folder) {
        const found = await host.files.list(await host.files.resolve(folder));
        return found.map(({ name, kind }) => ({ name, isFolder: kind === "directory" }));
      },
      hiddenGlobs: () => ["**/hidden"],
      hiddenVariables: () => ["HIDDEN"],
      allowsRuntime: () => true,
      reach(effect) {
        return reachOf(effect, this);
      },
      confinement(effect) {
        return confinementOf(this, effect);
      },
      isKnownToWrite,
      diskGuard: () => undefined,
      noteNeed: (effect) => needs.note(effect),
      noteMissed: (effect, access) => needs.noteMissed(effect, access),
      noteAnswer: (effect, access, isYes) => needs.noteAnswer(effect, access, isYes),
      isDeclined: (effect, access) => needs.isDeclined(effect, access),
      noteChange: () => needs.noteChange(),
      secretValues,
      noteGivenValues: () => {},
      secretForms: (secret) => [secret],
      noteAccess: async () => {},
    }),
    approvals: approvalsOver(options.approvalStore),
    journal: changes,
    live: new LiveCommands(
      undefined,
      () => crib.journal,
      () => crib.context(),
    ),
    jobs,
    tasks,
    testRuns,
    news: newsOf({ ...(agents && { agents }) }, jobs, { tasks, scheduleNews, rejectionComments, journal: changes }),
    added,
    skills: noSkills(),
    madeTools: new MadeTools({
      store: new MadeToolFiles(tempFolder(), () => undefined),
      added,
      make: () => assert.fail("there is no place for a tool"),
      note: () => {},
    }),
    boundTo: async () => crib,
    inWorkspace: async () => crib,
    apart: async () => crib,
    runSchedule: () => assert.fail("nothing is scheduled"),
    runIntegration: () => assert.fail("there is no integration"),
    ...{ schedules, book, scheduleNews, rejectionComments, grants },
    integrations: new Integrations({ store: new IntegrationFiles(() => tempFolder()), note: () => {} }),
    workspaces: new AgentWorkspaces(
      () => tempFolder(),
      () => projectOf([root]),
    ),
    hooks: noHooks,
    responses: plainResponses,
    log: {
      announce: async () => {},
      note: async () => {},
      record: async (record) => {
        events.push("record");
        records.push(record);
      },
    },
    ...options.crib,
  };
  const session = new Session("tester");
  const confirm: Confirm = async (call) => {
    asked.push(call);
    events.push(`ask ${call.plan.title}`);
    return options.confirm ? options.confirm(call) : yes;
  };
  return {
    crib,
    root,
    files,
    session,
    events,
    asked,
    records,
    commands,
    journal,
    call: (tool = "probe", input = {}, signal = new AbortController().signal) =>
      executeCall(crib, session, { tool, input, signal }, confirm),
    read: async (path) => ({ kind: "read", target: await files.resolve(path) }),
    write: async (path, before, after) => ({
      kind: "write",
      target: await files.resolve(path),
      before: bytes(before),
      after: bytes(after),
    }),
    exec: async (command, cwd = ".") => ({ kind: "exec", command, cwd: await files.resolve(cwd), timeoutMs: 1000 }),
  };
}
