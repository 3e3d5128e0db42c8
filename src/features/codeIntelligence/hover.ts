import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking } from "../../core/tools/tool";
import { placeEffects, placeInput } from "./codePlace";
import { nothingText, unreadText } from "./codeText";
import { codeOf, waitedText, waitOf } from "./codeWait";
import { planQuery, pointOf } from "./workspaceSymbols";

/** Characters of the text at most. */
const maxCharacters = 10_000;

export const hover = defineTool({
  name: "hover",
  displayName: "Hover",
  summary: "Show the type and documentation of a name",
  description:
    "Returns the type, signature and documentation of a name, as the editor shows them when the mouse rests on it. Give name with the path and line where it appears, or a symbol's name alone.",
  metadata: { ...looking, searchHint: "type signature documentation quick info lsp" },
  needs: "code",
  effectKinds: ["read", "list"],
  input: z.object(placeInput),
  async plan(wish, planning) {
    const query = await planQuery(wish, planning);
    return {
      title: actionTitle`Show the type and documentation of ${wish.name}`,
      effects: placeEffects(query.place, query.folders),
      async run(run) {
        const answer = await codeOf(run).hover(await pointOf(query, run), waitOf(run));
        const text = withoutGaps(answer.found.join("\n\n")).slice(0, maxCharacters);
        const shown = text || nothingText(`No information about "${wish.name}" found`, answer);
        return {
          text: [shown, ...unreadText(answer.unread), ...waitedText(answer)].join("\n"),
          isError: false,
          data: { text },
        };
      },
    };
  },
});

/** Languages put rules and blank lines between the parts of what they say. */
const withoutGaps = (text: string) =>
  text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
