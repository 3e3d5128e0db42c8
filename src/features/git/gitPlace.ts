/** Files and folders by the names that git finds them under. */
import type { PlanHost } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf, parentOf, segments } from "../../core/vocabulary/paths";

/**
 * A place with a path that leads to it through no link: git knows a repository by its real path alone, and what lies behind
 * a link counts as outside. A link itself keeps its name, because it is what git tracks.
 * @param path as it was given.
 */
export async function gitPlace(path: string, host: Pick<PlanHost, "resolve">): Promise<ResolvedPath> {
  const place = await host.resolve(path);
  const name = segments(place.path).at(-1);
  const folder = await host.resolve(parentOf(place.path));
  // A link from outside, by which a workspace folder was opened, is in no repository of that folder.
  const isWayIn = place.root !== undefined && folder.root === undefined;
  return { ...place, path: isWayIn || name === undefined ? place.real : childOf(folder, name).real };
}
