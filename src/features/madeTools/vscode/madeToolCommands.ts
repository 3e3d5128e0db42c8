import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { MadeToolNode } from "./madeToolsView";
/** The commands of the view of agent-made tools, without the part of their names that all commands share. */
export const madeToolCommandNames = [
  ...(["madeTools.review", "madeTools.show"] as const),
  ...(["madeTools.approve", "madeTools.reject", "madeTools.withdraw"] as const),
] as const;

/** What each does. */
export type MadeToolCommands = Readonly<Record<(typeof madeToolCommandNames)[number], (node?: unknown) => unknown>>;

/** The view of the tools that agents made, and its commands. */
export function registerMadeTools(
  window: LazyWindow<{
    readonly madeToolsView: TreeContent<MadeToolNode>;
    readonly madeToolCommands: MadeToolCommands;
  }>,
): void {
  window.tree("toolcrib.madeTools", ({ madeToolsView }) => madeToolsView);
  window.commands(madeToolCommandNames, ({ madeToolCommands }) => madeToolCommands);
}
