import type { PlanMode } from "../../core/session/planMode";

/** Requests that only plan (`/plan`): plan mode is on while any of them is answered, unless a person ends it. */
export class PlanRequests {
  #running = 0;
  /** False for plan mode that a person began, which is theirs to end. */
  #isOurs = false;

  constructor(private readonly plan: PlanMode) {
    plan.onChange(() => {
      if (!plan.isOn) this.#isOurs = false;
    });
  }

  /** Answers one of them. */
  async during<T>(answer: () => Promise<T>): Promise<T> {
    this.#running++;
    if (!this.plan.isOn) {
      this.plan.enter();
      this.#isOurs = true;
    }
    try {
      return await answer();
    } finally {
      this.#running--;
      if (this.#running === 0 && this.#isOurs) this.plan.leave();
    }
  }
}
