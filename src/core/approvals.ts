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
    ? JSON.stringify([
        effect.tty ? "exec in a terminal" : "exec",
        effect.command,
        effect.cwd.real,
        ...(effect.input === undefined ? [] : [effect.input]),
        ...(effect.language ? [{ language: effect.language }] : []),
      ])
    : undefined;

/** What a person may remember of an answer to this call beside the answer itself. */
export interface Offers {
  /** Every effect may be remembered as it is: the same command in the same folder. */
  readonly exact: boolean;
  /** Token prefixes that together would have answered the question; empty when they would not. */
  readonly prefixes: readonly (readonly string[])[];
}

/** Which of the offers a person took. */
export type Offer = "exact" | "prefix";

const nothing: Offers = { exact: false, prefixes: [] };

/** What may be offered for a question; never anything for what is denied or must always be asked about (D-7). */
export function offersFor(effects: readonly Effect[], decisions: readonly Decision[]): Offers {
  const asked = decisions.filter(({ kind }) => kind !== "allow");
  const isFixed = decisions.some(({ kind, always }) => kind === "deny" || always);
  if (isFixed || asked.length === 0 || !effects.every((effect) => approvalKey(effect) !== undefined)) return nothing;
  const answered = asked.every(({ prefixes = [] }) => prefixes.length > 0);
  return { exact: true, prefixes: answered ? asked.flatMap(({ prefixes = [] }) => prefixes) : [] };
}

const prefixMark = "prefix";

/** Answers that a person gave for good. They answer an ask; they never loosen a deny or an ask-always. */
export class Approvals {
  readonly #keys: Set<string>;

  constructor(private readonly store: ApprovalStore) {
    this.#keys = new Set(store.load());
  }

  /** Remembers a yes to exactly this effect: this very command in this very folder. */
  remember(effect: Effect): void {
    const key = approvalKey(effect);
    if (key !== undefined) this.#add(key);
  }

  /** Remembers a yes to every simple command that starts with these tokens; it then counts as a rule of the user (D-13). */
  rememberPrefix(tokens: readonly string[]): void {
    if (tokens.length > 0) this.#add(JSON.stringify([prefixMark, ...tokens]));
  }

  /** Remembers what a person chose of the offers for this question. Prefixes that were not offered are not remembered. */
  take(offer: Offer, effects: readonly Effect[], decisions: readonly Decision[]): void {
    const { exact, prefixes } = offersFor(effects, decisions);
    if (offer === "prefix") for (const tokens of prefixes) this.rememberPrefix(tokens);
    else if (exact) for (const effect of effects) this.remember(effect);
  }

  #add(key: string): void {
    this.#keys.add(key);
    this.store.save([...this.#keys]);
  }

  /** Every token prefix that was remembered. */
  get prefixes(): string[][] {
    return [...this.#keys].flatMap((key) => {
      if (!key.startsWith(`["${prefixMark}",`)) return [];
      const [, ...tokens] = JSON.parse(key) as string[];
      return [tokens];
    });
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
