import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking } from "../../core/tools/tool";
import { debuggerOf, fittedLines, notHere, scopeLines } from "./debugText";
import { variablePath } from "./variableTree";
import { frameInput } from "./waitInput";

export const debugVariables = defineTool({
  name: "debug_variables",
  displayName: "Variables",
  summary: "Show variables of the program under the debugger",
  description:
    "Shows the variables of a frame of the stopped program by scope (all but the global ones), or one variable or property by name, as deep as asked. Runs no code: getters are named, not run.",
  metadata: { ...looking, concurrencySafe: false, searchHint: "debugger variables locals values inspect object" },
  needs: "debugging",
  effectKinds: [],
  input: z.object({
    name: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe("One variable or part of it, such as cart.items[0]. Default: all variables."),
    depth: z
      .number()
      .int()
      .min(0)
      .max(4)
      .optional()
      .describe("Levels to look into objects and lists. Default: 0, and 1 with a name."),
    frame: frameInput,
  }),
  async plan({ name, depth, frame }, { host }) {
    if (!host.debugs) throw notHere();
    const path = name === undefined ? [] : variablePath(name);
    return {
      title: name === undefined ? actionTitle`Show variables` : actionTitle`Show ${name}`,
      effects: [],
      async run(context) {
        const run = debuggerOf(context).run();
        const scopes = await run.variables(frame, path, depth ?? (path.length > 0 ? 1 : 0));
        const lines = scopes.flatMap((scope) => scopeLines(scope));
        const text = lines.length === 0 ? "There are no variables here." : fittedLines(lines);
        return { text, isError: false, data: { scopes } };
      },
    };
  },
});
