/** Which place a command missed that is there, but not for commands that run unasked (D-13). */
import { lstat } from "node:fs/promises";
import { isInside } from "../../core/paths";
import type { Ending } from "./findings";
import type { Mount } from "./mount";

/** Paths in what it printed that are looked at. */
const most = 20;

/** To the next quote, colon or line; a name may hold blanks, and what follows it may as well. */
const absolutePath = /(?<![\p{L}\p{N}_./~-])\/[^\n'"`:]+/gu;

const spellings = (path: string) => [path.trimEnd(), path.split(/[\s,;)\]]/, 1)[0] as string];

/**
 * The first one; undefined where the command went well, or named nothing that is there.
 * @param places that it could see.
 */
export async function absentPlace(
  { exitCode, tail }: Ending,
  places: readonly Pick<Mount, "path">[],
): Promise<string | undefined> {
  if (exitCode === 0) return undefined;
  const named = [...new Set((tail.match(absolutePath) ?? []).flatMap(spellings))].slice(0, most);
  const absent = named.filter((path) => !places.some((place) => isInside(place.path, path)));
  for (const path of absent) if (await lstat(path).catch(() => undefined)) return path;
  return undefined;
}
