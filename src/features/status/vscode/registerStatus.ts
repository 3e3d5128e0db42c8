import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { StatusItem } from "./statusItem";

/** The menu of the item in the status bar. */
export function registerStatus(window: LazyWindow<{ readonly status: Pick<StatusItem, "openMenu"> }>): void {
  window.command("status.menu", ({ status }) => status.openMenu());
}
