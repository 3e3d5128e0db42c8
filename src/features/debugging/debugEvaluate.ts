import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { debuggedProgram } from "../../core/tools/agentDebugger";
import { defineTool } from "../../core/tools/tool";
import type { DelegateEffect } from "../../core/vocabulary/effect";
import { debuggerOf, fittedLines, notHere, variableLines } from "./debugText";
import { frameInput } from "./waitInput";

export const debugEvaluate = defineTool({
  name: "debug_evaluate",
  displayName: "Evaluate",
  summary: "Run an expression in the program under the debugger",
  description:
    "Runs an expression in a frame of the stopped program and returns its value. It may change the program and everything that the program may, so the person is asked each time: look at variables with debug_variables where that is enough.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "debugger evaluate expression watch repl",
  },
  needs: "debugging",
  effectKinds: ["delegate"],
  input: z.object({
    expression: z.string().min(1).max(10_000).describe("The expression, in the program's language."),
    frame: frameInput,
  }),
  async plan({ expression, frame }, { host }) {
    if (!host.debugs) throw notHere();
    const effect: DelegateEffect = { kind: "delegate", to: debuggedProgram, prompt: expression };
    return {
      title: actionTitle`Evaluate in the debugger: ${expression.split("\n")[0]}`,
      effects: [effect],
      async run(context) {
        const { value, children = [], type } = await debuggerOf(context).evaluate(effect, frame);
        const text = fittedLines([value, ...children.flatMap((child) => variableLines(child, 1))]);
        return { text, isError: false, data: { value, ...(type !== undefined && { type }) } };
      },
    };
  },
});
