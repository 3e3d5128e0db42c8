import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { filePlaceInput, nameParts, pointInFile } from "./codePlace";
import { codeOf, waitOf } from "./codeWait";
import { planChange } from "./codeWrites";
import { fileAt } from "./workspaceSymbols";

/** What languages take for no part of a name; some do not check what they are given. */
const notInNames = /[\s"`()[\]{}<>;,.:=+*/\\|&^%~]/;

export const renameSymbol = defineTool({
  name: "rename_symbol",
  displayName: "Rename Symbol",
  summary: "Rename a symbol in all files, reviewed as diffs",
  description:
    "Renames a symbol wherever it is used, in all files at once, with the editor's language support; other things of the same name stay as they are. The person reviews all changes together. Files need not have been read before.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "rename refactor symbol identifier all files lsp",
  },
  needs: "code",
  effectKinds: ["read", "write"],
  input: z.object({
    ...filePlaceInput,
    new_name: z
      .string()
      .min(1)
      .max(1000)
      .describe("The new name alone, without that of the class or module that declares the symbol."),
  }),
  async plan({ new_name, ...wish }, context) {
    const code = codeOf(context);
    const wait = waitOf(context);
    if (/\p{Cc}/u.test(new_name))
      throw new ToolError("invalid_input", "new_name contains a control character or line break: give a plain name.");
    const { last } = nameParts(wish.name);
    const odd = [...new_name].find((letter) => notInNames.test(letter) && !last.includes(letter));
    if (odd !== undefined)
      throw new ToolError(
        "invalid_input",
        `new_name ${JSON.stringify(new_name)} contains ${JSON.stringify(odd)}, which the old name does not: give the new name alone.`,
      );
    const file = await fileAt(wish.path, context);
    const point = await pointInFile(wish, file, { host: context.host, code, wait });
    const edit = await code.rename(point, new_name, wait);
    if (edit.files.length === 0)
      throw new ToolError(
        "no_change",
        `The editor's language support cannot rename "${wish.name}" in ${file.shown}: check the place, or use edit_file.`,
      );
    const change = {
      title: actionTitle`Rename ${last} to ${new_name}`,
      titleOfMany: (files: number) => actionTitle`Rename ${last} to ${new_name} in ${files} files`,
      done: `Renamed ${last} to ${new_name}`,
      nothing: `${last} is already called ${new_name}: nothing was changed.`,
      replaces: last,
    };
    return planChange(edit, change, context);
  },
});
