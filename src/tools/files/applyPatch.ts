import * as z from "zod";
import { sameBytes } from "../../core/text/changedBytes";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { fittingLines } from "../../core/text/fittingLines";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { shownLines } from "../../lib/edits/matching/editText";
import { splice, toBytes } from "../../lib/edits/matching/replace";
import { findHunks } from "../../lib/edits/patches/patchHunks";
import { type PatchHunk, type PatchSection, parsePatch } from "../../lib/edits/patches/patchText";
import { encode, losslessEncoding, mustHold, textOf } from "../../lib/edits/text/encoding";
import { fileToRemove, linkNotes, mustBeFree, readBeforeChange, stored } from "./existingFile";

/** What happened to one file of a patch. */
export interface PatchedFile {
  readonly kind: PatchSection["kind"];
  /** Absolute path as named. */
  readonly path: string;
  readonly shown: string;
  /** Where it was moved to, as shown. */
  readonly movedTo?: string;
  /** 1-based line of each hunk, before the change. */
  readonly lines: readonly number[];
}

/** What apply_patch did, for dialects that word it themselves. */
export interface PatchData {
  readonly files: readonly PatchedFile[];
}

/** What one section comes to. */
interface Planned {
  readonly file: PatchedFile;
  readonly effects: readonly WriteEffect[];
  readonly notes: readonly string[];
}

/** A section, the file it is of, and for an update the hunks of all its sections: each works on what the one before left. */
interface FileWish {
  readonly section: PatchSection;
  /** An addition after the deletion of the same file. */
  readonly isRewrite?: boolean;
  readonly target: ResolvedPath;
  readonly hunks: readonly (readonly PatchHunk[])[];
}

const hunksOf = (section: PatchSection) => (section.kind === "update" ? [section.hunks] : []);

function byFile(sections: readonly Omit<FileWish, "hunks">[]): FileWish[] {
  const joined = new Map<string, FileWish>();
  for (const { section, target } of sections) {
    const earlier = joined.get(target.real);
    const hunks = [...(earlier?.hunks ?? []), ...hunksOf(section)];
    if (earlier?.section.kind === "delete" && section.kind === "add") {
      joined.set(target.real, { section, target, hunks, isRewrite: true });
      continue;
    }
    if (earlier && (earlier.section.kind !== "update" || section.kind !== "update" || earlier.section.movedTo))
      throw new ToolError(
        "invalid_input",
        `Lines ${earlier.section.line} and ${section.line} of the patch both change ${target.shown}: put all changes of a file into one section.`,
        { path: shownPath(target.path), shown: target.shown },
      );
    joined.set(target.real, { section, target, hunks });
  }
  return [...joined.values()];
}

function planFile({ section, target, hunks, isRewrite }: FileWish, context: PlanContext): Promise<Planned> {
  switch (section.kind) {
    case "add":
      return isRewrite ? planRewrite(target, section.content, context) : planAdd(target, section.content, context);
    case "delete":
      return planDelete(target, context);
    case "update":
      return planUpdate(target, hunks, section.movedTo, context);
  }
}

const about = (kind: PatchSection["kind"], { path, shown }: ResolvedPath) => ({ kind, path, shown, lines: [] });

async function planAdd(target: ResolvedPath, content: string, context: PlanContext): Promise<Planned> {
  await mustBeFree(target, context);
  const effect: WriteEffect = { kind: "write", target, before: undefined, after: encode(content, "utf8") };
  return { file: about("add", target), effects: [effect], notes: [] };
}

/** A file that is deleted and added is one that gets new contents, in its encoding and with its line endings. */
async function planRewrite(target: ResolvedPath, content: string, context: PlanContext): Promise<Planned> {
  const { path, shown } = target;
  const before = await readBeforeChange(target, context);
  if (!before)
    throw new ToolError(
      "not_found",
      `${shown} does not exist, so it cannot be deleted: remove its *** Delete File section.`,
      {
        path,
        shown,
      },
    );
  const fresh = await stored(target, before, content, context);
  if (sameBytes(before, fresh.after))
    throw new ToolError("no_change", `The patch does not change ${shown}: nothing was written.`, { path, shown });
  const effect: WriteEffect = { kind: "write", target, before, ...fresh };
  return { file: about("update", target), effects: [effect], notes: await linkNotes(target, context) };
}

async function planDelete(target: ResolvedPath, context: PlanContext): Promise<Planned> {
  const { bytes, stat } = await fileToRemove(target, context, true);
  return { file: about("delete", target), effects: [removal(target, bytes, stat.mode)], notes: [] };
}

const removal = (target: ResolvedPath, before: Uint8Array, mode: number | undefined): WriteEffect => ({
  kind: "write",
  target,
  before,
  after: undefined,
  ...(mode !== undefined && { mode }),
});

