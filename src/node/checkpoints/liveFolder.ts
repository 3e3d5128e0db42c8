/** The files of a set of folders as they were when somebody last looked, on the disk, so that they outlive this process. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LiveFindings } from "../../core/ports/changes/checkpoint";
import { isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { openFolder } from "../files/opened/openFolder";
import { type Compared, Comparison, isAmong, type Kept, type Line } from "./comparison";
import { type Found, foundAt, modeOf, stateOf, type Visit, type WalkRules, walk, youngState } from "./folderWalk";
import { KeptCopies } from "./keptCopies";

/** Files, links and folders that are looked at. */
export const maxEntries = 10_000;

/** Begins with the number of lines without which it is not whole. */
const fileList = "files";

/** What was left out when the command began, as a list of paths. */
const leftOutList = "leftOut";

/** What one look is about. */
export type FolderLook = Omit<Compared, "roots">;

/** The files of some folders. To be closed. */
export class LiveFolder {
  readonly #copies: KeptCopies;

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
    const [first = "", ...lines] = readFileSync(join(folder, fileList), "utf8").split("\n");
    // With the machine stopped before all was on the disk, every file that is not in it would count as new.
    if (!/^\d+$/.test(first) || lines.length - 1 < Number(first)) throw new Error("the list of files was cut off");
    const known = new Map<string, Kept>();
    // A line that a kill cut off was about to say what was said to the journal already.
    for (const line of lines.slice(0, -1)) {
      const [path, kept] = JSON.parse(line) as Line;
      if (kept) known.set(path, kept);
      else known.delete(path);
    }
    return new LiveFolder(folder, roots, known);
  }

  /** What was left out then: where the rules changed since, it is nobody's change that it is looked at. */
  static leftOut(folder: string): ReadonlySet<string> {
    return new Set(JSON.parse(readFileSync(join(folder, leftOutList), "utf8")) as string[]);
  }

  /** Counts all files as looked at. @throws ToolError `too_large` for more than are looked at. */
  async refresh(rules: WalkRules): Promise<void> {
    const { known } = this;
    const seen = new Set<string>();
    const leftOut: string[] = [];
    const visit: Visit = {
      found: (found) => {
        checkCount(seen.add(found.path).size);
        this.#know(found.path, this.#keptAs(found));
      },
      unread(path) {
        const kept = known.get(path);
        if (kept) known.set(path, { ...kept, isUnread: true });
      },
      leftOut: (path) => leftOut.push(path),
      isKnown: this.#isKnown,
    };
    for (const root of this.roots) await walk(root, rules, visit);
    for (const path of known.keys()) if (!seen.has(path)) this.#know(path, undefined);
    writeFileSync(join(this.folder, leftOutList), JSON.stringify(leftOut), { mode: 0o600 });
    writeFileSync(join(this.folder, fileList), `${known.size}\n${linesOf([...known])}`, { mode: 0o600 });
  }

  /** See KeptCopies. */
  get isWasteful(): boolean {
    return this.#copies.isWasteful;
  }

  readonly #isKnown: NonNullable<Visit["isKnown"]> = (path, stat) => this.known.get(path)?.state === stateOf(stat);

  #keptAs(found: Found): Kept {
    const { path, kind, stat, isEmpty, to } = found;
    const earlier = this.known.get(path);
    if (earlier?.state === stateOf(stat)) {
      const { isUnread, ...same } = earlier;
      return same;
    }
    const copy = kind === "file" ? this.#copies.copy(found) : undefined;
    return {
      ...{ kind, state: keptState(found), mode: modeOf(stat) },
      ...(isEmpty && { isEmpty }),
      ...(to !== undefined && { to: Buffer.from(to).toString("base64") }),
      ...(copy !== undefined && { copy }),
    };
  }

  /** What is not as it was. It counts as looked at once `take` is fulfilled. */
  async changes(rules: WalkRules, take: (found: LiveFindings) => Promise<void>, look: FolderLook = {}): Promise<void> {
    const { known, roots } = this;
    const before = { known, copies: this.#copies, keptAs: (found: Found) => this.#keptAs(found) };
    const comparison = new Comparison(before, { ...look, roots });
    await this.#visit(rules, look.only, comparison);
    const { findings, lines } = comparison.end();
    if (findings.changes.length > 0 || findings.unkept.length > 0) await take(findings);
    this.#note(lines);
  }

  /** Counts files as looked at, as they are now. */
  async skip(rules: WalkRules, reals: readonly string[]): Promise<void> {
    const gone = [...this.known.keys()].filter((path) => isAmong(reals, path));
    const lines = new Map<string, Line>(gone.map((path) => [path, [path]]));
    const found = (one: Found) => lines.set(one.path, [one.path, this.#keptAs(one)]);
    await this.#visit(rules, reals, { found });
    this.#note([...lines.values()]);
  }

  async #visit(rules: WalkRules, only: readonly string[] | undefined, visit: Visit): Promise<void> {
    const own = only?.filter((one) => this.roots.some((root) => root !== one && isInside(root, one)));
    for (const path of own ?? []) await visitOne(path, this.known.has(path), rules, visit);
    const walked: Visit = {
      found: (found) => visit.found(found),
      unread: (path) => visit.unread?.(path),
      leftOut: (path) => visit.leftOut?.(path),
      isKnown: this.#isKnown,
    };
    for (const folder of own ?? this.roots) await walk(folder, rules, walked);
  }

  #note(lines: readonly Line[]): void {
    for (const [path, kept] of lines) this.#know(path, kept);
    if (lines.length > 0) appendFileSync(join(this.folder, fileList), linesOf(lines));
  }

  #know(path: string, kept: Kept | undefined): void {
    const earlier = this.known.get(path);
    if (earlier?.copy !== kept?.copy) this.#copies.drop(earlier?.copy);
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
const keptState = ({ stat }: Found): string =>
  Date.now() - Number(stat.ctimeMs) < tickMs ? youngState(stat) : stateOf(stat);

const linesOf = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** @throws ToolError `too_large`. */
export function checkCount(count: number): void {
  if (count > maxEntries)
    throw new ToolError("too_large", `the workspace holds more than ${maxEntries.toLocaleString("en")} files`);
}

/** One file by its path; what is ignored counts only where it is known. */
async function visitOne(path: string, isKnown: boolean, { leftOut, isClosed }: WalkRules, visit: Visit): Promise<void> {
  const folder = await openFolder(dirname(path), path).catch(() => undefined);
  if (!folder) return;
  try {
    const found = foundAt(path, folder.at(basename(path)));
    if (!found || isClosed(path, found.kind === "folder")) return;
    const name = found.kind === "folder" ? `${basename(path)}/` : basename(path);
    if (isKnown || !(await leftOut(dirname(path), [name])).has(name)) visit.found(found);
  } finally {
    await folder.close();
  }
}
