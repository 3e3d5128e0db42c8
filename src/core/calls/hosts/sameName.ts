/** A file that another program wrote with its accents as characters of their own (NFD): models write its name without (NFC). */

import type { Host } from "../../ports/host";
import type { Decision } from "../../vocabulary/decision";
import type { Effect, ResolvedPath } from "../../vocabulary/effect";
import { childOf, isInside, relativeInside, segments } from "../../vocabulary/paths";

/** What looking for it takes. */
interface Sight {
  readonly files: Host["files"];
  verdict(effect: Effect): Promise<Decision>;
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** True for names that only Unicode normalization tells apart: they look the same. */
export const isSameName = (one: string, other: string): boolean => one.normalize("NFC") === other.normalize("NFC");

/**
 * What a path in a workspace folder means: where a name of it leads to nothing, and exactly one entry of its folder looks the
 * same, that entry. The policy judges what is meant. A folder that may not be listed is not looked into.
 */
export async function meantPlace(target: ResolvedPath, { files, verdict }: Sight): Promise<ResolvedPath> {
  if (target.root === undefined || !isInside(target.root, target.real)) return target;
  const place = relativeInside(target.root, target.real);
  // A name that is asked for with its accents apart is odd in itself, and asked about as it is.
  if (isAscii(place) || place !== place.normalize("NFC") || (await isThere(files, target))) return target;
  const root = await files.resolve(target.root);
  const names: string[] = [];
  for (const name of segments(place)) names.push(await meantName(name, names));
  return names.join("/") === place ? target : await files.resolve(childOf(root, names.join("/")).path);

  async function meantName(name: string, above: readonly string[]): Promise<string> {
    if (isAscii(name)) return name;
    const folder = above.length === 0 ? root : childOf(root, above.join("/"));
    if ((await verdict({ kind: "list", target: folder })).kind === "deny") return name;
    const entries = await files.list(folder).catch(() => []);
    const same = entries.map((entry) => entry.name).filter((entry) => isSameName(entry, name));
    const [only] = same;
    return same.length === 1 && only !== undefined ? only : name;
  }
}

const isThere = async (files: Host["files"], target: ResolvedPath): Promise<boolean> =>
  (await files.stat(target).catch(() => undefined)) !== undefined;