async function planUpdate(
  target: ResolvedPath,
  hunks: FileWish["hunks"],
  movedTo: string | undefined,
  context: PlanContext,
): Promise<Planned> {
  const { path, shown } = target;
  const before = await readBeforeChange(target, context);
  if (!before)
    throw new ToolError(
      "not_found",
      `${shown} does not exist, so it cannot be updated: check the name, or use *** Add File.`,
      {
        path,
        shown,
      },
    );
  const encoding = losslessEncoding(before, shown, await context.host.encodingOf(target));
  const lines: number[] = [];
  const notes: string[] = [];
  let after = Buffer.from(before.buffer, before.byteOffset, before.length);
  for (const group of hunks) {
    const text = textOf(after, encoding);
    const found = findHunks({ path, shown }, text, group, context.traits.inexactEdits);
    for (const change of found.changes) mustHold(encoding, change.text, shown);
    after = splice(after, toBytes(text, encoding, found.changes));
    lines.push(...found.lines);
    notes.push(...found.inexact.map((how) => clause`Matched inexactly in ${shown}: ${how}.`));
  }
  const file = { kind: "update", path, shown, lines } as const;
  if (movedTo !== undefined) return planMove(target, before, after, movedTo, { file, notes }, context);
  if (after.equals(before))
    throw new ToolError("no_change", `The patch does not change ${shown}: nothing was written.`, { path, shown });
  return {
    file,
    effects: [{ kind: "write", target, before, after, encoding }],
    notes: [...notes, ...(await linkNotes(target, context))],
  };
}

async function planMove(
  target: ResolvedPath,
  before: Uint8Array,
  after: Uint8Array,
  movedTo: string,
  { file, notes }: Omit<Planned, "effects">,
  context: PlanContext,
): Promise<Planned> {
  const { stat } = await fileToRemove(target, context, true);
  const place = await context.host.resolve(movedTo);
  await mustBeFree(place, context);
  const { mode } = stat;
  const create: WriteEffect = {
    kind: "write",
    target: place,
    before: undefined,
    after,
    ...(mode !== undefined && { mode }),
  };
  return { file: { ...file, movedTo: place.shown }, effects: [create, removal(target, before, mode)], notes };
}

const did = { add: "Added", delete: "Deleted", update: "Updated" } as const;

function lineFor({ kind, shown, movedTo, lines }: PatchedFile): string {
  const places = lines.length > 0 ? ` (${shownLines(lines)})` : "";
  return movedTo === undefined ? `${did[kind]} ${shown}${places}.` : `Moved ${shown} to ${movedTo}${places}.`;
}

function titleOf(files: readonly PatchedFile[]): string {
  const names = files.slice(0, 3).map(({ shown }) => shown);
  return files.length > 3
    ? actionTitle`Patch ${names.join(", ")} and ${files.length - 3} more`
    : actionTitle`Patch ${names.join(", ")}`;
}

function patchText(files: readonly PatchedFile[], notes: readonly string[], characters: number | undefined): string {
  const lines = [...files.map(lineFor), ...notes];
  const room = fittingLines(lines, characters);
  const more = lines.length - room;
  return [
    ...lines.slice(0, room),
    ...(more > 0 ? [`[${more} more lines omitted; every change was written.]`] : []),
  ].join("\n");
}

export const applyPatch = defineTool({
  name: "apply_patch",
  displayName: "Apply Patch",
  summary: "Change several files with one patch, reviewed as diffs",
  description: `Applies a patch without line numbers to several files, all or none:
*** Begin Patch
*** Update File: src/a.ts
@@ function name() {
 a line before
-a line to remove
+a line to add
 a line after
*** Add File: src/new.ts
+its only line
*** Delete File: src/old.ts
*** End Patch
Give three lines of context around each change; they must match exactly one place in the file. An @@ line names the enclosing function or class. *** Move to: PATH after *** Update File renames the file. *** End of File after a hunk anchors it to the end of the file. Files must have been read before.`,
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "patch diff several files hunks change update",
  },
  effectKinds: ["read", "write"],
  input: z.object({ patch: z.string().min(1).describe("The patch, from *** Begin Patch to *** End Patch.") }),
  async plan({ patch }, context) {
    const sections: Omit<FileWish, "hunks">[] = [];
    for (const section of parsePatch(patch))
      sections.push({ section, target: await context.host.resolve(section.path) });
    const planned: Planned[] = [];
    for (const wish of byFile(sections)) planned.push(await planFile(wish, context));
    const effects = planned.flatMap((one) => one.effects);
    mustBeDistinct(effects);
    const notes = planned.flatMap((one) => one.notes);
    const files = planned.map(({ file }) => file);
    const data: PatchData = { files };
    return {
      title: titleOf(files),
      effects,
      notes,
      async run({ host, traits }) {
        await host.write(...effects);
        return { text: patchText(files, notes, traits.listCharacters), isError: false, data };
      },
    };
  },
});

/** @throws ToolError when two sections would write one file. */
function mustBeDistinct(effects: readonly WriteEffect[]): void {
  const seen = new Set<string>();
  for (const { target } of effects) {
    const { path, shown, real } = target;
    if (seen.has(real))
      throw new ToolError(
        "invalid_input",
        `The patch contains ${shown} twice: put all changes of a file into one section.`,
        {
          path,
          shown,
        },
      );
    seen.add(real);
  }
}
