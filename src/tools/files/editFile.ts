import * as z from "zod";
import { changedBytes } from "../../core/text/changedBytes";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import {
  type EditedFile,
  type EditOutcome,
  type EditWish,
  editAt,
  expectedCount,
  matchOf,
  notFound,
  shownLines,
} from "../../lib/edits/matching/editText";
import { repairedOldText } from "../../lib/edits/matching/modelRepair";
import { encode, encodingOfHead, losslessEncoding, textOf } from "../../lib/edits/text/encoding";
import { path } from "../parameters";
import { alikeNote } from "./alikeNote";
import { linkNotes, readBeforeChange } from "./existingFile";

/** What edit_file did, for dialects that word it themselves. */
export interface EditData {
  /** Absolute path as named. */
  readonly path: string;
  readonly shown: string;
  /** Of the file now. */
  readonly bytes: number;
  readonly created: boolean;
  readonly replacements: number;
  /** 1-based line of each replacement, before the edit it belongs to. */
  readonly lines: readonly number[];
  /** The text of the file now, where the tool system returns it. */
  readonly content?: string;
}

const oldString = z.string().describe("The exact text to replace. Empty: create the file.");
const newString = z.string().describe("The text to put in its place, literally.");
const counts = {
  replace_all: z.boolean().default(false).describe("Replace every occurrence. Default: false."),
  expected_replacements: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Expected number of occurrences; all of them are replaced. Default: exactly one."),
};

const input = z
  .object({
    path,
    old_string: oldString.optional(),
    new_string: newString.optional(),
    ...counts,
    edits: z
      .array(z.object({ old_string: oldString, new_string: newString, ...counts }))
      .optional()
      .meta({
        description: "Several edits of this file instead of old_string and new_string, applied in order, all or none.",
        minItems: 1,
      }),
  })
  .superRefine(({ edits: given, old_string, new_string, expected_replacements }, context) => {
    const complain = (parameter: string, message: string) =>
      context.addIssue({ code: "custom", path: [parameter], message });
    const single = old_string !== undefined || new_string !== undefined;
    // Some models fill in every parameter: beside a single edit, no edits are as good as none given.
    const edits = single && given?.length === 0 ? undefined : given;
    if (edits?.length === 0) complain("edits", "expected array to have >=1 items");
    else if (edits && expected_replacements !== undefined)
      complain("expected_replacements", "give it inside each of the edits");
    if (edits && single) complain("edits", "give either edits or old_string and new_string, not both");
    else if (!edits && old_string === undefined) complain("old_string", "missing");
    else if (!edits && new_string === undefined) complain("new_string", "missing");
  });

/** One edit, and how a message names it: the parameters of a single one need no name. */
interface NamedWish {
  readonly wish: EditWish;
  readonly name: string;
}

function wishesOf({
  edits,
  old_string = "",
  new_string = "",
  ...counts
}: Omit<z.infer<typeof input>, "path">): NamedWish[] {
  return edits && edits.length > 0
    ? edits.map((wish, at) => ({
        wish: { ...wish, replace_all: wish.replace_all || counts.replace_all },
        name: `edits[${at}]: `,
      }))
    : [{ wish: { old_string, new_string, ...counts }, name: "" }];
}

/** Refuses what cannot be meant, whatever the file holds (ED-14). */
function checkWish({ wish, name }: NamedWish, { path, shown }: ResolvedPath): void {
  if (wish.old_string === wish.new_string)
    throw new ToolError(
      "no_change",
      `${name}old_string and new_string are identical, so ${shown} would not change: give the new text.`,
      { path, shown },
    );
  if (wish.old_string === "" && name !== "")
    throw new ToolError("invalid_input", `${name}old_string is empty: give the text to replace.`, { path, shown });
}

/** @param note see alikeNote. */
const missing = ({ path, shown }: ResolvedPath, note = "") =>
  new ToolError("not_found", `${shown} does not exist: check the path, or create it with write_file.${note}`, {
    path,
    shown,
  });

/** An empty old_string creates a file and nothing else (ED-9); not in every dialect (C-19). */
function createdFile(
  target: ResolvedPath,
  before: Uint8Array | undefined,
  content: string,
  context: PlanContext,
): Made {
  const { path, shown } = target;
  if (!context.traits.createByEdit && !before) throw missing(target);
  if (!context.traits.createByEdit)
    throw new ToolError(
      "invalid_input",
      `old_string is empty, so there is nothing to replace in ${shown}: give the text to replace.`,
      { path, shown },
    );
  if (before)
    throw new ToolError(
      "exists",
      `${shown} exists, so an empty old_string cannot create it: give the text to replace, or use write_file.`,
      { path, shown },
    );
  return { effect: { kind: "write", target, before, after: encode(content, "utf8") }, lines: [], inexact: [] };
}

