/** The commands of the view of skills, without the part of their names that all commands share. */
export const skillCommandNames = [
  ...(["skills.review", "skills.show", "skills.approve", "skills.install"] as const),
  ...(["skills.reject", "skills.withdraw"] as const),
] as const;

/** What each does. */
export type SkillCommands = Readonly<Record<(typeof skillCommandNames)[number], (node?: unknown) => unknown>>;
