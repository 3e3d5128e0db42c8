import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { TaskNode } from "./tasksView";
/** The commands of the Running view, without the part of their names that all commands share; known before what they do is loaded. */
export const taskCommandNames = [
  ...(["tasks.done", "tasks.cancel", "tasks.stop", "tasks.clearEnded"] as const),
  ...(["tasks.showTerminal", "tasks.showOutput", "tasks.openInBrowser", "tasks.restart", "tasks.keep"] as const),
] as const;

/** What each does. */
export type TaskCommands = Readonly<Record<(typeof taskCommandNames)[number], (work?: unknown) => unknown>>;

/** The Running view and its commands. */
export function registerTasks(
  window: LazyWindow<{ readonly tasksView: TreeContent<TaskNode>; readonly taskCommands: TaskCommands }>,
): void {
  window.tree("toolcrib.tasks", ({ tasksView }) => tasksView);
  window.commands(taskCommandNames, ({ taskCommands }) => taskCommands);
}
