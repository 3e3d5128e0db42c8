/** Debuggers for one approved call: they start exactly the command that was judged, and run exactly the code. */
import { type DebugPort, launchCommand } from "../../ports/editor/debugging";
import { type AgentDebugger, breakpointCode } from "../../tools/agentDebugger";
import type { PlannedHost } from "../../tools/tool";
import { ToolError } from "../../vocabulary/toolError";
import { type Guard, plannedOf, unplanned } from "./guard";
import type { PlannedTargets } from "./plannedTargets";

/** Bytes of a source in which a line is looked for. */
const maxSource = 2_000_000;

/** @returns nothing where no editor debugs programs. */
export const plannedDebugging = (guard: Guard, targets: PlannedTargets): Pick<PlannedHost, "debugging"> => {
  const { debugging } = guard.host;
  if (!debugging) return {};
  return { debugging: { ...changing(debugging, guard, targets), ...looking(debugging, guard) } };
};

type Changing = Pick<AgentDebugger, "start" | "setBreakpoints" | "evaluate" | "end">;

const changing = (debugging: DebugPort, guard: Guard, targets: PlannedTargets): Changing => {
  const { agent } = guard.session;
  return {
    async start(effect, launch, title) {
      const { command, language = "bash", cwd } = effect;
      const isPlanned = plannedOf(guard, "exec").includes(effect) && effect.outsideSandbox === true;
      if (!isPlanned || command !== launchCommand(launch, language) || cwd.path !== launch.cwd)
        throw unplanned(`Debugging ${title}`);
      await targets.same(cwd);
      return debugging.start(agent, launch, title, guard.hiddenVariables);
    },
    async setBreakpoints(breakpoints, code) {
      const planned = code !== undefined && plannedOf(guard, "delegate").includes(code) ? code.prompt : "";
      if (breakpointCode(breakpoints) !== planned) throw unplanned("Evaluating the code of breakpoints");
      await debugging.setBreakpoints(agent, breakpoints);
    },
    async evaluate(effect, frame) {
      if (!plannedOf(guard, "delegate").includes(effect)) throw unplanned("Evaluating an expression");
      return runOf(debugging, agent).evaluate(frame, effect.prompt);
    },
    end: () => debugging.end(agent),
  };
};

const looking = (
  debugging: DebugPort,
  { session: { agent }, host: { files }, judgeReads, noteFound }: Guard,
): Pick<AgentDebugger, "run" | "breakpoints" | "sourceLine"> => ({
  run: () => runOf(debugging, agent),
  breakpoints: () => debugging.breakpointsOf(agent),
  async sourceLine(path, line) {
    const target = await files.resolve(path);
    const [decision] = await judgeReads([target]);
    if (decision?.kind !== "allow") return { target };
    const stat = await files.stat(target);
    if (stat?.kind !== "file" || stat.size > maxSource) return { target };
    noteFound?.(target);
    const text = Buffer.from(await files.read(target))
      .toString("utf8")
      .split(/\r\n|\r|\n/)[line - 1];
    return { target, ...(text !== undefined && { text }) };
  },
});

function runOf(debugging: DebugPort, agent: string) {
  const run = debugging.runOf(agent);
  if (run) return run;
  throw new ToolError("not_found", "No program of yours is being debugged: start one with debug_start.");
}
