import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking } from "../../core/tools/tool";
import { debuggerOf, fittedLines, frameText, notHere } from "./debugText";

export const debugStack = defineTool({
  name: "debug_stack",
  displayName: "Call Stack",
  summary: "Show the threads and calls of the program under the debugger",
  description:
    "Shows the threads of the program that you debug and, for those that are stopped, the calls with their places; the innermost is frame 0.",
  metadata: { ...looking, concurrencySafe: false, searchHint: "debugger call stack frames threads backtrace" },
  needs: "debugging",
  effectKinds: [],
  input: z.object({
    limit: z.number().int().min(1).max(100).default(20).describe("Maximum number of frames of a thread. Default: 20."),
  }),
  async plan({ limit }, { host }) {
    if (!host.debugs) throw notHere();
    return {
      title: actionTitle`Show the call stack`,
      effects: [],
      async run(context) {
        const debugging = debuggerOf(context);
        const threads = await debugging.run().threads(limit);
        const lines: string[] = [];
        for (const { name, stopped, frames } of threads) {
          lines.push(`${name}: ${stopped ? "stopped" : "running"}`);
          for (const [at, frame] of frames.entries()) {
            const { place, line } = await frameText(frame, debugging);
            lines.push(`  ${at} ${place}`, ...line.map((text) => `      ${text.trim()}`));
          }
        }
        const text = lines.length === 0 ? "The program has no threads yet." : fittedLines(lines);
        return { text, isError: false, data: { threads } };
      },
    };
  },
});
