/** Where a search looks, and what its results are called there. */

import type { FileStat } from "../../core/ports/files";
import type { SearchScope } from "../../core/ports/search";
import type { PlanContext } from "../../core/tools/tool";
import type { Traits } from "../../core/tools/traits";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, segments, shownInRoot } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { pathMatcher } from "../../lib/globs/pathMatcher";
import { below } from "../parameters";

/** One searched folder or file. */
export interface SearchedPlace {
  /** Absolute path as named, as shownPath writes it. */
  readonly directory: string;
  /** For people. */
  readonly shown: string;
}

/**
 * A result, with the names of its file as shownPath writes them. Its `path` is relative to the searched folder, or with the folder's name where
 * several were searched.
 */
export type Located<T> = T & {
  /** Absolute path of the file, by the name the searched folder was given. */
  readonly absolute: string;
  /** For people, and for other tools as it is: with the folder's name where there are several. */
  readonly shown: string;
};

/** The folders in which a call works that names none: the agent's own workspace is named where it is meant. */
export const openedRoots = ({ roots, ownWorkspace }: Pick<PlanContext, "roots" | "ownWorkspace">): readonly string[] =>
  roots.filter((root, at) => at === 0 || root !== ownWorkspace);

/** A real path as paths are shown elsewhere: below the folder that it lies in, with that one's name where there are several. */
export function shownInOpened(real: string, context: Pick<PlanContext, "roots" | "ownWorkspace">): string {
  const roots = openedRoots(context);
  const [root] = roots.filter((one) => isInside(one, real)).sort((a, b) => b.length - a.length);
  if (root === undefined) return shownPath(real);
  return shownInRoot({ real: root, name: segments(root).at(-1) ?? root }, real, roots.length < 2);
}

/** The folder or file a call names; every workspace folder when it names none. Folders in others are not searched twice. */
export async function targetsOf(path: string | undefined, context: PlanContext): Promise<ResolvedPath[]> {
  const { host } = context;
  const roots = openedRoots(context);
  const outermost = roots.filter((root) => !roots.some((other) => other !== root && isInside(other, root)));
  if (path !== undefined || outermost.length < 2) return [await host.resolve(path ?? ".")];
  return Promise.all([...new Set(outermost)].map((root) => host.resolve(shownPath(root))));
}

const isWorkspaceFolder = ({ real, root }: ResolvedPath) => real === root;

/** One line for each workspace folder that was to be searched and is gone. */
export const goneNotes = (targets: readonly ResolvedPath[], searched: readonly ResolvedPath[]): string[] =>
  targets
    .filter((target) => isWorkspaceFolder(target) && !searched.includes(target))
    .map(({ path }) => `[The workspace folder ${shownPath(path)} no longer exists, so it was not searched.]`);

/** When nothing is left to search. @param advice what to do instead, as a clause. */
export const nothingToSearch = (target: ResolvedPath, advice: string): ToolError =>
  new ToolError(
    "not_found",
    isWorkspaceFolder(target)
      ? `The workspace folder ${shownPath(target.path)} no longer exists: tell the person, or ${advice}.`
      : `${target.shown} does not exist: ${advice}.`,
    { path: target.path },
  );
/** Globs that leave out also what ignored files are asked for; none for a search of what they leave out. */
export const keptOut = (
  { shown }: Pick<ResolvedPath, "shown">,
  { keepsExcluded, excluded }: Traits,
): readonly string[] => (keepsExcluded ? excluded.filter((glob) => !pathMatcher(glob, false)(`${shown}/any`)) : []);

/** A single file is searched from its folder. */
export function placeIn(target: ResolvedPath, stat: FileStat): Pick<SearchScope, "directory" | "file"> {
  if (stat.kind === "directory") return { directory: target };
  const folder = (path: string) => path.replace(/[\\/][^\\/]*$/, "") || "/";
  return { directory: { ...target, path: folder(target.path), real: folder(target.real) }, file: target };
}

/** Names for what was found in a scope. @param isOneOfMany where a path alone would not tell the folder, it does. */
export function locate<T extends { readonly path: string }>(
  { directory, file }: Pick<SearchScope, "directory" | "file">,
  found: readonly T[],
  isOneOfMany: boolean,
): Located<T>[] {
  if (file) return found.map((one) => ({ ...one, absolute: shownPath(file.path), shown: file.shown }));
  const absolute = shownPath(directory.path.replace(/\/$/, ""));
  const above = directory.shown === "." ? "" : `${directory.shown.replace(/\/$/, "")}/`;
  return found.map((one) => {
    const path = shownPath(one.path);
    const shown = above + path;
    return { ...one, path: isOneOfMany ? shown : path, absolute: `${absolute}/${path}`, shown };
  });
}

/** Where it was searched, for a sentence. */
export const within = (targets: readonly Pick<ResolvedPath, "shown">[]): string =>
  targets.length === 1
    ? below(targets[0]?.shown ?? ".")
    : ` in the workspace folders ${targets.map(({ shown }) => shown).join(", ")}`;
