/** Launch configurations of `.vscode/launch.json`, as far as they say what runs. Pure. */
import { parse } from "jsonc-parser";
import type { DebuggerName } from "../../core/ports/editor/debugging";

/** A configuration that can be started: texts as they stand in the file, variables replaced. */
export interface LaunchEntry {
  readonly debugger: DebuggerName;
  readonly runtime?: string;
  readonly runtimeArgs: readonly string[];
  readonly program?: string;
  readonly module?: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stopOnEntry: boolean;
  /** Names of attributes that are not heeded and might change what runs. */
  readonly leftOut: readonly string[];
}

/** A configuration that cannot be started; its message is a clause about it. */
export class LaunchProblem extends Error {}

const debuggers: Readonly<Record<string, DebuggerName>> = {
  node: "node",
  "pwa-node": "node",
  debugpy: "python",
  python: "python",
};

/** Attributes that are read. */
const read = new Set([
  ...["name", "type", "request", "program", "module", "args", "cwd", "env", "stopOnEntry"],
  ...["runtimeExecutable", "runtimeArgs", "python", "pythonPath"],
]);

/** Attributes that only change what is shown, or how the debugger looks at the program. */
const shownOnly = new Set([
  ...["console", "internalConsoleOptions", "presentation", "skipFiles", "outFiles", "sourceMaps", "smartStep"],
  ...["justMyCode", "showReturnValue", "outputCapture", "timeout", "trace", "resolveSourceMapLocations"],
  ...["autoAttachChildProcesses", "pauseForSourceMap", "showAsyncStacks", "subProcess"],
]);

/** The configurations of a file, in its order. @throws LaunchProblem for a text that is none. */
export function launchNames(text: string): string[] {
  return configurationsIn(text).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
}

/**
 * Reads one of them. @param folder absolute path of the workspace folder.
 * @throws LaunchProblem for one that is not there, or that cannot be started as it stands.
 */
export function launchEntry(text: string, name: string, folder: string): LaunchEntry {
  const found = configurationsIn(text).filter((one) => one.name === name);
  const [entry] = found;
  if (!entry) throw new LaunchProblem(`it has no configuration named ${JSON.stringify(name)}`);
  if (found.length > 1) throw new LaunchProblem(`it has ${found.length} configurations named ${JSON.stringify(name)}`);
  const kind = debuggers[String(entry.type)];
  if (!kind)
    throw new LaunchProblem(`its type is ${JSON.stringify(entry.type)}, and only node and debugpy are supported`);
  if (entry.request !== "launch")
    throw new LaunchProblem(`its request is ${JSON.stringify(entry.request)}, and only "launch" is supported`);
  const fields = new Fields(entry, folder);
  const runtime = fields.text(
    kind === "node" ? "runtimeExecutable" : entry.python === undefined ? "pythonPath" : "python",
  );
  const [program, module, cwd] = ["program", "module", "cwd"].map((field) => fields.text(field));
  return {
    debugger: kind,
    ...(runtime !== undefined && { runtime }),
    ...(program !== undefined && { program }),
    ...(module !== undefined && kind === "python" && { module }),
    ...(cwd !== undefined && { cwd }),
    runtimeArgs: kind === "node" ? fields.list("runtimeArgs") : [],
    args: fields.list("args"),
    env: fields.record("env"),
    stopOnEntry: entry.stopOnEntry === true,
    leftOut: Object.keys(entry).filter((field) => !read.has(field) && !shownOnly.has(field)),
  };
}

type Configuration = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Configuration =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function configurationsIn(text: string): Configuration[] {
  const whole: unknown = parse(text, [], { allowTrailingComma: true });
  const configurations = isRecord(whole) ? whole.configurations : undefined;
  if (!Array.isArray(configurations)) throw new LaunchProblem("it has no list of configurations");
  return configurations.filter(isRecord);
}

/** Reads attributes of a configuration. */
class Fields {
  constructor(
    private readonly entry: Configuration,
    private readonly folder: string,
  ) {}

  text(field: string): string | undefined {
    const value = this.entry[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "string") return this.#replaced(field, value);
    throw new LaunchProblem(`its ${field} must be a text`);
  }

  list(field: string): string[] {
    const value = this.entry[field] ?? [];
    if (Array.isArray(value) && value.every((one) => typeof one === "string"))
      return value.map((one) => this.#replaced(field, one));
    // As one text, a shell would read it.
    throw new LaunchProblem(`its ${field} must be a list of texts`);
  }

  record(field: string): Record<string, string> {
    const value = this.entry[field] ?? {};
    if (!isRecord(value)) throw new LaunchProblem(`its ${field} must be an object of texts`);
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (typeof one === "string") return [name, this.#replaced(`${field}.${name}`, one)];
        throw new LaunchProblem(`its ${field}.${name} must be a text`);
      }),
    );
  }

  /** Other variables run commands, ask, or read what nobody has judged. */
  #replaced(field: string, text: string): string {
    const base = this.folder.split(/[\\/]/).at(-1) ?? "";
    const plain = text.replace(/\$\{workspaceFolder(Basename)?\}/g, (_, name) => (name ? base : this.folder));
    const left = /\$\{[^}]*\}?/.exec(plain)?.[0];
    if (left === undefined) return plain;
    throw new LaunchProblem(
      `its ${field} has the variable ${left}, and only \${workspaceFolder} and \${workspaceFolderBasename} are replaced`,
    );
  }
}
