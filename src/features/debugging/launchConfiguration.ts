/** A launch as VS Code and its debuggers are told it. Pure. */
import type { DebuggerName, DebugLaunch } from "../../core/ports/editor/debugging";

/** A configuration of VS Code. */
export interface LaunchConfiguration extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly name: string;
  readonly request: string;
}

/** What VS Code calls the debuggers. */
export const debuggerTypes: Readonly<Record<DebuggerName, string>> = { node: "pwa-node", python: "debugpy" };

/**
 * Everything that settings and extensions would choose is said, so that what runs is what was judged.
 * @param name for people; it may be a repository's own. @param withheld variables of this process that it does not get.
 */
export function configurationOf(launch: DebugLaunch, name: string, withheld: readonly string[]): LaunchConfiguration {
  const { program, args, cwd, stopOnEntry } = launch;
  return {
    type: debuggerTypes[launch.debugger],
    request: "launch",
    // VS Code would run the commands of variables in every text, and the judged ones hold none.
    name: name.replaceAll("${", "$ {"),
    ...(program !== undefined && { program }),
    args: [...args],
    cwd,
    console: "internalConsole",
    internalConsoleOptions: "neverOpen",
    stopOnEntry,
    ...(launch.debugger === "python" ? pythonFields(launch, withheld) : nodeFields(launch, withheld)),
  };
}

const nodeFields = ({ runtime, runtimeArgs, env }: DebugLaunch, withheld: readonly string[]) => ({
  runtimeExecutable: runtime,
  runtimeArgs: [...runtimeArgs],
  runtimeVersion: "default",
  env: { ...Object.fromEntries(withheld.map((variable) => [variable, null])), ...env },
  envFile: null,
  outputCapture: "std",
  skipFiles: ["<node_internals>/**"],
});

/** Its extension takes no list for `python`, and reads the workspace's `.env` unless `envFile` is a text. */
const pythonFields = ({ module, runtime, runtimeArgs, env }: DebugLaunch, withheld: readonly string[]) => ({
  ...(module !== undefined && { module }),
  python: runtime,
  pythonArgs: [...runtimeArgs],
  debugLauncherPython: runtime,
  env: { ...Object.fromEntries(withheld.map((variable) => [variable, ""])), ...env },
  envFile: "",
  justMyCode: true,
});

/** What could make something else run than what was judged. */
const deciding = [
  ...["type", "request", "program", "module", "args", "cwd", "runtimeExecutable", "runtimeArgs"],
  ...["python", "pythonArgs", "pythonPath", "debugLauncherPython", "sudo"],
  ...["preLaunchTask", "postDebugTask", "envFile", "serverReadyAction"],
];

/** Names of attributes that somebody changed on the way, as an extension may. */
export const alteredFields = (
  asked: Readonly<Record<string, unknown>>,
  started: Readonly<Record<string, unknown>>,
): string[] => deciding.filter((name) => JSON.stringify(asked[name] ?? null) !== JSON.stringify(started[name] ?? null));
