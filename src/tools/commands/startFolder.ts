/** Where a command starts that names no folder: where the agent's last `cd` led (setting `commands.rememberFolder`). */

import type { PlanContext, RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { shownInOpened } from "../search/searchedPlaces";

/** Whether it matters where the shell of a command ends. */
export const remembersFolder = ({ settings, traits }: Pick<RunContext, "settings" | "traits">): boolean =>
  traits.rememberFolder && settings["commands.rememberFolder"];

/** The remembered folder while it is there, in a root and open to the agent; else the first root. */
export async function defaultFolder(context: PlanContext): Promise<ResolvedPath> {
  const { host, session } = context;
  const remembered =
    remembersFolder(context) && session.folder !== undefined && (await host.resolve(shownPath(session.folder)));
  const isUsable = remembered && remembered.root !== undefined && (await isFolder(remembered, context));
  return isUsable ? remembered : host.resolve(".");
}

/** A folder that may not be looked at is as good as gone: the model did not name it. */
const isFolder = (target: ResolvedPath, { host }: PlanContext): Promise<boolean> =>
  host.stat(target).then(
    (stat) => stat?.kind === "directory",
    () => false,
  );

/**
 * Remembers where a command's shell ended.
 * @param began where it started.
 * @param ended an absolute path that the command told; undefined when it told none.
 * @returns where the next command starts, as people see it; undefined when that is where this one did.
 */
export function noteFolder(
  began: ResolvedPath,
  ended: string | undefined,
  { session, roots }: Pick<RunContext, "session" | "roots">,
  { ownWorkspace }: Pick<PlanContext, "ownWorkspace"> = {},
): string | undefined {
  if (ended === undefined || ended === began.real) return undefined;
  const holder = roots.filter((root) => isInside(root, ended)).sort((a, b) => b.length - a.length)[0];
  session.folder = holder === undefined ? undefined : ended;
  const root = holder ?? roots[0];
  const next = holder === undefined ? root : ended;
  if (root === undefined || next === undefined || next === began.real) return undefined;
  return shownInOpened(next, { roots, ...(ownWorkspace !== undefined && { ownWorkspace }) });
}
