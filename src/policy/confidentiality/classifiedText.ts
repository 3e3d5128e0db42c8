/** How confidential a text is by what stands in it, and the text as a model may read it (PO-5, PO-9). */

import type { ClassificationRule } from "../../core/settings/sections/classificationRules";
import type { Settings } from "../../core/settings/settings";
import { clause } from "../../core/text/clauses/clause";
import type { FoundPlaces, Place } from "../../lib/expressions/boundedExpression";
import { compile, expressionIn } from "../matching/userRules";
import { type FoundSecret, findSecrets, isTooLong, withoutSecrets } from "../secrets/secretText";
import { type Classified, ownRule } from "./classification";

type Wishes = Pick<
  Settings,
  "classification.rules" | "classification.raise" | "classification.redactSecrets" | "classification.ceiling"
>;

/** A text that was looked through. */
export interface ClassifiedText {
  /** With marks for what was taken out. */
  readonly text: string;
  /** What is still in it. */
  readonly found: readonly Classified[];
}

/** Characters of one line that an expression is tried on. */
const maxLineLength = 2000;

/** What marks what a rule of the settings takes out. */
const ruledOut = "classified text";

function placesOfText(text: string, wanted: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    places.push({ start: at, end: at + wanted.length });
  return places;
}

function placesOf(text: string, content: string): FoundPlaces {
  const expression = expressionIn(content);
  if (!expression) return { places: placesOfText(text, content), isWhole: true };
  const compiled = compile(expression.source, expression.flags);
  return compiled?.places(text, maxLineLength) ?? { places: [], isWhole: true };
}

/** A rule may let a secret out, so an expression that takes too long is about none. */
const isAboutSecret = (secret: string) => (match: ClassificationRule["match"]) => {
  if (!("content" in match)) return false;
  const { places, isWhole } = placesOf(secret, match.content);
  return isWhole && places.length > 0;
};

/** One thing in a text: what it counts as, and where it stands. */
interface Finding extends Classified {
  readonly places: readonly FoundSecret[];
}

/** Every rule on contents that matches somewhere is about something of its own, so all of them count. */
const byRules = (text: string, settings: Wishes): Finding[] => {
  const rules = [
    ...settings["classification.rules"],
    ...settings["classification.raise"].map((rule) => ({ ...rule, action: "allow" as const })),
  ];
  return rules.flatMap(({ match, level, reason, action }) => {
    if (!("content" in match)) return [];
    const places = placesOf(text, match.content).places.map((place) => ({ ...place, name: ruledOut, level }));
    return places.length > 0
      ? [{ level, action, reason: reason ?? clause`it contains text that a setting lists`, places }]
      : [];
  });
};

/** @param name of a kind of secret. */
const containing = (name: string) =>
  /^[aeiou]/i.test(name) ? clause`it contains an ${name}` : clause`it contains a ${name}`;

/**
 * A secret counts as the first rule on its very text says, and otherwise as its kind, but for one that a server has put
 * into an address of its own: many lead to their files by signed ones.
 */
const bySecrets = (text: string, settings: Wishes, led: readonly string[]): Finding[] =>
  findSecrets(text).map((secret) => {
    const value = text.slice(secret.start, secret.end);
    const own = ownRule(settings, isAboutSecret(value));
    const isOfServer = led.some((address) => address.includes(value));
    const redacts = settings["classification.redactSecrets"] && !own;
    return {
      level: own?.level ?? (isOfServer ? "PUBLIC" : secret.level),
      action: own?.action ?? (redacts ? "redact" : "allow"),
      reason: own?.reason ?? containing(secret.name),
      places: [secret],
    };
  });

/** None over another, in their order: of one that begins within another what lies behind that. */
function apart(places: readonly FoundSecret[]): FoundSecret[] {
  const kept: FoundSecret[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const start = Math.max(place.start, kept.at(-1)?.end ?? 0);
    if (start < place.end) kept.push({ ...place, start });
  }
  return kept;
}

/**
 * Looks through a text.
 * @param redacts every secret is taken out, whatever the settings say.
 * @param led addresses to which servers have led.
 */
export function classifyText(
  text: string,
  settings: Wishes,
  redacts = false,
  led: readonly string[] = [],
): ClassifiedText {
  const findings = [...bySecrets(text, settings, led), ...byRules(text, settings)];
  const isOut = ({ action, places }: Finding) => action === "redact" || (redacts && places[0]?.name !== ruledOut);
  const out = findings.filter(isOut);
  const found = findings.filter((finding) => !isOut(finding)).map(({ places, ...classified }) => classified);
  const unseen = isTooLong(text)
    ? [{ level: "CONFIDENTIAL", action: "allow", reason: clause`it is too long to be checked` } as const]
    : [];
  return {
    text: out.length > 0 ? withoutSecrets(text, apart(out.flatMap(({ places }) => places))) : text,
    found: [...unseen, ...found],
  };
}
