/** How confidential something is, the least first (PO-9). */
export const levels = ["PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED"] as const;

/** See {@link levels}. Data flows only to the same level or a higher one. */
export type Level = (typeof levels)[number];

/** True when `a` is more confidential than `b`. */
export const isAbove = (a: Level, b: Level): boolean => levels.indexOf(a) > levels.indexOf(b);

/** The most confidential of several; PUBLIC of none. */
export const highest = (several: readonly Level[]): Level =>
  several.reduce((held, next) => (isAbove(next, held) ? next : held), levels[0]);

/** The less confidential of two. */
export const lower = (a: Level, b: Level): Level => (isAbove(a, b) ? b : a);
