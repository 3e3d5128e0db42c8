/**
 * Measures verdicts in this process: `verdictProcess.js ROOT STATE-FOLDER` prints one line of JSON. What
 * loads it puts the time of that, by `performance.now()`, into `globalThis.loadedAt`.
 */
import { readFileSync } from "node:fs";
import { prepareCall } from "../../src/core/calls/prepareCall";
import { judgeEffect } from "../../src/core/rules/rule";
import { startMachine } from "../../src/headless/machine";
import { readOptions } from "../../src/headless/options";
import { compare } from "./measure";

/** Milliseconds each. */
export interface VerdictTimes {
  /** From the start of loading the code until calls can be made. */
  readonly started: number;
  /** The first verdict after that. */
  readonly first: number;
  /** Parsing and judging, by command, with a context of its own each time as in a call. */
  readonly judged: Readonly<Record<string, number>>;
  /** Everything that is done before a person is asked or the command is started. */
  readonly prepared: number;
  /** All commands of the verdict cases in turn, for one of them. */
  readonly perCase: number;
}

const commands = [
  "git log --oneline | head -5",
  "npm test && rm -rf dist",
  "cat src/a.ts | grep -n value | sort | uniq -c",
] as const;

const cases = readFileSync("test/policy/cases/verdicts.tsv", "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t"))
  .flatMap(([, kind, input = ""]) => (kind === "command" ? [JSON.parse(input) as string] : []));

async function main(root: string, state: string): Promise<VerdictTimes> {
  const { crib, session } = await startMachine(readOptions("explain", ["--root", root, "--state", state]));
  const cwd = await crib.context().resolve(".");
  const judge = (command: string) =>
    judgeEffect(crib.rules, { kind: "exec", command, cwd, timeoutMs: 1000 }, crib.context());
  const median = async (work: () => unknown, rounds: number) =>
    (await compare("", () => {}, work, { rounds, warm: true })).ours;
  const ready = performance.now();
  const started = ready - (globalThis as unknown as { loadedAt: number }).loadedAt;
  await judge(commands[0]);
  const first = performance.now() - ready;
  const judged: Record<string, number> = {};
  for (const command of commands) judged[command] = await median(() => judge(command), 1000);
  const { signal } = new AbortController();
  const call = { tool: "run_command", input: { command: commands[0] }, signal };
  const prepared = await median(() => prepareCall(crib, session, call), 300);
  const judgeCases = async () => {
    for (const command of cases) await judge(command);
  };
  return { started, first, judged, prepared, perCase: (await median(judgeCases, 1)) / cases.length };
}

const [root = "", state = ""] = process.argv.slice(-2);
void main(root, state).then((times) => console.log(JSON.stringify(times)));
