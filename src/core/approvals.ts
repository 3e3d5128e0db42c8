import type { Decision } from "./decision";
import type { Effect } from "./effect";

/** Where remembered answers are kept between sessions. */
export interface ApprovalStore {
  load(): readonly string[];
  save(keys: readonly string[]): void;
}

/** Names an effect that a person may approve once for all; undefined for those that are asked about each time. */
export const approvalKey = (effect: Effect): string | undefined =>
  effect.kind === "exec" && !effect.outsideSandbox
    ? JSON.stringify(["exec", effect.command, effect.cwd.real, ...(effect.input === undefined ? [] : [effect.input])])
    : undefined;

/** Answers that a person gave for good. They answer an ask; they never loosen a deny or an ask-always. */
export class Approvals {
  readonly #keys: Set<string>;

  constructor(private readonly store: ApprovalStore) {
    this.#keys = new Set(store.load());
  }

  /** Remembers a yes to exactly this effect: this very command in this very folder. */
  remember(effect: Effect): void {
    const key = approvalKey(effect);
    if (key === undefined) return;
    this.#keys.add(key);
    this.store.save([...this.#keys]);
  }

  /** Forgets every answer. */
  clear(): void {
    this.#keys.clear();
    this.store.save([]);
  }

  /** How many answers are remembered. */
  get size(): number {
    return this.#keys.size;
  }

  /** True when every effect that is asked about was approved for good. */
  cover(effects: readonly Effect[], decisions: readonly Decision[]): boolean {
    return effects.every((effect, index) => {
      const decision = decisions[index];
      if (decision?.kind === "allow") return true;
      if (decision?.kind !== "ask" || decision.always) return false;
      const key = approvalKey(effect);
      return key !== undefined && this.#keys.has(key);
    });
  }
}

/** Nothing is kept: for one-shot processes and tests. */
export const forgetfulStore: ApprovalStore = { load: () => [], save: () => {} };
