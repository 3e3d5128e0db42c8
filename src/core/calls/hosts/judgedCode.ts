/** What the editor's languages know, without what the caller may not read: each file that they name is judged as a read. */

import type {
  CodeAnswer,
  CodeCall,
  CodeEdit,
  CodeLocation,
  CodePoint,
  CodePort,
  CodeProblem,
  CodeSymbol,
  CodeWait,
} from "../../ports/editor/codeIntelligence";
import type { FilePort } from "../../ports/files";
import type {
  FoundCall,
  FoundCode,
  FoundEdit,
  FoundPlace,
  FoundProblem,
  FoundSymbol,
  KnownCode,
  UnreadPlace,
} from "../../tools/knownCode";
import type { Decision } from "../../vocabulary/decision";
import type { ResolvedPath } from "../../vocabulary/effect";
import { childOf, parentOf } from "../../vocabulary/paths";
import { shownPath } from "../../vocabulary/shownPath";
import { ToolError } from "../../vocabulary/toolError";
import { withoutStrangeLiterals } from "./toldLiterals";

/** What it stands on. */
export interface CodeJudge {
  readonly code: CodePort;
  readonly files: Pick<FilePort, "resolve" | "resolveAll" | "list" | "read">;
  /** Of reading files that were found, in their order. */
  judge(targets: readonly ResolvedPath[]): Promise<readonly Decision[]>;
  /** @throws ToolError for a file about which the call may not ask. */
  readable(target: ResolvedPath): Promise<unknown>;
}

/** A file, and what may be told of it. */
interface JudgedFile {
  readonly target: ResolvedPath;
  readonly decision: Decision;
}

/** Files of a folder that are resolved one by one; for more it is cheaper to look at the folder. */
const few = 16;

type Resolved = ReadonlyMap<string, ResolvedPath>;

/** Those of a folder's named files that are no links. @param paths all in this folder. @param known where it is, if that is known. */
async function plainFiles(
  files: CodeJudge["files"],
  place: string,
  paths: readonly string[],
  known: ResolvedPath | undefined,
): Promise<Resolved> {
  try {
    const folder = known ?? (await files.resolve(place));
    const plain = (await files.list(folder)).filter(({ link, kind }) => !link && kind === "file");
    const names = new Set(plain.map(({ name }) => name));
    const isPlain = (name: string) => names.has(name);
    const nameIn = (path: string) => path.slice(place.length + 1);
    return new Map(paths.filter((path) => isPlain(nameIn(path))).map((path) => [path, childOf(folder, nameIn(path))]));
  } catch {
    // Then each is resolved by itself, and says what is wrong.
    return new Map();
  }
}

/** Where many files really are, by the paths that they were named by. */
async function resolved(files: CodeJudge["files"], paths: readonly string[]): Promise<Resolved> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const named = folders.get(parentOf(path));
    if (named) named.push(path);
    else folders.set(parentOf(path), [path]);
  }
  const crowded = [...folders].filter(([, named]) => named.length > few);
  // Where one cannot be examined, each is looked at by itself.
  const places = await files.resolveAll?.(crowded.map(([folder]) => folder)).catch(() => undefined);
  const found = await Promise.all(
    crowded.map(([folder, named], index) => plainFiles(files, folder, named, places?.[index])),
  );
  const known = new Map(found.flatMap((one) => [...one]));
  const others = paths.filter((path) => !known.has(path));
  const targets = await (files.resolveAll?.(others) ?? Promise.all(others.map((path) => files.resolve(path))));
  for (const [index, path] of others.entries()) known.set(path, targets[index] as ResolvedPath);
  return known;
}

const present = <T>(one: T | undefined): one is T => one !== undefined;

/** Judges each file once, for the places of one answer. */
class Places {
  readonly #files = new Map<string, JudgedFile>();
  readonly #unread = new Map<string, UnreadPlace>();

  constructor(private readonly from: CodeJudge) {}

