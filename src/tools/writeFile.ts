import * as z from "zod";
import type { WriteEffect } from "../core/effect";
import { defineTool } from "../core/tool";
import { decode, type Encoding, encode } from "../edits/encoding";
import { keepLineEndings } from "../edits/lineEndings";
import { linkNotes, readBeforeChange } from "./existingFile";
import { path } from "./parameters";

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

/** The content as the file stores it: its encoding, its mark and its line endings stay (D-9). */
function stored(before: Uint8Array | undefined, content: string, shown: string): Uint8Array {
  if (!before) return encode(content, "utf8");
  const { text, encoding }: { text: string; encoding: Encoding } = decode(before, shown);
  return encode(keepLineEndings(text, content), encoding);
}

export const writeFile = defineTool({
  name: "write_file",
  displayName: "Write File",
  summary: "Create or replace a file, reviewed as a diff",
  description:
    "Creates a file with the given content, or replaces the whole content of one that was read before; missing folders are created. Keeps the encoding and line endings of an existing file. To change a part of a file use edit_file.",
  metadata: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: true },
  touches: ["read", "write"],
  input: z.object({ path, content: z.string().describe("The complete new content.") }),
  async plan({ path, content }, context) {
    const target = await context.host.resolve(path);
    const before = await readBeforeChange(target, context);
    const after = stored(before, content, target.shown);
    const changed = !before || !Buffer.from(before).equals(after);
    const created = !before;
    const effect: WriteEffect = { kind: "write", target, before, after };
    const data: WriteData = { path: target.path, shown: target.shown, bytes: after.length, created, changed };
    return {
      title: `${created ? "Create" : "Overwrite"} ${target.shown}`,
      effects: changed ? [effect] : [],
      notes: before ? await linkNotes(target, context) : [],
      async run({ host }) {
        if (!changed)
          return {
            text: `${target.shown} already holds exactly this content; nothing was written.`,
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
