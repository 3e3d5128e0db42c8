import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import { debuggerOf, notHere, settledResult } from "./debugText";
import { waitInput } from "./waitInput";

export const debugStep = defineTool({
  name: "debug_step",
  displayName: "Step",
  summary: "Continue, step or pause the program under the debugger",
  description:
    "Lets the program that you debug go on: continue to the next breakpoint, over the line, into a call, out of the function; or pause it, or just wait. Returns where it is then, with the local variables and what it printed.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "debugger continue step over into out pause resume",
  },
  needs: "debugging",
  effectKinds: [],
  input: z.object({
    action: z
      .enum(["continue", "over", "into", "out", "pause", "wait"])
      .describe("How the program continues; wait changes nothing."),
    wait_ms: waitInput,
  }),
  async plan({ action, wait_ms }, { host }) {
    if (!host.debugs) throw notHere();
    return {
      title: action === "wait" ? actionTitle`Wait for the debugger` : actionTitle`Debugger: ${action}`,
      effects: [],
      async run(context) {
        const run = debuggerOf(context).run();
        if (action !== "wait") await run.act(action);
        return settledResult(run, wait_ms, context);
      },
    };
  },
});
