/** What a tool gets to do with debuggers: what was planned and judged, and the agent's own program. */
import type { Breakpoint, BreakpointState, DebugLaunch, DebugRun, DebugVariable } from "../ports/editor/debugging";
import type { DelegateEffect, ExecEffect, ResolvedPath } from "../vocabulary/effect";

/** What `effect.to` names where code is handed to a program under a debugger. */
export const debuggedProgram = "program under the debugger";

/** The code in breakpoints that a debugger runs, one line each; empty where there is none. */
export const breakpointCode = (breakpoints: readonly Pick<Breakpoint, "condition" | "logMessage">[]): string =>
  breakpoints.flatMap(({ condition, logMessage }) => [condition ?? [], logMessage ?? []].flat()).join("\n");

/** A line of a source, as far as it may be read. */
export interface SourceLine {
  readonly target: ResolvedPath;
  /** Absent where the file may not be read, or has no such line. */
  readonly text?: string;
}

/** The debugger of one agent. */
export interface AgentDebugger {
  /**
   * Starts the program that a planned command is. @param title for people.
   * @throws ToolError `denied` where it is another one; see DebugPort.start.
   */
  start(effect: ExecEffect, launch: DebugLaunch, title: string): Promise<DebugRun>;
  /** The agent's program. @throws ToolError `not_found` where there is none. */
  run(): DebugRun;
  /** @param code the planned effect that hands over what they evaluate; absent where they evaluate nothing. */
  setBreakpoints(breakpoints: readonly Breakpoint[], code: DelegateEffect | undefined): Promise<void>;
  breakpoints(): Promise<readonly BreakpointState[]>;
  /** Runs the code of a planned effect. See DebugRun.evaluate. */
  evaluate(effect: DelegateEffect, frame: number): Promise<DebugVariable>;
  /** Ends the agent's program and removes its breakpoints. */
  end(): Promise<void>;
  /** A line of a file that the debugger names, judged as if it were read. @param line 1-based. */
  sourceLine(path: string, line: number): Promise<SourceLine>;
}
