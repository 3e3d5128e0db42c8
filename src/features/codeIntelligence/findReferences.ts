import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking } from "../../core/tools/tool";
import { placeEffects, placeInput } from "./codePlace";
import { pageInput, placesResult } from "./codeText";
import { codeOf, waitOf } from "./codeWait";
import { openedPage } from "./placeRows";
import { planQuery, pointOf } from "./workspaceSymbols";

export const findReferences = defineTool({
  name: "find_references",
  displayName: "Find References",
  summary: "Find every use of a symbol with the editor's language support",
  description:
    "Finds every reference to a symbol with the editor's language support, its declaration included, and returns path:line: text. Unlike search_text it knows scopes, imports and other names. Give name with the path and line where it appears, or a symbol's name alone.",
  metadata: { ...looking, searchHint: "usages uses callers lsp symbol" },
  needs: "code",
  effectKinds: ["read", "list"],
  input: z.object({ ...placeInput, ...pageInput }),
  async plan({ context, limit, offset, ...wish }, planning) {
    const query = await planQuery(wish, planning);
    return {
      title: actionTitle`Find references to ${wish.name}`,
      effects: placeEffects(query.place, query.folders),
      async run(run) {
        const named = await codeOf(run).named("references", await pointOf(query, run), waitOf(run));
        const { page, ...answer } = await openedPage(named, { limit, offset });
        const of = ` to "${wish.name}"`;
        const list = { places: answer.found, one: "reference", of, context, limit, offset, ...(page && { page }) };
        return placesResult(list, answer, run);
      },
    };
  },
});
