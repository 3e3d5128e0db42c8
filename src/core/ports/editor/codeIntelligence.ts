/** What the languages of an editor know of code, as plain data. What comes from here is not judged yet; tools get it as KnownCode. */
import { oneLine } from "../../text/oneLine";
import type { ResolvedPath } from "../../vocabulary/effect";

/** A place in a text; both count from 0, characters as UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** A part of a text; the end is not in it. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A name in a file. */
export interface CodePoint {
  readonly file: ResolvedPath;
  readonly position: TextPosition;
  /** The line as the file has it, which an editor may come to know a moment later. */
  readonly lineText: string;
}

/** A place that a language names. */
export interface CodeLocation {
  /** Absolute path; absent for what is no file, which `address` names. */
  readonly path?: string;
  readonly address: string;
  readonly range: TextRange;
  /** True for what the editor or one of its extensions brought along, as declarations of a language's own library. */
  readonly isEditors?: true;
}

/** The kinds of symbols, as the Language Server Protocol numbers them from 1. */
export const symbolKinds = [
  ...["file", "module", "namespace", "package", "class", "method", "property", "field", "constructor", "enum"],
  ...["interface", "function", "variable", "constant", "string", "number", "boolean", "array", "object", "key"],
  ...["null", "enum_member", "struct", "event", "operator", "type_parameter"],
] as const;

/** A declared name. */
export interface CodeSymbol {
  readonly name: string;
  /** One of {@link symbolKinds}. */
  readonly kind: string;
  /** Names of what it is declared in, outermost first, joined with `.`; empty at the top. */
  readonly container: string;
  /** Where its name stands. */
  readonly location: CodeLocation;
}

/** One function that calls or is called, and where. */
export interface CodeCall {
  readonly symbol: CodeSymbol;
  /** The calls, in the file of the caller. */
  readonly sites: readonly CodeLocation[];
}

/** What a language answered. */
export interface CodeAnswer<T> {
  readonly found: readonly T[];
  /** Milliseconds that were waited for a language that had to load. */
  readonly waitedMs: number;
  /** True when nothing came within the time, and nothing tells whether the language had been loaded by then. */
  readonly isSilent: boolean;
  /** What could not be asked, as sentences. */
  readonly failures?: readonly string[];
}

/** How long an answer may take. */
export interface CodeWait {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Replaces a part of a file's text. */
export interface CodeTextEdit {
  readonly range: TextRange;
  readonly text: string;
}

/** A change over files. */
export interface CodeEdit {
  readonly files: readonly {
    readonly location: Omit<CodeLocation, "range">;
    readonly edits: readonly CodeTextEdit[];
  }[];
  /** Why not all of it is known, as one clause; such a change must not be made. */
  readonly hidden?: string;
}

/** A quick fix, a refactoring or an action on the source. */
export interface CodeAction {
  readonly title: string;
  /** As `quickfix` or `refactor.extract.function`; empty where the language names none. */
  readonly kind: string;
  readonly isPreferred: boolean;
  /** Why it cannot be used here, in the language's words. */
  readonly disabled?: string;
  /** What it changes; absent for one that is only a command. */
  readonly edit?: CodeEdit;
  /** Id of a command that belongs to it and is never run here; absent where it is known to change nothing. */
  readonly command?: string;
}

/** Which actions are wanted. */
export interface ActionWish {
  /** Only these and what is below them; absent: all. */
  readonly kind?: string;
  /** The one of which the edit is wanted too; others may come without theirs. */
  readonly title?: string;
}

/** True for the one of which the edit is wanted. */
export const isTitled = (action: Pick<CodeAction, "title">, title: string | undefined): boolean =>
  title !== undefined && oneLine(action.title) === oneLine(title);

/** How bad a problem is, the worst first. */
export const severities = ["error", "warning", "information", "hint"] as const;

/** What a language reports of a place. */
export interface CodeProblem {
  readonly location: CodeLocation;
  readonly severity: (typeof severities)[number];
  readonly message: string;
  /** Who reports it, as `ts`; empty where that is not told. */
  readonly source: string;
  readonly code: string;
  readonly related: readonly { readonly location: CodeLocation; readonly message: string }[];
}

/** What {@link CodePort.locations} finds. */
export type LocationKind = "references" | "definition" | "declaration" | "implementation" | "type_definition";

/**
 * The languages of an editor. Files are taken as they are in it: unsaved text is the file (D-8).
 * Whatever takes a point throws ToolError `stale` where the editor goes on to see another line there.
 */
export interface CodePort {
  /** Every symbol of a file, in order. */
  outline(file: ResolvedPath, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>>;
  /**
   * Symbols of the workspace that a language takes for a query.
   * @param seeds files to have open, since some languages search only what belongs to an open file.
   */
  symbols(query: string, seeds: readonly ResolvedPath[], wait: CodeWait): Promise<CodeAnswer<CodeSymbol>>;
  /** References come with the declaration. */
  locations(kind: LocationKind, at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeLocation>>;
  calls(direction: "callers" | "callees", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeCall>>;
  types(direction: "supertypes" | "subtypes", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>>;
  /** Signature and documentation as Markdown. */
  hover(at: CodePoint, wait: CodeWait): Promise<CodeAnswer<string>>;
  /** What is known of problems now; of a named file after its language has looked at it, as far as the time allows. */
  problems(file: ResolvedPath | undefined, wait: CodeWait): Promise<CodeAnswer<CodeProblem>>;
  /** @throws ToolError `tool_failed` with the language's words when it refuses the name or the place. */
  rename(at: CodePoint, newName: string, wait: CodeWait): Promise<CodeEdit>;
  /**
   * What a move of a file would change in files, by the names that they have before it, such as imports; undefined where the
   * file's language does not tell. Absent where no language can be asked.
   */
  moved?(from: ResolvedPath, to: ResolvedPath, wait: CodeWait): Promise<CodeEdit | undefined>;
  actions(file: ResolvedPath, range: TextRange, wish: ActionWish, wait: CodeWait): Promise<CodeAnswer<CodeAction>>;
  /** @param range only this part; absent: all of the file. */
  format(file: ResolvedPath, range: TextRange | undefined, wait: CodeWait): Promise<CodeAnswer<CodeTextEdit>>;
}
