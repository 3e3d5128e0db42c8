/** A git index that a command wrote: git checks no path that it reads from one, and writes files and hooks by it (D-7). */

import { hashLengthOf } from "../../../core/ports/repository";
import type { Rule, RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { askAlways, type Decision } from "../../../core/vocabulary/decision";
import { type Effect, isTouch, type WriteEffect } from "../../../core/vocabulary/effect";
import { parentOf, relativeInside, segments } from "../../../core/vocabulary/paths";
import { shownPath } from "../../../core/vocabulary/shownPath";
import { type IndexEntry, MalformedIndex, readIndex } from "../../../lib/git/indexEntries";
import { foldName, foldPath } from "../../matching/fileNames";
import { isOwn } from "../scope";
import { isRepository } from "./repositoryRule";

const rule = "gitIndex";

/** Letters of a path that are shown. */
const mostShown = 200;

const folderMode = 0o040000;

/** A part that leads elsewhere than below the work tree, or into a repository's own folder, on any system. */
const strayPart = /(?:^|\/)(?:[. ]*|\.git|git~\d+)(?:\/|$)/;

/** @returns the path, where git would write elsewhere by it. */
function strayPath({ path, mode }: IndexEntry): string | undefined {
  const text = path.toString();
  // A folder that a sparse index leaves out ends in a slash.
  const named = mode === folderMode ? text.replace(/\/$/, "") : text;
  return named.includes("\\") || strayPart.test(foldPath(named)) ? text : undefined;
}

/** The folder that a repository whose index this is was found in; not certain where it is not called `.git`. */
function placeOf(real: string, root: string): { readonly top: string; readonly isCertain: boolean } | undefined {
  const names = segments(relativeInside(root, real)).map(foldName);
  if (names.at(-1) !== "index") return undefined;
  const at = names.lastIndexOf(".git");
  if (at < 0) return { top: parentOf(real), isCertain: false };
  const isWorktree = names[at + 1] === "worktrees" && names.length === at + 4;
  if (!isWorktree && names.length !== at + 2) return undefined;
  const own = parentOf(real);
  return { top: parentOf(isWorktree ? parentOf(parentOf(own)) : own), isCertain: true };
}

const unchecked = clause`it is an index of git that cannot be checked, and git writes files wherever that says`;

async function opinionOn(after: Uint8Array, top: string, context: RuleContext): Promise<Decision | undefined> {
  const { found } = await context.repositoriesAt(top);
  const settings = found.find((repository) => repository.top === top)?.settings ?? [];
  let stray: string | undefined;
  try {
    const index = Buffer.from(after.buffer, after.byteOffset, after.byteLength);
    const { isSplit } = readIndex(index, hashLengthOf(settings), (entry) => {
      stray ??= strayPath(entry);
    });
    if (isSplit) return askAlways(rule, unchecked);
  } catch (error) {
    if (error instanceof MalformedIndex) return askAlways(rule, unchecked);
    throw error;
  }
  if (stray === undefined) return undefined;
  const shown = shownPath(stray.slice(0, mostShown));
  return askAlways(rule, clause`it is an index of git by which git would write ${shown} when it restores files`);
}

const isChanged = (effect: WriteEffect) => effect.kinds?.after !== "folder" && !isTouch(effect);

/** Asked about every time where git would write elsewhere than among the files of the repository, or where nobody can tell. */
export const gitIndexRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (effect.kind !== "write" || effect.after === undefined || !isChanged(effect)) return undefined;
    if (isOwn(effect.target, context)) return undefined;
    const { real, root } = effect.target;
    const place = root === undefined ? undefined : placeOf(real, root);
    if (!place || !(place.isCertain || (await isRepository(place.top, context)))) return undefined;
    if (effect.whole || effect.isUnread) return askAlways(rule, unchecked);
    return opinionOn(effect.after, place.top, context);
  },
};