/** The edit as it is, or with the text that a model says was meant (ED-10). */
async function edited(file: EditedFile, wish: EditWish, context: PlanContext): Promise<EditOutcome> {
  const { shown, bytes, encoding } = file;
  const match = matchOf(file, wish, context.traits.inexactEdits);
  if (match.changes.length > 0) return editAt(file, wish, match);
  const text = textOf(bytes, encoding);
  const { askModel, session, signal } = context;
  if (askModel && context.traits.modelRepair && context.settings["edits.modelRepair"] && expectedCount(wish) === 1) {
    const failed = { shown, bytes, text, oldText: wish.old_string, newText: wish.new_string };
    const meant = await repairedOldText(failed, { askModel, session, signal });
    const repaired = meant === undefined ? undefined : { ...wish, old_string: meant };
    if (repaired) return repairedOutcome(editAt(file, repaired, matchOf(file, repaired, false)));
  }
  throw notFound(file, text, wish.old_string);
}

const repairedOutcome = (outcome: EditOutcome): EditOutcome => ({
  ...outcome,
  inexact: `old_string was not found, and a model located the intended text (${shownLines(outcome.lines)})`,
});

interface Made {
  readonly effect: WriteEffect;
  readonly lines: readonly number[];
  /** One phrase for each edit that did not match exactly. */
  readonly inexact: readonly string[];
}

/** Every edit in turn, each on what the one before left; the first that fails fails all. */
async function editedFile(
  target: ResolvedPath,
  before: Uint8Array | undefined,
  wishes: readonly NamedWish[],
  context: PlanContext,
): Promise<Made> {
  const { path, shown } = target;
  if (!before) throw missing(target, await alikeNote(target, context));
  const encoding = losslessEncoding(before, shown, await context.host.encodingOf(target));
  const inexact: string[] = [];
  const lines: number[] = [];
  let bytes = Buffer.from(before.buffer, before.byteOffset, before.length);
  for (const { wish, name } of wishes) {
    const outcome = await edited({ path, shown, bytes, encoding }, wish, context).catch((error) => {
      throw name !== "" && error instanceof ToolError
        ? new ToolError(error.code, name + error.message, error.details)
        : error;
    });
    bytes = outcome.after;
    for (const line of outcome.lines) lines.push(line);
    if (outcome.inexact !== undefined) inexact.push(name + outcome.inexact);
  }
  const { start, endBefore, endAfter } = changedBytes(before, bytes);
  if (start === endBefore && start === endAfter)
    throw new ToolError("no_change", `The edit does not change ${shown}: nothing was written.`, { path, shown });
  return { effect: { kind: "write", target, before, after: bytes, encoding }, lines, inexact };
}

export const editFile = defineTool({
  name: "edit_file",
  displayName: "Edit File",
  summary: "Replace exact text in a file, reviewed as a diff",
  description:
    "Replaces text in a file that was read before. old_string must match the text exactly, including white space, and occur exactly once: include a few surrounding lines. Set replace_all to replace every occurrence, or expected_replacements to the expected number. For several edits of one file use edits instead. An empty old_string creates a new file from new_string.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "change modify replace string update",
  },
  effectKinds: ["read", "write"],
  usual: ["old_string", "new_string"],
  input,
  async plan({ path, ...change }, context) {
    const target = await context.host.resolve(path);
    const { shown } = target;
    const wishes = wishesOf(change);
    for (const wish of wishes) checkWish(wish, target);
    const before = await readBeforeChange(target, context);
    const created = !change.edits && change.old_string === "";
    const { effect, lines, inexact } = created
      ? createdFile(target, before, change.new_string ?? "", context)
      : await editedFile(target, before, wishes, context);
    const bytes = effect.after?.length ?? 0;
    const data: EditData = { path: shownPath(target.path), shown, bytes, created, replacements: lines.length, lines };
    return {
      title: created ? actionTitle`Create ${shown}` : actionTitle`Edit ${shown}`,
      effects: [effect, ...(context.traits.returnsEdited ? [{ kind: "read", target } as const] : [])],
      notes: [
        ...inexact.map((how) => clause`Matched inexactly: ${how}.`),
        ...(before ? await linkNotes(target, context) : []),
      ],
      async run({ host, traits }) {
        await host.write(effect);
        const text = editText(data, inexact, wishes.length);
        if (!traits.returnsEdited) return { text, isError: false, data };
        // What a person made of the proposal is what is there now.
        const bytes = await host.read(target);
        const content = textOf(bytes, encodingOfHead(bytes, await host.encodingOf(target)));
        return { text, isError: false, data: { ...data, bytes: bytes.length, content } satisfies EditData };
      },
    };
  },
});

function editText(
  { shown, created, replacements, lines }: EditData,
  inexact: readonly string[],
  edits: number,
): string {
  if (created) return `Created ${shown}.`;
  const several = edits > 1 ? `${edits} edits, ` : "";
  const note = inexact.length > 0 ? ` The match was inexact: ${inexact.join("; ")}.` : "";
  return `Edited ${shown}: ${several}${replacements} ${replacements === 1 ? "replacement" : "replacements"} (${shownLines(lines)}).${note}`;
}
