/** Where a walk over a parsed script is. */
import type { WordPlace } from "../words/types";

/** Where the walk is. */
export interface Surroundings {
  /** The text that positions of the current nodes refer to. */
  readonly source: string;
  /** For texts that are not the analysed one: the range that everything in them is reported at. */
  readonly range?: readonly [number, number];
  readonly prefixes: readonly string[];
  readonly place: WordPlace;
  readonly pipeline: readonly [number, number];
  readonly background: boolean;
  readonly nesting: number;
}

/** Parses a text that another command runs and walks it. */
export type ScriptReader = (text: string, at: Surroundings) => void;

/** The `pipeline` of what is in none. */
export const alone = [0, 1] as const;
