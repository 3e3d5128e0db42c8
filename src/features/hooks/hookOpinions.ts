/** What hooks say, in words for people and models. */
import { clause } from "../../core/text/clauses/clause";
import { askAlways, type Decision, deny } from "../../core/vocabulary/decision";

/** Characters of a reason that are told. */
const maxReason = 500;
/** Characters of a note that are told. */
const maxNote = 4000;

/** Never through the two halves of a character. */
const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** One clause without a final period. */
const asClause = (text: string): string => cut(text.trim().replace(/\s+/g, " "), maxReason).replace(/[.\s]+$/, "");

/** Somebody who is asked about calls. */
export interface Speaker {
  /** As people read it: `hook "check"`, `extension some.publisher`. */
  readonly shown: string;
  /** Names the rule in the record. */
  readonly rule: string;
}

const decisionOf = ({ rule }: Speaker, kind: "ask" | "deny", reason: string): Decision =>
  kind === "ask"
    ? askAlways(rule, reason)
    : { ...deny(rule, reason), instead: "do not retry it another way: tell the person if you cannot go on without it" };

/** @param reason as it was given; it may be empty. */
export function hookOpinionOf(speaker: Speaker, kind: "ask" | "deny", reason: string): Decision {
  const said = asClause(reason);
  const { shown } = speaker;
  const verdict = kind === "deny" ? clause`the ${shown} denies it` : clause`the ${shown} asks about it`;
  return decisionOf(speaker, kind, said === "" ? verdict : clause`the ${shown} says: ${said}`);
}

/** What becomes of a call when somebody fails who is asked about it. @param failure one clause. */
export const failureOpinion = (speaker: Speaker, kind: "ask" | "deny", failure: string): Decision =>
  decisionOf(speaker, kind, failureText(speaker, failure));

/** @param failure one clause. */
export const failureText = ({ shown }: Speaker, failure: string): string =>
  clause`the ${shown} failed: ${asClause(failure)}`;

/** What a model is told of a note; none of nothing. */
export const noteOf = ({ shown }: Speaker, note: string): string[] =>
  note.trim() === "" ? [] : [`Note from the ${shown}: ${cut(note.trim(), maxNote)}`];
