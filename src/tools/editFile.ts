import * as z from "zod";
import type { ResolvedPath, WriteEffect } from "../core/effect";
import { defineTool } from "../core/tool";
import { ToolError } from "../core/toolError";
import { closestPlace } from "../edits/closest";
import { decode, encode, encodePiece } from "../edits/encoding";
import { findMatch, linesOf, splice } from "../edits/replace";
import { linkNotes, readBeforeChange } from "./existingFile";
import { path } from "./parameters";

/** What edit_file did, for dialects that word it themselves. */
export interface EditData {
  /** Absolute path as named. */
  readonly path: string;
  readonly shown: string;
  readonly created: boolean;
  readonly replacements: number;
  /** 1-based line of each replacement, before the change. */
  readonly lines: readonly number[];
}

interface Change {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
  readonly expected_replacements?: number | undefined;
}

/** How many matches are acceptable (C-16): any with replace_all, the expected number, else exactly one. */
function checkCount(lines: readonly number[], change: Change, target: ResolvedPath): void {
  const { shown, path } = target;
  const found = lines.length;
  const expected = change.expected_replacements ?? (change.replace_all ? undefined : 1);
  if (expected === undefined || found === expected) return;
  const times = found === 1 ? "once" : `${found} times`;
  const places = `(${found === 1 ? "line" : "lines"} ${lines.slice(0, 50).join(", ")}${found > 50 ? ", …" : ""})`;
  const remedy =
    change.expected_replacements === undefined
      ? "add surrounding lines until it is unique, or set replace_all"
      : `${expected} were expected; correct expected_replacements or old_string`;
  throw new ToolError("many_matches", `old_string occurs ${times} in ${shown} ${places}: ${remedy}.`, {
    path,
    shown,
    found,
    expected,
    lines,
  });
}

/** An empty old_string creates a file and nothing else (ED-9). */
function createdFile(target: ResolvedPath, before: Uint8Array | undefined, change: Change): WriteEffect {
  const { path, shown } = target;
  if (before)
    throw new ToolError(
      "exists",
      `${shown} exists, so an empty old_string cannot create it: give the text to replace, or use write_file.`,
      { path, shown },
    );
  return { kind: "write", target, before, after: encode(change.new_string, "utf8") };
}

/** Says where the text may have been meant; it is never replaced there (ED-4). */
function notFound(target: ResolvedPath, text: string, oldString: string): ToolError {
  const { path, shown } = target;
  const closest = closestPlace(text, oldString);
  if (!closest)
    return new ToolError(
      "no_match",
      `old_string was not found in ${shown}, nor anything like it: read the file again and copy the place exactly, white space included.`,
      { path, shown },
    );
  const { firstLine, lastLine, similarity, hint, diff } = closest;
  const place = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`;
  const percent = Math.min(99, Math.round(similarity * 100));
  return new ToolError(
    "no_match",
    `old_string was not found in ${shown}. Most like it is ${place} (${percent}% similar${hint ? `: ${hint}` : ""}); if that is the place, copy it exactly. From what you gave (-) to what is there (+):\n${diff}`,
    { path, shown, firstLine, lastLine, similarity, ...(hint && { hint }), diff },
  );
}

function editedFile(target: ResolvedPath, before: Uint8Array | undefined, change: Change) {
  const { path, shown } = target;
  if (!before)
    throw new ToolError("not_found", `${shown} does not exist: check the name, or create it with write_file.`, {
      path,
      shown,
    });
  const file = Buffer.from(before);
  const { text, encoding } = decode(file, shown);
  const match = findMatch(file, encoding, change.old_string, change.new_string);
  if (match.ranges.length === 0) throw notFound(target, text, change.old_string);
  const lines = linesOf(file, encoding, match.ranges);
  checkCount(lines, change, target);
  const after = splice(file, match.ranges, encodePiece(match.replacement, encoding));
  if (after.equals(file))
    throw new ToolError("no_change", `The edit leaves ${shown} as it is: nothing was written.`, { path, shown });
  return { effect: { kind: "write", target, before, after } satisfies WriteEffect, lines, inexact: match.inexact };
}

export const editFile = defineTool({
  name: "edit_file",
  displayName: "Edit File",
  summary: "Replace exact text in a file, reviewed as a diff",
  description:
    "Replaces text in a file that was read before. old_string must be the exact text, white space included, and occur exactly once: give some lines around the place. Set replace_all to replace every occurrence, or expected_replacements to the number there must be. An empty old_string creates a new file from new_string.",
  metadata: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: false },
  touches: ["read", "write"],
  input: z.object({
    path,
    old_string: z.string().describe("The exact text to replace. Empty: create the file."),
    new_string: z.string().describe("The text to put in its place, literally."),
    replace_all: z.boolean().default(false).describe("Replace every occurrence. Default: false."),
    expected_replacements: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("How many occurrences there must be; all of them are replaced. Default: exactly one."),
  }),
  async plan({ path, ...change }, context) {
    const target = await context.host.resolve(path);
    const { shown } = target;
    if (change.old_string === change.new_string)
      throw new ToolError(
        "no_change",
        `old_string and new_string are the same, so ${shown} would not change: give the new text.`,
        { path: target.path, shown },
      );
    const before = await readBeforeChange(target, context);
    const created = change.old_string === "";
    const { effect, lines, inexact } = created
      ? { effect: createdFile(target, before, change), lines: [], inexact: undefined }
      : editedFile(target, before, change);
    const data: EditData = { path: target.path, shown, created, replacements: lines.length, lines };
    return {
      title: `${created ? "Create" : "Edit"} ${shown}`,
      effects: [effect],
      notes: [
        ...(inexact ? [`Matched inexactly: ${inexact}.`] : []),
        ...(before ? await linkNotes(target, context) : []),
      ],
      async run({ host }) {
        await host.write(effect);
        return { text: editText(data, inexact), isError: false, data };
      },
    };
  },
});

function editText({ shown, created, replacements, lines }: EditData, inexact: string | undefined): string {
  if (created) return `Created ${shown}.`;
  const places = `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, 50).join(", ")}${lines.length > 50 ? ", …" : ""}`;
  const note = inexact ? ` The match was not exact: ${inexact}.` : "";
  return `Edited ${shown}: ${replacements} ${replacements === 1 ? "replacement" : "replacements"} (${places}).${note}`;
}
