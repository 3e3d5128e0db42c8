/** The runtimes of this machine: looked for when they are first needed, and asked for their version once (EX-10). */
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import {
  type BrokenRuntime,
  type Runtime,
  type RuntimeName,
  type RuntimePort,
  type RuntimeSurvey,
  runtimeNames,
} from "../../../core/ports/runtimes";
import { isInside } from "../../../core/vocabulary/paths";
import { messageOf } from "../../../core/vocabulary/toolError";
import { commandEnvironment } from "../../../node/environment/environment";
import type { LoginPath } from "../../../node/environment/loginPath";
import { workspaceEnvironment } from "../../../node/environment/workspaceEnvironment";
import { askProgram } from "../../../node/processes/askProgram";
import type { Starter } from "../../../node/processes/starter";

/** Milliseconds that a program may take to tell its version. */
const timeoutMs = 10_000;

/** How a runtime is found: its names on the PATH, the best first, and how it tells its version. */
interface Kind {
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly version: RegExp;
  /** Set where it also counts without a version. */
  readonly mayBeSilent?: boolean;
}

const kinds: Readonly<Record<RuntimeName, Kind>> = {
  deno: { commands: ["deno"], args: ["--version"], version: /^deno (\d[\d.]*)/m },
  node: { commands: ["node"], args: ["--version"], version: /^v(\d[\d.]*)/m },
  python: { commands: ["python3", "python"], args: ["--version"], version: /^Python (3[\d.]*)/m },
  bash: { commands: ["bash"], args: ["--version"], version: /version (\d+\.\d+(?:\.\d+)?)/ },
  sh: { commands: ["sh"], args: ["-c", ":"], version: /(?!)/, mayBeSilent: true },
};

/** What differs from this process. */
export interface RuntimeOptions {
  /** Where the PATH of this process is not the person's own. */
  readonly path?: Pick<LoginPath, "get">;
  readonly start?: Starter;
  /** By default the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

type Found = { readonly runtime: Runtime } | { readonly broken: BrokenRuntime };

const suffixes = process.platform === "win32" ? [".exe"] : [""];

/** A program, and how a command names it. */
type NamedProgram = Pick<Runtime, "command" | "program">;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The first program of a name that nobody's agent may have put there; by its path where a command would find another first. */
function programNamed(command: string, path: string, apart: readonly string[]): NamedProgram | undefined {
  const programs = path
    .split(delimiter)
    .flatMap((folder) => suffixes.map((suffix) => join(folder, command + suffix)))
    .filter(isProgram);
  const program = programs.find((one) => !apart.some((folder) => isInside(folder, realpathSync(one))));
  return program === undefined ? undefined : { command: program === programs[0] ? command : program, program };
}

/** Changes when the program behind a path is another. */
function versionKey({ command, program }: NamedProgram): string {
  const { mtimeMs, size, ino } = statSync(program);
  return [command, program, mtimeMs, size, ino].join("\0");
}

/** Asks the machine. */
export class HostRuntimes implements RuntimePort {
  readonly #known = new Map<string, Promise<Found>>();

  constructor(private readonly options: RuntimeOptions = {}) {}

  async survey(apart: readonly string[]): Promise<RuntimeSurvey> {
    const own = this.options.env ?? process.env;
    const given = this.options.path ? { ...own, PATH: await this.options.path.get() } : own;
    // A home that holds nothing: what only works with the person's own does not work in a workspace either.
    const env = commandEnvironment(await workspaceEnvironment(given, tmpdir(), apart), [], false);
    // A program that goes away while it is looked at is not there.
    const look = (name: RuntimeName) => this.#find(name, env, apart).catch(() => undefined);
    const all = await Promise.all(runtimeNames.map(look));
    const seen = all.flatMap((one) => one ?? []);
    return {
      found: seen.flatMap((one) => ("runtime" in one ? one.runtime : [])),
      broken: seen.flatMap((one) => ("broken" in one ? one.broken : [])),
    };
  }

  /** The first that works; else the first that does not. */
  async #find(name: RuntimeName, env: NodeJS.ProcessEnv, apart: readonly string[]): Promise<Found | undefined> {
    let first: Found | undefined;
    for (const command of kinds[name].commands) {
      const program = programNamed(command, env.PATH ?? "", apart);
      const found = program && (await this.#ask(name, program, env));
      if (found && "runtime" in found) return found;
      first ??= found;
    }
    return first;
  }

  #ask(name: RuntimeName, named: NamedProgram, env: NodeJS.ProcessEnv): Promise<Found> {
    const key = versionKey(named);
    const known = this.#known.get(key) ?? this.#askNow(name, named, env);
    this.#known.set(key, known);
    return known;
  }

  async #askNow(name: RuntimeName, { command, program }: NamedProgram, env: NodeJS.ProcessEnv): Promise<Found> {
    const { args, version, mayBeSilent = false } = kinds[name];
    const broken = (problem: string): Found => ({ broken: { name, program, problem } });
    try {
      const { start } = this.options;
      const answer = await askProgram({ program, args, cwd: tmpdir(), env, timeoutMs, ...(start && { start }) });
      if (!answer) return broken(`it did not report its version within ${timeoutMs / 1000} seconds`);
      const said = `${answer.stdout}\n${answer.stderr}`;
      const number = version.exec(said)?.[1];
      if (answer.exitCode !== 0 || (number === undefined && !mayBeSilent)) return broken(complaint(said));
      return { runtime: { name, command, program, ...(number !== undefined && { version: number }) } };
    } catch (error) {
      return broken(messageOf(error));
    }
  }
}

/** What a program says instead of its version, in brief. */
function complaint(said: string): string {
  const line = said.split("\n").find((one) => one.trim() !== "");
  return line === undefined ? "it reports no version" : `it says "${line.trim().slice(0, 120)}"`;
}
