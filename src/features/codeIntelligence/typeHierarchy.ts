import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking } from "../../core/tools/tool";
import { placeEffects, placeInput } from "./codePlace";
import { pageInput, placesResult } from "./codeText";
import { codeOf, waitOf } from "./codeWait";
import { labelOf, planQuery, pointOf } from "./workspaceSymbols";

export const typeHierarchy = defineTool({
  name: "type_hierarchy",
  displayName: "Type Hierarchy",
  summary: "Find the supertypes or subtypes of a type",
  description:
    "Finds the types that a type extends or implements (supertypes), or those that extend or implement it (subtypes), with the editor's language support. Some languages do not support it; go_to with implementation often does the same. Give name with the path and line where it appears, or a symbol's name alone.",
  metadata: { ...looking, searchHint: "supertypes subtypes inheritance classes interfaces lsp" },
  needs: "code",
  effectKinds: ["read", "list"],
  input: z.object({
    ...placeInput,
    direction: z
      .enum(["supertypes", "subtypes"])
      .default("subtypes")
      .describe("Whether to find supertypes or subtypes. Default: subtypes."),
    ...pageInput,
  }),
  async plan({ direction, context, limit, offset, ...wish }, planning) {
    const query = await planQuery(wish, planning);
    return {
      title:
        direction === "subtypes"
          ? actionTitle`Find subtypes of ${wish.name}`
          : actionTitle`Find supertypes of ${wish.name}`,
      effects: placeEffects(query.place, query.folders),
      async run(run) {
        const answer = await codeOf(run).types(direction, await pointOf(query, run), waitOf(run));
        const places = answer.found.map((symbol) => ({ ...symbol.place, label: labelOf(symbol) }));
        const one = direction.slice(0, -1);
        return placesResult({ places, one, of: ` of "${wish.name}"`, context, limit, offset }, answer, run);
      },
    };
  },
});
