import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import type { FoundCall } from "../../core/tools/knownCode";
import { defineTool, looking } from "../../core/tools/tool";
import { placeEffects, placeInput } from "./codePlace";
import { type LabelledPlace, pageInput, placesResult } from "./codeText";
import { codeOf, waitOf } from "./codeWait";
import { labelOf, planQuery, pointOf } from "./workspaceSymbols";

export const callHierarchy = defineTool({
  name: "call_hierarchy",
  displayName: "Call Hierarchy",
  summary: "Find what calls a function, or what it calls",
  description:
    "Finds the calls of a function (callers), each with the function that makes it, or the calls that it makes (callees), each with the function that is called, with the editor's language support. Give name with the path and line where it appears, or a symbol's name alone.",
  metadata: { ...looking, searchHint: "callers callees calls incoming outgoing lsp" },
  needs: "code",
  effectKinds: ["read", "list"],
  input: z.object({
    ...placeInput,
    direction: z
      .enum(["callers", "callees"])
      .default("callers")
      .describe("Whether to find callers or callees. Default: callers."),
    ...pageInput,
  }),
  async plan({ direction, context, limit, offset, ...wish }, planning) {
    const query = await planQuery(wish, planning);
    return {
      title:
        direction === "callers" ? actionTitle`Find callers of ${wish.name}` : actionTitle`Find callees of ${wish.name}`,
      effects: placeEffects(query.place, query.folders),
      async run(run) {
        const answer = await codeOf(run).calls(direction, await pointOf(query, run), waitOf(run));
        const places = answer.found.flatMap(direction === "callers" ? callsIn : callsOf);
        const of = ` ${direction === "callers" ? "of" : "in"} "${wish.name}"`;
        return placesResult({ places, one: "call", of, context, limit, offset }, answer, run);
      },
    };
  },
});

/** The calls that one caller makes. */
const callsIn = ({ symbol, sites }: FoundCall): LabelledPlace[] =>
  sites.map((place) => ({ ...place, label: `in ${labelOf(symbol)}` }));

/** The calls of one callee, with where that is. */
const callsOf = ({ symbol, sites }: FoundCall): LabelledPlace[] => {
  const { target, range } = symbol.place;
  return sites.map((place) => ({
    ...place,
    label: `calls ${labelOf(symbol)}, ${target.shown}:${range.start.line + 1}`,
  }));
};
