/** Runs in an extension host: measures ours, VS Code's own tools and an empty tool, in turn with the raw tools. */
import { appendFileSync, readFileSync } from "node:fs";
import * as vscode from "vscode";
import { inTurn, type Outcome, type Participant } from "../inTurn";
import { timed } from "../measure";
import { RawHelper } from "../rawHelper";
import { swapped, type Task } from "../tasks";
import { ownTools } from "./ownTools";

/** What is to be measured, in the file that TOOLCRIB_BENCH_PLAN names. */
export interface HostPlan {
  readonly tasks: readonly Task[];
  /** The bundle of rawProcess.ts. */
  readonly rawProgram: string;
  /** Where the report goes, a line for each task, and `HostEnd` as the last one of each folder. */
  readonly report: string;
}

/** What a task came to. */
export interface HostLine {
  readonly task: string;
  readonly outcomes: Partial<Record<"raw" | "ours" | "own" | "empty" | "prepared", Outcome>>;
}

/** All tasks of the opened folder are done, or something went wrong for all of them. */
export interface HostEnd {
  readonly end: string;
  readonly failure?: string;
  /** Names of all tools that are there. */
  readonly tools: readonly string[];
}

/** Calls a tool. @returns its text. */
async function called(name: string, input: object): Promise<string> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

/** How an answer of ours begins that did not do what was wanted: VS Code knows no results that are errors. */
const refusal = /^(?:The person declined|Denied by policy|No )|was not done/;

async function ours(task: Task): Promise<Participant> {
  const call = async (tool: string, input: object) => {
    const text = await called(`toolcrib_${tool}`, input);
    if (refusal.test(text)) throw new Error(text);
  };
  if (task.first) await call(task.first.tool, task.first.input);
  let round = 0;
  return () => {
    const input = swapped(task, round++);
    return timed(() => call(task.tool, input));
  };
}

async function measure(task: Task, raw: RawHelper): Promise<HostLine> {
  const own = ownTools(task).find(({ name }) => vscode.lm.tools.some((tool) => tool.name === name));
  const participants: Partial<Record<keyof HostLine["outcomes"], Participant>> = {
    raw: () => raw.run(task),
    ours: await ours(task),
    ...(own ? { own: () => timed(() => called(own.name, own.input)) } : {}),
    ...(task.compared === "read"
      ? {
          empty: () => timed(() => called("empty_tool", {})),
          prepared: () => timed(() => called("prepared_tool", {})),
        }
      : {}),
  };
  return {
    task: task.name,
    outcomes: await inTurn(participants, { rounds: task.rounds, warm: task.rounds > 1 }),
  };
}

export async function run(): Promise<void> {
  const { tasks, rawProgram, report } = JSON.parse(
    readFileSync(process.env.TOOLCRIB_BENCH_PLAN ?? "", "utf8"),
  ) as HostPlan;
  const tell = (line: HostLine | HostEnd) => appendFileSync(report, `${JSON.stringify(line)}\n`);
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const raw = new RawHelper(rawProgram);
  const end = (failure?: string) =>
    tell({ end: root, tools: vscode.lm.tools.map(({ name }) => name), ...(failure === undefined ? {} : { failure }) });
  try {
    for (const task of tasks) if (task.root === root) tell(await measure(task, raw));
    end();
  } catch (error) {
    end((error as Error).message);
  } finally {
    raw.close();
  }
}
