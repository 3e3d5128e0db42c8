import * as z from "zod";
import { type ActionWish, type CodeAction, isTitled, type TextRange } from "../../core/ports/editor/codeIntelligence";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { oneLine } from "../../core/text/oneLine";
import { defineTool, type Plan, type PlanContext, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { readLines } from "../../lib/edits/text/textLines";
import { counted } from "../../tools/search/searchedText";
import { candidates, linesText, rangeInput, rangeOf } from "./codePlace";
import { codeOf, silentText, waitOf } from "./codeWait";
import { planChange } from "./codeWrites";
import { fileAt } from "./workspaceSymbols";

/** Where actions are wanted, and which. */
interface ActionPlace {
  readonly file: ResolvedPath;
  readonly range: TextRange;
  readonly kind: string | undefined;
}

export const codeAction = defineTool({
  name: "code_action",
  displayName: "Code Action",
  summary: "List quick fixes and refactorings, or apply one",
  description:
    "Lists the quick fixes, refactorings and source actions (such as organising imports) that the editor offers for a line, a range of lines or a text in a file; if title is given, it applies the action of that title, and the person reviews all changes together. For actions on the whole file give kind, such as source.organizeImports, and no line.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "quick fix refactor organize imports extract lsp",
  },
  needs: "code",
  effectKinds: ["read", "write"],
  input: z.object({
    path: z.string().min(1).describe("Path of the file."),
    ...rangeInput,
    text: z
      .string()
      .min(1)
      .optional()
      .describe("The exact code to act on, such as an expression to extract; it must occur once in the lines."),
    name: z.string().min(1).optional().describe("A name in the lines to act on; the same as text."),
    kind: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Only actions of this kind: quickfix, refactor, refactor.extract, source.organizeImports … Default: all.",
      ),
    title: z.string().min(1).optional().describe("The title of the action to apply. Default: the actions are listed."),
  }),
  async plan({ path, line, end_line, name, text = name, kind, title }, context) {
    codeOf(context);
    const file = await fileAt(path, context);
    const range = rangeOf({ line, end_line, text }, file, await readLines(context.host, file));
    const place: ActionPlace = { file, range, kind };
    if (title !== undefined) return planAction(title, place, context);
    return {
      title: actionTitle`List code actions for ${file.shown}`,
      effects: [{ kind: "read", target: file }],
      run: (run) => listed(place, run),
    };
  },
});

const wishOf = (kind: string | undefined, title?: string): ActionWish => ({
  ...(kind !== undefined && { kind }),
  ...(title !== undefined && { title }),
});

/** `Organize Imports (source.organizeImports, preferred)` */
function actionText({ title, kind, isPreferred, disabled, edit, command }: CodeAction): string {
  const facts = [
    ...(kind === "" ? [] : [kind]),
    ...(isPreferred ? ["preferred"] : []),
    ...(disabled === undefined ? [] : [`not available: ${oneLine(disabled)}`]),
    ...(command !== undefined && !edit && kind === "" ? [`the command ${command}, which is not run`] : []),
  ];
  return `${oneLine(title)}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}`;
}

async function listed({ file, range, kind }: ActionPlace, run: RunContext): Promise<ToolResult> {
  const answer = await codeOf(run).actions(file, range, wishOf(kind), waitOf(run));
  const where = `${file.shown}, ${linesText(range.start.line, range.end.line)}`;
  const none = `No code actions for ${where}.${answer.isSilent ? ` ${silentText(answer)}` : ""}`;
  // Languages name every refactoring that they have; of those of a wanted kind the reasons are wanted too.
  const shown = answer.found.filter(({ disabled }) => disabled === undefined || kind !== undefined);
  const left = answer.found.length - shown.length;
  const notes = left > 0 ? [`[${counted(left, "more action")} cannot be used here: give kind to see why.]`] : [];
  const lines = [...(shown.length === 0 ? [none] : [`Code actions for ${where}:`, ...shown.map(actionText)]), ...notes];
  const text = lines.join("\n");
  const data = shown.map(({ title, kind, isPreferred }) => ({ title, kind, isPreferred }));
  return { text, isError: false, data };
}

async function planAction(title: string, place: ActionPlace, context: PlanContext): Promise<Plan> {
  const code = codeOf(context);
  const { file } = place;
  const action = await fullAction(title, place, context);
  const { edit, command, disabled } = action;
  if (disabled !== undefined)
    throw new ToolError("unavailable", `"${title}" is not available here: ${oneLine(disabled).replace(/\.$/, "")}.`);
  if (!edit)
    throw new ToolError(
      "unavailable",
      command === undefined
        ? `"${title}" does not say what it would change, so it was not applied: make the change with edit_file.`
        : `"${title}" is the command ${command}, which is not run because its effects are not known: make the change with edit_file.`,
    );
  const notes =
    command === undefined ? [] : [clause`Its command ${command} is not run, because its effects are not known.`];
  const change = {
    title: `${oneLine(title)}: ${file.shown}`,
    titleOfMany: (files: number) => `${oneLine(title)}: ${file.shown} and ${counted(files - 1, "more file")}`,
    done: `Applied "${oneLine(title)}"`,
    nothing: `"${oneLine(title)}" changes nothing in ${file.shown}.`,
    notes,
    makesFiles: true,
  };
  return planChange(await code.filesOf(edit), change, context);
}

/** The action with its edit. @throws ToolError `no_match`, `many_matches` with what there is. */
async function fullAction(
  title: string,
  { file, range, kind }: ActionPlace,
  context: PlanContext,
): Promise<CodeAction> {
  const code = codeOf(context);
  const wait = waitOf(context);
  const offered = await code.actions(file, range, wishOf(kind, title), wait);
  const named = offered.found.filter((action) => isTitled(action, title));
  const [first] = named;
  if (!first)
    throw new ToolError(
      "no_match",
      offered.found.length === 0
        ? `No code action is offered for ${file.shown}, ${linesText(range.start.line, range.end.line)}: give another line, text or kind.${offered.isSilent ? ` ${silentText(offered)}` : ""}`
        : `No code action "${title}" is offered for ${file.shown}, ${linesText(range.start.line, range.end.line)}: use one of ${candidates(offered.found.map(actionText))}.`,
    );
  const kinds = new Set(named.map((action) => action.kind));
  if (kinds.size > 1)
    throw new ToolError(
      "many_matches",
      `Several code actions are called "${title}": give the kind of one, ${[...kinds].join(" or ")}.`,
    );
  if (first.edit || first.command !== undefined || first.disabled !== undefined) return first;
  // Some languages work out an edit only where the very kind is asked for.
  const full = await code.actions(file, range, wishOf(first.kind || kind, title), wait);
  return full.found.find((action) => isTitled(action, title)) ?? first;
}
