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

/** What it stands on. */
export interface CodeJudge {
  readonly code: CodePort;
  readonly files: Pick<FilePort, "resolve" | "list">;
  /** Of reading a file that was found. */
  judge(target: ResolvedPath): Promise<Decision>;
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

/** A folder of named files. */
interface NamedFolder {
  count: number;
  /** Its files that are no links, by name. */
  plain?: Promise<ReadonlyMap<string, ResolvedPath>>;
}

/** Judges each file once, for the places of one answer. */
class Places {
  readonly #files = new Map<string, Promise<JudgedFile>>();
  readonly #folders = new Map<string, NamedFolder>();
  readonly #unread = new Map<string, UnreadPlace>();

  constructor(private readonly from: CodeJudge) {}

  get unread(): readonly UnreadPlace[] {
    const order = ({ shown, line = 0 }: UnreadPlace) => `${shown}\0${String(line).padStart(9, "0")}`;
    return [...this.#unread.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  #judged(path: string): Promise<JudgedFile> {
    const known = this.#files.get(path) ?? this.#judge(path);
    this.#files.set(path, known);
    return known;
  }

  async #judge(path: string): Promise<JudgedFile> {
    const target = await this.#resolved(path);
    return { target, decision: await this.from.judge(target) };
  }

  async #resolved(path: string): Promise<ResolvedPath> {
    const { files } = this.from;
    const place = parentOf(path);
    const folder = this.#folders.get(place) ?? { count: 0 };
    this.#folders.set(place, folder);
    if (++folder.count <= few) return files.resolve(path);
    folder.plain ??= this.#plainFiles(place);
    return (await folder.plain).get(path.slice(place.length + 1)) ?? files.resolve(path);
  }

  async #plainFiles(place: string): Promise<ReadonlyMap<string, ResolvedPath>> {
    const { files } = this.from;
    try {
      const folder = await files.resolve(place);
      const plain = (await files.list(folder)).filter(({ link, kind }) => !link && kind === "file");
      return new Map(plain.map(({ name }) => [name, childOf(folder, name)]));
    } catch {
      // Then each is resolved by itself, and says what is wrong.
      return new Map();
    }
  }

  /** @returns undefined for a place that may not be read; it is remembered as such. */
  async open(location: CodeLocation): Promise<FoundPlace | undefined> {
    const { path, range } = location;
    if (path === undefined) {
      this.#leaveOut({ shown: shownPath(location.address), reason: "it is not a file", asks: false });
      return undefined;
    }
    const { target, decision } = await this.#judged(path);
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

const present = <T>(one: T | undefined): one is T => one !== undefined;

async function symbolIn(places: Places, { location, ...rest }: CodeSymbol): Promise<FoundSymbol | undefined> {
  const place = await places.open(location);
  return place && { ...rest, place };
}

async function problemIn(places: Places, problem: CodeProblem): Promise<FoundProblem | undefined> {
  const place = await places.open(problem.location);
  if (!place) return undefined;
  const related = await Promise.all(
    problem.related.map(async ({ location, message }) => {
      const at = await places.open(location);
      return at && { place: at, message };
    }),
  );
  const { severity, message, source, code } = problem;
  return { severity, message, source, code, place, related: related.filter(present) };
}

async function judged<A, B>(
  from: CodeJudge,
  answer: CodeAnswer<A>,
  each: (places: Places, one: A) => Promise<B | undefined>,
): Promise<FoundCode<B>> {
  const places = new Places(from);
  const found = await Promise.all(answer.found.map((one) => each(places, one)));
  return { ...answer, found: found.filter(present), unread: places.unread };
}

async function callIn(places: Places, { symbol, sites }: CodeCall): Promise<FoundCall | undefined> {
  const found = await symbolIn(places, symbol);
  const calls = await Promise.all(sites.map((site) => places.open(site)));
  return found && { symbol: found, sites: calls.filter(present) };
}

/** What an editor brought along is nobody's secret, unless it is what the person works on. */
async function isLibrary({ files }: CodeJudge, { path, isEditors }: CodeLocation): Promise<boolean> {
  return isEditors === true && path !== undefined && (await files.resolve(path)).root === undefined;
}

async function hover(from: CodeJudge, at: CodePoint, wait: CodeWait): Promise<FoundCode<string>> {
  const { code } = from;
  const declared = await code.locations("definition", at, wait);
  const places = new Places(from);
  for (const location of declared.found) if (!(await isLibrary(from, location))) await places.open(location);
  if (places.unread.length > 0) return { ...declared, found: [], unread: places.unread };
  return { ...(await code.hover(at, wait)), unread: [] };
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
  const located = async <A, B>(
    file: ResolvedPath,
    ask: () => Promise<CodeAnswer<A>>,
    each: (places: Places, one: A) => Promise<B | undefined>,
  ) => judged(from, await about(file, ask), each);
  return {
    outline: (file, wait) => located(file, () => code.outline(file, wait), symbolIn),
    async symbols(query, seeds, wait) {
      for (const seed of seeds) await from.readable(seed);
      return judged(from, await code.symbols(query, seeds, wait), symbolIn);
    },
    locations: (kind, at, wait) =>
      located(
        at.file,
        () => code.locations(kind, at, wait),
        (places, location) => places.open(location),
      ),
    calls: (direction, at, wait) => located(at.file, () => code.calls(direction, at, wait), callIn),
    types: (direction, at, wait) => located(at.file, () => code.types(direction, at, wait), symbolIn),
    hover: (at, wait) => about(at.file, () => hover(from, at, wait)),
    async problems(file, wait) {
      if (file) return located(file, () => code.problems(file, wait), problemIn);
      return judged(from, await code.problems(undefined, wait), problemIn);
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
