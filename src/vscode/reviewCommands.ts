/** The commands of review, without the part of their names that all commands share; known before what they do is loaded. */
export const reviewCommandNames = [
  ...(["review.accept", "review.reject", "review.keepOnlyThisChange", "review.rejectThisChange"] as const),
  ...(["changes.open", "changes.openAll", "changes.accept", "changes.reject"] as const),
  ...(["changes.undo", "changes.keep", "changes.keepAll", "changes.undoAll"] as const),
  ...(["changes.proposeAgain", "changes.dismiss"] as const),
] as const;

/** One of them. */
export type ReviewCommandName = (typeof reviewCommandNames)[number];

/** What each does. */
export type ReviewCommands = Readonly<Record<ReviewCommandName, (...args: never[]) => unknown>>;
