/** What a tool gets to see of what the editor's languages know: each file that they name is judged as a read of it. */
import type {
  ActionWish,
  CodeAction,
  CodeAnswer,
  CodeEdit,
  CodeLocation,
  CodePoint,
  CodeProblem,
  CodeSymbol,
  CodeTextEdit,
  CodeWait,
  LocationKind,
  TextRange,
} from "../ports/editor/codeIntelligence";
import type { ResolvedPath } from "../vocabulary/effect";

/** A place in a file that may be read. */
export interface FoundPlace {
  readonly target: ResolvedPath;
  readonly range: TextRange;
}

/** A place of which nothing but its name is told. */
export interface UnreadPlace {
  /** For people and models: its file, or its address where it is no file. */
  readonly shown: string;
  /** 1-based; only for a file outside the workspace. */
  readonly line?: number;
  /** Why its text is not shown, as one clause. */
  readonly reason: string;
  /** True when a person may let it be read by its name. */
  readonly asks: boolean;
}

/** An answer without what may not be read, and the names of that. */
export interface FoundCode<T> extends CodeAnswer<T> {
  readonly unread: readonly UnreadPlace[];
}

/** Places that are judged as far as they are opened: an answer may name thousands of files, of which a page shows a few. */
export interface UnopenedPlaces extends CodeAnswer<CodeLocation> {
  /** Judges the files of some of the places. */
  open(locations: readonly CodeLocation[]): Promise<FoundCode<FoundPlace>>;
}

/** See CodeSymbol. */
export type FoundSymbol = Omit<CodeSymbol, "location"> & { readonly place: FoundPlace };

/** See CodeCall. */
export interface FoundCall {
  readonly symbol: FoundSymbol;
  readonly sites: readonly FoundPlace[];
}

/** See CodeProblem. */
export type FoundProblem = Omit<CodeProblem, "location" | "related"> & {
  readonly place: FoundPlace;
  readonly related: readonly { readonly place: FoundPlace; readonly message: string }[];
};

/** See CodeEdit. Whether the files may be written is for the plan to have judged. */
export interface FoundEdit {
  readonly files: readonly { readonly target: ResolvedPath; readonly edits: readonly CodeTextEdit[] }[];
}

/** CodePort, judged. A file that is asked about must be one that may be read. */
export interface KnownCode {
  outline(file: ResolvedPath, wait: CodeWait): Promise<FoundCode<FoundSymbol>>;
  symbols(query: string, seeds: readonly ResolvedPath[], wait: CodeWait): Promise<FoundCode<FoundSymbol>>;
  locations(kind: LocationKind, at: CodePoint, wait: CodeWait): Promise<FoundCode<FoundPlace>>;
  /** The same for more places than anybody reads at once. */
  named(kind: LocationKind, at: CodePoint, wait: CodeWait): Promise<UnopenedPlaces>;
  calls(direction: "callers" | "callees", at: CodePoint, wait: CodeWait): Promise<FoundCode<FoundCall>>;
  types(direction: "supertypes" | "subtypes", at: CodePoint, wait: CodeWait): Promise<FoundCode<FoundSymbol>>;
  /** Nothing where what stands there is declared in a file that may not be read. */
  hover(at: CodePoint, wait: CodeWait): Promise<FoundCode<string>>;
  problems(file: ResolvedPath | undefined, wait: CodeWait): Promise<FoundCode<FoundProblem>>;
  rename(at: CodePoint, newName: string, wait: CodeWait): Promise<FoundEdit>;
  moved?(from: ResolvedPath, to: ResolvedPath, wait: CodeWait): Promise<FoundEdit | undefined>;
  actions(file: ResolvedPath, range: TextRange, wish: ActionWish, wait: CodeWait): Promise<CodeAnswer<CodeAction>>;
  /** The files of an edit. @throws ToolError when not all of it is known, or when a part of it is no file. */
  filesOf(edit: CodeEdit): Promise<FoundEdit>;
  format(file: ResolvedPath, range: TextRange | undefined, wait: CodeWait): Promise<CodeAnswer<CodeTextEdit>>;
}
