/** The files of a set of folders as they were when somebody last looked, on the disk, so that they outlive this process. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LiveChange, LiveFindings } from "../../core/ports/changes/checkpoint";
import { type FileEntry, sameEntry } from "../../core/vocabulary/changes/fileEntry";
import { isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { openFolder } from "../files/openFolder";
import { ordinaryFolder } from "../sandbox/layer/layerEntries";
import { type Found, foundAt, type IsKnown, linkTarget, modeOf, type WalkRules, walk } from "./folderWalk";
import { type Copy, contentOf, KeptCopies } from "./keptCopies";

/** Files, links and folders that are looked at. */
export const maxEntries = 10_000;

/** Bytes of all files that one comparison hands over, before and after. */
const maxFound = 64 * 1024 * 1024;

/** What a name stood for. */
interface Kept {
  readonly kind: FileEntry["kind"];
  /** See {@link Found}. */
  readonly state: string;
  readonly mode: number;
  /** Of a folder: there was nothing in it. */
  readonly isEmpty?: true;
  readonly copy?: Copy;
  /** Of a link the path that it leads to, as Base64. */
  readonly to?: string;
}

/** One name with what is known of it; nothing: it is gone. */
type Line = readonly [path: string, kept?: Kept];

const fileList = "files";

/** Lines about what is otherwise by now, after which the list is written anew. */
const spareLines = 1000;

/** The files of some folders. To be closed. */
export class LiveFolder {
  readonly #copies: KeptCopies;
  /** Lines of the list on the disk. */
  #written = 0;

  private constructor(
    private readonly folder: string,
    private readonly roots: readonly string[],
    private readonly known: Map<string, Kept>,
  ) {
    this.#copies = new KeptCopies(folder);
  }

  /** @param folder in which copies are kept; it is made. */
  static make(folder: string, roots: readonly string[]): LiveFolder {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new LiveFolder(folder, roots, new Map());
  }

  /** What another process kept in a folder. @throws Error where that is not whole. */
  static found(folder: string, roots: readonly string[]): LiveFolder {
    const lines = readFileSync(join(folder, fileList), "utf8").split("\n");
    const known = new Map<string, Kept>();
    // A line that a kill cut off was about to say what was said to the journal already.
    for (const line of lines.slice(0, -1)) {
      const [path, kept] = JSON.parse(line) as Line;
      if (kept) known.set(path, kept);
      else known.delete(path);
    }
    return new LiveFolder(folder, roots, known);
  }

  /** Counts all files as looked at. @throws ToolError `too_large` for more than are looked at. */
  async refresh(rules: WalkRules): Promise<void> {
    const { known } = this;
    const seen = new Set<string>();
    const lines: Line[] = [];
    const visit = (found: Found) => {
      checkCount(seen.add(found.path).size);
      const kept = this.#keptAs(found);
      if (kept !== known.get(found.path)) lines.push([found.path, kept]);
    };
    for (const root of this.roots) await walk(root, rules, visit, this.#isKnown);
    for (const path of known.keys()) if (!seen.has(path)) lines.push([path]);
    this.#note(lines);
    if (this.#written > known.size * 2 + spareLines) this.#writeAnew();
  }

  /** What is known, without all that was known before. */
  #writeAnew(): void {
    const list = join(this.folder, fileList);
    writeFileSync(`${list}.new`, linesOf([...this.known]), { mode: 0o600 });
    renameSync(`${list}.new`, list);
    this.#written = this.known.size;
  }

  /** See KeptCopies. */
  get isWasteful(): boolean {
    return this.#copies.isWasteful;
  }

  readonly #isKnown: IsKnown = (path, state) => this.known.get(path)?.state === state;

  #keptAs(found: Found): Kept {
    const { path, kind, stat, state, isEmpty } = found;
    const earlier = this.known.get(path);
    if (earlier?.state === state) return earlier;
    const copy = kind === "file" ? this.#copies.copy(found) : undefined;
    const to = kind === "link" ? Buffer.from(linkTarget(found)).toString("base64") : undefined;
    return {
      ...{ kind, state: keptState(found), mode: modeOf(stat) },
      ...(isEmpty() && { isEmpty: true }),
      ...(to !== undefined && { to }),
      ...(copy !== undefined && { copy }),
    };
  }

