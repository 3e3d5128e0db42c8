import type { ResolvedPath } from "./effect";

/** A path as it was named and where it leads. */
export type TwoNames = Pick<ResolvedPath, "path" | "real">;

/** What is known of a path that only a command names. */
export interface ClosedFacts {
  /** Why it is closed; undefined when it is open. */
  readonly reason?: string;
  readonly exists: boolean;
  /** It is a folder in which something may be closed, by the patterns and whatever lies there now. */
  readonly holdsClosed: false | "by file" | "by rule";
}

/** The files that `.toolcribignore` closes to all tools, as they are at one moment. */
export interface ClosedFiles {
  /** True when nothing is closed anywhere. */
  readonly isEmpty: boolean;
  /** True when what is closed may lie at any depth of a root. */
  readonly isDeep: boolean;
  /** Why a path is closed by either of its names, as one clause; undefined when it is open. */
  reason(target: TwoNames, isFolder: boolean): string | undefined;
  /** The same where only the disk tells whether it is a folder. Never throws: what cannot be examined counts as closed. */
  examine(target: ResolvedPath): Promise<ClosedFacts>;
}

/** Where there is no `.toolcribignore`. */
export const nothingClosed: ClosedFiles = {
  isEmpty: true,
  isDeep: false,
  reason: () => undefined,
  examine: async () => ({ exists: false, holdsClosed: false }),
};
