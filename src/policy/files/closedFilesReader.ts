/** What `.toolcribignore` closes to tools: read from the roots, and compared on the safe side. */

import type { FilePort, FileStat } from "../../core/ports/files";
import { clause, nested } from "../../core/text/clauses/clause";
import type { ClosedFacts, ClosedFiles, TwoNames } from "../../core/vocabulary/closedFiles";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { messageOf } from "../../core/vocabulary/toolError";
import { byteText, IgnoreFile } from "../../lib/globs/ignoreFile";
import { foldPath } from "../matching/fileNames";
import { standingFor, type WorktreePlace } from "../matching/standingFor";
import type { ClosedByRules } from "./closingRules";

/** Lies at the top of a root; holds patterns as `.gitignore` does. */
export const closedFilesName = ".toolcribignore";

/** Nobody writes a larger one by hand. */
const maxBytes = 1024 * 1024;

/** What the sandbox puts behind names that commands created although they may not: what was closed stays so. */
const setAside = /\.planted-[0-9a-f]{6}(?=\/|$)/g;

/** One way to read the patterns, and paths as that way compares them. */
interface Reading {
  readonly file: IgnoreFile;
  readonly subject: (path: string) => string;
}

/** What the file of one root says. */
interface RootRules {
  readonly root: string;
  /** Why it cannot be used: then everything in the root is closed. */
  readonly problem?: string;
  /** What one of them closes is closed. */
  readonly readings: readonly Reading[];
}

/** As git reads it; without case; and as the laxest file system would take a name for another (D-6). */
function readingsOf(text: string): Reading[] {
  const folded = new IgnoreFile(text.normalize("NFC").toLowerCase(), false);
  return [
    { file: new IgnoreFile(byteText(text), false), subject: byteText },
    { file: folded, subject: (path) => path.normalize("NFC").toLowerCase() },
    { file: folded, subject: foldPath },
  ];
}

/** Reads each root's file anew when its version has changed. */
export class ClosedFilesReader {
  readonly #known = new Map<string, { readonly version: string; readonly rules: RootRules }>();

  constructor(private readonly files: Pick<FilePort, "resolve" | "stat" | "read">) {}

