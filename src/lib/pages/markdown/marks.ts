/** Emphasis and links around text. */

export const emphases = { strong: "**", emphasis: "*", deleted: "~~" } as const;
export type Emphasis = keyof typeof emphases;

/** Something that was begun around text. */
export interface Mark {
  readonly kind: Emphasis | "link";
  /** What begins it, and what ends it. */
  readonly start: string;
  readonly end: string;
  /** `waiting` as long as nothing is in it; `void` when Markdown would not take it for a mark at its place, or it is over. */
  state: "waiting" | "written" | "void";
  /** Place of what begins it among the pieces written. */
  place: number;
}

export const markdownMarkOf = (kind: Mark["kind"], start: string, end: string): Mark => ({
  kind,
  start,
  end,
  state: "waiting",
  place: -1,
});

const isBlank = (char: string) => char === "" || /\s/u.test(char);
const isPunctuation = (char: string) => /[\p{P}\p{S}]/u.test(char);

/** Whether emphasis can begin between two characters: CommonMark's left-flanking run. */
export const mayBegin = (before: string, after: string): boolean =>
  !isBlank(after) && (!isPunctuation(after) || isBlank(before) || isPunctuation(before));

/** Whether emphasis can end between two characters: CommonMark's right-flanking run. */
export const mayEnd = (before: string, after: string): boolean => mayBegin(after, before);
