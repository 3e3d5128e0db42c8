import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { SkillNode } from "./skillsView";
/** The commands of the view of skills, without the part of their names that all commands share. */
export const skillCommandNames = [
  ...(["skills.review", "skills.show", "skills.approve", "skills.install"] as const),
  ...(["skills.reject", "skills.withdraw"] as const),
] as const;

/** What each does. */
export type SkillCommands = Readonly<Record<(typeof skillCommandNames)[number], (node?: unknown) => unknown>>;

/** The view of skills, and its commands. */
export function registerSkills(
  window: LazyWindow<{ readonly skillsView: TreeContent<SkillNode>; readonly skillCommands: SkillCommands }>,
): void {
  window.tree("toolcrib.skills", ({ skillsView }) => skillsView);
  window.commands(skillCommandNames, ({ skillCommands }) => skillCommands);
}
