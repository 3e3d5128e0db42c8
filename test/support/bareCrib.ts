/** A crib with tools and rules of the test's own, over a real folder. */

import assert from "node:assert/strict";
import * as z from "zod";
import { AddedTools } from "../../src/core/addedTools";
import type { Approval, Confirm } from "../../src/core/approval";
import type { ApprovalStore } from "../../src/core/approvals";
import type { JudgedCall } from "../../src/core/call";
import { nobody } from "../../src/core/caller";
import { nothingClosed } from "../../src/core/closedFiles";
import { CommandNeeds } from "../../src/core/commandNeeds";
import type { CallRecord, Crib } from "../../src/core/crib";
import { allow } from "../../src/core/decision";
import type { ExecEffect, ReadEffect, WriteEffect } from "../../src/core/effect";
import { noHooks } from "../../src/core/hooks";
import type { CommandRequest, FilePort, Host, SearchPort } from "../../src/core/host";
import { Jobs } from "../../src/core/jobs";
import { Journal, type JournalEntry, type JournalStore } from "../../src/core/journal";
import { MadeTools } from "../../src/core/madeTools";
import { executeCall } from "../../src/core/pipeline";
import { noPolicies } from "../../src/core/policies";
import { readSettings } from "../../src/core/readSettings";
import { noRepositories } from "../../src/core/repository";
import { plainResponses } from "../../src/core/responses";
import type { Rule } from "../../src/core/rule";
import { Schedules } from "../../src/core/schedules";
import { Session } from "../../src/core/session";
import { type SkillPorts, SkillShelf } from "../../src/core/skillShelf";
import { TaskStore } from "../../src/core/tasks";
import { type AnyTool, defineTool, type Plan, type PlanContext, type Tool, type ToolResult } from "../../src/core/tool";
import { ToolError } from "../../src/core/toolError";
import { standard } from "../../src/dialects/standard";
import { MadeToolFiles } from "../../src/node/madeToolFiles";
import { NodeFiles } from "../../src/node/nodeFiles";
import { OutputLogs } from "../../src/node/outputLogs";
import { projectOf } from "../../src/node/project";
import { readRoots } from "../../src/node/resolvePath";
import { reachOf } from "../../src/policy/addresses";
import { confinementOf } from "../../src/policy/confinement";
import { isKnownToWrite } from "../../src/policy/knownWrites";
import { AgentWorkspaces } from "../../src/workspaces/agentWorkspaces";
import { schedulesIn } from "../../src/workspaces/scheduleFiles";
import { SkillFiles } from "../../src/workspaces/skillFiles";
import { approvalsOver } from "./approvals";
import { quietOutcome } from "./commandRequest";
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
    touches: ["read", "list", "write", "exec", "fetch", "delegate", "present"],
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
  readonly crib?: Partial<Crib>;
}

/** What happened, in order, and everything to make more of it happen. */
export interface BareCrib {
  readonly crib: Crib;
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

function noSkills(): SkillShelf {
  const store = new SkillFiles(tempFolder(), () => "/none");
  const installer: SkillPorts["installer"] = {
    plan: () => assert.fail("there is no skill"),
    install: () => assert.fail("there is no skill"),
    remove: () => assert.fail("there is no skill"),
  };
  return new SkillShelf({ store, installer, ownerOf: () => "", note: () => {} });
}

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const yes: Approval = { approved: true, by: "person" };

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
  const crib: Crib = {
    host,
    dialect: standard(options.tools ?? {}),
    ownDialect: standard(options.tools ?? {}),
    rules: options.rules ?? [anything],
    context: (caller = nobody) => ({
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
      names: async (folder) => (await host.files.list(await host.files.resolve(folder))).map(({ name }) => name),
    }),
    approvals: approvalsOver(options.approvalStore),
    needs: new CommandNeeds(),
    journal: new Journal({ store: journal, files: host.files, now: host.now }),
    jobs: new Jobs(new OutputLogs(tempFolder()), host.now),
    tasks: new TaskStore(host.now),
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
    schedules: new Schedules({ ...schedulesIn(tempFolder(), () => tempFolder()), note: () => {} }),
    workspaces: new AgentWorkspaces(
      () => tempFolder(),
      () => projectOf([root]),
    ),
    hiddenGlobs: () => ["**/hidden"],
    hiddenVariables: () => ["HIDDEN"],
    allowsRuntime: () => true,
    reach: reachOf,
    confinement: confinementOf,
    isKnownToWrite,
    diskGuard: () => undefined,
    hooks: noHooks,
    responses: plainResponses,
    announce: async () => {},
    note: async () => {},
    record: async (record) => {
      events.push("record");
      records.push(record);
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
