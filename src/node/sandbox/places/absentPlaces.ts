/** Which place a command missed that is not among what commands see that run unasked (D-13). */
import { isInside } from "../../../core/vocabulary/paths";
import { shownPath } from "../../../core/vocabulary/shownPath";
import type { HeldEnding } from "../findings";
import type { Mount } from "./mount";

/** To the next quote, colon, sentence or line; a name may hold blanks, and what follows it may as well. No part of an address. */
const absolutePath = /(?<![\p{L}\p{N}_./~:-])\/(?:(?!\. )[^'"`:])+/gu;

/** What programs say of a place that is not there. */
const missing = /no such file|not found|cannot|can't|could not|unable|does not exist|ENOENT/i;

/** Characters of a path that are shown. */
const longest = 200;

/**
 * The first one that it names in a line about something missing. Whether the place is there for others is not looked up:
 * the command chooses what it prints, and could learn that of any path.
 * @param places that it could see.
 * @returns the path as it is shown; undefined where the command went well or named none.
 */
export function absentPlace(
  { exitCode, tail }: HeldEnding,
  places: readonly Pick<Mount, "path">[],
): string | undefined {
  if (exitCode === 0) return undefined;
  const lines = tail.split("\n").filter((line) => missing.test(line));
  const named = lines.flatMap((line) => line.match(absolutePath) ?? []).map((path) => path.trimEnd());
  const absent = named.find((path) => !places.some((place) => isInside(place.path, path)));
  return absent === undefined ? undefined : shownPath(absent.slice(0, longest));
}
