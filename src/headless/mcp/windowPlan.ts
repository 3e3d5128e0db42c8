import type { PlanMode } from "../../core/session/planMode";
import { isPlanningIn } from "../../node/state/sessionState";

/**
 * Plans while the window plans whose state is kept in a folder. A plan that was approved here holds until the window
 * begins anew.
 * @returns looks whether that has changed; to be called before every call.
 */
export function followWindowPlan(plan: PlanMode, folder: string): () => void {
  let last = false;
  return () => {
    const now = isPlanningIn(folder);
    if (now === last) return;
    last = now;
    if (now && !plan.isOn) plan.enter();
    if (!now && plan.isOn) plan.leave();
  };
}
