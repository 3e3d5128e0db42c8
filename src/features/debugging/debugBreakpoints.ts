import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import { breakpointText, debuggerOf, notHere } from "./debugText";
import { breakpointInput, plannedBreakpoints } from "./plannedBreakpoints";

export const debugBreakpoints = defineTool({
  name: "debug_breakpoints",
  displayName: "Set Breakpoints",
  summary: "Set or list your breakpoints",
  description:
    "Sets your breakpoints, replacing those that you set before; without breakpoints, it lists them. The person's own breakpoints stay, and stop the program too. A condition or a text to print runs code in the program, so the person is asked about it. All of yours are removed when the session ends.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "debugger breakpoint logpoint condition line",
  },
  needs: "debugging",
  effectKinds: ["delegate"],
  input: z.object({
    breakpoints: z
      .array(breakpointInput)
      .max(50)
      .optional()
      .describe("All breakpoints that you want; an empty list removes them. Default: list them."),
  }),
  async plan({ breakpoints }, context) {
    if (!context.host.debugs) throw notHere();
    const planned = breakpoints && (await plannedBreakpoints(breakpoints, context));
    return {
      title: planned ? actionTitle`Set ${planned.breakpoints.length} breakpoints` : actionTitle`List breakpoints`,
      effects: planned?.code ? [planned.code] : [],
      async run(context) {
        const debugging = debuggerOf(context);
        if (planned) await debugging.setBreakpoints(planned.breakpoints, planned.code);
        const states = await debugging.breakpoints();
        const lines = await Promise.all(
          states.map(async (one) => breakpointText(one, (await debugging.sourceLine(one.path, one.line)).target.shown)),
        );
        const text = lines.length === 0 ? "You have no breakpoints." : `Your breakpoints:\n${lines.join("\n")}`;
        return { text, isError: false, data: { breakpoints: states } };
      },
    };
  },
});
