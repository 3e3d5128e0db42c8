import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { TaintStatus } from "./taintStatus";

/** The commands that show and reset what sessions have taken in. */
export function registerTaint(window: LazyWindow<{ readonly taint: Pick<TaintStatus, "show" | "reset"> }>): void {
  window.command("taint.show", ({ taint }) => taint.show());
  window.command("taint.reset", ({ taint }) => taint.reset());
}
