/** Files as they are found, compared with what they were. */
import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { LiveChange, LiveFindings } from "../../core/ports/changes/checkpoint";
import { type FileEntry, sameEntry } from "../../core/vocabulary/changes/fileEntry";
import { isInside } from "../../core/vocabulary/paths";
import { ordinaryFolder } from "../sandbox/layer/layerEntries";
import { type Found, modeOf, stateOf, type Visit, youngState } from "./folderWalk";
import { type Copy, contentOf, type KeptCopies } from "./keptCopies";

/** What a name stood for. */
export interface Kept {
  readonly kind: FileEntry["kind"];
  /** See stateOf. */
  readonly state: string;
  readonly mode: number;
  /** Of a folder: there was nothing in it. */
  readonly isEmpty?: true;
  /** Of a folder: it could not be listed, so what shows in it later may have been there. */
  readonly isUnread?: true;
  readonly copy?: Copy;
  /** Of a link the path that it leads to, as Base64. */
  readonly to?: string;
}

/** One name with what is known of it; nothing: it is gone. */
export type Line = readonly [path: string, kept?: Kept];

/** What is compared. */
export interface Compared {
  readonly roots: readonly string[];
  /** Real paths that are looked at, with all that lies below them; absent: all files. */
  readonly only?: readonly string[];
  /** Milliseconds since 1970 after which changes are somebody else's. */
  readonly until?: number;
}

/** What was known, and how that is read and kept. */
interface Knowledge {
  readonly known: ReadonlyMap<string, Kept>;
  readonly copies: KeptCopies;
  keptAs(found: Found): Kept;
}

/** Bytes of all files that one comparison hands over, before and after. */
const maxFound = 64 * 1024 * 1024;

/** True for what lies in one of some places. */
export const isAmong = (places: readonly string[], path: string) => places.some((place) => isInside(place, path));

/** To be told of everything that is there, and then asked for what differs. */
export class Comparison implements Visit {
  readonly #seen = new Map<string, Found>();
  readonly #unread = new Set<string>();
  readonly #lines: Line[] = [];
  readonly #changes: Omit<LiveChange, "createdDirectories">[] = [];
  readonly #unkept: string[] = [];
  #left = maxFound;

  constructor(
    private readonly before: Knowledge,
    private readonly compared: Compared,
  ) {}

  found(found: Found): void {
    const { path, kind, stat, isEmpty } = found;
    // Of two roots one may lie in the other.
    if (this.#seen.has(path)) return;
    this.#seen.set(path, found);
    const kept = this.before.known.get(path);
    if (kept?.state === stateOf(stat) && !kept.isUnread) return;
    const fresh = this.before.keptAs(found);
    this.#lines.push([path, fresh]);
    if (this.#isLater(stat.ctimeMs) || (!kept && this.#wasUnread(path))) return;
    if (kind === "folder" && kept?.kind === "folder" && kept.mode === modeOf(stat)) return;
    // An ordinary folder comes with what is in it.
    if (kind === "folder" && !kept && !isEmpty && modeOf(stat) === ordinaryFolder) return;
    this.#add(path, kept, fresh, found);
  }

  unread(path: string): void {
    this.#unread.add(path);
    const found = this.#seen.get(path);
    if (found) this.#lines.push([path, { ...this.before.keptAs(found), isUnread: true }]);
  }

  #isLater(ms: bigint | number): boolean {
    return this.compared.until !== undefined && Number(ms) > this.compared.until;
  }

  /** Whether nobody knew what was in the nearest folder around it that is known. */
  #wasUnread(path: string): boolean {
    for (let folder = dirname(path); !this.compared.roots.includes(folder); folder = dirname(folder)) {
      const kept = this.before.known.get(folder);
      if (kept) return kept.isUnread === true;
      if (folder === dirname(folder)) break;
    }
    return false;
  }

  #add(path: string, kept: Kept | undefined, fresh?: Kept, found?: Found): void {
    const before = kept && this.#entry(kept);
    const after = fresh && this.#entry(fresh, found);
    const isUnkept = (kept && !before) || (fresh && !after);
    // What was looked at again only to be sure counts as the same where nobody can tell.
    if (isUnkept && !(found && kept?.state === youngState(found.stat))) this.#unkept.push(path);
    else if (!isUnkept && !sameEntry(before, after))
      this.#changes.push({ path, ...(before && { before }), ...(after && { after }) });
  }

  /** @param found where it can still be read, so that it needs no copy. */
  #entry({ kind, mode, copy, to }: Kept, found?: Found): FileEntry | undefined {
    if (kind === "folder") return { kind, bytes: new Uint8Array(), mode };
    if (kind === "link") return { kind, bytes: Buffer.from(to ?? "", "base64") };
    const { copies } = this.before;
    const read = copy === undefined ? found && (() => contentOf(found)) : () => copies.read(copy);
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

  /** Those that are gone too, and all of it in the order in which it can have been made. */
  end(): { readonly findings: LiveFindings; readonly lines: readonly Line[] } {
    const { known } = this.before;
    const { only, roots } = this.compared;
    const unread = [...this.#unread];
    for (const [path, kept] of known) {
      if (this.#seen.has(path) || (only && !isAmong(only, path)) || isAmong(unread, path)) continue;
      this.#lines.push([path]);
      if (this.#isGoneLater(path)) continue;
      if (kept.kind !== "folder" || kept.isEmpty || kept.mode !== ordinaryFolder) this.#add(path, kept);
    }
    const own = new Set(this.#changes.map(({ path }) => path));
    const isNew = (folder: string) => this.#seen.has(folder) && !known.has(folder) && !own.has(folder);
    const changes = this.#changes.sort(inOrder).map((change): LiveChange => {
      const createdDirectories = change.after ? above(change.path, roots).filter(isNew) : [];
      return { ...change, createdDirectories };
    });
    return { findings: { changes, unkept: this.#unkept.sort() }, lines: this.#lines };
  }

  /** Whether the folder that it was taken from may have been changed by others alone. */
  #isGoneLater(path: string): boolean {
    if (this.compared.until === undefined) return false;
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      const isRoot = this.compared.roots.includes(folder);
      const stat = this.#seen.get(folder)?.stat ?? (isRoot ? lstatSync(folder, { throwIfNoEntry: false }) : undefined);
      if (stat) return this.#isLater(stat.ctimeMs);
    }
    return true;
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
