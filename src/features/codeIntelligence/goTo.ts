import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking } from "../../core/tools/tool";
import { placeEffects, placeInput } from "./codePlace";
import { pageInput, placesResult } from "./codeText";
import { codeOf, waitOf } from "./codeWait";
import { planQuery, pointOf } from "./workspaceSymbols";

export const goTo = defineTool({
  name: "go_to",
  displayName: "Go To",
  summary: "Find a definition, declaration, implementation or type definition",
  description:
    "Finds where a name is defined, declared or implemented, or where its type is defined, with the editor's language support, and returns path:line: text. Give name with the path and line where it appears, or a symbol's name alone. Declarations in libraries outside the workspace are only named.",
  metadata: { ...looking, searchHint: "definition declaration implementation type jump lsp" },
  needs: "code",
  effectKinds: ["read", "list"],
  input: z.object({
    ...placeInput,
    to: z
      .enum(["definition", "declaration", "implementation", "type_definition"])
      .default("definition")
      .describe("What to find. Default: definition."),
    ...pageInput,
  }),
  async plan({ to, context, limit, offset, ...wish }, planning) {
    const query = await planQuery(wish, planning);
    const one = to.replace("_", " ");
    return {
      title: titleOf(to, wish.name),
      effects: placeEffects(query.place, query.folders),
      async run(run) {
        const answer = await codeOf(run).locations(to, await pointOf(query, run), waitOf(run));
        const places = answer.found;
        return placesResult({ places, one, of: ` of "${wish.name}"`, context, limit, offset }, answer, run);
      },
    };
  },
});

function titleOf(to: "definition" | "declaration" | "implementation" | "type_definition", name: string): string {
  switch (to) {
    case "definition":
      return actionTitle`Go to definition of ${name}`;
    case "declaration":
      return actionTitle`Go to declaration of ${name}`;
    case "implementation":
      return actionTitle`Go to implementation of ${name}`;
    case "type_definition":
      return actionTitle`Go to type definition of ${name}`;
  }
}
