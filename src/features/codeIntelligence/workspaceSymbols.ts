/** Symbols of the whole workspace: what the languages know of their projects, and the outlines of files with the name. */
import type { CodePoint } from "../../core/ports/editor/codeIntelligence";
import { oneLine } from "../../core/text/oneLine";
import type { FoundCode, FoundSymbol, UnreadPlace } from "../../core/tools/knownCode";
import type { PlanContext, RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { readLines } from "../../lib/edits/text/textLines";
import { targetsOf } from "../../tools/search/searchedPlaces";
import {
  candidates,
  checkPlace,
  isIn,
  nameAt,
  nameParts,
  type PlaceWish,
  type PlannedPlace,
  pointAt,
  pointInFile,
} from "./codePlace";
import { codeOf, silentText, waitOf } from "./codeWait";

/** Files that are looked into for a name at most, and of one kind. */
const maxSeeds = 20;
const maxOfKind = 5;

const extensionOf = ({ path }: ResolvedPath) => /\.[^./\\]*$/.exec(path)?.[0] ?? "";

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Files that hold a word, a few of each kind. @param folders planned ones. */
async function seedsFor(word: string, folders: readonly ResolvedPath[], run: RunContext): Promise<ResolvedPath[]> {
  const { host, hiddenGlobs, traits, signal } = run;
  const seeds: ResolvedPath[] = [];
  for (const directory of folders) {
    const scope = {
      ...{ directory, signal, exclude: hiddenGlobs, excludeByDefault: traits.excluded },
      ...{ includeIgnored: false, caseSensitive: false },
    };
    const { files } = await host.search.matchingFiles(scope, escaped(word), maxSeeds * maxOfKind);
    for (const { path } of files) {
      const file = childOf(directory, path);
      const alike = seeds.filter((seed) => extensionOf(seed) === extensionOf(file)).length;
      if (alike < maxOfKind && seeds.length < maxSeeds) seeds.push(file);
    }
  }
  return seeds;
}

const keyOf = ({ name, place: { target, range } }: FoundSymbol) => `${target.real}\0${range.start.line}\0${name}`;

/**
 * Symbols whose name passes a test.
 * @param query for the languages. @param folders planned ones, in which they may lie.
 */
export async function workspaceSymbols(
  query: string,
  passes: (symbol: FoundSymbol) => boolean,
  folders: readonly ResolvedPath[],
  run: RunContext,
): Promise<FoundCode<FoundSymbol>> {
  const code = codeOf(run);
  const wait = waitOf(run);
  const seeds = query === "" ? [] : await seedsFor(query, folders, run);
  const answers = [await code.symbols(query, seeds, wait)];
  // Languages without a list for the workspace still know each of their files.
  for (const seed of seeds) {
    const outline = await outlineOf(seed, run);
    if (outline) answers.push(outline);
  }
  const [first] = answers as [FoundCode<FoundSymbol>];
  const found = new Map<string, FoundSymbol>();
  for (const symbol of answers.flatMap((answer) => answer.found)) if (passes(symbol)) found.set(keyOf(symbol), symbol);
  const unread = new Map<string, UnreadPlace>();
  for (const place of first.unread) unread.set(place.shown, place);
  const isSilent = answers.every((answer) => answer.isSilent);
  return { ...first, found: [...found.values()], isSilent, unread: [...unread.values()] };
}

/** @returns undefined for a kind of file that no language here knows. */
async function outlineOf(seed: ResolvedPath, run: RunContext): Promise<FoundCode<FoundSymbol> | undefined> {
  try {
    return await codeOf(run).outline(seed, { ...waitOf(run), limitMs: 0 });
  } catch (error) {
    if (error instanceof ToolError && error.code === "unavailable") return undefined;
    throw error;
  }
}

/** A place that a call means, and the folders in which the answer may lie. */
export interface PlannedQuery {
  readonly place: PlannedPlace;
  readonly folders: readonly ResolvedPath[];
}

/** Resolves what a call names. @throws ToolError for a file that is none. */
export async function planQuery(wish: PlaceWish, context: PlanContext): Promise<PlannedQuery> {
  codeOf(context);
  checkPlace(wish);
  const folders = await targetsOf(undefined, context);
  if (wish.path === undefined) return { place: { wish }, folders };
  const file = await fileAt(wish.path, context);
  // The agent's own workspace is looked into where a file in it is named.
  const isElsewhere = file.root !== undefined && !folders.some(({ real }) => real === file.root);
  const own = isElsewhere ? [await context.host.resolve(shownPath(file.root ?? ""))] : [];
  return { place: { wish, file }, folders: [...folders, ...own] };
}

/** A file that can be asked about. @throws ToolError `not_found`, `is_directory`. */
export async function fileAt(path: string, { host }: Pick<PlanContext, "host">): Promise<ResolvedPath> {
  const file = await host.resolve(path);
  const { shown } = file;
  const stat = await host.stat(file);
  if (!stat)
    throw new ToolError("not_found", `${shown} does not exist: check the path, or find it with find_files.`, { path });
  if (stat.kind === "directory")
    throw new ToolError("is_directory", `${shown} is a folder, not a file: give the path of a file in it.`, { path });
  return file;
}

/** The point that a planned query means. @throws ToolError with the candidates when it is not one. */
export async function pointOf({ place: { wish, file }, folders }: PlannedQuery, run: RunContext): Promise<CodePoint> {
  const finder = { host: run.host, code: codeOf(run), wait: waitOf(run) };
  if (file) return pointInFile(wish, file, finder);
  const { last, container } = nameParts(wish.name);
  const passes = (symbol: FoundSymbol) => symbol.name === last && isIn(container, symbol.container);
  const answer = await workspaceSymbols(last, passes, folders, run);
  const [only] = answer.found;
  if (only && answer.found.length === 1) return declaredPoint(only, run);
  throw only ? manySymbols(wish.name, answer.found) : noSymbol(wish.name, answer);
}

/** Where the name of a symbol stands. */
async function declaredPoint({ name, place }: FoundSymbol, { host }: RunContext): Promise<CodePoint> {
  const lines = await readLines(host, place.target);
  return pointAt(place.target, nameAt(place.range.start, name, lines), lines);
}

const manySymbols = (name: string, found: readonly FoundSymbol[]): ToolError =>
  new ToolError(
    "many_matches",
    `${found.length} symbols are called "${name}": give the path and line of one, ${candidates(found.map(symbolText))}.`,
  );

/** `src/cart.ts:12 (method Cart.total)` */
const symbolText = (symbol: FoundSymbol) =>
  `${symbol.place.target.shown}:${symbol.place.range.start.line + 1} (${labelOf(symbol)})`;

/** `method Cart.total` */
export const labelOf = ({ kind, name, container }: FoundSymbol): string =>
  oneLine(`${kind} ${container === "" ? name : `${container}.${name}`}`);

function noSymbol(name: string, { isSilent, waitedMs, unread }: FoundCode<unknown>): ToolError {
  const where = unread.length > 0 ? " in files that may be read" : "";
  const why = isSilent ? ` ${silentText({ waitedMs })}` : "";
  return new ToolError(
    "no_match",
    `No symbol "${name}" was found in the workspace${where}: give the path and line where the name appears, or look for it with find_symbol.${why}`,
  );
}
