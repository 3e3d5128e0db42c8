/** What a model reads of changes that were not made. */

import type { Declined } from "../../../core/tools/tool";
import { unitText } from "./heldUnits";
import type { HeldUnit, JudgedChange } from "./judgedChange";

/** Names that are listed; of more the number counts. */
const maxListed = 20;

/** As many of them as a model needs, and how many more there are. */
export function listed(all: readonly string[], between: string): string {
  if (all.length <= maxListed) return all.join(between);
  return [...all.slice(0, maxListed), `${all.length - maxListed} more`].join(between);
}

/** One text for each folder that is held back as a whole, then one for each other change. */
function textsOf(
  changes: readonly JudgedChange[],
  ofUnit: (unit: HeldUnit, count: number) => string,
  ofChange: (change: JudgedChange) => string,
): string[] {
  const counts = new Map<HeldUnit, number>();
  for (const { unit } of changes) if (unit) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [
    ...[...counts].map(([unit, count]) => ofUnit(unit, count)),
    ...changes.filter(({ unit }) => !unit).map(ofChange),
  ];
}

/** What may not be made whatever a person says, as a sentence each without its full stop. */
export const deniedTexts = (denied: readonly JudgedChange[]): string[] =>
  textsOf(
    denied,
    (unit, count) => `${unitText(unit, count)}: do without ${unit.by}, or ask the person to run the command`,
    ({ effect, reason }) => `${effect.target.shown} was not changed (${reason})`,
  );

/** The changes that somebody said no to, or that nobody could be asked about; then each with its own reason. */
export function unappliedText(changes: readonly JudgedChange[], { by, feedback }: Declined): string {
  const isUnasked = by === "nobody";
  const whole = textsOf(changes, unitText, (change) => {
    const isOther = isUnasked && change.reason !== "" && !feedback?.startsWith(change.reason);
    return `${proposedText(change)}${isOther ? ` (${change.reason})` : ""}`;
  });
  const advice = isUnasked ? adviceOn(changes.flatMap(({ unit }) => unit ?? [])) : "";
  const said = feedback ? ` (${feedback})` : "";
  return `[not applied${said}: ${whole.join("; ")}${advice}]`;
}

/** What to do about folders that are held back, to be added to a sentence. */
function adviceOn(units: readonly HeldUnit[]): string {
  if (units.length === 0) return "";
  const named = (all: readonly HeldUnit[]) => listed([...new Set(all.map(({ by }) => by))], ", ");
  const coming = units.filter(({ kind }) => kind !== "removed");
  const going = units.filter(({ kind }) => kind === "removed");
  const ways = [
    ...(coming.length > 0 ? [`, or do without ${named(coming)}`] : []),
    ...(going.length > 0 ? [`, or keep ${named(going)}`] : []),
  ];
  return `. Ask the person to allow this or to run the command themselves${ways.join("")}.`;
}

/** A clause on what would become of a file. */
function proposedText({ effect: { target, before, after } }: JudgedChange): string {
  if (before === undefined) return `${target.shown} would be created`;
  return `${target.shown} would be ${after === undefined ? "deleted" : "changed"}`;
}
