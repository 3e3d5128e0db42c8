/** The debuggers of an editor, where a person sees everything that they do. */
import type { ShellLanguage } from "../../vocabulary/shellLanguage";
import { commandLine, quoted } from "../../vocabulary/shellQuoting";
import { ToolError } from "../../vocabulary/toolError";

/** The kinds of programs that can be debugged. */
export type DebuggerName = "node" | "python";

/** A program to debug: all that decides on what runs, and nothing that an editor would expand or add to. */
export interface DebugLaunch {
  readonly debugger: DebuggerName;
  /** The program that runs the program, as a name on the PATH or an absolute path. */
  readonly runtime: string;
  readonly runtimeArgs: readonly string[];
  /** Absolute path; absent where the runtime's arguments name what runs. */
  readonly program?: string;
  /** Of Python, in place of a program. */
  readonly module?: string;
  readonly args: readonly string[];
  /** Absolute path. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stopOnEntry: boolean;
}

/** Names that no shell reads as something else. */
const variableName = /^[A-Za-z_]\w*$/;

/**
 * The command that a launch is, by which it is judged.
 * @throws ToolError `invalid_input` for what cannot be written as one.
 */
export function launchCommand(launch: DebugLaunch, language: ShellLanguage): string {
  const { runtime, runtimeArgs, program, module, args, env } = launch;
  const names = Object.keys(env);
  const wrong = names.find((name) => !variableName.test(name));
  if (wrong !== undefined)
    throw new ToolError(
      "invalid_input",
      `${JSON.stringify(wrong)} is not a valid name of an environment variable: rename it.`,
    );
  if (names.length > 0 && language !== "bash")
    throw new ToolError(
      "invalid_input",
      `Environment variables (${names.join(", ")}) can only be given where commands run in bash: leave env out.`,
    );
  const expanded = [runtime, ...runtimeArgs, program ?? "", module ?? "", ...args, launch.cwd, ...Object.values(env)];
  const foreign = expanded.find((text) => text.includes("${"));
  if (foreign !== undefined)
    throw new ToolError(
      "invalid_input",
      `VS Code would expand "\${" in ${JSON.stringify(foreign)} when it starts a debugger: leave it out.`,
    );
  const target = [...(program === undefined ? [] : [program]), ...(module === undefined ? [] : ["-m", module])];
  const line = commandLine([runtime, ...runtimeArgs, ...target, ...args], language);
  return [...names.map((name) => `${name}=${quoted(env[name] ?? "")}`), line].join(" ");
}

/** A place at which a program stops, or prints. */
export interface Breakpoint {
  /** Absolute path. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** An expression that the program evaluates each time; it stops where that is true. */
  readonly condition?: string;
  /** A text with expressions in braces that is printed instead of stopping. */
  readonly logMessage?: string;
}

/** A breakpoint, and what the debugger made of it. */
export interface BreakpointState extends Breakpoint {
  /** Undefined while nothing runs that could tell. */
  readonly verified?: boolean;
  /** 1-based; where the debugger moved it. */
  readonly actualLine?: number;
  readonly message?: string;
}

/** A call on the stack of a thread. */
export interface DebugFrame {
  readonly name: string;
  /** Absolute path; absent for code that is in no file. */
  readonly path?: string;
  /** What is said of its source where that is no file. */
  readonly source?: string;
  /** 1-based; 0 where it is not known. */
  readonly line: number;
}

/** A thread, or a process that the program started. */
export interface DebugThread {
  readonly name: string;
  readonly stopped: boolean;
  readonly frames: readonly DebugFrame[];
}

/** A variable, a property or an element. */
export interface DebugVariable {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** Whether there is more inside. */
  readonly expandable: boolean;
  /** True where looking inside would run code of the program. */
  readonly lazy: boolean;
  /** Present as deep as was asked for. */
  readonly children?: readonly DebugVariable[];
}

/** The variables of one scope, the innermost first. */
export interface DebugScope {
  readonly name: string;
  readonly variables: readonly DebugVariable[];
}

/** Where a program is. */
export interface DebugStatus {
  readonly state: "running" | "stopped" | "ended";
  /** Why it stopped, as the debugger says it: `breakpoint`, `step`, `exception`, `entry`, `pause`. */
  readonly reason?: string;
  /** What is said of that, such as the text of an exception. */
  readonly detail?: string;
  /** Where it is known. */
  readonly exitCode?: number;
}

/** How a program goes on. */
export type DebugAction = "continue" | "over" | "into" | "out" | "pause";

/** A program that is being debugged, or was. Nothing here rejects with anything but a ToolError. */
export interface DebugRun {
  readonly title: string;
  status(): DebugStatus;
  /** What it printed since this was last asked, its end where that is long. */
  takeOutput(): string;
  /** Resolves when it stops, ends, when the time is over or with the signal. @param waitMs milliseconds. */
  settled(waitMs: number, signal: AbortSignal): Promise<DebugStatus>;
  /** @throws ToolError `unavailable` where it cannot do that now. */
  act(action: DebugAction): Promise<void>;
  /** Its threads, the stopped one first. @param levels frames of each at most. */
  threads(levels: number): Promise<readonly DebugThread[]>;
  /**
   * What can be seen in a frame of the stopped thread. @param frame counted from 0, the innermost first.
   * @param path names from a variable inwards; empty: all variables but the global ones. @param depth levels to look into.
   */
  variables(frame: number, path: readonly string[], depth: number): Promise<readonly DebugScope[]>;
  /** Runs an expression in a frame of the stopped thread. @throws ToolError with what the program threw. */
  evaluate(frame: number, expression: string): Promise<DebugVariable>;
}

/** Starts programs under a debugger; each agent has one at a time. */
export interface DebugPort {
  /**
   * @param hiddenVariables names of variables that the program does not get, beside credentials.
   * @throws ToolError `unavailable` where no such debugger is installed or it does not start.
   */
  start(agent: string, launch: DebugLaunch, title: string, hiddenVariables: readonly string[]): Promise<DebugRun>;
  /** The agent's last one, while it has not ended or nobody asked how. */
  runOf(agent: string): DebugRun | undefined;
  /** Puts these in the place of the agent's breakpoints; the person's own stay as they are. */
  setBreakpoints(agent: string, breakpoints: readonly Breakpoint[]): Promise<void>;
  breakpointsOf(agent: string): Promise<readonly BreakpointState[]>;
  /** Ends the agent's program and removes its breakpoints. Never rejects. */
  end(agent: string): Promise<void>;
}
