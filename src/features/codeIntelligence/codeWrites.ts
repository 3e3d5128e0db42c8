/** A language's change over files as a plan of writes: judged, reviewed and undone like any other. */
import type { CodeTextEdit } from "../../core/ports/editor/codeIntelligence";
import { fittingLines } from "../../core/text/fittingLines";
import type { FoundEdit } from "../../core/tools/knownCode";
import type { Plan, PlanContext, RunContext, ToolResult } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { shownLines } from "../../lib/edits/matching/editText";
import { splice, toBytes } from "../../lib/edits/matching/replace";
import { losslessEncoding, mustHold, textOf } from "../../lib/edits/text/encoding";
import { withLineEnding } from "../../lib/edits/text/lines";
import { TextLines } from "../../lib/edits/text/textLines";
import { fileToRewrite, isKnown, linkNotes } from "../../tools/files/existingFile";
import { counted } from "../../tools/search/searchedText";

/** One file that changes. */
interface ChangedFile {
  readonly effect: WriteEffect;
  /** 1-based line of each change, before it. */
  readonly lines: readonly number[];
  /** False where the agent has not read it as it was: then it does not know it afterwards either. */
  readonly isKnown: boolean;
  readonly notes: readonly string[];
}

/** What such a call did, as facts. */
export interface CodeChangeData {
  readonly files: readonly { readonly path: string; readonly shown: string; readonly lines: readonly number[] }[];
}

/** What is done, in the words of a result. */
export interface CodeChange {
  /** For people: `Rename a to b`. */
  readonly title: string;
  /** Begins the result: `Renamed a to b`. */
  readonly done: string;
  /** Why nothing may be left to change, as a sentence. */
  readonly nothing: string;
  readonly notes?: readonly string[];
  /** What every text that is replaced must hold, so that a language which looks at an older text is found out. */
  readonly replaces?: string;
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

async function changedFile(
  target: ResolvedPath,
  edits: readonly CodeTextEdit[],
  replaces: string | undefined,
  context: PlanContext,
): Promise<ChangedFile | undefined> {
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
function byFile({ files }: FoundEdit): { target: ResolvedPath; edits: CodeTextEdit[] }[] {
  const joined = new Map<string, { target: ResolvedPath; edits: CodeTextEdit[] }>();
  for (const { target, edits } of files) {
    const known = joined.get(target.real) ?? { target, edits: [] };
    known.edits.push(...edits);
    joined.set(target.real, known);
  }
  return [...joined.values()].sort((a, b) => (a.target.shown < b.target.shown ? -1 : 1));
}

/** The plan of a change. @throws ToolError for a file that may not be written, or does not fit the change. */
export async function planChange(edit: FoundEdit, change: CodeChange, context: PlanContext): Promise<Plan> {
  const files: ChangedFile[] = [];
  for (const { target, edits } of byFile(edit)) {
    const file = await changedFile(target, edits, change.replaces, context);
    if (file) files.push(file);
  }
  if (files.length === 0) return { title: change.title, effects: [], run: async () => unchanged(change) };
  const effects = files.map(({ effect }) => effect);
  return {
    title: files.length > 1 ? `${change.title} in ${counted(files.length, "file")}` : change.title,
    effects,
    notes: [...(change.notes ?? []), ...new Set(files.flatMap(({ notes }) => notes))],
    async run(run) {
      await run.host.write(...effects);
      for (const { effect, isKnown } of files) if (!isKnown) run.session.forget(effect.target.real);
      return resultOf(files, change, run);
    },
  };
}

const unchanged = ({ nothing }: CodeChange): ToolResult => ({ text: nothing, isError: false, data: { files: [] } });

function resultOf(files: readonly ChangedFile[], { done, notes = [] }: CodeChange, { traits }: RunContext): ToolResult {
  const lines = files.map(({ effect, lines }) => `${effect.target.shown} (${shownLines(lines)})`);
  const room = fittingLines(lines, traits.listCharacters);
  const more = lines.length - room;
  const text = [
    `${done} in ${counted(files.length, "file")}:`,
    ...lines.slice(0, room),
    ...(more > 0 ? [`[${counted(more, "more file")} omitted; every change was written.]`] : []),
    ...notes.map((note) => `[${note}]`),
  ].join("\n");
  const data: CodeChangeData = {
    files: files.map(({ effect: { target }, lines }) => ({
      path: shownPath(target.path),
      shown: target.shown,
      lines,
    })),
  };
  return { text, isError: false, data };
}
