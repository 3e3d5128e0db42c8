import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import { plainOutput } from "../../lib/edits/terminal/terminalText";
import { debuggerOf, notHere } from "./debugText";

export const debugStop = defineTool({
  name: "debug_stop",
  displayName: "Stop Debugging",
  summary: "End the program under the debugger and remove your breakpoints",
  description:
    "Ends the program that you debug and removes your breakpoints; the person's stay. Returns what it printed last.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "debugger stop end terminate session",
  },
  needs: "debugging",
  effectKinds: [],
  input: z.object({}),
  async plan(_, { host }) {
    if (!host.debugs) throw notHere();
    return {
      title: actionTitle`Stop debugging`,
      effects: [],
      async run(context) {
        const debugging = debuggerOf(context);
        const run = debugging.run();
        const hadEnded = run.status().state === "ended";
        await debugging.end();
        const output = plainOutput(run.takeOutput()).trimEnd();
        const said = `${run.title} ${hadEnded ? "had ended" : "was ended"}, and your breakpoints are removed.`;
        return { text: output === "" ? said : `${said}\nOutput:\n${output}`, isError: false };
      },
    };
  },
});
