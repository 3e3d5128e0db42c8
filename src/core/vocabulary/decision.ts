/** Verdicts on effects and how several become one. */

import { clause } from "../text/clauses/clause";
import type { ExtraAccess } from "./extraAccess";

/** How strict a decision is; a larger number is stricter. */
const severity = { allow: 0, ask: 1, deny: 2 } as const;

/** What a person is told of a simple command beside its verdict. */
export interface PartDetails {
  /** Its class by SH-6. */
  readonly category: string;
  /** Paths it is known to write, as they are written. */
  readonly writes: readonly string[];
  /** Hosts in its arguments, with a port where one is written. */
  readonly hosts: readonly string[];
}

/** What one part of an effect (a simple command, a redirect) was judged to be. */
export interface DecisionPart {
  /** The part as a person would write it, for example `git status`. */
  readonly text: string;
  readonly kind: Decision["kind"];
  readonly rule: string;
  readonly reason: string;
  /** The simple command that it is, or belongs to, counted from 0 in source order; absent for the whole text. */
  readonly command?: number;
  /** Only for a simple command. */
  readonly details?: PartDetails;
}

/** A line of a policy file. */
export interface PolicyPlace {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** What a person changes to get another verdict: a setting, by its name without `toolcrib.`, or a line of a policy file. */
export type DecisionSource = { readonly setting: string } | PolicyPlace;

/** A verdict, with the rule that gave it and the reason in words for people and models. */
export interface Decision {
  readonly kind: "allow" | "ask" | "deny";
  /** Name of the rule, for example `scope` or `commands.denylist`. */
  readonly rule: string;
  /** One clause without a final period, for example `writes outside the workspace are never allowed`. */
  readonly reason: string;
  /** Absent where no setting and no file changes it. */
  readonly source?: DecisionSource;
  /** Only for `ask`: every rule that asks, in their order, where it is not this one alone. */
  readonly askedBy?: readonly string[];
  /** What a model should do instead, as the rest of a sentence; by default that it should go on without it. */
  readonly instead?: string;
  /** Only for `ask`: a remembered or automatic approval does not answer it; a person must, each time (D-7). */
  readonly always?: boolean;
  /** What the effect is made of, when it has parts. */
  readonly parts?: readonly DecisionPart[];
  /**
   * Only for a command that is allowed, or asked about for its `extra` alone: every part of it is held to only read, by what
   * is known of its programs and by nobody's word.
   */
  readonly onlyReads?: true;
  /**
   * Of a command, whoever asks about it and whatever holds it: it only reads by what is known of its programs, and none of
   * them does what a repository or a person has configured.
   */
  readonly changesNothing?: true;
  /**
   * Of a command that runs on a layer. `held`: nobody is asked, and it is held as closely as one that only reads. `open`: it
   * runs as it would anyway, once it may.
   */
  readonly onLayer?: "held" | "open";
  /** Only for `ask` about a command: what it is to be given; it stays held otherwise, whoever says yes. */
  readonly extra?: ExtraAccess;
  /** Only for `ask` about a command that can do its work outside the sandbox alone: after a yes it runs there. */
  readonly leavesSandbox?: true;
  /** Only for `allow` of a command: a rule of the person lets git in it do more than look, so it does what it is configured to. */
  readonly freesGit?: true;
  /** Token prefixes that would answer this ask if a person allowed them for good; absent when nothing of the kind would. */
  readonly prefixes?: readonly (readonly string[])[];
}

export const allow = (rule: string, reason: string, parts?: readonly DecisionPart[]): Decision => ({
  kind: "allow",
  rule,
  reason,
  ...(parts && { parts }),
});
export const ask = (rule: string, reason: string, parts?: readonly DecisionPart[]): Decision => ({
  kind: "ask",
  rule,
  reason,
  ...(parts && { parts }),
});
/** An ask that only a person can answer, whatever was approved before (D-7). */
export const askAlways = (rule: string, reason: string, parts?: readonly DecisionPart[]): Decision => ({
  ...ask(rule, reason, parts),
  always: true,
});
export const deny = (rule: string, reason: string, parts?: readonly DecisionPart[]): Decision => ({
  kind: "deny",
  rule,
  reason,
  ...(parts && { parts }),
});

/** A refusal as a person is led from it to what caused it. */
export type Refusal = Pick<Decision, "rule" | "reason" | "source">;

/** How a source is named to people: `toolcrib.policy`, `FILE:LINE`. */
export const sourceText = (source: DecisionSource): string =>
  "setting" in source ? `toolcrib.${source.setting}` : `${source.file}:${source.line}`;

/** True when `a` is stricter than `b`; between two asks the one that must always be asked is stricter. */
export const isStricter = (a: Decision, b: Decision): boolean =>
  severity[a.kind] > severity[b.kind] || (a.kind === b.kind && a.always === true && b.always !== true);

/** The strictest of several opinions, the first of equals; no opinion means ask. */
export const strictest = (opinions: readonly Decision[]): Decision =>
  opinions.length === 0
    ? ask("none", clause`no rule covers this`)
    : opinions.reduce((held, next) => (isStricter(next, held) ? next : held));
