import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { NeedsYouNode } from "./needsYouView";

/** The commands of the view, without the part of their names that all commands share; known before what they do is loaded. */
export const needsYouCommandNames = [
  ...(["needsYou.open", "needsYou.accept", "needsYou.reject", "needsYou.rejectWithComment"] as const),
  ...(["needsYou.proposeAgain", "needsYou.dismiss"] as const),
] as const;

/** What each does to a line of the view, or else to what the editor in front shows. */
export type NeedsYouCommands = Readonly<Record<(typeof needsYouCommandNames)[number], (node?: unknown) => unknown>>;

/** The view of what waits for the person, and its commands. */
export function registerNeedsYou(
  window: LazyWindow<{
    readonly needsYouView: TreeContent<NeedsYouNode>;
    readonly needsYouCommands: NeedsYouCommands;
  }>,
): void {
  window.tree("toolcrib.needsYou", ({ needsYouView }) => needsYouView);
  window.commands(needsYouCommandNames, ({ needsYouCommands }) => needsYouCommands);
}
