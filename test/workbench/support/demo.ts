/** A workbench on a fresh copy of the demo workspace, with our extension and the scripted model in it. */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedExtensions } from "../../../scripts/testing/packedExtensions.mjs";
import { copyDemoWorkspace } from "../../../scripts/vscode/demoCopy.mjs";
import { openWorkbench, type Workbench, type WorkbenchOptions } from "./workbench";

/** What the scripted model was asked in one request, as `test/demo-model` records it. */
export interface ModelRequest {
  prompt: string;
  /** How often it has called tools since the prompt. */
  round: number;
  /** What the tools of the last round answered. */
  results: string[];
  /** The roles of all messages, in order. */
  roles: string[];
  /** The beginning of the first message, which says how to work. */
  opening: string;
  /** The names of the tools it may call. */
  offered: string[];
  /** What it answered. */
  step: { text?: string; calls?: { tool: string; input: object }[]; error?: string };
}

export interface DemoWorkbench extends Workbench {
  /** The copy of the demo workspace, absolute. */
  folder: string;
  /** Every request the model has had so far; side requests, for a title and the like, offer no tools and are left out. */
  modelRequests(): ModelRequest[];
  /** Asks in the Chat panel, as `Chat.ask` does. */
  ask(text: string): Promise<void>;
  /** Waits until what was asked is answered, and returns what the tools said to the model's latest calls. */
  answered(): Promise<string[]>;
}

/** For tests of what tools do, not of how a model comes to know of them: none is deferred. */
export const allTools = { "toolcrib.tools.deferAbove": 1000 };

/** One for all, as a server that suites share has one environment; only one suite runs at a time. */
let requestLog: string | undefined;

/** Most suites look at questions about commands, which are asked before they run wherever there is no layer. */
const askedBefore = { "toolcrib.commands.review": "off" };

/** What differs in a workbench of the demo. */
export interface DemoOptions extends Partial<WorkbenchOptions> {
  /** As it is for somebody who has just installed the extension: the model of the tests is not there. */
  noTestModel?: boolean;
}

/** Opens it; `extensions`, when given, come on top of ours and the model. */
export async function openDemo(options: DemoOptions = {}): Promise<DemoWorkbench> {
  const folder = options.folder ?? (await copyDemoWorkspace());
  requestLog ??= join(await mkdtemp(join(tmpdir(), "crib-log-")), "requests.jsonl");
  const log = requestLog;
  await rm(log, { force: true });
  const workbench = await openWorkbench({
    ...options,
    folder,
    machineSettings: { ...askedBefore, ...options.machineSettings },
    // Where a model in the browser records what it was asked, as it has no environment.
    settings: { "toolcribTest.log": log, ...options.settings },
    extensions: [
      ...(await packedExtensions()).slice(0, options.noTestModel ? 1 : undefined),
      ...(options.extensions ?? []),
    ],
    env: { ...options.env, TOOLCRIB_DEMO_LOG: log },
    keep: !options.extensions && !options.env && !options.noTestModel,
  });
  const modelRequests = () => readRequests(log);
  let before = 0;
  const ask = (text: string) => {
    before = modelRequests().length;
    return workbench.chat.ask(text);
  };
  const answered = async () => {
    // Right after it was sent, the panel still shows the end of the answer before.
    await workbench.waitFor("the model to be asked", () => modelRequests().length > before);
    await workbench.chat.done();
    return modelRequests().at(-1)?.results ?? [];
  };
  return Object.assign(workbench, { folder, modelRequests, ask, answered });
}

/** The same in agent mode, with our custom agent chosen. */
export async function openAgentMode(options: Partial<WorkbenchOptions> = {}): Promise<DemoWorkbench> {
  const workbench = await openDemo({ ...options, copilotAgent: true });
  try {
    await workbench.chat.open();
    await workbench.chat.pickAgent("Toolcrib");
    return workbench;
  } catch (error) {
    // Nobody else knows it, and its server would keep the suite from ending.
    await workbench.picture("no-agent-mode").catch(() => undefined);
    await workbench.close().catch(() => undefined);
    throw error;
  }
}

/** What VS Code's automatic approval of tools looks like in the settings. */
export const autoApproved = { machineSettings: { "chat.tools.global.autoApprove": true } };

/** A prompt that makes the scripted model play these steps; see `test/demo-model/script.js`. */
export function script(...steps: object[]): string {
  return `follow the script\n\`\`\`crib-script\n${JSON.stringify(steps)}\n\`\`\``;
}

/** Keeps a picture of the workbench whenever a test of the enclosing suite fails. */
export function pictureFailures(workbench: () => Workbench): void {
  afterEach(async function () {
    if (this.currentTest?.state !== "failed") return;
    console.log(`    ${await workbench().picture(`failed ${this.currentTest.fullTitle()}`.replace(/\W+/g, "-"))}`);
  });
}

function readRequests(log: string): ModelRequest[] {
  if (!existsSync(log)) return [];
  const requests: ModelRequest[] = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return requests.filter((request) => request.offered.length > 0);
}
