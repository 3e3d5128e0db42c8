/** What a call would do, as Markdown for whoever is asked; made from effects, so no tool has one of its own. */

import { shownAddress, shownHost } from "../../core/text/addresses/shownAddress";
import { sameBytes } from "../../core/text/changedBytes";
import { englishTexts, type Texts } from "../../core/text/clauses/texts";
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

export { shortDiff, wholeDiff };

/** How verdicts are marked in lists. */
export const marks = { allow: "✓", ask: "?", deny: "✗" } as const;

/** The class of a simple command (SH-6), as what it does. */
export function workText(category: string, l10n: Texts): string {
  switch (category) {
    case "search":
      return l10n.t("searches");
    case "read":
      return l10n.t("reads");
    case "list":
      return l10n.t("lists");
    case "silent":
      return l10n.t("changes files");
    case "write":
      return l10n.t("writes files");
    default:
      return l10n.t("runs a program");
  }
}

/** What a simple command does, with its targets and hosts; empty for a part that is none. */
export function detailsText(
  { details }: DecisionPart,
  shown: (text: string) => string,
  l10n: Texts = englishTexts,
): string {
  if (!details) return "";
  const { category, writes, hosts } = details;
  return [
    workText(category, l10n),
    ...(writes.length > 0 ? [l10n.t("writes {0}", writes.map(shown).join(", "))] : []),
    ...(hosts.length > 0 ? [l10n.t("connects to {0}", hosts.map(shown).join(", "))] : []),
  ].join("; ");
}

/** Token prefixes as a person reads them: `npm test …`. @param prefixes one at least. */
export const prefixesText = (prefixes: readonly (readonly string[])[], l10n: Texts = englishTexts): string =>
  prefixes.map((tokens) => `${tokens.join(" ")} …`).reduce((all, one) => l10n.t("{0} and {1}", all, one));

/** What each part of a command line was judged to be (CF-2). */
const partsText = (decision: Decision | undefined, l10n: Texts): string[] => {
  const lines = (decision?.parts ?? []).map((part) => {
    const details = detailsText(part, inlineCode, l10n);
    const about = details === "" ? "" : ` (${details})`;
    return `- ${marks[part.kind]} ${inlineCode(part.text)}${about}: ${plainMarkdown(part.reason)}`;
  });
  return lines.length > 0 ? [lines.join("\n")] : [];
};

const placeText = ({ cwd, timeoutMs }: ExecEffect, l10n: Texts): string => {
  const isWhole = timeoutMs % 60_000 === 0;
  const limit = isWhole ? l10n.t("{0} min", timeoutMs / 60_000) : l10n.t("{0} s", timeoutMs / 1000);
  return l10n.t("Runs in {0} for at most {1}.", inlineCode(folderName(cwd)), limit);
};

/** What becomes of a file, without an end. */
function verbText(kind: FileChange["kind"], file: string, l10n: Texts): string {
  switch (kind) {
    case "create":
      return l10n.t("Creates {0}", file);
    case "change":
      return l10n.t("Changes {0}", file);
    case "delete":
      return l10n.t("Deletes {0}", file);
    case "move":
      return l10n.t("Moves {0}", file);
  }
}

/** What a change is that is not about the bytes of a file alone, as a clause; undefined for all others. */
function factsText(effect: WriteEffect, l10n: Texts): string | undefined {
  const { before, after, kinds, whole } = effect;
  if (whole)
    return becomes(whole.before && wholeText(whole.before, l10n), whole.after && wholeText(whole.after, l10n), l10n);
  const link = (bytes: Uint8Array) => l10n.t("a link to {0}", inlineCode(new TextDecoder().decode(bytes)));
  const named = (side: "before" | "after", bytes: Uint8Array) =>
    kinds?.[side] === "link" ? link(bytes) : kinds?.[side] === "folder" ? l10n.t("a folder") : l10n.t("a file");
  const [was, is] = [before && named("before", before), after && named("after", after)];
  const permissions = modesText(effect, l10n);
  if (kinds && was !== is) return becomes(was, is, l10n);
  return kinds || (permissions && sameBytes(before, after)) ? (permissions ?? is) : undefined;
}

/** The one that there is, or both. */
const becomes = (was: string | undefined, is: string | undefined, l10n: Texts): string =>
  was !== undefined && is !== undefined ? l10n.t("{0} becomes {1}", was, is) : (was ?? is ?? "");

