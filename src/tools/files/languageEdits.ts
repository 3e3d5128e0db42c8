/** What a language would change in files, as writes. */
import type { CodeTextEdit } from "../../core/ports/editor/codeIntelligence";
import { fittingLines } from "../../core/text/fittingLines";
import type { FoundEdit } from "../../core/tools/knownCode";
import type { PlanContext } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { shownLines } from "../../lib/edits/matching/editText";
import { splice, toBytes } from "../../lib/edits/matching/replace";
import { losslessEncoding, mustHold, textOf } from "../../lib/edits/text/encoding";
import { withLineEnding } from "../../lib/edits/text/lines";
import { TextLines } from "../../lib/edits/text/textLines";
import { counted } from "../search/searchedText";
import { fileToRewrite, isKnown, linkNotes, mustBeFree } from "./existingFile";

/** One file that changes. */
export interface LanguageEdit {
  readonly effect: WriteEffect;
  /** 1-based line of each change, before it. */
  readonly lines: readonly number[];
  /** False where the agent has not read it as it was: then it does not know it afterwards either. */
  readonly isKnown: boolean;
  readonly notes: readonly string[];
}

const staleText = (shown: string) =>
  `The editor's language support does not see ${shown} as it is now, so nothing was written: wait a moment and repeat the call.`;

/** A change as places of the text, in order. @throws ToolError `stale` or `tool_failed` for one that does not fit the text. */
function changesIn(lines: TextLines, edits: readonly CodeTextEdit[], shown: string, replaces: string | undefined) {
  const ending = lines.text.includes("\r\n") ? "\r\n" : "\n";
  const changes = edits.map(({ range, text }) => {
    const start = lines.offset(range.start);
    const end = lines.offset(range.end);
    if (start === undefined || end === undefined || end < start) throw new ToolError("stale", staleText(shown));
    const replaced = lines.text.slice(start, end);
    if (replaces !== undefined && replaced !== "" && !replaced.includes(replaces))
      throw new ToolError("stale", staleText(shown));
    return { start, end, text: withLineEnding(text, ending), replaced };
  });
  const ordered = changes.sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, { start }] of ordered.entries())
    if (start < (ordered[index - 1]?.end ?? 0))
      throw new ToolError(
        "tool_failed",
        `The language support changes one place of ${shown} twice: use edit_file instead.`,
      );
  return ordered.filter(({ text, replaced }) => text !== replaced);
}

const isAtStart = ({ range: { start, end } }: CodeTextEdit) =>
  [start.line, start.character, end.line, end.character].every((at) => at === 0);

/** A file that does not exist yet, such as one that a refactoring moves code to. */
async function newFile(
  target: ResolvedPath,
  edits: readonly CodeTextEdit[],
  context: PlanContext,
): Promise<LanguageEdit | undefined> {
  await mustBeFree(target, context);
  const text = edits.map((edit) => edit.text).join("");
  if (text === "") return undefined;
  const effect: WriteEffect = { kind: "write", target, before: undefined, after: new TextEncoder().encode(text) };
  return { effect, lines: [1], isKnown: true, notes: [] };
}

/**
 * What a change makes of one file; undefined where that is nothing.
 * @param replaces what every text that is replaced must hold, so that a language which looks at an older text is found out.
 * @param makesFiles true when a text for a file that does not exist makes it.
 * @throws ToolError for a file that may not be written, or does not fit the change.
 */
export async function changedFile(
  target: ResolvedPath,
  edits: readonly CodeTextEdit[],
  replaces: string | undefined,
  context: PlanContext,
  makesFiles = false,
): Promise<LanguageEdit | undefined> {
  if (makesFiles && edits.every(isAtStart) && !(await context.host.stat(target)))
    return newFile(target, edits, context);
  const { bytes, stat } = await fileToRewrite(target, context);
  const { shown } = target;
  const encoding = losslessEncoding(bytes, shown, await context.host.encodingOf(target));
  const lines = new TextLines(textOf(bytes, encoding));
  const changes = changesIn(lines, edits, shown, replaces);
  if (changes.length === 0) return undefined;
  for (const { text } of changes) mustHold(encoding, text, shown);
  const after = splice(bytes, toBytes(lines.text, encoding, changes));
  return {
    effect: { kind: "write", target, before: bytes, after, encoding },
    lines: [...new Set(changes.map(({ start }) => lines.position(start).line + 1))],
    isKnown: isKnown(target, stat, context),
    notes: await linkNotes(target, context),
  };
}

/** The edits of each file in order of path; a language may name one several times or by several names. */
export function byFile({ files }: FoundEdit): { target: ResolvedPath; edits: CodeTextEdit[] }[] {
  const joined = new Map<string, { target: ResolvedPath; edits: CodeTextEdit[] }>();
  for (const { target, edits } of files) {
    const known = joined.get(target.real) ?? { target, edits: [] };
    // Of a file with several names a language may know each as one of its own, and change them all alike.
    const said = new Set(known.edits.map((edit) => JSON.stringify(edit)));
    known.edits.push(...edits.filter((edit) => !said.has(JSON.stringify(edit))));
    joined.set(target.real, known);
  }
  return [...joined.values()].sort((a, b) => (a.target.shown < b.target.shown ? -1 : 1));
}

/** The files that changed, one line each, as many as fit. @param room characters; undefined: all fit. */
export function changedLines(
  files: readonly { readonly shown: string; readonly lines: readonly number[] }[],
  room: number | undefined,
): string[] {
  const lines = files.map(({ shown, lines }) => `${shown} (${shownLines(lines)})`);
  const fitting = fittingLines(lines, room);
  const more = lines.length - fitting;
  return [
    ...lines.slice(0, fitting),
    ...(more > 0 ? [`[${counted(more, "more file")} omitted; every change was written.]`] : []),
  ];
}
