import * as z from "zod";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { path } from "../parameters";
import { fileToRemove } from "./existingFile";

/** What delete_file did, for dialects that word it themselves. */
export interface DeleteData {
  /** Absolute path as named. */
  readonly path: string;
  readonly shown: string;
  /** Bytes the file had. */
  readonly bytes: number;
}

export const deleteFile = defineTool({
  name: "delete_file",
  displayName: "Delete File",
  summary: "Delete a file; can be undone",
  description:
    "Deletes one file that was read before; the person can undo it. It does not delete folders: delete their files one by one, or use run_command.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "delete remove rm unlink",
  },
  effectKinds: ["read", "write"],
  input: z.object({ path }),
  async plan({ path }, context) {
    const target = await context.host.resolve(path);
    const { bytes: before, stat } = await fileToRemove(target, context, true);
    const { mode, links } = stat;
    const effect: WriteEffect = {
      kind: "write",
      target,
      before,
      after: undefined,
      ...(mode !== undefined && { mode }),
    };
    const data: DeleteData = { path: shownPath(target.path), shown: target.shown, bytes: before.length };
    return {
      title: actionTitle`Delete ${target.shown}`,
      effects: [effect],
      notes: links > 1 ? [clause`This file has ${links} hard links: its content stays under its other names.`] : [],
      async run({ host }) {
        await host.write(effect);
        return { text: `Deleted ${target.shown} (${before.length} bytes).`, isError: false, data };
      },
    };
  },
});
