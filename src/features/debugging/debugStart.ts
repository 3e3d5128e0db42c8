import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import { debuggerOf, notHere, settledResult } from "./debugText";
import { breakpointInput, plannedBreakpoints } from "./plannedBreakpoints";
import { plannedLaunch } from "./plannedLaunch";
import { waitInput } from "./waitInput";

/** Tools that a session needs after it was started. */
const others = ["debug_step", "debug_variables", "debug_stack", "debug_evaluate", "debug_breakpoints", "debug_stop"];

export const debugStart = defineTool({
  name: "debug_start",
  displayName: "Start Debugging",
  summary: "Run a program under VS Code's debugger",
  description:
    "Starts a Node.js or Python program under VS Code's debugger, by its file or by the name of a launch configuration, waits until it stops at a breakpoint or ends, and returns where it stands with the local variables and its output. Set breakpoints where the cause may lie before you start. Tasks of a configuration are not run. The session ends with debug_stop, with your turn, or after five minutes without a call.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "debugger launch run program breakpoint inspect find bug",
  },
  needs: "debugging",
  effectKinds: ["read", "exec", "delegate"],
  input: z.object({
    program: z
      .string()
      .min(1)
      .optional()
      .describe("Path of the program's file (JavaScript, TypeScript, Python). Default: from the configuration."),
    configuration: z
      .string()
      .min(1)
      .optional()
      .describe("Name of a configuration in .vscode/launch.json. Default: none."),
    breakpoints: z
      .array(breakpointInput)
      .max(50)
      .optional()
      .describe("The breakpoints, replacing those that you set before. Default: unchanged."),
    args: z.array(z.string()).max(100).default([]).describe("Arguments of the program. Default: none."),
    cwd: z.string().min(1).optional().describe("Working folder. Default: the workspace folder."),
    env: z.record(z.string(), z.string()).default({}).describe("Environment variables. Default: none."),
    runtime: z
      .string()
      .min(1)
      .optional()
      .describe("What runs the program: a name on the PATH or an absolute path. Default: node or python3."),
    runtime_args: z
      .array(z.string())
      .max(50)
      .default([])
      .describe("Arguments of the runtime, before the program. Default: none."),
    stop_on_entry: z.boolean().default(false).describe("Whether to stop at the first line. Default: false."),
    wait_ms: waitInput,
  }),
  async plan({ breakpoints, wait_ms, ...wish }, context) {
    if (!context.host.debugs) throw notHere();
    const { launch, effect, reads, title, notes } = await plannedLaunch(wish, context);
    const planned = breakpoints && (await plannedBreakpoints(breakpoints, context));
    return {
      title: actionTitle`Debug ${effect.command}`,
      effects: [...reads, effect, ...(planned?.code ? [planned.code] : [])],
      notes,
      async run(context) {
        const debugging = debuggerOf(context);
        if (planned) await debugging.setBreakpoints(planned.breakpoints, planned.code);
        const run = await debugging.start(effect, launch, title);
        context.tools.activateTool(...others);
        const result = await settledResult(run, wait_ms, context);
        const [, ...left] = notes;
        return { ...result, text: [...left, result.text].join("\n") };
      },
    };
  },
});
