/** What a call would do, as Markdown for whoever is asked; made from effects, so no tool has one of its own. */

import { shownAddress, shownHost } from "../../core/text/addresses/shownAddress";
import { sameBytes } from "../../core/text/changedBytes";
import { fenced, inlineCode, plainMarkdown, revealed, withoutPictures } from "../../core/text/markdown";
import type { Plan } from "../../core/tools/tool";
import { type FileChange, fileChanges } from "../../core/vocabulary/changes/fileChanges";
import { changedModes } from "../../core/vocabulary/changes/fileEntry";
import { wholeText } from "../../core/vocabulary/changes/wholeChange";
import type { Decision, DecisionPart } from "../../core/vocabulary/decision";
import type { Effect, ExecEffect, FetchEffect, WriteEffect } from "../../core/vocabulary/effect";
import { folderName } from "../../core/vocabulary/paths";
import { type DiffLimits, shortDiff, unifiedDiff, wholeDiff } from "../../lib/edits/diff/unifiedDiff";
import { hostNote } from "./hostLetters";
import { countsText, lineCounts } from "./lineCounts";

export { wholeDiff };

/** How verdicts are marked in lists. */
export const marks = { allow: "✓", ask: "?", deny: "✗" } as const;

/** The class, targets and hosts of a simple command; empty for a part that is none. */
export function detailsText({ details }: DecisionPart, shown: (text: string) => string): string {
  if (!details) return "";
  const { category, writes, hosts } = details;
  return [
    category,
    ...(writes.length > 0 ? [`writes ${writes.map(shown).join(", ")}`] : []),
    ...(hosts.length > 0 ? [`contacts ${hosts.map(shown).join(", ")}`] : []),
  ].join("; ");
}

/** Token prefixes as a person reads them: `npm test …`. */
export const prefixesText = (prefixes: readonly (readonly string[])[]): string =>
  prefixes.map((tokens) => `${tokens.join(" ")} …`).join(" and ");

/** What each part of a command line was judged to be (CF-2). */
const partsText = (decision: Decision | undefined): string[] => {
  const lines = (decision?.parts ?? []).map((part) => {
    const details = detailsText(part, inlineCode);
    const about = details === "" ? "" : ` (${details})`;
    return `- ${marks[part.kind]} ${inlineCode(part.text)}${about}: ${plainMarkdown(part.reason)}`;
  });
  return lines.length > 0 ? [lines.join("\n")] : [];
};

const placeText = ({ cwd, timeoutMs }: ExecEffect): string => {
  const limit = timeoutMs % 60_000 === 0 ? `${timeoutMs / 60_000} min` : `${timeoutMs / 1000} s`;
  return `Runs in ${inlineCode(folderName(cwd))} for at most ${limit}.`;
};

const verbs = { create: "Creates", change: "Changes", delete: "Deletes", move: "Moves" } as const;

/** What a change is that is not about the bytes of a file alone, as a clause; undefined for all others. */
function factsText(effect: WriteEffect): string | undefined {
  const { before, after, kinds, whole } = effect;
  if (whole) return [whole.before, whole.after].flatMap((side) => (side ? [wholeText(side)] : [])).join(" becomes ");
  const link = (bytes: Uint8Array) => `a link to ${inlineCode(new TextDecoder().decode(bytes))}`;
  const named = (side: "before" | "after", bytes: Uint8Array) =>
    kinds?.[side] === "link" ? link(bytes) : kinds?.[side] === "folder" ? "a folder" : "a file";
  const [was, is] = [before && named("before", before), after && named("after", after)];
  const permissions = modesText(effect);
  if (kinds && was !== is) return [was, is].filter(Boolean).join(" becomes ");
  return kinds || (permissions && sameBytes(before, after)) ? (permissions ?? is) : undefined;
}

const modesText = (change: WriteEffect): string | undefined => {
  const modes = changedModes(change);
  return modes && `permissions ${modes.before} become ${modes.after}`;
};

