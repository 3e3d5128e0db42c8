/** What a plan's reviewer said. */
export type PlanAnswer =
  | {
      readonly kind: "approved" /** The plan as the person left it, where they changed it. */;
      readonly edited?: string;
    }
  | { readonly kind: "returned"; readonly comments: string };

/** A session that only plans changes nothing until a person has approved its plan (PM-1, PM-2, C-44). */
export class PlanMode {
  #isOn = false;
  #plan: string | undefined;
  readonly #listeners = new Set<() => void>();

  /** True from `enter` until a plan is approved or a person leaves. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** The plan that waits for an answer, or was approved last, as Markdown. */
  get plan(): string | undefined {
    return this.#plan;
  }

  /** Begins to plan; a plan of before is forgotten. */
  enter(): void {
    this.#isOn = true;
    this.#plan = undefined;
    this.#tell();
  }

  /** A person ends planning without a plan. */
  leave(): void {
    this.#isOn = false;
    this.#tell();
  }

  /** A plan is put before a person. */
  present(plan: string): void {
    this.#plan = plan;
    this.#tell();
  }

  /** Takes the person's answer to the presented plan: only a yes ends planning. */
  answer(answer: PlanAnswer): void {
    if (answer.kind === "approved") {
      this.#plan = answer.edited ?? this.#plan;
      this.#isOn = false;
    }
    this.#tell();
  }

  /** @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
