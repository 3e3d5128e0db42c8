/** What a command made of a clone, put where a layer has it: what changed alone, with what is gone beside it. */
import { chmodSync, lstatSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { Turns } from "../../../../core/util/turns";
import { namesNow } from "../layerEntries";
import { type CloneEntry, type Manifest, notedAt } from "./manifest";

/** What differs. Places are relative to the clone. */
export interface Differences {
  /** Names that are gone, by the folder that they were in. */
  readonly gone: ReadonlyMap<string, readonly string[]>;
  /** Names in every folder in which something changed. */
  readonly left: ReadonlyMap<string, readonly string[]>;
  /** What is not taken, as a clause each. */
  readonly other: ReadonlyMap<string, string>;
}

const touchedHidden = "was hidden from the command, and changed all the same";
const unexaminable = "has a name that is not UTF-8, or cannot be examined";

/** Moves what changed out of a clone. The clone is of no use after that. */
class Taking {
  readonly gone = new Map<string, readonly string[]>();
  readonly left = new Map<string, readonly string[]>();
  readonly other = new Map<string, string>();
  readonly #modes = new Map<string, number>();
  readonly #turns = new Turns();
  /** The folders around what was hidden. */
  readonly #around: ReadonlySet<string>;

  constructor(
    private readonly clone: string,
    private readonly upper: string,
    private readonly manifest: Manifest,
    private readonly hidden: ReadonlySet<string>,
  ) {
    this.#around = new Set([...hidden].flatMap(foldersAround));
  }

  async all(): Promise<Differences> {
    await this.#folder("");
    for (const [place, mode] of [...this.#modes].reverse()) chmodSync(join(this.upper, place), mode);
    return this;
  }

  async #folder(place: string): Promise<void> {
    await this.#turns.next();
    const names = namesNow(join(this.clone, place));
    // The command closed it: the layer has it so too, for that to be told.
    if (!names) return this.#keepFolder(place);
    const now = new Set(names);
    const gone = this.manifest.namesIn(place).filter((name) => !now.has(name) && this.#mayGo(join(place, name)));
    for (const name of names) await this.#entry(join(place, name));
    if (gone.length > 0) {
      this.#keepFolder(place);
      this.gone.set(place, gone);
    }
    if (this.#modes.has(place)) this.left.set(place, names);
  }

  /** What was hidden goes with nothing, and where case does not matter, a name that is spelled in another way is still there. */
  #mayGo(place: string): boolean {
    if (notedAt(join(this.clone, place))) {
      this.other.set(place, "is spelled in another way, which is not kept");
      return false;
    }
    if (!this.hidden.has(place) && !this.#around.has(place)) return true;
    this.other.set(
      place,
      this.hidden.has(place) ? touchedHidden : "holds what was hidden from the command, and is gone",
    );
    return false;
  }

  async #entry(place: string): Promise<void> {
    const [before, now] = [this.manifest.at(place), notedAt(join(this.clone, place))];
    if (this.hidden.has(place)) {
      if (before?.state !== now?.state) this.other.set(place, touchedHidden);
      return;
    }
    if (!now) return void this.other.set(place, unexaminable);
    if (before?.isFolder && now.isFolder) {
      if (before.mode !== now.mode) this.#keepFolder(place);
      return this.#folder(place);
    }
    if (before?.state === now.state) return;
    if (this.#around.has(place))
      return void this.other.set(place, "held what was hidden from the command, and was replaced");
    this.#take(place, now);
  }

  /** In the layer every folder around something has the permissions that the command gave it. */
  #keepFolder(place: string): void {
    if (this.#modes.has(place)) return;
    if (place !== "") {
      this.#keepFolder(parent(place));
      mkdirSync(join(this.upper, place), { mode: 0o700 });
    }
    this.#modes.set(place, lstatSync(join(this.clone, place)).mode & 0o7777);
  }

  #take(place: string, { isFolder, mode }: CloneEntry): void {
    const [from, to] = [join(this.clone, place), join(this.upper, place)];
    this.#keepFolder(parent(place));
    try {
      renameSync(from, to);
    } catch (error) {
      if (!isRefused(error)) throw error;
      // The command may have left a folder to which not even its owner may write.
      chmodSync(dirname(from), 0o700);
      if (isFolder) chmodSync(from, mode | 0o700);
      renameSync(from, to);
      if (isFolder) chmodSync(to, mode);
    }
  }
}

const isRefused = (error: unknown) => ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");

const parent = (place: string): string => {
  const folder = dirname(place);
  return folder === "." ? "" : folder;
};

/** All but the clone itself. */
function foldersAround(place: string): string[] {
  const folder = parent(place);
  return folder === "" ? [] : [...foldersAround(folder), folder];
}

/**
 * Finds what changed in a clone, and moves it out of that.
 * @param upper an empty folder on the same file system, to have in it what changed and the folders around it.
 * @param hidden places that a command could not change.
 */
export const takeDifferences = (
  clone: string,
  upper: string,
  manifest: Manifest,
  hidden: ReadonlySet<string>,
): Promise<Differences> => new Taking(clone, upper, manifest, hidden).all();