  /**
   * @param roots real paths.
   * @param byRules what rules of a policy close besides.
   * @param worktree real path of the folder in which an agent works apart from the first root: what is closed in the
   * roots is closed where it stands for that too, whatever the file of its own says (AG-3).
   */
  async read(roots: readonly string[], byRules?: ClosedByRules, worktree?: string): Promise<ClosedFiles> {
    const folders = worktree === undefined ? roots : [worktree, ...roots];
    const all = await Promise.all(folders.map((folder) => this.#rulesOf(folder)));
    const there = all.filter((rules) => rules !== undefined);
    return new RootsRules(there, this.files, byRules, { worktree, workspace: roots });
  }

  async #rulesOf(root: string): Promise<RootRules | undefined> {
    try {
      const target = await this.files.resolve(`${root.replace(/[\\/]$/, "")}/${closedFilesName}`);
      const stat = await this.files.stat(target);
      if (!stat && target.real === target.path) return undefined;
      if (stat?.kind !== "file" || stat.size > maxBytes)
        return unusable(root, clause`it must be a file of at most 1 MiB`);
      const known = this.#known.get(root);
      // Whoever writes the file can set the time of that write back, but not the time of the change.
      const version = `${stat.version} ${stat.changedMs}`;
      if (known?.version === version) return known.rules;
      const rules = rulesIn(root, await this.files.read(target));
      this.#known.set(root, { version, rules });
      return rules;
    } catch (error) {
      return unusable(root, messageOf(error).replace(/[.]$/, ""));
    }
  }
}

const unusable = (root: string, problem: string): RootRules => ({ root, problem, readings: [] });

function rulesIn(root: string, bytes: Uint8Array): RootRules {
  if (bytes.includes(0)) return unusable(root, clause`it is not UTF-8 text`);
  try {
    return { root, readings: readingsOf(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return unusable(root, clause`it is not UTF-8 text`);
  }
}

/** The rules of all roots at one moment. */
class RootsRules implements ClosedFiles {
  /** Answers for folders, which a search asks for again with each file. */
  readonly #folders = new Map<string, string | undefined>();

  constructor(
    private readonly all: readonly RootRules[],
    private readonly files: Pick<FilePort, "stat">,
    private readonly byRules: ClosedByRules | undefined,
    private readonly place: WorktreePlace,
  ) {}

  get isEmpty(): boolean {
    return (
      this.byRules === undefined &&
      this.all.every(({ problem, readings }) => problem === undefined && readings.every(({ file }) => file.isEmpty))
    );
  }

  get isDeep(): boolean {
    return !this.isEmpty;
  }

  reason({ path, real }: TwoNames, isFolder: boolean): string | undefined {
    const names = (path === real ? [real] : [real, path]).flatMap((name) => standingFor(name, this.place));
    for (const rules of this.all)
      for (const name of names) {
        const found = isInside(rules.root, name, false) ? this.#inRoot(rules, name, isFolder) : undefined;
        if (found !== undefined) return found;
      }
    return this.byRules?.reason({ path, real });
  }

  #inRoot(rules: RootRules, path: string, isFolder: boolean): string | undefined {
    if (rules.problem !== undefined)
      return clause`${closedFilesName} is unreadable (${nested(rules.problem)}), so its whole folder is off limits`;
    const place = relativeInside(rules.root, path);
    if (place === "" || foldPath(place) === closedFilesName) return undefined;
    const found = this.#placeReason(rules, place, isFolder);
    const former = place.replace(setAside, "");
    return found ?? (former === place ? undefined : this.#placeReason(rules, former, isFolder));
  }

  /** A folder's answer holds for everything in it. */
  #placeReason(rules: RootRules, place: string, isFolder: boolean): string | undefined {
    const slash = place.lastIndexOf("/");
    const above = slash < 0 ? undefined : this.#folderReason(rules, place.slice(0, slash));
    return above ?? ownReason(rules, place, isFolder);
  }

  #folderReason(rules: RootRules, place: string): string | undefined {
    const key = `${rules.root}\0${place}`;
    if (!this.#folders.has(key)) this.#folders.set(key, this.#placeReason(rules, place, true));
    return this.#folders.get(key);
  }

  async examine(target: ResolvedPath): Promise<ClosedFacts> {
    if (this.isEmpty) return { exists: false, holdsClosed: false };
    const stat = await this.files.stat(target).catch((): "unknown" => "unknown");
    const kinds = possibleKinds(stat);
    const reason = kinds.map((isFolder) => this.reason(target, isFolder)).find((one) => one !== undefined);
    const mayHold = stat === "unknown" || stat?.kind === "directory";
    const holdsClosed = mayHold && this.#reachesBelow(target.real);
    return { ...(reason !== undefined && { reason }), exists: stat !== undefined, holdsClosed };
  }

  #reachesBelow(folder: string): ClosedFacts["holdsClosed"] {
    const names = standingFor(folder, this.place);
    if (this.all.some((rules) => names.some((name) => reachesBelow(rules, name)))) return "by file";
    return this.byRules?.reaches(folder) ? "by rule" : false;
  }
}

/** Whether a path counts as a folder; both ways where that is not known. */
const possibleKinds = (stat: FileStat | "unknown" | undefined): boolean[] =>
  stat === undefined || stat === "unknown" ? [false, true] : [stat.kind === "directory"];

function ownReason({ readings }: RootRules, place: string, isFolder: boolean): string | undefined {
  for (const { file, subject } of readings) {
    const found = file.decide(subject(place), isFolder);
    if (found && !found.negated) return clause`${closedFilesName} lists it (line ${found.line})`;
  }
  return undefined;
}

function reachesBelow({ root, readings, problem }: RootRules, folder: string): boolean {
  const isAbove = isInside(folder, root, false);
  if (!isAbove && !isInside(root, folder, false)) return false;
  const place = isAbove ? "" : relativeInside(root, folder);
  return problem !== undefined || readings.some(({ file, subject }) => file.reaches(subject(place)));
}
