/** What a command changed in a git repository's own folder: only all of it together is a state that git can work with. */

import type { Decision } from "../../../core/vocabulary/decision";
import type { WriteEffect } from "../../../core/vocabulary/effect";
import { segments } from "../../../core/vocabulary/paths";

/** The `.git` folder that a path lies in, as a name for it; undefined outside of one. */
export function repositoryOf(path: string): string | undefined {
  const names = segments(path);
  const at = names.indexOf(".git");
  return at < 0 ? undefined : names.slice(0, at + 1).join("/");
}

/**
 * True for what the rest of its repository's changes cannot do without: where references and parents are that are nowhere
 * else, and what is to be committed.
 */
export const holdsTogether = (path: string): boolean =>
  /\/\.git\/(?:worktrees\/[^/]+\/)?(?:packed-refs|shallow|index)$/i.test(path);

interface Judged {
  readonly effect: WriteEffect;
  readonly verdict: Decision["kind"];
}

/**
 * Leaves out what belongs to a repository of which a part cannot be changed. Hooks and settings, which are asked about, stand
 * by themselves.
 * @param broken repositories of which something could not be taken over.
 * @param isApart false where a person is asked about all changes together.
 * @returns the changes that are made, those that are left out, and a sentence without its full stop for each repository of these.
 */
export function wholeRepositories<T extends Judged>(
  changes: readonly T[],
  broken: ReadonlySet<string>,
  isApart: boolean,
): { readonly whole: readonly T[]; readonly left: readonly T[]; readonly parts: readonly string[] } {
  const isBroken = ({ effect, verdict }: T) => {
    const repository = repositoryOf(effect.target.real);
    return repository !== undefined && broken.has(repository) && (!isApart || verdict === "allow");
  };
  const left = changes.filter(isBroken);
  const names = new Set(left.map(({ effect }) => effect.target.shown.replace(/(^|\/)\.git\/.*$/s, "$1.git")));
  return {
    whole: changes.filter((change) => !left.includes(change)),
    left,
    parts: [...names].map((name) => `${name} was left as it was, because a part of its changes cannot be made`),
  };
}
