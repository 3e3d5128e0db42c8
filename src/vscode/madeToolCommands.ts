/** The commands of the view of agent-made tools, without the part of their names that all commands share. */
export const madeToolCommandNames = [
  ...(["madeTools.review", "madeTools.show"] as const),
  ...(["madeTools.approve", "madeTools.reject", "madeTools.withdraw"] as const),
] as const;

/** What each does. */
export type MadeToolCommands = Readonly<Record<(typeof madeToolCommandNames)[number], (node?: unknown) => unknown>>;
