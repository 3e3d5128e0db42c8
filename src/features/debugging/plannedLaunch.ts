/** From what a model asks for, or a configuration of the workspace, to the launch that is judged. */
import { extname } from "node:path/posix";
import { type DebuggerName, type DebugLaunch, launchCommand } from "../../core/ports/editor/debugging";
import { clause } from "../../core/text/clauses/clause";
import type { PlanContext, PlanHost } from "../../core/tools/tool";
import type { ExecEffect, ReadEffect, ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { type LaunchEntry, LaunchProblem, launchEntry, launchNames } from "../../lib/launches/launchFile";
import { idleMs } from "./debugRuns";

/** Where VS Code has launch configurations. */
const launchFile = ".vscode/launch.json";

/** What a model asks for. */
export interface LaunchWish {
  readonly configuration?: string | undefined;
  readonly program?: string | undefined;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly runtime?: string | undefined;
  readonly runtime_args: readonly string[];
  readonly stop_on_entry: boolean;
}

/** A launch as it is judged. */
export interface PlannedLaunch {
  readonly launch: DebugLaunch;
  readonly effect: ExecEffect;
  readonly reads: readonly ReadEffect[];
  /** For people. */
  readonly title: string;
  readonly notes: readonly string[];
}

const byExtension: Readonly<Record<string, DebuggerName>> = {
  ...Object.fromEntries([".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"].map((name) => [name, "node"] as const)),
  ".py": "python",
};

/** @throws ToolError for what cannot be started. */
export async function plannedLaunch(wish: LaunchWish, context: PlanContext): Promise<PlannedLaunch> {
  const { host } = context;
  const { entry, base, read } = await entryOf(wish, context);
  const cwd = await host.resolve(entry.cwd ?? ".", base);
  if ((await host.stat(cwd))?.kind !== "directory")
    throw new ToolError("not_directory", `The working folder ${cwd.shown} is not a folder: give an existing one.`);
  const program = entry.program === undefined ? undefined : await existing(entry.program, cwd, host);
  const { leftOut, module } = entry;
  const launch: DebugLaunch = {
    ...{ debugger: entry.debugger, args: entry.args, runtimeArgs: entry.runtimeArgs, env: entry.env },
    runtime: entry.runtime ?? defaultRuntime(entry.debugger),
    ...(program && { program: program.path }),
    ...(module !== undefined && { module }),
    cwd: cwd.path,
    stopOnEntry: entry.stopOnEntry,
  };
  const language = host.shellLanguage();
  const effect: ExecEffect = {
    kind: "exec",
    command: launchCommand(launch, language),
    ...(language !== "bash" && { language }),
    cwd,
    timeoutMs: idleMs,
    background: true,
    // No sandbox holds what a debugger starts.
    outsideSandbox: true,
  };
  const named = leftOut.length > 0 ? [clause`Ignored in the configuration: ${leftOut.join(", ")}.`] : [];
  const title = wish.configuration ?? program?.shown ?? effect.command;
  const reads = read ? [read] : [];
  return {
    launch,
    effect,
    reads,
    title,
    notes: [clause`It runs under VS Code's debugger, where you see it.`, ...named],
  };
}

const defaultRuntime = (name: DebuggerName) =>
  name === "node" ? "node" : process.platform === "win32" ? "python" : "python3";

interface Chosen {
  readonly entry: LaunchEntry;
  /** Absolute path that its paths start at; absent: the workspace folder. */
  readonly base?: string;
  readonly read?: ReadEffect;
}

async function entryOf(wish: LaunchWish, context: PlanContext): Promise<Chosen> {
  const { configuration, program, args, cwd, env, runtime, runtime_args, stop_on_entry } = wish;
  if (configuration !== undefined && program !== undefined)
    throw new ToolError("invalid_input", "configuration and program exclude each other: leave one of them out.");
  if (configuration !== undefined) {
    const others = args.length > 0 || Object.keys(env).length > 0 || runtime_args.length > 0 || runtime || cwd;
    if (others)
      throw new ToolError(
        "invalid_input",
        "A configuration is started as it stands: leave args, cwd, env, runtime and runtime_args out, or give program.",
      );
    return configured(configuration, stop_on_entry, context);
  }
  if (program === undefined)
    throw new ToolError("invalid_input", `Give program, or the name of a configuration of ${launchFile}.`);
  const name = byExtension[extname(program).toLowerCase()];
  if (!name)
    throw new ToolError(
      "invalid_input",
      `${program} is neither JavaScript, TypeScript nor Python: only these run here.`,
    );
  const plain = { args, env, runtimeArgs: runtime_args, stopOnEntry: stop_on_entry, leftOut: [] };
  const places = { ...(cwd !== undefined && { cwd }), ...(runtime !== undefined && { runtime }) };
  return { entry: { debugger: name, program: (await context.host.resolve(program)).path, ...plain, ...places } };
}

/** The file is read here and now: whatever it holds when the program starts is not looked at. */
async function configured(name: string, stopOnEntry: boolean, { host, roots }: PlanContext): Promise<Chosen> {
  const [folder = ""] = roots;
  const target = await host.resolve(launchFile);
  if ((await host.stat(target))?.kind !== "file")
    throw new ToolError("not_found", `There is no ${target.shown}: give program instead of a configuration.`);
  const text = Buffer.from(await host.read(target)).toString("utf8");
  try {
    const entry = launchEntry(text, name, folder);
    return {
      entry: { ...entry, stopOnEntry: entry.stopOnEntry || stopOnEntry },
      base: folder,
      read: { kind: "read", target },
    };
  } catch (error) {
    if (!(error instanceof LaunchProblem)) throw error;
    const names = namesIn(text);
    const known = names.length > 0 ? ` (it has ${names.map((one) => JSON.stringify(one)).join(", ")})` : "";
    throw new ToolError(
      "invalid_input",
      `The configuration ${JSON.stringify(name)} of ${target.shown} cannot be started, because ${error.message}${known}: choose another, or give program and args.`,
    );
  }
}

function namesIn(text: string): string[] {
  try {
    return launchNames(text);
  } catch {
    // The message says already that there are none.
    return [];
  }
}

async function existing(program: string, cwd: ResolvedPath, host: PlanHost): Promise<ResolvedPath> {
  const target = await host.resolve(program, cwd.path);
  if ((await host.stat(target))?.kind === "file") return target;
  throw new ToolError("not_found", `${target.shown} does not exist, so it cannot be debugged: check the path.`);
}
