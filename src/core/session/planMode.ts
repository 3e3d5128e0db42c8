/** Name of the rule that holds while a session plans; dialects word its denials themselves. */
export const planModeRuleName = "planMode";

/** The crib's own name of the tool that hands in a plan. */
export const planToolName = "submit_plan";

/** A session that only plans changes nothing until a person has approved its plan (PM-1, PM-2, C-44). */
export class PlanMode {
  #isOn = false;
  #approved: string | undefined;
  readonly #listeners = new Set<() => void>();

  /** True from `enter` until a plan is approved or a person leaves. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** The plan that ended it, as Markdown; undefined while planning, and when it was left without one. */
  get approved(): string | undefined {
    return this.#approved;
  }

  /** A person wants a plan first; one of before is forgotten. */
  enter(): void {
    this.#change(true, undefined);
  }

  /** A person ends planning without a plan. */
  leave(): void {
    this.#change(false, undefined);
  }

  /** A person said yes to this plan, which ends planning. */
  approve(plan: string): void {
    this.#change(false, plan);
  }

  /** @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(isOn: boolean, approved: string | undefined): void {
    this.#isOn = isOn;
    this.#approved = approved;
    for (const listener of this.#listeners) listener();
  }
}

/** Puts on record when a session begins to plan and when it ends. @param note see Crib.note. */
export function recordPlanMode(
  { agent, plan }: { readonly agent: string; readonly plan: PlanMode },
  note: (event: string, agent: string, detail: string) => void,
): void {
  plan.onChange(() => {
    if (plan.isOn) note("plan mode on", agent, "");
    else if (plan.approved === undefined) note("plan mode off", agent, "left without a plan");
    else note("plan approved", agent, plan.approved.trim().split("\n", 1)[0] as string);
  });
}
