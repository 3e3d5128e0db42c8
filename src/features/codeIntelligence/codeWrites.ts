/** A language's change over files as a plan of writes: judged, reviewed and undone like any other. */
import type { FoundEdit } from "../../core/tools/knownCode";
import type { Plan, PlanContext, RunContext, ToolResult } from "../../core/tools/tool";
import { shownPath } from "../../core/vocabulary/shownPath";
import { byFile, changedFile, changedLines, type LanguageEdit } from "../../tools/files/languageEdits";
import { counted } from "../../tools/search/searchedText";

/** What such a call did, as facts. */
export interface CodeChangeData {
  readonly files: readonly { readonly path: string; readonly shown: string; readonly lines: readonly number[] }[];
}

/** What is done, in the words of a result. */
export interface CodeChange {
  /** For people: `Rename a to b`. */
  readonly title: string;
  /** Where several files change: `Rename a to b in 3 files`. */
  titleOfMany(files: number): string;
  /** Begins the result: `Renamed a to b`. */
  readonly done: string;
  /** Why nothing may be left to change, as a sentence. */
  readonly nothing: string;
  readonly notes?: readonly string[];
  /** What every text that is replaced must hold, so that a language which looks at an older text is found out. */
  readonly replaces?: string;
  /** Set where it may make files, as when code is moved to one of its own. */
  readonly makesFiles?: boolean;
}

/** The plan of a change. @throws ToolError for a file that may not be written, or does not fit the change. */
export async function planChange(edit: FoundEdit, change: CodeChange, context: PlanContext): Promise<Plan> {
  const files: LanguageEdit[] = [];
  for (const { target, edits } of byFile(edit)) {
    const file = await changedFile(target, edits, change.replaces, context, change.makesFiles);
    if (file) files.push(file);
  }
  if (files.length === 0) return { title: change.title, effects: [], run: async () => unchanged(change) };
  const effects = files.map(({ effect }) => effect);
  return {
    title: files.length > 1 ? change.titleOfMany(files.length) : change.title,
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

function resultOf(
  files: readonly LanguageEdit[],
  { done, notes = [] }: CodeChange,
  { traits }: RunContext,
): ToolResult {
  const shown = files.map(({ effect, lines }) => ({ shown: effect.target.shown, lines }));
  const text = [
    `${done} in ${counted(files.length, "file")}:`,
    ...changedLines(shown, traits.listCharacters),
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
