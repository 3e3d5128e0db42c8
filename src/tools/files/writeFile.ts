import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { decode, encode, mustHold } from "../../lib/edits/text/encoding";
import { keepLineEndings } from "../../lib/edits/text/lineEndings";
import { path } from "../parameters";
import { linkNotes, readBeforeChange } from "./existingFile";

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

/**
 * The content as the file stores it: its encoding, its mark and its line endings stay (D-9).
 * @throws ToolError `not_text`, or `invalid_input` when the encoding cannot hold the content.
 */
async function stored(
  target: ResolvedPath,
  before: Uint8Array | undefined,
  content: string,
  { host }: PlanContext,
): Promise<Pick<WriteEffect, "after" | "encoding"> & { after: Uint8Array }> {
  if (!before) return { after: encode(content, "utf8") };
  const { text, encoding } = decode(before, target.shown, await host.encodingOf(target));
  mustHold(encoding, content, target.shown);
  return { after: encode(keepLineEndings(text, content), encoding), encoding };
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
    const fresh = await stored(target, before, content, context);
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