const modesText = (change: WriteEffect, l10n: Texts): string | undefined => {
  const modes = changedModes(change);
  return modes && l10n.t("permissions {0} become {1}", modes.before, modes.after);
};

/** @param named whether the file has to be named, because the call changes others too. */
function changeText({ kind, effect, from }: FileChange, named: boolean, limits: DiffLimits, l10n: Texts): string {
  const { before, after, target, encoding } = effect;
  const facts = factsText(effect, l10n);
  const what = verbText(kind, inlineCode(target.shown), l10n);
  if (facts !== undefined) return `${what}: ${facts}.`;
  if (from) return l10n.t("Moves {0} to {1}.", inlineCode(from.shown), inlineCode(target.shown));
  const diff = fenced("diff", revealed(unifiedDiff(before, after, limits, encoding)));
  return named ? `${what}:\n\n${diff}` : diff;
}

/** The host comes first: the rest of an address is as long as whoever made it likes. */
function requestText({ url, method, body }: FetchEffect, l10n: Texts): string {
  const host = shownHost(url);
  const note = hostNote(url, l10n);
  return [
    host === ""
      ? l10n.t("Sends a {0} request:", method)
      : l10n.t("Sends a {0} request to {1}:", method, `**${plainMarkdown(host)}**`),
    fenced("", shownAddress(url)),
    ...(note === undefined ? [] : [`${plainMarkdown(note)}.`]),
    ...(body === undefined ? [] : [`${l10n.t("It sends this:")}\n${fenced("", revealed(body))}`]),
  ].join("\n\n");
}

function effectText(effect: Exclude<Effect, WriteEffect>, decision: Decision | undefined, l10n: Texts): string {
  switch (effect.kind) {
    case "exec":
      return [
        fenced("sh", revealed(effect.command)),
        ...(effect.input === undefined ? [] : [`${l10n.t("Its input is:")}\n${fenced("", revealed(effect.input))}`]),
        ...partsText(decision, l10n),
        placeText(effect, l10n),
      ].join("\n\n");
    case "read":
      return l10n.t("Reads {0}.", inlineCode(effect.target.shown));
    case "list":
      return l10n.t("Searches {0}.", inlineCode(effect.target.shown));
    case "fetch":
      return requestText(effect, l10n);
    case "delegate":
      return `${l10n.t("Delegates this to {0}:", plainMarkdown(effect.to))}\n${fenced("", revealed(effect.prompt))}`;
    case "present":
      return withoutPictures(effect.text);
  }
}

/** Changes of a message that are shown as diffs; nobody reads more there, and the chat would draw them for half a minute. */
const maxDiffs = 20;

/** A file that is changed like many others, in a line of a list. */
function listedChange({ kind, effect, from }: FileChange, l10n: Texts): string {
  const { before, after, target, encoding } = effect;
  const facts = factsText(effect, l10n) ?? (from && l10n.t("from {0}", inlineCode(from.shown)));
  const counts = facts === undefined ? lineCounts(before, after, encoding) : undefined;
  const what = facts ?? (counts && countsText(counts));
  return `- ${verbText(kind, inlineCode(target.shown), l10n)}${what === undefined ? "" : `: ${what}`}`;
}

/**
 * Notes first, then each effect; of several changes each with its file's name.
 * @param limits of each change that is shown; those of a message where the person can see the whole elsewhere: there the changes
 * of many files are listed after the first.
 * @param l10n of the person who reads it; notes and verdicts are given in their language already.
 */
export function previewOf(
  { notes = [], effects }: Plan,
  byEffect: readonly Decision[],
  limits: DiffLimits = shortDiff,
  l10n: Texts = englishTexts,
): string {
  const changes = fileChanges(effects);
  const [drawn, listed] = limits === wholeDiff ? [changes, []] : [changes.slice(0, maxDiffs), changes.slice(maxDiffs)];
  const changeOf = new Map<Effect, FileChange>(drawn.map((change) => [change.effect, change]));
  const shown = effects.map((effect, index) => {
    if (effect.kind !== "write") return effectText(effect, byEffect[index], l10n);
    const change = changeOf.get(effect);
    return change && changeText(change, changes.length > 1, limits, l10n);
  });
  const list = listed.length === 0 ? [] : [listed.map((change) => listedChange(change, l10n)).join("\n")];
  return [...notes.map((note) => `_${plainMarkdown(note)}_`), ...shown.filter(Boolean), ...list].join("\n\n");
}
