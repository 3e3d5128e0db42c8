import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { encode } from "../../lib/edits/text/encoding";
import { path } from "../parameters";
import { linkNotes, readBeforeChange, stored } from "./existingFile";

/** What write_file did, for dialects that word it themselves. */
export interface WriteData {
  /** Absolute path as named. */
  readonly path: string;
  readonly shown: string;
  /** Bytes of the file now (C-13). */
  readonly bytes: number;
  readonly created: boolean;
  readonly changed: boolean;
}

export const writeFile = defineTool({
  name: "write_file",
  displayName: "Write File",
  summary: "Create or replace a file, reviewed as a diff",
  description:
    "Creates a file with the given content, or replaces the whole content of a file that was read before. Creates missing folders. Keeps the encoding and line endings of an existing file. To change part of a file use edit_file.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "create new save overwrite content",
  },
  effectKinds: ["read", "write"],
  input: z.object({ path, content: z.string().describe("The complete new content.") }),
  async plan({ path, content }, context) {
    const target = await context.host.resolve(path);
    const before = await readBeforeChange(target, context);
    const fresh = before ? await stored(target, before, content, context) : { after: encode(content, "utf8") };
    const { after } = fresh;
    const changed = !before || !Buffer.from(before).equals(after);
    const created = !before;
    const effect: WriteEffect = { kind: "write", target, before, ...fresh };
    const data: WriteData = {
      path: shownPath(target.path),
      shown: target.shown,
      bytes: after.length,
      created,
      changed,
    };
    return {
      title: created ? actionTitle`Create ${target.shown}` : actionTitle`Overwrite ${target.shown}`,
      effects: changed ? [effect] : [],
      notes: before ? await linkNotes(target, context) : [],
      async run({ host }) {
        if (!changed)
          return {
            text: `${target.shown} already has exactly this content; nothing was written.`,
            isError: false,
            data,
          };
        await host.write(effect);
        const what = created ? "Created" : "Overwrote";
        return { text: `${what} ${target.shown} (${after.length} bytes).`, isError: false, data };
      },
    };
  },
});