  /**
   * What is not as it was. It counts as looked at once `take` is fulfilled.
   * @param only real paths, with all that lies below them; by default all files.
   */
  async changes(
    rules: WalkRules,
    take: (found: LiveFindings) => Promise<void>,
    only?: readonly string[],
  ): Promise<void> {
    const comparison = new Comparison(this.known, this.#copies, (found) => this.#keptAs(found));
    await this.#visit(rules, only, (found) => comparison.see(found));
    const { findings, lines } = comparison.end(this.roots, only);
    if (findings.changes.length > 0 || findings.unkept.length > 0) await take(findings);
    this.#note(lines);
  }

  /** Counts files as looked at, as they are now. */
  async skip(rules: WalkRules, reals: readonly string[]): Promise<void> {
    const gone = [...this.known.keys()].filter((path) => isAmong(reals, path));
    const lines = new Map<string, Line>(gone.map((path) => [path, [path]]));
    await this.#visit(rules, reals, (found) => lines.set(found.path, [found.path, this.#keptAs(found)]));
    this.#note([...lines.values()]);
  }

  async #visit(rules: WalkRules, only: readonly string[] | undefined, visit: (found: Found) => void): Promise<void> {
    const own = only?.filter((one) => this.roots.some((root) => root !== one && isInside(root, one)));
    for (const path of own ?? []) await visitOne(path, this.known.has(path), rules, visit);
    for (const folder of own ?? this.roots) await walk(folder, rules, visit, this.#isKnown);
  }

  #note(lines: readonly Line[]): void {
    for (const [path, kept] of lines) this.#know(path, kept);
    if (lines.length > 0) appendFileSync(join(this.folder, fileList), linesOf(lines), { mode: 0o600 });
    this.#written += lines.length;
  }

