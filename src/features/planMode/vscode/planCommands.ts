import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** The commands of plan mode, without the part of their names that all commands share; known before what they do is loaded. */
export const planCommandNames = [
  ...(["planMode.start", "planMode.leave"] as const),
  ...(["plan.show", "plan.edit", "plan.approve", "plan.sendBack", "plan.keepPlanning"] as const),
] as const;

/** What each does. */
export type PlanCommands = Readonly<Record<(typeof planCommandNames)[number], (id?: unknown) => unknown>>;

/** The commands of plan mode. */
export function registerPlanMode(window: LazyWindow<{ readonly planCommands: PlanCommands }>): void {
  window.commands(planCommandNames, ({ planCommands }) => planCommands);
}