  get unread(): readonly UnreadPlace[] {
    const order = ({ shown, line = 0 }: UnreadPlace) => `${shown}\0${String(line).padStart(9, "0")}`;
    return [...this.#unread.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  /** Judges the files of all places; they are many, so that no place waits by itself. */
  async judge(locations: readonly CodeLocation[]): Promise<void> {
    const paths = [...new Set(locations.map(({ path }) => path))].filter(present);
    const targets = await resolved(this.from.files, paths);
    const decisions = await this.from.judge([...targets.values()]);
    for (const [index, [path, target]] of [...targets].entries())
      this.#files.set(path, { target, decision: decisions[index] as Decision });
  }

  /** @returns undefined for a place that may not be read; it is remembered as such. @param location a judged one. */
  open(location: CodeLocation): FoundPlace | undefined {
    const { path, range } = location;
    const file = path === undefined ? undefined : this.#files.get(path);
    if (!file) {
      this.#leaveOut({ shown: shownPath(location.address), reason: "it is not a file", asks: false });
      return undefined;
    }
    const { target, decision } = file;
    if (decision.kind === "allow") return { target, range };
    const { shown, root } = target;
    const asks = decision.kind === "ask";
    const line = range.start.line + 1;
    this.#leaveOut({ shown, reason: decision.reason, asks, ...(root === undefined && { line }) });
    return undefined;
  }

  #leaveOut(place: UnreadPlace): void {
    this.#unread.set(`${place.shown}\0${place.line ?? ""}`, place);
  }
}

/** How what a language names is told. */
interface Telling<A, B> {
  /** All places in it. */
  places(one: A): readonly CodeLocation[];
  /** Undefined for what lies in a file that may not be read. @param judged the places are judged. */
  tell(judged: Places, one: A): B | undefined;
}

const location: Telling<CodeLocation, FoundPlace> = {
  places: (one) => [one],
  tell: (judged, one) => judged.open(one),
};

const symbol: Telling<CodeSymbol, FoundSymbol> = {
  places: (one) => [one.location],
  tell(judged, { location, ...rest }) {
    const place = judged.open(location);
    return place && { ...rest, place };
  },
};

const problem: Telling<CodeProblem, FoundProblem> = {
  places: ({ location, related }) => [location, ...related.map((one) => one.location)],
  tell(judged, { location, related, ...rest }) {
    const place = judged.open(location);
    if (!place) return undefined;
    const others = related.map(({ location, message }) => {
      const at = judged.open(location);
      return at && { place: at, message };
    });
    return { ...rest, place, related: others.filter(present) };
  },
};

const call: Telling<CodeCall, FoundCall> = {
  places: ({ symbol, sites }) => [symbol.location, ...sites],
  tell(judged, one) {
    const found = symbol.tell(judged, one.symbol);
    const sites = one.sites.map((site) => judged.open(site));
    return found && { symbol: found, sites: sites.filter(present) };
  },
};

async function judged<A, B>(
  from: CodeJudge,
  answer: CodeAnswer<A>,
  { places, tell }: Telling<A, B>,
): Promise<FoundCode<B>> {
  const all = new Places(from);
  await all.judge(answer.found.flatMap(places));
  const found = answer.found.map((one) => tell(all, one));
  return { ...answer, found: found.filter(present), unread: all.unread };
}

/** The file of a place that an editor brought along, which is nobody's secret, unless it is what the person works on. */
async function libraryOf({ files }: CodeJudge, { path, isEditors }: CodeLocation): Promise<ResolvedPath | undefined> {
  if (isEditors !== true || path === undefined) return undefined;
  const target = await files.resolve(path);
  // A link may have the name of such a file, and lead to any other.
  const tail = (place: string) => place.split(/[\\/]/).slice(-3).join("/");
  return target.root === undefined && tail(target.real) === tail(path) ? target : undefined;
}

/** The text of a file, or none where it cannot be read. */
const textOf = async ({ files }: CodeJudge, target: ResolvedPath): Promise<string> =>
  new TextDecoder().decode(await files.read(target).catch(() => new Uint8Array()));

async function hover(from: CodeJudge, at: CodePoint, wait: CodeWait): Promise<FoundCode<string>> {
  const { code } = from;
  const declared = await code.locations("definition", at, wait);
  const places = new Places(from);
  const libraries = await Promise.all(declared.found.map((one) => libraryOf(from, one)));
  const others = declared.found.filter((_, index) => !libraries[index]);
  await places.judge(others);
  const opened = others.map((one) => places.open(one));
  if (places.unread.length > 0) return { ...declared, found: [], unread: places.unread };
  const readable = [at.file, ...opened.filter(present).map(({ target }) => target), ...libraries.filter(present)];
  const distinct = new Map(readable.map((target) => [target.real, target]));
  const { found, ...answer } = await code.hover(at, wait);
  const known = await Promise.all([...distinct.values()].map((target) => textOf(from, target)));
  return { ...answer, found: withoutStrangeLiterals(found, known), unread: [] };
}

/** See KnownCode.filesOf. */
async function filesOf({ files }: CodeJudge, { files: changed, hidden }: CodeEdit): Promise<FoundEdit> {
  if (hidden !== undefined)
    throw new ToolError("unavailable", `The change was not made, because ${hidden}: make it with the edit tools.`);
  const found = changed.map(async ({ location: { path, address }, edits }) => {
    if (path !== undefined) return { target: await files.resolve(path), edits };
    const shown = shownPath(address);
    throw new ToolError("unwritable", `The change was not made, because it concerns ${shown}, which is not a file.`);
  });
  return { files: await Promise.all(found) };
}

/** Wraps a port for one call. */
export function judgedCode(from: CodeJudge): KnownCode {
  const { code } = from;
  /** Asks once the file may be asked about. */
  const about = async <T>(file: ResolvedPath, ask: () => Promise<T>): Promise<T> => {
    await from.readable(file);
    return ask();
  };
  const located = async <A, B>(file: ResolvedPath, ask: () => Promise<CodeAnswer<A>>, telling: Telling<A, B>) =>
    judged(from, await about(file, ask), telling);
  return {
    outline: (file, wait) => located(file, () => code.outline(file, wait), symbol),
    async symbols(query, seeds, wait) {
      for (const seed of seeds) await from.readable(seed);
      return judged(from, await code.symbols(query, seeds, wait), symbol);
    },
    locations: (kind, at, wait) => located(at.file, () => code.locations(kind, at, wait), location),
    async named(kind, at, wait) {
      const answer = await about(at.file, () => code.locations(kind, at, wait));
      return { ...answer, open: (found) => judged(from, { ...answer, found }, location) };
    },
    calls: (direction, at, wait) => located(at.file, () => code.calls(direction, at, wait), call),
    types: (direction, at, wait) => located(at.file, () => code.types(direction, at, wait), symbol),
    hover: (at, wait) => about(at.file, () => hover(from, at, wait)),
    async problems(file, wait) {
      if (file) return located(file, () => code.problems(file, wait), problem);
      return judged(from, await code.problems(undefined, wait), problem);
    },
    rename: (at, newName, wait) => about(at.file, async () => filesOf(from, await code.rename(at, newName, wait))),
    ...(code.moved && {
      moved: (file, to, wait) =>
        about(file, async () => {
          const edit = await code.moved?.(file, to, wait);
          return edit && filesOf(from, edit);
        }),
    }),
    actions: (file, range, wish, wait) => about(file, () => code.actions(file, range, wish, wait)),
    filesOf: (edit) => filesOf(from, edit),
    format: (file, range, wait) => about(file, () => code.format(file, range, wait)),
  };
}