  #know(path: string, kept: Kept | undefined): void {
    const earlier = this.known.get(path);
    if (earlier !== kept) this.#copies.drop(earlier?.copy);
    if (kept) this.known.set(path, kept);
    else this.known.delete(path);
  }

  close(): void {
    this.#copies.close();
  }

  /** Closes it, and removes what was kept. */
  remove(): void {
    this.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Milliseconds in which a file may be changed twice and have the same times. */
const tickMs = 100;

/** What was changed a moment ago is looked at again, whatever its times are by then. */
const keptState = ({ stat, state }: Found): string =>
  `${state}${Date.now() - Number(stat.ctimeMs) < tickMs ? " young" : ""}`;

const linesOf = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const isAmong = (places: readonly string[], path: string) => places.some((place) => isInside(place, path));

/** @throws ToolError `too_large`. */
export function checkCount(count: number): void {
  if (count > maxEntries)
    throw new ToolError("too_large", `the workspace holds more than ${maxEntries.toLocaleString("en")} files`);
}

/** One file by its path; what is ignored counts only where it is known. */
async function visitOne(
  path: string,
  isKnown: boolean,
  { leftOut, isClosed }: WalkRules,
  visit: (found: Found) => void,
): Promise<void> {
  const folder = await openFolder(dirname(path), path).catch(() => undefined);
  if (!folder) return;
  try {
    const found = foundAt(path, folder.at(basename(path)));
    if (!found || isClosed(path, found.kind === "folder")) return;
    const name = found.kind === "folder" ? `${basename(path)}/` : basename(path);
    if (isKnown || !(await leftOut(dirname(path), [name])).has(name)) visit(found);
  } finally {
    await folder.close();
  }
}

/** Files as they are found, compared with what they were. */
class Comparison {
  readonly #seen = new Map<string, Found>();
  readonly #lines: Line[] = [];
  readonly #changes: Omit<LiveChange, "createdDirectories">[] = [];
  readonly #unkept: string[] = [];
  #left = maxFound;

  constructor(
    private readonly known: ReadonlyMap<string, Kept>,
    private readonly copies: KeptCopies,
    private readonly keptAs: (found: Found) => Kept,
  ) {}

  see(found: Found): void {
    const { path, kind, stat, state, isEmpty } = found;
    this.#seen.set(path, found);
    const kept = this.known.get(path);
    if (kept?.state === state) return;
    const fresh = this.keptAs(found);
    this.#lines.push([path, fresh]);
    if (kind === "folder" && kept?.kind === "folder" && kept.mode === modeOf(stat)) return;
    // An ordinary folder comes with what is in it.
    if (kind === "folder" && !kept && !isEmpty() && modeOf(stat) === ordinaryFolder) return;
    this.#add(path, kept, fresh, found);
  }

  #add(path: string, kept: Kept | undefined, fresh?: Kept, found?: Found): void {
    const before = kept && this.#entry(kept);
    const after = fresh && this.#entry(fresh, found);
    if ((kept && !before) || (fresh && !after)) this.#unkept.push(path);
    else if (!sameEntry(before, after))
      this.#changes.push({ path, ...(before && { before }), ...(after && { after }) });
  }

  /** @param found where it can still be read, so that it needs no copy. */
  #entry({ kind, mode, copy, to }: Kept, found?: Found): FileEntry | undefined {
    if (kind === "folder") return { kind, bytes: new Uint8Array(), mode };
    if (kind === "link") return { kind, bytes: Buffer.from(to ?? "", "base64") };
    const read = copy === undefined ? found && (() => contentOf(found)) : () => this.copies.read(copy);
    const bytes = read && this.#held(read);
    return bytes && { kind, bytes, mode };
  }

  /** Undefined for what cannot be read, or is more than is handed over. */
  #held(read: () => Uint8Array): Uint8Array | undefined {
    if (this.#left <= 0) return undefined;
    try {
      const bytes = read();
      this.#left -= bytes.length;
      return bytes;
    } catch {
      return undefined;
    }
  }

  /** Those that are gone, and all of it in the order in which it can have been made. */
  end(roots: readonly string[], only: readonly string[] | undefined) {
    for (const [path, kept] of this.known) {
      if (this.#seen.has(path) || (only && !isAmong(only, path))) continue;
      this.#lines.push([path]);
      if (kept.kind !== "folder" || kept.isEmpty || kept.mode !== ordinaryFolder) this.#add(path, kept);
    }
    const own = new Set(this.#changes.map(({ path }) => path));
    const isNew = (folder: string) => this.#seen.has(folder) && !this.known.has(folder) && !own.has(folder);
    const changes = this.#changes.sort(inOrder).map((change): LiveChange => {
      const createdDirectories = change.after ? above(change.path, roots).filter(isNew) : [];
      return { ...change, createdDirectories };
    });
    return { findings: { changes, unkept: this.#unkept.sort() } satisfies LiveFindings, lines: this.#lines };
  }
}

/** What goes, the deepest first, and then what comes, each folder before what lies in it. */
const inOrder = (one: Pick<LiveChange, "path" | "after">, other: Pick<LiveChange, "path" | "after">): number => {
  const [goes, alsoGoes] = [one.after === undefined, other.after === undefined];
  if (goes !== alsoGoes) return goes ? -1 : 1;
  return one.path < other.path === goes ? 1 : -1;
};

/** The folders around a file, outermost first, without the roots. */
function above(path: string, roots: readonly string[]): string[] {
  const folder = dirname(path);
  return roots.includes(folder) || folder === path ? [] : [...above(folder, roots), folder];
}
