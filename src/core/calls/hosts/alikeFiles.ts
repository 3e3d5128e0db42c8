/** Files that a path which leads to nothing may mean. */

import type { Host } from "../../ports/host";
import type { Decision } from "../../vocabulary/decision";
import type { Effect, ResolvedPath } from "../../vocabulary/effect";
import { childOf, isInside, parentOf, relativeInside, segments } from "../../vocabulary/paths";
import { meantPlaces } from "./meantPlaces";
import { isSameName } from "./sameName";

/** Entries of folders that are looked at. */
const maxEntries = 5000;
/** Milliseconds after which no further folder is looked into. */
const maxMs = 500;
/** With more of them none is more likely than another. */
const maxAlike = 3;
/** Folders full of names that nobody means. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** What looking for them takes. */
interface Sight {
  readonly host: Pick<Host, "files" | "search">;
  verdict(effect: Effect): Promise<Decision>;
  /** Real path of the agent's own workspace, which is not looked into from another one. */
  readonly ownWorkspace?: string | undefined;
}

/**
 * The file that a missing one names in another way of writing; else the files of the same workspace folder that have its
 * name, or a name beside it that is one edit away: one to three, none when there are more. Only what a call may read without a
 * question and what is not ignored.
 */
export async function alikeFiles(missing: ResolvedPath, sight: Sight): Promise<readonly ResolvedPath[]> {
  if (missing.root === undefined) return [];
  const { files, search } = sight.host;
  const root = await files.resolve(missing.root);
  if ((await sight.verdict({ kind: "list", target: root })).kind !== "allow") return [];
  const ignored: Ignored = (places) => search.ignoredNames(root, places);
  const isNamed = async (place: string, named: ResolvedPath, target: ResolvedPath) =>
    target.real === named.real &&
    (await sight.verdict({ kind: "read", target })).kind === "allow" &&
    (await ignored([place])).size === 0;
  for (const written of meantPlaces(relativeInside(root.real, missing.real))) {
    const place = isInside(root.real, written) ? relativeInside(root.real, written) : written;
    const named = await files.resolve(place, root.path).catch(() => undefined);
    if (named?.root !== missing.root || !(await isNamed(place, named, named))) continue;
    if ((await files.stat(named).catch(() => undefined))?.kind === "file") return [named];
  }
  const alike: ResolvedPath[] = [];
  for await (const place of placesAlike(missing, root, sight, ignored)) {
    const named = childOf(root, place);
    const target = await files.resolve(named.path);
    if (!(await isNamed(place, named, target))) continue;
    if (alike.length === maxAlike) return [];
    alike.push(target);
  }
  return alike;
}

/** Those of some places in the workspace folder that ignore rules leave out; a folder's ends in `/`. */
type Ignored = (places: readonly string[]) => Promise<ReadonlySet<string>>;

/** Their places in the workspace folder, those beside the missing file first. */
async function* placesAlike(
  missing: ResolvedPath,
  root: ResolvedPath,
  { host: { files }, ownWorkspace }: Sight,
  ignored: Ignored,
): AsyncGenerator<string> {
  const wanted = segments(missing.real).at(-1) ?? "";
  const beside = relativeInside(root.real, parentOf(missing.real));
  const isOut = (place: string) =>
    place.split("/").some((name) => passedOver.has(name)) || isApart(childOf(root, place).real, missing, ownWorkspace);
  const entered = async (places: readonly string[]) => {
    const open = places.filter((place) => !isOut(place));
    const leftOut = open.length > 0 ? await ignored(open.map((place) => `${place}/`)) : undefined;
    return open.filter((place) => !leftOut?.has(`${place}/`));
  };
  // What is added while it is gone through is gone through as well.
  const folders = new Set([...(beside === "" ? [] : await entered([beside])), ""]);
  const until = Date.now() + maxMs;
  let left = maxEntries;
  for (const folder of folders) {
    if (left <= 0 || Date.now() > until) return;
    // One that is not there, or may not be looked into, holds nothing that could be named.
    const entries = await files.list(folder === "" ? root : childOf(root, folder)).catch(() => []);
    const seen = entries.slice(0, left).filter(({ link }) => !link);
    left -= entries.length;
    const placeOf = ({ name }: { readonly name: string }) => (folder === "" ? name : `${folder}/${name}`);
    for (const entry of seen)
      if (entry.kind === "file" && isAlike(entry.name, wanted, folder === beside)) yield placeOf(entry);
    for (const place of await entered(seen.filter(({ kind }) => kind === "directory").map(placeOf))) folders.add(place);
  }
}

const isAlike = (name: string, wanted: string, isBeside: boolean): boolean =>
  isSameName(name.toLowerCase(), wanted.toLowerCase()) || (isBeside && hasWord(wanted) && isOneEditAway(name, wanted));

const isApart = (real: string, { real: missing }: ResolvedPath, own: string | undefined): boolean =>
  own !== undefined && isInside(own, real) && !isInside(own, missing);

/** Names such as `a.txt` are one edit away from others that nobody would take them for. */
const hasWord = (name: string): boolean => name.replace(/\..*$/, "").length > 2;

/** One character more, less or another, or two neighbours in the other order. */
function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = short.slice(start);
  if (short.length < long.length) return rest === long.slice(start + 1);
  const swapped = `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`;
  return rest.slice(1) === long.slice(start + 1) || swapped === long.slice(start);
}
