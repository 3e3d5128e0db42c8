/** What the dialects share: how they sit on the house's tools, and the house's sentences in their own names. */

import * as z from "zod";
import { leftOutOutputNote, nextFolderNote, questionNote } from "../../core/jobs/commandEnding";
import { renamed, withNames } from "../../core/text/toolNames";
import type { AnyTool, DialectTool, ToolResult } from "../../core/tools/tool";
import { meantPath, shownPath } from "../../core/vocabulary/shownPath";
import type { ToolError } from "../../core/vocabulary/toolError";
import type { BackgroundData } from "../../tools/commands/commandRun";
import type { CommandData } from "../../tools/commands/commandText";
import type { ReadData } from "../../tools/files/readFile";
import type { SearchData } from "../../tools/search/searchData";

/** Arguments in a dialect's own names. */
export type Given = Record<string, unknown>;

/** The crib's tools by key. */
export type ToolsByKey = Readonly<Record<string, AnyTool>>;

/** A dialect's tool before it has the tool it stands for. */
export type Worded = Omit<DialectTool, "tool" | "aliases"> & { readonly aliases?: readonly string[] };

/** Puts a dialect's name, parameters and words over a tool. */
export const over = (tool: AnyTool | undefined, worded: Worded): DialectTool => {
  if (!tool) throw new Error(`${worded.name} stands for a tool that does not exist.`);
  return { aliases: [], ...worded, tool };
};

/** A tool under its own name, parameters and words. */
export const asItself = (tool: AnyTool | undefined): DialectTool => {
  if (!tool) throw new Error("A dialect offers a tool that does not exist.");
  const { name, displayName, description, input } = tool;
  return { name, aliases: [], displayName, description, input, tool, toInput: (args) => args };
};

/** Parameters of a tool as they are, because our sentences name them and a dialect has no others for them. */
export const ownParameters = (tool: AnyTool | undefined, ...names: readonly string[]): Record<string, z.ZodType> => {
  const shape = tool?.input.shape as Record<string, z.ZodType> | undefined;
  return Object.fromEntries(names.flatMap((name) => (shape?.[name] ? [[name, shape[name]]] : [])));
};

/** The facts behind a result. */
export const dataOf = <T>(result: ToolResult): T => result.data as T;

/** Why an edit failed, as facts. */
export interface EditFailure {
  readonly found?: number;
  readonly expected?: number;
  /** 1-based line of each match. */
  readonly lines?: readonly number[];
  /** 1-based line of the most similar place. */
  readonly firstLine?: number;
  /** 0 to 1. */
  readonly similarity?: number;
  readonly diff?: string;
}

/** The edit of a dialect that says text where the crib says string (C-16). */
export const oldAndNewText = ({ old_text, new_text, ...rest }: Given): Given => ({
  ...rest,
  old_string: old_text,
  new_string: new_text,
});

/** An argument as text, for a sentence that names it as it was given. */
export const resultText = (value: unknown): string => (typeof value === "string" ? value : String(value));

/** A path that was given, for a sentence that names it as it was given; see shownPath. */
export const dialectPath = (value: unknown): string => shownPath(meantPath(resultText(value)));

/** In the order of code points, as Python and Deno sort. */
export const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A path below one that was given, with one slash between. */
export const joined = (folder: string, path: string): string => `${folder.replace(/\/+$/, "")}/${path}`;

/** What a command that the call waited for did; undefined for one that runs on. */
export function endedCommand(result: ToolResult): CommandData | undefined {
  const data = dataOf<CommandData | BackgroundData>(result);
  return "stdout" in data ? data : undefined;
}

/** What a model should know of a command beside its output; what the sandbox says follows every result by itself. */
export const commandNotes = ({
  isCut,
  leftOut,
  job,
  stoppedLeftovers,
  question,
  nextFolder,
}: CommandData): string[] => [
  ...(isCut ? [leftOutOutputNote(job, leftOut)] : []),
  ...(question ? [questionNote(question, "shell")] : []),
  ...(stoppedLeftovers ? ["[processes it left running were stopped]"] : []),
  ...(nextFolder === undefined ? [] : [nextFolderNote(nextFolder)]),
];

/** What a search says of files it had to leave out. */
export const leftOutNote = (result: ToolResult): readonly string[] =>
  dataOf<Pick<SearchData, "notSearched">>(result).notSearched;

/** Whether what was read has lines; of everything else the tool's own note is told. */
export const hasLines = ({ content }: ReadData): boolean => content === "text" || content === "notebook";

/** Which lines of a file were returned, or that one was cut, and how to go on (C-06). */
export function rangeNotice({ offset, count, total, more, lineCut }: ReadData): string {
  const next = offset + count;
  const all = total === undefined ? "" : ` of ${total}`;
  const what = lineCut
    ? `Line ${offset + 1}${all} is too long and was cut.`
    : `Showing lines ${offset + 1}-${next}${all}.`;
  return `[${what}${more ? ` To continue, call again with offset ${next}.` : ""}]`;
}

/** The same parameters, described in the dialect's names. */
const describedWith = (input: z.ZodObject, ours: ReadonlyMap<string, string>): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(input.shape as Record<string, z.ZodType>).map(([key, schema]) => [
        key,
        schema.description === undefined ? schema : schema.describe(withNames(schema.description, ours)),
      ]),
    ),
  );

/** Gives every tool's description and failures the names of the dialect it is in. @param more names of parameters, or of tools it lacks. */
export function inOwnNames(tools: readonly DialectTool[], more: Readonly<Record<string, string>> = {}): DialectTool[] {
  const ours = new Map([...Object.entries(more), ...tools.map(({ tool, name }) => [tool.name, name] as const)]);
  return tools.map((tool) => ({
    ...tool,
    description: withNames(tool.description, ours),
    input: describedWith(tool.input, ours),
    presentError(error: ToolError, args) {
      const said = tool.presentError?.(error, args) ?? error.message;
      // It quotes the name that was called, and advises this dialect's own.
      return error.code === "unknown_tool" ? said : renamed(said, ours);
    },
  }));
}
