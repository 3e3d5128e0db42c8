/** What a person has approved beyond one call: for exactly what was shown, for as long as they said (D-7). */

import { parsedAddress } from "../../text/addresses/parsedAddress";
import { actionTitle } from "../../text/clauses/clause";
import type { Decision } from "../../vocabulary/decision";
import type { Effect, ExecEffect } from "../../vocabulary/effect";
import { accessIn, type ExtraAccess } from "../../vocabulary/extraAccess";
import { shownBelow } from "../../vocabulary/paths";

/** How long an answer holds: until the window closes, in this workspace, or for this person everywhere. */
export const approvalScopes = ["session", "workspace", "always"] as const;
export type ApprovalScope = (typeof approvalScopes)[number];

/** An answer that is remembered. */
export interface Approved {
  /** What it answers, compared for equality only. */
  readonly key: string;
  /** What it was given for, as the person read it. */
  readonly shown: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** An answer with the time for which it holds. */
export interface ScopedApproval extends Approved {
  readonly scope: ApprovalScope;
}

/** Where answers are kept that outlive the session. */
export interface ApprovalStore {
  /** As it was saved, or anything: what is no approval is left out. */
  load(scope: Exclude<ApprovalScope, "session">): unknown;
  save(scope: Exclude<ApprovalScope, "session">, approved: readonly Approved[]): void;
}

/** What approvals need of their host. */
export interface ApprovalPorts {
  readonly store: ApprovalStore;
  now(): number;
  /** Puts on record what was remembered and forgotten. */
  note(event: string, detail: string): void;
}

/** What names an effect that may be approved beyond one call, and the longest time for which. */
interface Named {
  readonly parts: readonly unknown[];
  readonly shown: string;
  readonly scopes: readonly ApprovalScope[];
}

/** The origin of a plain address: one that is written as it is read. */
function plainOrigin(address: string): string | undefined {
  const url = parsedAddress(address);
  if (!url || !address.startsWith(url.origin)) return undefined;
  return /^(?:$|[/?#])/.test(address.slice(url.origin.length)) ? url.origin : undefined;
}

/** What an answer about something given to a command names last. */
const extraPart = (extra: ExtraAccess) => ({ extra });

/** Names of what a command is given, for people and models. @param cwd of the command. */
export const shownAccess = ({ files, hosts }: ExtraAccess, { root }: ExecEffect["cwd"]): string =>
  [...files.map((file) => shownBelow(file, root === undefined ? [] : [root])), ...hosts].join(", ");

function namedCommand(effect: ExecEffect): Named | undefined {
  if (effect.outsideSandbox || effect.program) return undefined;
  const { command, cwd, input, language, tty, background, extra } = effect;
  const parts = [tty ? "exec in a terminal" : "exec", command, cwd.real, ...(input === undefined ? [] : [input])];
  const place = `${tty ? "in a terminal in" : "in"} ${cwd.shown === "" ? "." : cwd.shown}`;
  const exact = [...parts, ...(language ? [{ language }] : []), ...(background ? [{ background }] : [])];
  if (!extra) return { parts: exact, shown: `${command} (${place})`, scopes: approvalScopes };
  return {
    parts: [...exact, extraPart(extra)],
    shown: `${command} with ${shownAccess(extra, cwd)} (${place})`,
    scopes: ["session", "workspace"],
  };
}

/** Undefined for what is asked about each time. */
function named(effect: Effect): Named | undefined {
  switch (effect.kind) {
    case "exec":
      return namedCommand(effect);
    case "fetch": {
      const origin = effect.method === "POST" ? undefined : plainOrigin(effect.url);
      if (origin === undefined) return undefined;
      return effect.search === undefined
        ? { parts: ["fetch", origin], shown: actionTitle`requests to ${origin}`, scopes: approvalScopes }
        : {
            parts: ["search", effect.search, origin],
            shown: actionTitle`searches with ${origin}`,
            scopes: approvalScopes,
          };
    }
    case "read":
    case "list":
      return {
        parts: [effect.kind, effect.target.real],
        shown:
          effect.kind === "read"
            ? actionTitle`reading ${effect.target.shown}`
            : actionTitle`looking through ${effect.target.shown}`,
        scopes: ["session"],
      };
    case "write":
      return effect.after === undefined
        ? undefined
        : {
            parts: ["write", effect.target.real],
            shown: actionTitle`changes of ${effect.target.shown}`,
            scopes: ["session"],
          };
    case "delegate":
      return effect.tool === undefined
        ? undefined
        : {
            parts: ["delegate", effect.to, effect.tool],
            shown: actionTitle`calls of ${effect.tool} (${effect.to})`,
            scopes: approvalScopes,
          };
    case "present":
      return undefined;
  }
}

/** Answers what these rules asked about one effect; what another rule asks about the same has not been answered. */
const keyOf = ({ parts }: Named, { rule, askedBy = [rule] }: Decision) => JSON.stringify([askedBy, ...parts]);

/** What a person may remember of an answer to a call. */
export interface Offers {
  /** How long everything that is asked about may be remembered as it is; empty when it may not. */
  readonly exact: readonly ApprovalScope[];
  /** What that is, one line each. */
  readonly shown: readonly string[];
  /** True when all of it are commands. */
  readonly commandsOnly: boolean;
  /** Token prefixes that together would have answered the question; empty when they would not. */
  readonly prefixes: readonly (readonly string[])[];
}

/** Which of the offers a person took. */
export type Offer = "exact" | "prefix";

const nothing: Offers = { exact: [], shown: [], commandsOnly: false, prefixes: [] };

/** What was asked about, with what it is named by. */
export function askedOf(effects: readonly Effect[], decisions: readonly Decision[]) {
  return effects.flatMap((effect, index) => {
    const decision = decisions[index];
    return decision?.kind === "allow" ? [] : [{ effect, name: named(effect), decision }];
  });
}

/** What may be offered for a question; never anything for what is denied or must always be asked about (D-7). */
export function offersFor(effects: readonly Effect[], decisions: readonly Decision[]): Offers {
  const asked = askedOf(effects, decisions);
  const isFixed = asked.some(({ decision }) => decision?.kind !== "ask" || decision.always);
  const names = asked.flatMap(({ name }) => name ?? []);
  if (isFixed || asked.length === 0 || names.length < asked.length) return nothing;
  const prefixes = asked.map(({ decision }) => decision?.prefixes ?? []);
  return {
    exact: approvalScopes.filter((scope) => names.every(({ scopes }) => scopes.includes(scope))),
    shown: names.map(({ shown }) => shown),
    commandsOnly: asked.every(({ effect }) => effect.kind === "exec"),
    prefixes: prefixes.every((some) => some.length > 0) ? prefixes.flat() : [],
  };
}

/** Names token prefixes; a list would be an answer to a question. */
const prefixKey = (prefix: readonly string[]) => JSON.stringify({ prefix });

/** Remembered answers of one scope at most; the oldest go first. */
const maxRemembered = 500;

/** Answers that a person gave for longer. They answer an ask; they never loosen a deny or an ask-always. */
export class Approvals {
  readonly #scopes: Readonly<Record<ApprovalScope, Map<string, Approved>>>;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly ports: ApprovalPorts) {
    const kept = (scope: Exclude<ApprovalScope, "session">) =>
      new Map(approvalsIn(ports.store.load(scope)).map((one) => [one.key, one]));
    this.#scopes = { session: new Map(), workspace: kept("workspace"), always: kept("always") };
  }

  /** Everything that is remembered, the shortest scope first, each in the order it was given. */
  all(): ScopedApproval[] {
    return approvalScopes.flatMap((scope) => [...this.#scopes[scope].values()].map((one) => ({ ...one, scope })));
  }

  /** Remembers what a person chose of the offers for this question; what was not offered is not remembered. */
  take(offer: Offer, scope: ApprovalScope, effects: readonly Effect[], decisions: readonly Decision[]): void {
    const { exact, prefixes } = offersFor(effects, decisions);
    if (offer === "prefix") for (const tokens of prefixes) this.rememberPrefix(tokens, scope);
    else if (exact.includes(scope))
      for (const { name, decision } of askedOf(effects, decisions))
        if (name && decision) this.#add(keyOf(name, decision), name.shown, scope);
  }

  /** Remembers a yes to every simple command that starts with these tokens; it then counts as a rule of the user (D-13). */
  rememberPrefix(tokens: readonly string[], scope: ApprovalScope): void {
    if (tokens.length > 0) this.#add(prefixKey(tokens), `${tokens.join(" ")} …`, scope);
  }

  #add(key: string, shown: string, scope: ApprovalScope): void {
    const kept = this.#scopes[scope];
    kept.delete(key);
    kept.set(key, { key, shown, time: this.ports.now() });
    const [oldest] = kept.keys();
    if (kept.size > maxRemembered && oldest !== undefined) kept.delete(oldest);
    this.#save(scope);
    this.ports.note("approval remembered", `${shown}, ${scope}`);
  }

  #save(scope: ApprovalScope): void {
    if (scope !== "session") this.ports.store.save(scope, [...this.#scopes[scope].values()]);
    for (const listener of this.#listeners) listener();
  }

  /** @param listener called whenever answers were remembered or forgotten. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Every token prefix that was remembered. */
  get prefixes(): string[][] {
    return this.all().flatMap(({ key }) => prefixIn(key) ?? []);
  }

  /** What a remembered answer lets this very command have, by the latest one. */
  extraFor(command: ExecEffect): ExtraAccess | undefined {
    const { extra: _, ...plain } = command;
    const parts = JSON.stringify(namedCommand(plain)?.parts);
    const found = this.all().flatMap(({ key, time }) => {
      const extra = extraIn(key, parts);
      return extra ? [{ extra, time }] : [];
    });
    return found.sort((one, other) => other.time - one.time)[0]?.extra;
  }

  /** Forgets these answers, by default every one. */
  forget(approved: readonly ScopedApproval[] = this.all()): void {
    for (const { scope, key, shown } of approved)
      if (this.#scopes[scope].delete(key)) this.ports.note("approval revoked", `${shown}, ${scope}`);
    for (const scope of new Set(approved.map((one) => one.scope))) this.#save(scope);
  }

  /** How many answers are remembered. */
  get size(): number {
    return this.all().length;
  }

  /** The scopes of the answers that cover everything that is asked about; undefined when they do not. */
  cover(effects: readonly Effect[], decisions: readonly Decision[]): readonly ApprovalScope[] | undefined {
    const asked = askedOf(effects, decisions);
    const scopes = asked.flatMap(({ name, decision }) => {
      if (decision?.kind !== "ask" || decision.always || !name) return [];
      const key = keyOf(name, decision);
      return approvalScopes.find((scope) => this.#scopes[scope].has(key)) ?? [];
    });
    return scopes.length === asked.length ? [...new Set(scopes)] : undefined;
  }
}

/** The tokens of a remembered prefix, in a list of their own; undefined for any other answer. */
function prefixIn(key: string): [string[]] | undefined {
  try {
    const { prefix } = JSON.parse(key) as { prefix?: unknown };
    return Array.isArray(prefix) && prefix.every((token) => typeof token === "string") ? [prefix] : undefined;
  } catch {
    // Stored by hand or by another version: it answers nothing.
    return undefined;
  }
}

/** What a remembered answer about a command gives it. @param parts of the command, as JSON. */
function extraIn(key: string, parts: string | undefined): ExtraAccess | undefined {
  try {
    const stored: unknown = JSON.parse(key);
    const [last, ...others] = Array.isArray(stored) ? stored.slice(1).reverse() : [];
    return JSON.stringify(others.reverse()) === parts
      ? accessIn((last as { extra?: unknown } | undefined)?.extra)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What a store holds, as far as it can be used. */
function approvalsIn(stored: unknown): Approved[] {
  return Array.isArray(stored) ? stored.filter(isApproved) : [];
}

const isApproved = (value: unknown): value is Approved => {
  const { key, shown, time } = (value ?? {}) as Partial<Record<keyof Approved, unknown>>;
  return typeof key === "string" && typeof shown === "string" && typeof time === "number";
};

/** Nothing is kept: for one-shot processes and tests. */
export const forgetfulStore: ApprovalStore = { load: () => [], save: () => {} };
