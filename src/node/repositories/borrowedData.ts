/** Where the data of a repository lies elsewhere: git follows links in its folder, and alternates (gitrepository-layout(5)). */
import { join, resolve } from "node:path";
import type { RepositoryReach } from "../../core/ports/repository";
import { goesUpFromName, isInside } from "../../core/vocabulary/paths";
import { entriesNow } from "../files/entriesNow";
import { settledMemo } from "../files/settledState";
import { type GitFolder, realOf } from "./findRepository";
import { plainFileText, UnreadableFile } from "./plainFile";

/** What git reads commits, names and messages from. */
const data = /^(?:HEAD|objects|refs|packed-refs|logs|index|shallow|FETCH_HEAD|ORIG_HEAD)$/;

/** Folders of objects that are followed, and lines of each. */
const maxAlternates = 100;

/** Names of links in a folder; a folder of objects has hundreds of others, and is asked about with each command. */
const linksIn = settledMemo<readonly string[]>([], (folder) =>
  entriesNow(folder)
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => name),
);

/** Links to data, where a folder of objects, names or messages may be another repository's. */
const links = (folder: string): string[] => [
  ...linksIn(folder)
    .filter((name) => data.test(name))
    .map((name) => join(folder, name)),
  ...["objects", "refs", "logs"].flatMap((part) => {
    const place = join(folder, part);
    return linksIn(place).map((name) => join(place, name));
  }),
];

/** @param seen real paths of folders of objects that were looked at. */
function alternates(objects: string, seen: Set<string>): RepositoryReach[] {
  if (seen.has(objects)) return [];
  seen.add(objects);
  const file = join(objects, "info", "alternates");
  const named = (plainFileText(file) ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (seen.size > maxAlternates || named.length > maxAlternates)
    throw new UnreadableFile(`${file} is one of more than ${maxAlternates} alternates`);
  return named.flatMap((line) => {
    // Versions of git may go up from where a name leads, or from where it lies.
    if (line.startsWith('"') || goesUpFromName(line)) throw new UnreadableFile(`${file} names ${JSON.stringify(line)}`);
    const folder = realOf(resolve(objects, line));
    return [{ file, folder, isAcknowledged: false, isBorrowed: true }, ...alternates(folder, seen)];
  });
}

/**
 * Every place outside of a git folder from which git reads data as though it were in it. Links deeper than a folder of
 * objects, names or messages are not looked for: whoever made one had to know what the other repository holds.
 * @throws UnreadableFile when it cannot be told.
 */
export function borrowedData({ own, common }: GitFolder): RepositoryReach[] {
  const linked = [...new Set([own, common])]
    .flatMap(links)
    .map((file): RepositoryReach => ({ file, folder: realOf(file), isAcknowledged: false, isBorrowed: true }))
    .filter(({ folder }) => !isInside(own, folder) && !isInside(common, folder));
  return [...linked, ...alternates(realOf(join(common, "objects")), new Set())];
}