/** @param named whether the file has to be named, because the call changes others too. */
function changeText({ kind, effect, from }: FileChange, named: boolean, limits: DiffLimits): string {
  const { before, after, target, encoding } = effect;
  const facts = factsText(effect);
  if (facts !== undefined) return `${verbs[kind]} ${inlineCode(target.shown)}: ${facts}.`;
  if (from) return `${verbs[kind]} ${inlineCode(from.shown)} to ${inlineCode(target.shown)}.`;
  const diff = fenced("diff", revealed(unifiedDiff(before, after, limits, encoding)));
  return named ? `${verbs[kind]} ${inlineCode(target.shown)}:\n\n${diff}` : diff;
}

/** The host comes first: the rest of an address is as long as whoever made it likes. */
function requestText({ url, method, body }: FetchEffect): string {
  const host = shownHost(url);
  const note = hostNote(url);
  return [
    `Sends a ${method} request${host === "" ? "" : ` to **${plainMarkdown(host)}**`}:`,
    fenced("", shownAddress(url)),
    ...(note === undefined ? [] : [`${plainMarkdown(note)}.`]),
    ...(body === undefined ? [] : [`It sends this:\n${fenced("", revealed(body))}`]),
  ].join("\n\n");
}

function effectText(effect: Exclude<Effect, WriteEffect>, decision: Decision | undefined): string {
  switch (effect.kind) {
    case "exec":
      return [
        fenced("sh", revealed(effect.command)),
        ...(effect.input === undefined ? [] : [`Its input is:\n${fenced("", revealed(effect.input))}`]),
        ...partsText(decision),
        placeText(effect),
      ].join("\n\n");
    case "read":
    case "list":
      return `${effect.kind === "read" ? "Reads" : "Searches"} ${inlineCode(effect.target.shown)}.`;
    case "fetch":
      return requestText(effect);
    case "delegate":
      return `Delegates this to ${plainMarkdown(effect.to)}:\n${fenced("", revealed(effect.prompt))}`;
    case "present":
      return withoutPictures(effect.text);
  }
}

/** Changes of a message that are shown as diffs; nobody reads more there, and the chat would draw them for half a minute. */
const maxDiffs = 20;

/** A file that is changed like many others, in a line of a list. */
function listedChange({ kind, effect, from }: FileChange): string {
  const { before, after, target, encoding } = effect;
  const facts = factsText(effect) ?? (from && `from ${inlineCode(from.shown)}`);
  const counts = facts === undefined ? lineCounts(before, after, encoding) : undefined;
  const what = facts ?? (counts && countsText(counts));
  return `- ${verbs[kind]} ${inlineCode(target.shown)}${what === undefined ? "" : `: ${what}`}`;
}

/**
 * Notes first, then each effect; of several changes each with its file's name.
 * @param limits of each change that is shown; those of a message where the person can see the whole elsewhere: there the changes
 * of many files are listed after the first.
 */
export function previewOf(
  { notes = [], effects }: Plan,
  byEffect: readonly Decision[],
  limits: DiffLimits = shortDiff,
): string {
  const changes = fileChanges(effects);
  const [drawn, listed] = limits === wholeDiff ? [changes, []] : [changes.slice(0, maxDiffs), changes.slice(maxDiffs)];
  const changeOf = new Map<Effect, FileChange>(drawn.map((change) => [change.effect, change]));
  const shown = effects.map((effect, index) => {
    if (effect.kind !== "write") return effectText(effect, byEffect[index]);
    const change = changeOf.get(effect);
    return change && changeText(change, changes.length > 1, limits);
  });
  const list = listed.length === 0 ? [] : [listed.map(listedChange).join("\n")];
  return [...notes.map((note) => `_${plainMarkdown(note)}_`), ...shown.filter(Boolean), ...list].join("\n\n");
}
