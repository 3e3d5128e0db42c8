import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { type AnyTool, defineTool, type PlanContext, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf, isInside, relativeInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { ranNone } from "../../lib/testRuns/reading/testRun";
import { OwnNote, runParameters } from "../../tools/commands/commandRun";
import type { CommandData } from "../../tools/commands/commandText";
import { CoverageWish, planCoverage } from "./coverageText";
import { planEditorRun } from "./editorRun";
import type { Runner, TestCall, TestWish } from "./runner";
import { markerNames, ownName, runnerOf } from "./runners";
import type { TestRunFacts, TestRuns } from "./testRuns";

const input = z.object({
  folder: z
    .string()
    .min(1)
    .default(".")
    .describe("The project's folder, relative to the workspace folder or absolute. Default: the workspace folder."),
  file: z
    .string()
    .min(1)
    .optional()
    .describe("Run the tests of this file or folder; relative to the workspace folder or to folder. Default: all."),
  name: z.string().min(1).max(500).optional().describe("Run the tests with this name. Default: all."),
  failed: z.boolean().default(false).describe("Run those that failed in your last run of tests. Default: false."),
  coverage: z.boolean().default(false).describe("Measure coverage and summarise it. Default: false."),
  uncovered_in: z
    .array(z.string().min(1))
    .max(20)
    .default([])
    .describe("With coverage: files whose uncovered lines are listed. Default: none."),
  runner: z
    .enum(["project", "editor"])
    .optional()
    .describe(
      "Whose runner to use: the project's own, or those of the editor's extensions, for which folder does not matter. Default: the project's where one is recognised, else the editor's.",
    ),
  timeout_ms: runParameters.timeout_ms,
});

type Input = z.infer<typeof input>;

/** @param runs remembers what failed, and shows each run. */
export const runTests = (runs: TestRuns): AnyTool =>
  defineTool({
    name: "run_tests",
    displayName: "Run Tests",
    summary: "Run the project's tests: all, a file, a name, or those that failed",
    description:
      "Runs the project's tests with its own runner, recognised from its files (vitest, jest, mocha, node --test, any npm test script, pytest, go test, cargo test), and returns its output with the failing tests and their places, and with coverage a summary and uncovered lines. The command is judged like any other. Where none is recognised, the editor runs the tests of its extensions, which asks each time. For another runner use run_command.",
    metadata: {
      concurrencySafe: false,
      readOnly: false,
      destructive: true,
      idempotent: false,
      searchHint: "test suite unit tests failing rerun coverage lcov jest pytest mocha vitest",
    },
    effectKinds: ["read", "delegate"],
    input,
    async plan(wish, context) {
      const { privateInput } = context;
      if (privateInput instanceof CoverageWish) return planCoverage(privateInput, context);
      if (wish.runner === "editor") return planEditorRun(wish, context);
      const folder = await context.host.resolve(wish.folder);
      const runner = await recognised(folder, context);
      if (!runner && wish.runner === undefined && context.host.runsEditorTests) return planEditorRun(wish, context);
      if (!runner) throw noRunner(folder);
      const wanted = await wantedTests(wish, folder, runner, runs.last(context.session.agent), context);
      const refusal = runner.refusal?.(wanted);
      if (refusal !== undefined) throw new ToolError("invalid_input", refusal);
      if (wish.coverage && runner.reports.length === 0)
        throw new ToolError(
          "unavailable",
          `${runner.name} cannot measure coverage here, because c8 is not among the project's dependencies: install it, or call without coverage.`,
        );
      const call = runner.call(wanted);
      return {
        title: actionTitle`Run tests: ${call.command}`,
        effects: [],
        run: (context) => ran({ wish, runner, call, folder }, runs, context),
      };
    },
  });

/** The runner of a project. */
async function recognised(folder: ResolvedPath, { host }: PlanContext): Promise<Runner | undefined> {
  const texts: Record<string, string> = {};
  const names = new Set<string>();
  for (const name of markerNames) {
    const file = childOf(folder, name);
    const stat = await host.stat(file);
    if (stat?.kind !== "file") continue;
    names.add(name);
    if (["package.json", "pyproject.toml"].includes(name) && stat.size < 1_000_000)
      texts[name] = Buffer.from(await host.read(file)).toString("utf8");
  }
  return runnerOf({ packageJson: texts["package.json"], pyproject: texts["pyproject.toml"], names });
}

const noRunner = ({ shown }: ResolvedPath) =>
  new ToolError(
    "not_found",
    `No test runner is recognised in ${shown}: give the folder of the project's package.json, pyproject.toml, go.mod or Cargo.toml, or run its tests with run_command.`,
  );

async function wantedTests(
  { file, name, failed, coverage }: Input,
  folder: ResolvedPath,
  runner: Runner,
  last: TestRunFacts | undefined,
  { host }: PlanContext,
): Promise<TestWish> {
  if (failed && (file !== undefined || name !== undefined))
    throw new ToolError(
      "invalid_input",
      "failed runs the tests that failed last: leave out file and name, or leave out failed.",
    );
  if (failed) return { names: failedNames(runner, folder, last), coverage };
  if (file === undefined) return { names: name === undefined ? [] : [name], coverage };
  const target = await testFile(file, folder, host);
  const inside = isInside(folder.real, target.real) ? relativeInside(folder.real, target.real) : target.real;
  return { file: inside, names: name === undefined ? [] : [name], coverage };
}

/** By its path from the workspace folder, else from the project's. @throws ToolError `not_found`. */
async function testFile(file: string, folder: ResolvedPath, host: PlanContext["host"]): Promise<ResolvedPath> {
  const target = await host.resolve(file);
  if (await host.stat(target)) return target;
  const inside = await host.resolve(file, folder.real);
  if (await host.stat(inside)) return inside;
  throw new ToolError("not_found", `${target.shown} does not exist: check the path, or find it with find_files.`);
}

/** @throws ToolError `not_found` where nothing is known to have failed. */
function failedNames(runner: Runner, folder: ResolvedPath, last: TestRunFacts | undefined): string[] {
  const failures = last?.folder.real === folder.real ? (last.report?.failures ?? []) : [];
  const names = [...new Set(failures.map(({ name }) => ownName(runner.name, name)))];
  if (names.length > 0) return names;
  throw new ToolError("not_found", `No failing test is known in ${folder.shown}: run the tests without failed first.`);
}

/** Why none of the tests that were chosen ran; undefined where some did, or all were wanted. */
function emptyNote({ file, name, failed }: Input, tests: CommandData["tests"]): string | undefined {
  if (file === undefined && name === undefined && !failed) return undefined;
  if (!tests) return "No test was counted: the output tells of none.";
  if (!ranNone(tests)) return undefined;
  const place = file === undefined ? "" : ` in ${file}`;
  if (name !== undefined) return `No test ran: none${place} is called ${JSON.stringify(name)}, or it is skipped.`;
  if (failed) return "No test ran: none is called like those that failed last, or they are skipped.";
  return `No test ran: there is none${place}, or all are skipped.`;
}

interface Running {
  readonly wish: Input;
  readonly runner: Runner;
  readonly call: TestCall;
  readonly folder: ResolvedPath;
}

async function ran(
  { wish, runner, call: { command, note }, folder }: Running,
  runs: TestRuns,
  context: RunContext,
): Promise<ToolResult> {
  const since = Date.now();
  const input = {
    ...{ command, cwd: folder.path },
    ...(wish.timeout_ms !== undefined && { timeout_ms: wish.timeout_ms }),
  };
  const why = new OwnNote(`Runs the tests with ${runner.name}, because ${runner.because}.`);
  const result = await context.call("run_command", input, why);
  const { tests, exitCode, endedBy } = (result.data ?? {}) as Partial<CommandData>;
  // It was refused.
  if (endedBy === undefined) return result;
  runs.add(context.session.agent, { command, folder, report: tests, exitCode, output: result.text });
  const notes = [note, emptyNote(wish, tests)].flatMap((text) => (text === undefined ? [] : [`\n[${text}]`]));
  const head = `$ ${command}\n${result.text}${notes.join("")}`;
  if (!wish.coverage) return { ...result, text: head };
  // The times of files are coarser than the clock.
  const look = new CoverageWish(folder, runner.reports, since - 2000, wish.uncovered_in);
  const covered = await context.call("run_tests", wish, look);
  return {
    ...result,
    text: `${head}\n${covered.text}`,
    data: { ...(result.data as object), ...(covered.data as object) },
  };
}
