/** What git writes in its folder as it works, and what there makes it run programs or show other content than it has (D-7). */

import type { WriteEffect } from "../../../core/vocabulary/effect";

/**
 * It holds data, and nothing in it is run or obeyed. Deep in it a command could make another repository, whose settings git
 * obeys; that needs one of the names that are left out. So is what replaces objects or takes their parents away (`shallow`,
 * `info/grafts`): git shows something else then than it pushes.
 */
const data =
  /^(?:worktrees\/[^/]+\/)?(?:(?:orig_|fetch_|merge_|cherry_pick_|revert_)?head|merge_m(?:sg|ode)|auto_merge|squash_msg|commit_editmsg|index|packed-refs|(?:refs(?!\/replace(?:\/|$))|logs)\/(?!(?:.*\/)?(?:config(?:\.worktree)?|commondir|gitdir|hooks|objects)(?:\/|$)).+|objects\/(?:[0-9a-f]{2}(?:\/[^/]+)?|pack(?:\/[^/]+)?|info))$/;

/** The lines of packed references that replace objects, in one spelling. */
const replacements = (bytes: Uint8Array = new Uint8Array()): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .split("\n")
    .filter((line) => /refs\/replace\//i.test(line))
    .sort()
    .join("\n");

/** Where nobody has looked at the bytes, they may replace something. */
const changesReplacements = ({ before, after, whole, isUnread }: WriteEffect): boolean =>
  whole !== undefined || isUnread === true || replacements(before) !== replacements(after);

/** @param place where in a repository's folder it is, folded. */
export const isGitData = (place: string, effect: WriteEffect): boolean =>
  effect.kinds?.after !== "link" && data.test(place) && !(place === "packed-refs" && changesReplacements(effect));
